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
     * The sum over all {@code m} extents of {@code E} bytes of an amount, from the {@code n} that were read:
     *
     * <pre>
     *   variance = m^2 (1 - n/m) (S^2 / n + (1.96 E / n)^2)
     * </pre>
     *
     * The second term is that of {@link io.compscan.core.statistics.ExtentEstimator}. Without it an interval would have no width where the
     * sample has missed the few extents that differ.
     *
     * @param mostOfExtent the most that the amount of an extent can be: {@code E} for bytes
     * @param furtherVariance of the amounts of these extents together, which are estimates themselves; 0 if they are known
     * @param quantile of the interval
     */
    Interval sum(long extentCount, double mostOfExtent, Amount amount, double furtherVariance, double quantile) {
        double n = all.size();
        double sum = 0;
        for (ReadExtent extent : all) {
            sum += amount.of(extent);
        }
        double mean = sum / n;
        double squares = 0;
        for (ReadExtent extent : all) {
            double rest = amount.of(extent) - mean;
            squares += rest * rest;
        }
        double m = (double) extentCount;
        double unseen = Interval.Z * mostOfExtent / n;
        double ofExtents = n == m ? 0 : m * m * (1 - n / m) * (squares / (n * (n - 1)) + unseen * unseen);
        return Interval.normal(m * mean, ofExtents + m / n * (m / n) * furtherVariance, quantile);
    }

    /**
     * The zero bytes of all extents.
     *
     * @param mostBytes what they can be at most
     */
    Interval zeros(long extentCount, double extentBytes, double mostBytes) {
        double least = (double) zeroBytes();
        return all.size() < 2
                ? new Interval(least, least, Math.max(least, mostBytes))
                : sum(extentCount, extentBytes, extent -> extent.zeroBytes, 0, Interval.Z)
                        .within(least, mostBytes);
    }
}
