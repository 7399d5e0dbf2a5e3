package io.compscan.core.set;

import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.result.TypeTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Sums up what belongs to references over several scans: everything that a result has beside its layouts. */
final class UnionResult {

    private final List<ScanResult> results;

    private UnionResult(List<ScanResult> results) {
        this.results = results;
    }

    /** The totals of all these together. */
    static Totals totals(List<ScanResult> results) {
        return new UnionResult(results).totals();
    }

    /**
     * The result of all these together, whose layouts come out of the fold.
     *
     * @param profiles the names of the target systems asked for
     * @param profiled what the layouts come to on them, in any order
     */
    static ScanResult of(
            List<ScanResult> results, List<Layout> layouts, List<String> profiles, List<ProfileResult> profiled) {
        UnionResult union = new UnionResult(results);
        ScanResult result = new ScanResult(
                union.plan().withProfiles(profiles),
                union.any(ScanResult::partial),
                union.totals(),
                layouts,
                union.types(),
                union.concat(ScanResult::files, Comparator.comparing(FileResult::path)),
                union.concat(
                        ScanResult::errors,
                        Comparator.comparing(ReadError::path).thenComparing(ReadError::kind)),
                union.timing());
        return result.withProfiles(ProfileResult.inOrder(profiles, profiled));
    }

    private ScanSettings plan() {
        ScanSettings first = results.get(0).plan();
        return new ScanSettings(
                String.join(", ", distinct(plan -> List.of(plan.toolVersion()))),
                results.stream()
                        .flatMap(result -> result.plan().paths().stream())
                        .toList(),
                first.chunkings(),
                first.fingerprint(),
                first.compressors(),
                first.compressSample(),
                first.superblockBytes(),
                distinct(ScanSettings::includes),
                distinct(ScanSettings::excludes),
                any(result -> result.plan().followSymlinks()),
                any(result -> result.plan().oneFileSystem()),
                any(result -> result.plan().perFile()));
    }

    private Totals totals() {
        return new Totals(
                sum(Totals::logicalBytes),
                sum(Totals::hardLinkBytes),
                sum(Totals::unreadBytes),
                sum(Totals::scannedBytes),
                sum(Totals::fileCount),
                sum(Totals::directoryCount),
                sum(Totals::hardLinkCount),
                sum(Totals::symlinkCount),
                sum(Totals::specialFileCount),
                sum(Totals::excludedCount),
                sum(Totals::unreadPathCount),
                sum(Totals::changedPathCount));
    }

    private List<TypeTotals> types() {
        TreeMap<String, TypeTotals> types = new TreeMap<>();
        for (ScanResult result : results) {
            for (TypeTotals type : result.types()) {
                types.merge(type.extension(), type, UnionResult::add);
            }
        }
        return List.copyOf(types.values());
    }

    private static TypeTotals add(TypeTotals a, TypeTotals b) {
        List<Long> zeroBytes = new ArrayList<>();
        for (int i = 0; i < a.zeroBytes().size(); i++) {
            zeroBytes.add(a.zeroBytes().get(i) + b.zeroBytes().get(i));
        }
        return new TypeTotals(
                a.extension(),
                a.fileCount() + b.fileCount(),
                Math.addExact(a.scannedBytes(), b.scannedBytes()),
                zeroBytes);
    }

    /** As if the scans had been run one after the other. */
    private Timing timing() {
        Instant startedAt = results.get(0).timing().startedAt();
        long elapsedNanos = 0;
        int readers = 0;
        int workers = 0;
        long indexBytes = 0;
        for (ScanResult result : results) {
            Timing timing = result.timing();
            startedAt = timing.startedAt().isBefore(startedAt) ? timing.startedAt() : startedAt;
            elapsedNanos = Math.addExact(elapsedNanos, timing.elapsedNanos());
            readers = Math.max(readers, timing.readers());
            workers = Math.max(workers, timing.workers());
            indexBytes = Math.max(indexBytes, timing.indexBytes());
        }
        return new Timing(
                startedAt,
                elapsedNanos,
                elapsedNanos == 0 ? 0 : (long) (sum(Totals::scannedBytes) / (elapsedNanos / 1e9)),
                readers,
                workers,
                indexBytes,
                String.join(
                        ", ",
                        results.stream()
                                .map(result -> result.timing().javaVersion())
                                .distinct()
                                .toList()));
    }

    private long sum(ToLongFunction<Totals> number) {
        return results.stream()
                .mapToLong(result -> number.applyAsLong(result.totals()))
                .reduce(0, Math::addExact);
    }

    private boolean any(Predicate<ScanResult> property) {
        return results.stream().anyMatch(property);
    }

    private List<String> distinct(Function<ScanSettings, List<String>> texts) {
        return results.stream()
                .map(result -> texts.apply(result.plan()))
                .flatMap(Collection::stream)
                .distinct()
                .toList();
    }

    private <T> List<T> concat(Function<ScanResult, List<T>> lists, Comparator<T> order) {
        return results.stream()
                .map(lists)
                .flatMap(Collection::stream)
                .sorted(order)
                .toList();
    }
}
