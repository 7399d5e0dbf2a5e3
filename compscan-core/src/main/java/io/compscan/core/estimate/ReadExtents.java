package io.compscan.core.estimate;

import io.compscan.core.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** The sampled extents of one scheme, in any order until they are sorted. One thread at a time. */
final class ReadExtents implements Iterable<ReadExtents.ReadExtent> {

    private final List<ReadExtent> all = new ArrayList<>();

    /** An extent that was read. */
    static final class ReadExtent {
        final long number;
        final long readBytes;
        final long distinctBytes;
        final long zeroBytes;
        /** Of the chunks that the table keeps, in the order of their keys. */
        int[] places;

        ReadExtent(long number, long readBytes, long distinctBytes, long zeroBytes, int[] places) {
            this.number = number;
            this.readBytes = readBytes;
            this.distinctBytes = distinctBytes;
            this.zeroBytes = zeroBytes;
            this.places = places;
        }
    }

    void add(ReadExtent extent) {
        all.add(extent);
    }

    /** By their numbers. */
    void sort() {
        all.sort(Comparator.comparingLong(extent -> extent.number));
    }

    @Override
    public Iterator<ReadExtent> iterator() {
        return all.iterator();
    }

    int count() {
        return all.size();
    }

    long readBytes() {
        long sum = 0;
        for (ReadExtent extent : all) {
            sum += extent.readBytes;
        }
        return sum;
    }

    long zeroBytes() {
        long sum = 0;
        for (ReadExtent extent : all) {
            sum += extent.zeroBytes;
        }
        return sum;
    }

    /** Bytes that are distinct within their extent. */
    long distinctBytes() {
        long sum = 0;
        for (ReadExtent extent : all) {
            sum += extent.distinctBytes;
        }
        return sum;
    }

    /** How many hold anything but zeros. */
    long filledCount() {
        return all.stream().filter(extent -> extent.distinctBytes > 0).count();
    }

    /**
     * The zero bytes of all {@code m} extents of {@code E} bytes, from the {@code n} that were read:
     *
     * <pre>
     *   variance = m^2 (1 - n/m) (S^2 / n + (1.96 E / n)^2)
     * </pre>
     *
     * The second term is that of {@link io.compscan.core.statistics.ExtentEstimator}. Without it an interval would have no width where the
     * sample has missed the few extents that differ.
     *
     * @param mostBytes what they can be at most
     */
    Interval zeros(long extentCount, double extentBytes, double mostBytes) {
        double least = (double) zeroBytes();
        double n = all.size();
        if (n < 2) {
            return new Interval(least, least, Math.max(least, mostBytes));
        }
        double mean = least / n;
        double squares = 0;
        for (ReadExtent extent : all) {
            squares += (extent.zeroBytes - mean) * (extent.zeroBytes - mean);
        }
        double unseen = Interval.Z * extentBytes / n;
        double variance = extentCount
                * (double) extentCount
                * (1 - n / extentCount)
                * (squares / (n * (n - 1)) + unseen * unseen);
        return Interval.normal(extentCount * mean, variance).within(least, mostBytes);
    }
}
