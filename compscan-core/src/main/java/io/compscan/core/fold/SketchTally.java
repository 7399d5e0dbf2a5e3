package io.compscan.core.fold;

import io.compscan.core.statistics.ChunkSampling;
import io.compscan.core.statistics.ChunkSampling.TwoPhase;
import io.compscan.core.statistics.Interval;
import io.compscan.core.statistics.RegressionEstimator;
import io.compscan.result.Compressibility;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Layout.Bounds;
import io.compscan.result.Layout.Range;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.Refcount;
import io.compscan.result.Sample;
import io.compscan.result.set.SuperblockTotals;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes estimates of the entries of an index that keeps a sample of the distinct chunks; part of {@link SchemeFold}.
 *
 * <p>The counts of references to kept chunks are exact, and so are the numbers of all references. The rest bounds every estimate: chunks
 * outside of the sample have no more bytes together than the references outside.
 */
final class SketchTally implements Serializable {

    /**
     * The bytes that a target system allocates.
     *
     * @param bytes exact if all chunks were compressed, else an estimate
     * @param lowBytes the lower end of the 95 % interval
     * @param highBytes the upper end
     * @param copies what further copies of chunks are stored in, before they are laid out
     */
    record Allocated(long bytes, long lowBytes, long highBytes, Estimated copies) {

        /** The bytes with their interval. */
        Estimated estimated() {
            return new Estimated(bytes, lowBytes, highBytes);
        }

        /**
         * An estimate, of which further copies are so large a share. The error of all may be that of the copies: a sample with chunks
         * that occur more often has more copies, and no more first ones.
         */
        static Allocated of(long bytes, long lowBytes, long highBytes, double copiesShare) {
            if (copiesShare == 0) {
                return new Allocated(bytes, lowBytes, highBytes, Estimated.exact(0));
            }
            long copies = Math.round(bytes * copiesShare);
            return new Allocated(
                    bytes,
                    lowBytes,
                    highBytes,
                    new Estimated(copies, Math.max(0, copies - (bytes - lowBytes)), copies + (highBytes - bytes)));
        }

        /**
         * The same where the references to the chunks may be off, too, by so much of the allocated bytes. The larger error holds, as that
         * of the references has that of the sizes in it.
         */
        Allocated unsureBy(double below, double above) {
            long fewer = Math.max(bytes - lowBytes, (long) Math.ceil(below));
            long more = Math.max(highBytes - bytes, (long) Math.ceil(above));
            return new Allocated(
                    bytes,
                    Math.max(0, bytes - fewer),
                    bytes + more,
                    new Estimated(
                            copies.bytes(),
                            Math.max(0, Math.min(copies.lowBytes(), copies.bytes() - fewer)),
                            Math.max(copies.highBytes(), copies.bytes() + more)));
        }

        /** The same with no more copies than this. Where no chunk of a sample has one, they may be anything up to the error of all. */
        Allocated withMostCopies(long mostBytes) {
            long most = Math.max(copies.bytes(), mostBytes);
            long high = copies.bytes() == 0 ? highBytes - bytes : copies.highBytes();
            return new Allocated(
                    bytes, lowBytes, highBytes, new Estimated(copies.bytes(), copies.lowBytes(), Math.min(most, high)));
        }
    }

    private static final long serialVersionUID = 1L;

    private final double probability;
    private final int maxChunkBytes;
    /** Sums over all kept chunks; the stored size of each is its length. */
    private final RegressionEstimator lengths = new RegressionEstimator();

    private long references;
    private long referencedBytes;

    SketchTally(double probability, int maxChunkBytes) {
        this.probability = probability;
        this.maxChunkBytes = maxChunkBytes;
    }

    void add(long newReferences, int lengthBytes) {
        lengths.add(lengthBytes, lengthBytes);
        references += newReferences;
        referencedBytes += newReferences * lengthBytes;
    }

    void merge(SketchTally other) {
        lengths.merge(other.lengths);
        references += other.references;
        referencedBytes += other.referencedBytes;
    }

