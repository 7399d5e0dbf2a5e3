package io.compscan.core.set;

import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ResultBuilder;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.profile.Profile;
import io.compscan.result.FileResult;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The result of several scans together: sums of their references, and the folds of their chunks. */
final class UnionResult {

    private final List<ScanResult> results;

    private UnionResult(List<ScanResult> results) {
        this.results = results;
    }

    /**
     * The union of the sets.
     *
     * @param folds for each scheme, of the distinct chunks of all sets
     * @param profiles the target systems that they were folded for
     * @throws IllegalStateException if the sets contradict themselves or each other
     * @throws ArithmeticException if a sum does not fit in 64 bits
     */
    static ScanResult of(Sets sets, List<SchemeFold> folds, List<Profile> profiles) {
        List<ScanResult> results =
                sets.all().stream().map(set -> set.metadata().result()).toList();
        UnionResult union = new UnionResult(results);
        Totals totals =
                results.stream().map(ScanResult::totals).reduce(Totals::plus).orElseThrow();
        ReferenceSums sums =
                ReferenceSums.sum(sets.all().stream().map(FingerprintSet::sums).toList());
        ScanSettings plan =
                union.plan().withProfiles(profiles.stream().map(Profile::name).toList());
        return new ResultBuilder(plan.withIndex(index(sets)), profiles, sums, totals)
                .partial(union.any(ScanResult::partial))
                .files(union.concat(ScanResult::files, Comparator.comparing(FileResult::path)))
                .errors(union.concat(
                        ScanResult::errors,
                        Comparator.comparing(ReadError::path).thenComparing(ReadError::kind)))
                .build(folds, union.timing(totals.scannedBytes()));
    }

    /** The sketch that holds the union; null if all chunks are counted. */
    private static @Nullable String index(Sets sets) {
        OptionalInt least = IntStream.range(0, sets.schemes().size())
                .mapToObj(scheme -> SketchUnion.entries(sets.all(), scheme))
                .flatMapToInt(OptionalInt::stream)
                .min();
        return least.isEmpty() ? null : "sketch:" + least.getAsInt();
    }

    private ScanSettings plan() {
        ScanSettings first = results.get(0).settings();
        ScanSettings union = new ScanSettings(
                String.join(", ", distinct(plan -> List.of(plan.toolVersion()))),
                results.stream()
                        .flatMap(result -> result.settings().paths().stream())
                        .toList(),
                first.chunkings(),
                first.fingerprint(),
                first.compressors(),
                first.compressSample(),
                first.superblockBytes(),
                distinct(ScanSettings::includes),
                distinct(ScanSettings::excludes),
                any(result -> result.settings().followSymlinks()),
                any(result -> result.settings().oneFileSystem()),
                any(result -> result.settings().perFile()));
        return union.withInto(distinct(ScanSettings::into))
                .withAsked(asked())
                .withMethod(distinct(ScanSettings::method));
    }

    /** What the users of the scans named; null if that is not known of the first one. */
    private ScanSettings.@Nullable Asked asked() {
        if (results.get(0).settings().asked() == null) {
            return null;
        }
        List<ScanSettings.Asked> named = results.stream()
                .map(result -> result.settings().asked())
                .flatMap(Stream::ofNullable)
                .toList();
        return new ScanSettings.Asked(
                named.stream()
                        .flatMap(one -> one.chunkings().stream())
                        .distinct()
                        .toList(),
                named.stream()
                        .flatMap(one -> one.compressors().stream())
                        .distinct()
                        .toList());
    }

    /** The timing of the union, as if the scans had been run one after the other. */
    private Timing timing(long scannedBytes) {
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
                elapsedNanos == 0
                                || any(one ->
                                        !one.timing().tellsSpeed(one.totals().scannedBytes()))
                        ? 0
                        : (long) (scannedBytes / (elapsedNanos / 1e9)),
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

    private boolean any(Predicate<ScanResult> property) {
        return results.stream().anyMatch(property);
    }

    private List<String> distinct(Function<ScanSettings, List<String>> texts) {
        return results.stream()
                .map(result -> texts.apply(result.settings()))
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
