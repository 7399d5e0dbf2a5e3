package io.compscan.core.estimate;

import io.compscan.core.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        /** How often the extent has each of them; null where it has each once. */
        int @Nullable [] repeats;

        ReadExtent(
                long number,
                long readBytes,
                long distinctBytes,
                long zeroBytes,
                int[] places,
                int @Nullable [] repeats) {
            this.number = number;
            this.readBytes = readBytes;
            this.distinctBytes = distinctBytes;
            this.zeroBytes = zeroBytes;
            this.places = places;
            this.repeats = repeats;
        }

        /** How often the extent has the chunk of {@code places[i]}. */
        int repeats(int i) {
            int[] all = repeats;
            return all == null ? 1 : all[i];
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

    /** An amount of each extent, in the order of the extents. */
    @FunctionalInterface
    interface Amount {
        double of(ReadExtent extent);
    }

    /**
     * The sum over all {@code m} extents of an amount, from the {@code n} that were read. It is the ratio estimator of Cochran, since the bytes
     * {@code X} of all extents are known and extents are not equally long.
     *
     * <pre>
     *   R        = sum(y) / sum(x)                y: the amount, x: the bytes of an extent
     *   estimate = X R
     *   variance = (X / sum(x))^2 (1 - n/m) (n / (n - 1) sum (y - R x)^2 + (1.96 Y)^2)
     * </pre>
     *
     * The second term is that of {@link io.compscan.core.statistics.ExtentEstimator}. Without it an interval would have no width where the
     * sample has missed the few extents that differ.
     *
     * @param totalBytes {@code X}
     * @param mostOfExtent {@code Y}, the most that the amount of an extent can be
     * @param furtherVariance of the amounts of these extents together, which are estimates themselves; 0 if they are known
     * @param quantile of the interval
     */
    Interval sum(
            long extentCount,
            double totalBytes,
            double mostOfExtent,
            Amount amount,
            double furtherVariance,
            double quantile) {
        double n = all.size();
        double readBytes = (double) readBytes();
        double sum = 0;
        for (ReadExtent extent : all) {
            sum += amount.of(extent);
        }
        if (readBytes == 0) {
            return Interval.exact(0);
        }
        double ratio = sum / readBytes;
        double squares = 0;
        for (ReadExtent extent : all) {
            double rest = amount.of(extent) - ratio * extent.readBytes;
            squares += rest * rest;
        }
        double scale = totalBytes / readBytes;
        double unseen = Interval.Z * mostOfExtent;
        double ofExtents = n == extentCount ? 0 : (1 - n / extentCount) * (n / (n - 1) * squares + unseen * unseen);
        return Interval.normal(scale * sum, scale * scale * (ofExtents + furtherVariance), quantile);
    }

    /**
     * The zero bytes of all {@code m} extents of {@code E} bytes, from the {@code n} that were read:
     *
     * <pre>
     *   variance = m^2 (1 - n/m) (S^2 / n + (1.96 E / n)^2)
     * </pre>
     *
     * The second term is that of {@link io.compscan.core.statistics.ExtentEstimator}.
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
