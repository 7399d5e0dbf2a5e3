package io.compscan.core.fold;

import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.PackedBlocks;
import io.compscan.core.profile.Packing;
import io.compscan.core.statistics.RegressionEstimator;
import io.compscan.core.statistics.WeightSlope;
import io.compscan.result.Compression;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.Sample;
import java.io.Serializable;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Folds the bytes that one target system allocates for the distinct chunks of a scheme; part of {@link SchemeFold}.
 *
 * <p>It leaves out the headers of chunks, which count as metadata.
 */
final class ProfileFold implements Serializable {

    private static final long serialVersionUID = 1L;

    /** {@link RegressionEstimator} sums the squares of 32-bit numbers. */
    private static final int MAX_MOMENT = Integer.MAX_VALUE;

    /** The chunks of one level that are not in the next. */
    private final class Ring implements Serializable {
        private static final long serialVersionUID = 1L;

        private final RegressionEstimator moments = new RegressionEstimator();
        private final WeightSlope slope = new WeightSlope();
        private final @Nullable PackedBlocks packed;
        /** The allocated bytes that chunks do not share. */
        private long aloneBytes;
        /** The bytes of all headers and inodes in {@link #packed}, which count as metadata. */
        private long packedHeaderBytes;

        private long storedBytes;
        /** What further copies of the chunks are stored in. */
        private long copiesBytes;

        private long chunkCount;
        /** Chunks that lie in the metadata. */
        private long inlineCount;

        Ring() {
            Packing packing = allocation.packing();
            packed = packing == null ? null : new PackedBlocks(packing);
        }

        void add(long references, int lengthBytes, int stored, boolean isEndOfFile) {
            storedBytes += stored;
            int kept = allocation.keptBytes(lengthBytes, stored);
            boolean isInline = allocation.isInline(lengthBytes, stored, isEndOfFile);
            chunkCount++;
            inlineCount += isInline ? 1 : 0;
            long copies = isInline ? references : allocation.copies(lengthBytes, references, isEndOfFile);
            long each = isInline
                    ? allocation.inlineBytes(stored)
                    : allocation.allocatedBytes(lengthBytes, stored, fullChunkBytes, isEndOfFile);
            // What metadata counts takes nothing here.
            copiesBytes += (copies - 1) * Math.min(each, stored);
            long alone = copies * each - allocation.headerBytes();
            Packing.Parts parts = isInline ? null : allocation.parts(kept);
            if (rule.samples()) {
                long taken = parts == null ? alone : copies * (parts.aloneBytes() + parts.fragmentBytes());
                moments.add(lengthBytes, (int) Math.min(taken, MAX_MOMENT));
            }
            if (packed != null && parts != null) {
                packed.add(parts.fragmentBytes(), copies);
                packedHeaderBytes += allocation.headerBytes() + copies * inodeBytes;
                aloneBytes += copies * parts.aloneBytes();
            } else {
                aloneBytes += alone;
            }
        }

        void merge(Ring other) {
            moments.merge(other.moments);
            slope.merge(other.slope);
            aloneBytes += other.aloneBytes;
            packedHeaderBytes += other.packedHeaderBytes;
            storedBytes += other.storedBytes;
            copiesBytes += other.copiesBytes;
            chunkCount += other.chunkCount;
            inlineCount += other.inlineCount;
            if (packed != null && other.packed != null) {
                packed.merge(other.packed);
            }
        }

        /** The allocated bytes, with the interval of their order. */
        SketchTally.Allocated allocated() {
            Packing packing = allocation.packing();
            if (packed == null || packing == null) {
                return new SketchTally.Allocated(aloneBytes, aloneBytes, aloneBytes, Estimated.exact(copiesBytes));
            }
            long shuffled = packed.blockCount();
            ArrivalSample.Growth growth = arrivals != null
                    ? arrivals.growth(packing)
                    : knowsOrder()
                            ? ArrivalSample.Growth.NONE
                            : ArrivalSample.Growth.unknown(packing, packed.fragmentsOfBlock(shuffled));
            LongUnaryOperator allocated = blocks -> aloneBytes + blocks * packing.blockBytes() - packedHeaderBytes;
            return new SketchTally.Allocated(
                    allocated.applyAsLong(packed.blockCount(shuffled, growth.factor())),
                    allocated.applyAsLong(packed.blockCount(shuffled, growth.low())),
                    allocated.applyAsLong(packed.blockCount(shuffled, growth.high())),
                    Estimated.exact(copiesBytes));
        }

        /** The share of further copies in the allocated bytes. */
        double copiesShare() {
            return copiesBytes == 0 ? 0 : (double) copiesBytes / aloneBytes;
        }
    }

    private final Allocation allocation;
    private final int fullChunkBytes;
    private final int inodeBytes;
    /** The position of the compressor among an entry's stored sizes, -1 if chunks are stored raw. */
    private final int field;

