package io.compscan.core.extent;

import io.compscan.core.estimate.Interval;
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

    /** The zero bytes of all extents, from the share of those that were read. */
    Interval zeros(long extentCount, double mostBytes) {
        double n = all.size();
        if (n == 0) {
            return new Interval(0, 0, mostBytes);
        }
        double least = (double) zeroBytes();
        double mean = least / n;
        double squares = 0;
        for (ReadExtent extent : all) {
            squares += (extent.zeroBytes - mean) * (extent.zeroBytes - mean);
        }
        double variance =
                n < 2 ? 0 : extentCount * (double) extentCount * (1 - n / extentCount) / n * squares / (n - 1);
        return Interval.normal(extentCount * mean, variance).within(least, mostBytes);
    }
}