    private ChunkSampling sampling() {
        return new ChunkSampling(probability);
    }

    private Interval uniqueChunks(ChunkSums all) {
        long others = all.chunkCount() - all.zeroChunkCount() - references;
        return sampling()
                .count(lengths.chunkCount())
                .within((double) lengths.chunkCount(), (double) lengths.chunkCount() + others);
    }

    private Interval uniqueBytes(ChunkSums all) {
        long others = all.chunkBytes() - all.zeroBytes() - referencedBytes;
        return sampling()
                .total(
                        lengths.chunkCount(),
                        (double) lengths.lengthBytes(),
                        lengths.moments().lengthSquares())
                .within((double) lengths.lengthBytes(), (double) lengths.lengthBytes() + others);
    }

    /** The layout without its compressors. */
    Layout layout(Scheme scheme, ChunkSums all, List<Refcount> refcounts, List<Compression> compression) {
        Interval chunks = uniqueChunks(all);
        Interval bytes = uniqueBytes(all);
        Layout point = Layout.of(
                        scheme.chunking(),
                        scheme.fingerprint(),
                        all.chunkBytes(),
                        all.chunkCount(),
                        all.zeroChunkCount(),
                        all.zeroBytes(),
                        chunks.roundedValue(),
                        bytes.roundedValue(),
                        List.of(),
                        List.of())
                .withChunkSizes(scheme.expectedChunkBytes(), List.of());
        Bounds bounds = new Bounds(
                Layout.Method.SKETCH,
                lengths.chunkCount(),
                new Range(chunks.roundedLow(), chunks.roundedHigh()),
                new Range(bytes.roundedLow(), bytes.roundedHigh()));
        return Layout.ofEstimate(
                point, bounds, refcounts.stream().map(this::estimated).toList(), compression);
    }

    /** An estimate of a row of the histogram. A row without a chunk in the sample is missing; it has at most 3.69 / p chunks. */
    private Refcount estimated(Refcount row) {
        Interval chunks = sampling().count(row.chunks());
        Interval bytes = bytes(row);
        return new Refcount(
                row.references(),
                chunks.roundedValue(),
                bytes.roundedValue(),
                chunks.roundedLow(),
                chunks.roundedHigh(),
                bytes.roundedLow(),
                bytes.roundedHigh());
    }

    /**
     * The interval of a row's bytes: at least as wide as the interval of its chunks, and as wide as the lengths allow. Squares of lengths
     * are not kept by row; they are at most the bytes times the longest chunk.
     */
    private Interval bytes(Refcount row) {
        double mostSquares = (double) row.bytes() * maxChunkBytes;
        Interval normal = sampling().total(row.chunks(), (double) row.bytes(), mostSquares);
        Interval chunks = sampling().count(row.chunks());
        double mean = (double) row.bytes() / row.chunks();
        return new Interval(
                        normal.value(),
                        Math.min(normal.low(), chunks.low() * mean),
                        Math.max(normal.high(), chunks.high() * mean))
                .within((double) row.bytes(), Double.MAX_VALUE);
    }

    /** The outcome without a compressor. */
    Compression raw(String name, ChunkSums all) {
        Interval bytes = uniqueBytes(all);
        List<Compressibility> rows = List.of(new Compressibility(100, lengths.chunkCount(), lengths.lengthBytes()));
        return compression(name, all, new TwoPhase(bytes, Interval.exact(1)), lengths, rows);
    }

    /** The outcome of a compressor that was given the chunks of a sub-sample. */
    Compression compression(String name, ChunkSums all, SampleFold sample) {
        RegressionEstimator sized = sample.sized();
        TwoPhase estimate = sampling()
                .physical(lengths.chunkCount(), (double) lengths.lengthBytes(), sized.moments(), maxChunkBytes);
        return compression(name, all, estimate, sized, sample.compressibility());
    }

