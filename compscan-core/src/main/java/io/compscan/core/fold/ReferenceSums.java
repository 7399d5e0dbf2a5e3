package io.compscan.core.fold;

import io.compscan.core.fold.histogram.SizeHistogram;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import io.compscan.result.TypeTotals;
import io.compscan.result.set.SuperblockTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Everything that belongs to references: of a thread, a session, a part, a scan, or several scans.
 *
 * <p>Sums of parts that share no byte add up to the sums of the whole. Everything that belongs to distinct chunks comes out of a
 * {@link SchemeFold} instead.
 *
 * @param fileCount units whose reading has begun, hard links counted once
 * @param logicalBytes their bytes, whether they could be read or not
 * @param types by file extension, in ascending order
 * @param chunks for each scheme
 * @param superblocks for each compressor; may be empty where no scheme compresses superblocks
 * @param arrivals by the name of a target system that packs in the order of the data; lacks those for which that order is not known
 */
public record ReferenceSums(
        long fileCount,
        long logicalBytes,
        List<TypeTotals> types,
        List<ChunkSums> chunks,
        List<SuperblockTotals> superblocks,
        Map<String, ArrivalSample> arrivals) {

    /** Sums of data whose order is not known. */
    public ReferenceSums(
            long fileCount,
            long logicalBytes,
            List<TypeTotals> types,
            List<ChunkSums> chunks,
            List<SuperblockTotals> superblocks) {
        this(fileCount, logicalBytes, types, chunks, superblocks, Map.of());
    }

    /** Copies the lists and the map. */
    public ReferenceSums {
        types = List.copyOf(types);
        chunks = List.copyOf(chunks);
        superblocks = List.copyOf(superblocks);
        arrivals = Map.copyOf(arrivals);
    }

    /**
     * The sums that a scan has ended with.
     *
     * @param superblocks one element for each compressor
     */
    public static ReferenceSums of(ScanResult result, List<SuperblockTotals> superblocks) {
        Totals totals = result.totals();
        return new ReferenceSums(
                totals.fileCount() - totals.hardLinkCount(),
                totals.logicalBytes() - totals.hardLinkBytes(),
                result.types(),
                result.layouts().stream().map(ChunkSums::of).toList(),
                superblocks);
    }

    /**
     * The sum of one or more.
     *
     * <p>Adds neighbours pairwise, so that many parts with many types take {@code n log n} steps.
     */
    public static ReferenceSums sum(List<ReferenceSums> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int half = parts.size() / 2;
        return sum(parts.subList(0, half)).plus(sum(parts.subList(half, parts.size())));
    }

    /**
     * The sum of both, under the same schemes and compressors.
     *
     * @throws ArithmeticException if a sum does not fit in 64 bits
     * @throws IllegalStateException if the two have different numbers of schemes or compressors
     */
    public ReferenceSums plus(ReferenceSums other) {
        requireEqual("schemes", chunks.size(), other.chunks.size());
        List<ChunkSums> allChunks = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            allChunks.add(chunks.get(i).plus(other.chunks.get(i)));
        }
        return new ReferenceSums(
                Math.addExact(fileCount, other.fileCount),
                Math.addExact(logicalBytes, other.logicalBytes),
                plus(types, other.types),
                allChunks,
                superblocks(superblocks, other.superblocks),
                joined(arrivals, other.arrivals, (a, b) -> ArrivalSample.sum(List.of(a, b))));
    }

    /** The samples of fragments, as they save themselves. */
    public SortedMap<String, String> savedArrivals() {
        SortedMap<String, String> saved = new TreeMap<>();
        arrivals.forEach((target, sample) -> saved.put(target, sample.save()));
        return saved;
    }

    /**
     * The same sums with saved samples of fragments.
     *
     * @throws IllegalArgumentException if a text is no saved sample
     */
    public ReferenceSums withSavedArrivals(Map<String, String> saved) {
        Map<String, ArrivalSample> samples = new TreeMap<>();
        saved.forEach((target, sample) -> samples.put(target, ArrivalSample.parse(sample)));
        return withArrivals(samples);
    }

    /** The same sums with these samples of fragments. */
    public ReferenceSums withArrivals(Map<String, ArrivalSample> samples) {
        return new ReferenceSums(fileCount, logicalBytes, types, chunks, superblocks, samples);
    }

    /** The same sums of data whose order is not known. */
    public ReferenceSums withoutOrder() {
        return new ReferenceSums(fileCount, logicalBytes, types, chunks, superblocks);
    }

    /** The order is known only where both know it. */
    private static Map<String, ArrivalSample> joined(
            Map<String, ArrivalSample> a, Map<String, ArrivalSample> b, BinaryOperator<ArrivalSample> join) {
        Map<String, ArrivalSample> both = new TreeMap<>();
        a.forEach((target, sample) -> {
            ArrivalSample other = b.get(target);
            if (other != null) {
                both.put(target, join.apply(sample, other));
            }
        });
        return both;
    }

    /** The samples of streams that follow those of others; they lack what one of the two lacks. */
    public static Map<String, ArrivalSample> following(
            Map<String, ArrivalSample> before, Map<String, ArrivalSample> after) {
        return joined(before, after, (a, b) -> b.following(a));
    }

    private static List<TypeTotals> plus(List<TypeTotals> a, List<TypeTotals> b) {
        Map<String, TypeTotals> sums = new TreeMap<>();
        for (TypeTotals type : a) {
            sums.put(type.extension(), type);
        }
        for (TypeTotals type : b) {
            sums.merge(type.extension(), type, TypeTotals::plus);
        }
        return List.copyOf(sums.values());
    }

    /**
     * The sums over superblocks of both; one may be empty.
     *
     * @throws ArithmeticException if a sum does not fit in 64 bits
     * @throws IllegalStateException if the two have different numbers of compressors
     */
    public static List<SuperblockTotals> superblocks(List<SuperblockTotals> a, List<SuperblockTotals> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isEmpty() ? b : a;
        }
        requireEqual("compressors of superblocks", a.size(), b.size());
        List<SuperblockTotals> sums = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            SizeHistogram sizes = new SizeHistogram();
            sizes.merge(a.get(i).compressibility());
            sizes.merge(b.get(i).compressibility());
            sums.add(new SuperblockTotals(
                    Math.addExact(a.get(i).rawBytes(), b.get(i).rawBytes()),
                    Math.addExact(a.get(i).storedBytes(), b.get(i).storedBytes()),
                    sizes.rows()));
        }
        return sums;
    }

    private static void requireEqual(String what, int a, int b) {
        if (a != b) {
            throw new IllegalStateException(a + " " + what + " and " + b + " do not go together");
        }
    }
}