    private final SampleRule rule;
    /** Null unless the system draws at random where chunks end. */
    private final DrawnChunkings.@Nullable Weights weights;

    /** The references to the chunks whose order is known; null if none is. */
    private final ArrivalSample.@Nullable References arrivals;

    /** The part on special devices; null if the system has none. */
    private final @Nullable ProfileFold onSpecial;

    private final @Nullable Ring[] rings;

    /**
     * A fold of no chunk.
     *
     * @param field the position of the compressor among an entry's stored sizes, -1 if chunks are stored raw
     * @param rule the rule that has chosen the compressed chunks
     * @param weights null if no chunk is weighed
     * @param arrivals null if the order of the data does not matter or is not known
     */
    ProfileFold(
            Allocation allocation,
            int fullChunkBytes,
            int field,
            SampleRule rule,
            DrawnChunkings.@Nullable Weights weights,
            ArrivalSample.@Nullable References arrivals) {
        this.allocation = allocation;
        this.fullChunkBytes = fullChunkBytes;
        Packing packing = allocation.packing();
        inodeBytes = packing == null ? 0 : packing.inodeBytes();
        this.field = field;
        this.rule = rule;
        this.weights = weights;
        this.arrivals = arrivals;
        Allocation part = allocation.onSpecial();
        onSpecial = part == null ? null : new ProfileFold(part, fullChunkBytes, field, rule, null, null);
        rings = new @Nullable Ring[rule.levels().count()];
    }

    /** @param isEndOfFile whether it is known that the chunk is no file but a part of longer ones */
    void add(long key, long references, int lengthBytes, int[] storedBytes, boolean isEndOfFile) {
        int stored = field < 0 ? lengthBytes : storedBytes[field];
        if (arrivals != null) {
            arrivals.note(key, references);
            arrivals.noteSize(key, lengthBytes, stored);
        }
        if (stored == 0) {
            return;
        }
        int level = rule.samples() ? rule.levels().levelOf(key) : 0;
        Ring ring = rings[level];
        if (ring == null) {
            ring = new Ring();
            rings[level] = ring;
        }
        ring.add(references, lengthBytes, stored, isEndOfFile);
        if (weights != null) {
            weights.add(ring.slope, lengthBytes, storedBytes, stored);
        }
        if (onSpecial != null) {
            onSpecial.add(key, references, lengthBytes, storedBytes, isEndOfFile);
        }
    }

    /** Adds the chunks of another fold; the two share no chunk. */
    void merge(ProfileFold other) {
        if (arrivals != null && other.arrivals != null) {
            arrivals.merge(other.arrivals);
        }
        if (onSpecial != null && other.onSpecial != null) {
            onSpecial.merge(other.onSpecial);
        }
        for (int i = 0; i < rings.length; i++) {
            Ring more = other.rings[i];
            if (more != null) {
                Ring ring = rings[i];
                if (ring == null) {
                    ring = new Ring();
                    rings[i] = ring;
                }
                ring.merge(more);
            }
        }
    }

    /**
     * The allocated bytes of all chunks of the data, where the fold has seen a sample of them.
     *
     * @param firstLevel every chunk of this level and of the levels after it was compressed
     * @param compression the stored bytes of all chunks
     * @param mostCopiesBytes what further copies of all chunks are stored in at most
     */
    SketchTally.Allocated allocated(int firstLevel, SketchTally sketch, Compression compression, long mostCopiesBytes) {
        Ring known = known(firstLevel);
        SketchTally.Allocated alone =
                sketch.allocated(known.moments, allocation.mayTakeLess() ? null : compression, known.copiesShare());
        SketchTally.Allocated all = known.packed == null
                ? alone
                : inProportion(known.allocated(), known.storedBytes, compression, known.copiesBytes > 0 ? alone : null);
        return all.withMostCopies(mostCopiesBytes);
    }

    /** The fold of the part on special devices; null if the system has none. */
    @Nullable ProfileFold onSpecial() {
        return onSpecial;
    }

    /** The references to the chunks whose order is known; null if none is. */
    ArrivalSample.@Nullable References arrivals() {
        return arrivals;
    }

    /** Whether the order in which chunks share blocks is known, or does not matter. */
    boolean knowsOrder() {
        Packing packing = allocation.packing();
        return packing == null || packing.inFlightBytes() == null || arrivals != null;
    }

    /** The share of the chunks that have allocations of their own, as far as they were compressed. */
    double ownShare(int firstLevel) {
        Ring known = known(firstLevel);
        return known.inlineCount == 0 ? 1 : 1 - (double) known.inlineCount / known.chunkCount;
    }

    /** How the entropy of the chunks tells their stored sizes, as far as they were compressed. */
    WeightSlope slope(int firstLevel) {
        return known(firstLevel).slope;
    }

