package io.compscan.core.set;

import io.compscan.core.statistics.ChunkSampling;
import io.compscan.core.statistics.Interval;
import io.compscan.map.MergeCursor;
import io.compscan.result.Layout;
import io.compscan.result.Layout.Range;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import java.util.ArrayList;
import java.util.List;

/** Estimates the bytes that sets share from the chunks that the sketch of their union keeps. One thread. */
final class SketchOverlap {

    private final int setCount;
    private final int maxChunkBytes;
    private final Sum[] exclusive;
    private final Sum[] attributed;
    /** {@code [i][j]} for {@code i <= j}. */
    private final Sum[][] common;

    /** A sum over kept chunks, with what its interval needs. The chunks come in the same order each time. */
    private final class Sum {
        private long count;
        private double bytes;
        private double squares;

        void add(double more) {
            count++;
            bytes += more;
            squares += more * more;
        }

        /** The total of all chunks, known to lie in {@code [0, mostBytes]}. */
        Interval total(ChunkSampling sampling, double mostBytes) {
            if (count == 0) {
                return new Interval(0, 0, Math.min(mostBytes, sampling.count(0).high() * maxChunkBytes));
            }
            return sampling.total(count, bytes, squares).within(Math.min(bytes, mostBytes), mostBytes);
        }
    }

    SketchOverlap(int setCount, int maxChunkBytes) {
        this.setCount = setCount;
        this.maxChunkBytes = maxChunkBytes;
        exclusive = sums();
        attributed = sums();
        common = new Sum[setCount][];
        for (int i = 0; i < setCount; i++) {
            common[i] = sums();
        }
    }

    private Sum[] sums() {
        Sum[] sums = new Sum[setCount];
        for (int i = 0; i < setCount; i++) {
            sums[i] = new Sum();
        }
        return sums;
    }

    void add(MergeCursor chunk, int lengthBytes) {
        int holders = chunk.sourceCount();
        if (holders == 1) {
            exclusive[chunk.source(0)].add(lengthBytes);
        }
        for (int i = 0; i < holders; i++) {
            int set = chunk.source(i);
            attributed[set].add((double) lengthBytes * chunk.sourceReferences(i) / chunk.references());
            for (int j = i; j < holders; j++) {
                common[set][chunk.source(j)].add(lengthBytes);
            }
        }
    }

    /**
     * The overlap.
     *
     * @param probability the probability that the union keeps a chunk
     * @param union the layout of the union
     * @param alone the layout of each set by itself, whose own sketch may know more than the union's
     */
    Overlap overlap(double probability, Layout union, List<Layout> alone) {
        ChunkSampling sampling = new ChunkSampling(probability);
        long[] uniqueShares = uniqueShares(union.uniqueBytes());
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < setCount; i++) {
            List<Long> row = new ArrayList<>();
            List<Long> rowLow = new ArrayList<>();
            List<Long> rowHigh = new ArrayList<>();
            for (int j = 0; j < setCount; j++) {
                Interval both = i == j
                        ? unique(alone.get(i))
                        : common[Math.min(i, j)][Math.max(i, j)].total(
                                sampling,
                                Math.min(
                                        unique(alone.get(i)).high(),
                                        unique(alone.get(j)).high()));
                row.add(both.roundedValue());
                rowLow.add(both.roundedLow());
                rowHigh.add(both.roundedHigh());
            }
            double most = unique(alone.get(i)).high();
            Interval its = attributed[i].total(sampling, most);
            Interval only = exclusive[i].total(sampling, most);
            long onlyBytes = Math.min(only.roundedValue(), uniqueShares[i]);
            shares.add(new Share(
                    alone.get(i).uniqueBytes(),
                    onlyBytes,
                    uniqueShares[i],
                    row,
                    new Range(Math.min(onlyBytes, only.roundedLow()), Math.max(onlyBytes, only.roundedHigh())),
                    new Range(
                            Math.min(uniqueShares[i], its.roundedLow()), Math.max(uniqueShares[i], its.roundedHigh())),
                    rowLow,
                    rowHigh));
        }
        return Overlap.ofEstimate(union.chunking(), shares);
    }

    private static Interval unique(Layout layout) {
        Long low = layout.uniqueBytesLow();
        Long high = layout.uniqueBytesHigh();
        double value = (double) layout.uniqueBytes();
        return low == null || high == null ? Interval.exact(value) : new Interval(value, (double) low, (double) high);
    }

    /** The shares of the union, which add up to it. The remainder of rounding goes to the first sets. */
    private long[] uniqueShares(long uniqueBytes) {
        double all = 0;
        for (Sum sum : attributed) {
            all += sum.bytes;
        }
        long[] shares = new long[setCount];
        long left = uniqueBytes;
        for (int i = 0; i < setCount; i++) {
            shares[i] = all == 0 ? 0 : (long) Math.floor(uniqueBytes * (attributed[i].bytes / all));
            left -= shares[i];
        }
        for (int i = 0; left > 0; i = (i + 1) % setCount) {
            long more = Math.max(1, left / setCount);
            shares[i] += more;
            left -= more;
        }
        return shares;
    }
}