    private Compression compression(
            String name, ChunkSums all, TwoPhase estimate, RegressionEstimator sized, List<Compressibility> rows) {
        Interval unique = uniqueBytes(all);
        Interval physical = physical(estimate.physical(), sized, unique);
        Interval ratio = estimate.ratio().within(1, Double.POSITIVE_INFINITY);
        double low = Math.max(ratio.low(), unique.low() / physical.high());
        double high = Math.min(ratio.high(), unique.high() / physical.low());
        long scannedBytes = all.chunkBytes();
        long physicalLow = Math.max(1, physical.roundedLow());
        Sample sample = new Sample(
                sized.chunkCount(),
                sized.lengthBytes(),
                physicalLow,
                physical.roundedHigh(),
                Math.min(low, unique.roundedValue() / (double) physical.roundedValue()),
                Math.max(high, unique.roundedValue() / (double) physical.roundedValue()),
                (double) scannedBytes / physical.roundedHigh(),
                (double) scannedBytes / physicalLow);
        return Compression.ofSketch(
                name, 0, scannedBytes, unique.roundedValue(), physical.roundedValue(), sample, rows);
    }

    /** Keeps the estimate between the stored bytes of the compressed chunks and the upper end of the unique bytes. */
    private static Interval physical(Interval estimate, RegressionEstimator sized, Interval unique) {
        Interval bounded = estimate.within((double) Math.max(1, sized.storedBytes()), unique.high());
        double value = Math.min(bounded.value(), (double) unique.roundedValue());
        return new Interval(value, Math.min(value, bounded.low()), bounded.high());
    }

    /** The ratio of all superblocks, which is exact, applied to an estimate. */
    Compression superblocks(String name, int superblockBytes, ChunkSums all, SuperblockTotals totals) {
        Interval unique = uniqueBytes(all);
        double share = totals.rawBytes() == 0 ? 1 : (double) totals.storedBytes() / totals.rawBytes();
        double ratio = 1 / share;
        long value = Math.round(unique.roundedValue() * share);
        long low = Math.max(1, (long) Math.floor(unique.low() * share));
        long high = (long) Math.ceil(unique.high() * share);
        Sample sample = new Sample(
                lengths.chunkCount(),
                lengths.lengthBytes(),
                Math.min(low, value),
                Math.max(high, value),
                ratio,
                ratio,
                (double) all.chunkBytes() / Math.max(high, value),
                (double) all.chunkBytes() / Math.min(low, value));
        return Compression.ofSketch(
                name,
                superblockBytes,
                all.chunkBytes(),
                unique.roundedValue(),
                value,
                sample,
                totals.compressibility());
    }

    /**
     * The bytes that a target system allocates for all chunks, where the stored sizes of a part of the kept ones are known.
     *
     * @param sized the allocated bytes of the kept chunks with known sizes
     * @param compression of all chunks, which take at least their stored bytes; null if some may take less
     * @param copiesShare the share of further copies in the allocated bytes of these chunks
     */
    Allocated allocated(RegressionEstimator sized, @Nullable Compression compression, double copiesShare) {
        Interval estimate = sampling()
                .physical(lengths.chunkCount(), (double) lengths.lengthBytes(), sized.moments(), maxChunkBytes)
                .physical()
                .within((double) sized.storedBytes(), Double.MAX_VALUE);
        if (compression == null) {
            return Allocated.of(estimate.roundedValue(), estimate.roundedLow(), estimate.roundedHigh(), copiesShare);
        }
        Sample sample = compression.sample();
        long low = sample == null ? compression.physicalBytes() : sample.physicalBytesLow();
        long high = sample == null ? compression.physicalBytes() : sample.physicalBytesHigh();
        // No chunk takes less than its stored size, so the sum does not either.
        long bytes = Math.max(estimate.roundedValue(), compression.physicalBytes());
        return Allocated.of(
                bytes,
                Math.min(bytes, Math.max(estimate.roundedLow(), low)),
                Math.max(bytes, Math.max(estimate.roundedHigh(), high)),
                copiesShare);
    }
}