    private Ring known(int firstLevel) {
        Ring known = new Ring();
        for (int i = firstLevel; i < rings.length; i++) {
            Ring ring = rings[i];
            if (ring != null) {
                known.merge(ring);
            }
        }
        return known;
    }

    /**
     * The allocated bytes of all chunks.
     *
     * @param firstLevel every chunk of this level and of the levels after it was compressed
     * @param compression the stored bytes of all chunks
     * @param mostCopiesBytes what further copies of all chunks are stored in at most
     */
    SketchTally.Allocated allocated(
            int firstLevel, long uniqueChunkCount, long uniqueBytes, Compression compression, long mostCopiesBytes) {
        Ring known = known(firstLevel);
        SketchTally.Allocated seen = known.allocated();
        Sample sample = compression.sample();
        if (sample == null || known.moments.chunkCount() == uniqueChunkCount) {
            return seen;
        }
        // Chunks whose sizes are known but for a factor grow in proportion, too.
        if (!rule.samples()) {
            return inProportion(seen, known.storedBytes, compression, null);
        }
        SketchTally.Allocated alone = known.packed != null && known.copiesBytes == 0
                ? null
                : estimate(known, uniqueChunkCount, uniqueBytes, compression, sample);
        SketchTally.Allocated all = known.packed == null && alone != null
                ? alone
                : inProportion(seen, known.storedBytes, compression, alone);
        return all.withMostCopies(mostCopiesBytes);
    }

    /**
     * Blocks belong to no chunk, so they grow in proportion to the stored bytes.
     *
     * @param alone where there are further copies, what all chunks take if each fragment takes its bytes of a block: a sample may be off in
     *     the references to its chunks more than in their sizes
     */
    private static SketchTally.Allocated inProportion(
            SketchTally.Allocated seen,
            long storedBytes,
            Compression compression,
            SketchTally.@Nullable Allocated alone) {
        Sample sample = compression.sample();
        long low = sample == null ? compression.physicalBytes() : sample.physicalBytesLow();
        long high = sample == null ? compression.physicalBytes() : sample.physicalBytesHigh();
        if (storedBytes == 0) {
            return SketchTally.Allocated.of(compression.physicalBytes(), low, high, 0);
        }
        double factor = (double) compression.physicalBytes() / storedBytes;
        SketchTally.Allocated grown = new SketchTally.Allocated(
                Math.round(compression.physicalBytes() * ((double) seen.bytes() / storedBytes)),
                (long) Math.floor(low * ((double) seen.lowBytes() / storedBytes)),
                (long) Math.ceil(high * ((double) seen.highBytes() / storedBytes)),
                new Estimated(compression.physicalBytes(), low, high)
                        .times((double) seen.copies().bytes() / storedBytes));
        return alone == null || alone.bytes() == 0
                ? grown
                : grown.unsureBy(
                        seen.lowBytes() * factor * ((double) (alone.bytes() - alone.lowBytes()) / alone.bytes()),
                        seen.highBytes() * factor * ((double) (alone.highBytes() - alone.bytes()) / alone.bytes()));
    }

    private SketchTally.Allocated estimate(
            Ring known, long uniqueChunkCount, long uniqueBytes, Compression compression, Sample sample) {
        RegressionEstimator moments = known.moments;
        boolean mayTakeLess = allocation.mayTakeLess();
        long others = mayTakeLess ? 0 : uniqueChunkCount - moments.chunkCount();
        long otherBytes = uniqueBytes - moments.lengthBytes();
        // A chunk takes at most its raw length, rounded up.
        long roundingBytes = allocation.bucketBytes().isEmpty()
                ? allocation.granularityBytes() - 1
                : allocation.allocatedBytes(fullChunkBytes, fullChunkBytes, fullChunkBytes);
        RegressionEstimator.Estimate estimate = moments.estimate(
                uniqueChunkCount,
                uniqueBytes,
                fullChunkBytes,
                moments.storedBytes() + others,
                allocation.isUnbounded() && moments.chunkCount() > 2
                        ? Long.MAX_VALUE >> 2
                        : moments.storedBytes() + otherBytes + others * roundingBytes);
        if (mayTakeLess) {
            return SketchTally.Allocated.of(
                    estimate.physicalBytes(), estimate.lowBytes(), estimate.highBytes(), known.copiesShare());
        }
        // No chunk takes less than its stored size, so the sum does not either.
        long bytes = Math.max(estimate.physicalBytes(), compression.physicalBytes());
        return SketchTally.Allocated.of(
                bytes,
                Math.min(bytes, Math.max(estimate.lowBytes(), sample.physicalBytesLow())),
                Math.max(bytes, Math.max(estimate.highBytes(), sample.physicalBytesHigh())),
                known.copiesShare());
    }
}
