package io.compscan.core.set;

import io.compscan.core.set.PairTally.Common;
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
    private final ChunkSampling sampling;
    /** The layout of each set by itself, whose own sketch may know more than the union's. */
    private final List<Layout> alone;

    private final Sum[] exclusive;
    private final Sum[] attributed;
    private final PairTally pairs;
    /** Whether what does not depend on pairs has been counted. */
    private boolean hasWalked;

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
        Interval total(double mostBytes) {
            return SketchOverlap.this.total(count, bytes, squares, mostBytes);
        }
    }

    /**
     * No chunk yet.
     *
     * @param probability the probability that the union keeps a chunk
     * @param alone the layout of each set by itself
     * @param keepsAll whether all pairs are kept, however many sets there are
     */
    SketchOverlap(int maxChunkBytes, double probability, List<Layout> alone, boolean keepsAll) {
        setCount = alone.size();
        this.maxChunkBytes = maxChunkBytes;
        this.alone = alone;
        sampling = new ChunkSampling(probability);
        exclusive = sums();
        attributed = sums();
        pairs = new PairTally(setCount, true, keepsAll);
    }

    private Interval total(long count, double bytes, double squares, double mostBytes) {
        if (count == 0) {
            return new Interval(0, 0, Math.min(mostBytes, sampling.count(0).high() * maxChunkBytes));
        }
        return sampling.total(count, bytes, squares).within(Math.min(bytes, mostBytes), mostBytes);
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
        if (!hasWalked) {
            if (holders == 1) {
                exclusive[chunk.source(0)].add(lengthBytes);
            }
            for (int i = 0; i < holders; i++) {
                attributed[chunk.source(i)].add((double) lengthBytes * chunk.sourceReferences(i) / chunk.references());
            }
        }
        pairs.add(chunk::source, holders, lengthBytes);
    }

    /** Ends a walk over all chunks; whether there must be another one. */
    boolean needsAnotherWalk() {
        hasWalked = true;
        return pairs.needsAnotherWalk(this::common);
    }

    private Common common(int one, int other, long count, long bytes, double squares) {
        double most =
                Math.min(unique(alone.get(one)).high(), unique(alone.get(other)).high());
        return common(total(count, (double) bytes, squares, most));
    }

    private static Common common(Interval interval) {
        return new Common(interval.roundedValue(), interval.roundedLow(), interval.roundedHigh());
    }

    /**
     * The overlap, after the last walk.
     *
     * @param union the layout of the union
     */
    Overlap overlap(Layout union) {
        long[] uniqueShares = uniqueShares(union.uniqueBytes());
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < setCount; i++) {
            PairTally.Row row = pairs.row(i, common(unique(alone.get(i))), this::common);
            double most = unique(alone.get(i)).high();
            Interval its = attributed[i].total(most);
            Interval only = exclusive[i].total(most);
            long onlyBytes = Math.min(only.roundedValue(), uniqueShares[i]);
            Share share = new Share(
                    alone.get(i).uniqueBytes(),
                    onlyBytes,
                    uniqueShares[i],
                    row.bytes(),
                    new Range(Math.min(onlyBytes, only.roundedLow()), Math.max(onlyBytes, only.roundedHigh())),
                    new Range(
                            Math.min(uniqueShares[i], its.roundedLow()), Math.max(uniqueShares[i], its.roundedHigh())),
                    row.low(),
                    row.high());
            shares.add(share.withPartners(row.partners()));
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
