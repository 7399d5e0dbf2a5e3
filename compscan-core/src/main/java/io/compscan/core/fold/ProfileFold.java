package io.compscan.core.fold;

import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.PackedBlocks;
import io.compscan.core.profile.Packing;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Sample;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Folds what one target system allocates for the distinct chunks of a layout; part of {@link SchemeFold}.
 *
 * <p>Headers that a chunk has in its allocation are not counted here but as metadata.
 */
final class ProfileFold implements Serializable {

    private static final long serialVersionUID = 1L;

    /** A 32-bit number squared is what {@link SampleMoments} can hold. */
    private static final int MAX_MOMENT = Integer.MAX_VALUE;

    /**
     * What the chunks take.
     *
     * @param bytes if all were compressed the truth, else the estimate
     * @param lowBytes the least and
     * @param highBytes the most that it may be, with a certainty of 95 %
     */
    record Allocated(long bytes, long lowBytes, long highBytes) {}

    /** What is known of the chunks of one level that are not in the next. */
    private final class Ring implements Serializable {
        private static final long serialVersionUID = 1L;

        private final SampleMoments moments = new SampleMoments();
        private final @Nullable PackedBlocks packed;
        /** Of chunks that are not packed. */
        private long aloneBytes;
        /** All headers in {@link #packed}. */
        private long packedHeaderBytes;

        private long storedBytes;

        Ring() {
            Packing packing = allocation.packing();
            packed = packing == null ? null : new PackedBlocks(packing);
        }

        void add(long references, int lengthBytes, int stored) {
            storedBytes += stored;
            int kept = allocation.keptBytes(lengthBytes, stored);
            long copies = allocation.copies(references);
            long alone =
                    copies * allocation.allocatedBytes(lengthBytes, stored, fullChunkBytes) - allocation.headerBytes();
            if (rule.samples()) {
                moments.add(lengthBytes, (int) Math.min(alone, MAX_MOMENT));
            }
            if (packed != null && allocation.packs(kept)) {
                packed.add(kept + allocation.headerBytes(), copies);
                packedHeaderBytes += allocation.headerBytes();
            } else {
                aloneBytes += alone;
            }
        }

        void merge(Ring other) {
            moments.merge(other.moments);
            aloneBytes += other.aloneBytes;
            packedHeaderBytes += other.packedHeaderBytes;
            storedBytes += other.storedBytes;
            if (packed != null && other.packed != null) {
                packed.merge(other.packed);
            }
        }

        long allocatedBytes() {
            Packing packing = allocation.packing();
            return packed == null || packing == null
                    ? aloneBytes
                    : aloneBytes + packed.blockCount() * packing.blockBytes() - packedHeaderBytes;
        }
    }

    private final Allocation allocation;
    private final int fullChunkBytes;
    /** Which of an entry's stored sizes, -1 if chunks are stored raw. */
    private final int field;

    private final SampleRule rule;
    private final @Nullable Ring[] rings;

    /**
     * Nothing seen yet.
     *
     * @param field which of an entry's stored sizes, -1 if chunks are stored raw
     * @param rule which chunks were compressed
     */
    ProfileFold(Allocation allocation, int fullChunkBytes, int field, SampleRule rule) {
        this.allocation = allocation;
        this.fullChunkBytes = fullChunkBytes;
        this.field = field;
        this.rule = rule;
        rings = new @Nullable Ring[rule.levels().count()];
    }

    void add(long key, long references, int lengthBytes, int[] storedBytes) {
        int stored = field < 0 ? lengthBytes : storedBytes[field];
        if (stored == 0) {
            return;
        }
        int level = rule.samples() ? rule.levels().levelOf(key) : 0;
        Ring ring = rings[level];
        if (ring == null) {
            ring = new Ring();
            rings[level] = ring;
        }
        ring.add(references, lengthBytes, stored);
    }

    /** Takes over what another has seen of other chunks. */
    void merge(ProfileFold other) {
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
     * What all chunks take.
     *
     * @param firstLevel the level whose chunks, and those of the levels after it, were all compressed
     * @param compression what they are stored in
     */
    Allocated allocated(int firstLevel, long uniqueChunkCount, long uniqueBytes, Compression compression) {
        Ring known = new Ring();
        for (int i = firstLevel; i < rings.length; i++) {
            Ring ring = rings[i];
            if (ring != null) {
                known.merge(ring);
            }
        }
        long bytes = known.allocatedBytes();
        Sample sample = compression.sample();
        if (sample == null || known.moments.chunkCount() == uniqueChunkCount) {
            return new Allocated(bytes, bytes, bytes);
        }
        if (known.packed != null) {
            // Blocks belong to no chunk: they grow as what is stored does.
            double growth = known.storedBytes == 0 ? 1 : (double) bytes / known.storedBytes;
            return new Allocated(
                    Math.round(compression.physicalBytes() * growth),
                    (long) Math.floor(sample.physicalBytesLow() * growth),
                    (long) Math.ceil(sample.physicalBytesHigh() * growth));
        }
        return estimate(known.moments, uniqueChunkCount, uniqueBytes, compression, sample);
    }

    private Allocated estimate(
            SampleMoments moments, long uniqueChunkCount, long uniqueBytes, Compression compression, Sample sample) {
        long others = uniqueChunkCount - moments.chunkCount();
        long otherBytes = uniqueBytes - moments.lengthBytes();
        // Raw and rounded up is the most that a chunk takes.
        long roundingBytes = allocation.bucketBytes().isEmpty()
                ? allocation.granularityBytes() - 1
                : allocation.allocatedBytes(fullChunkBytes, fullChunkBytes, fullChunkBytes);
        SampleMoments.Estimate estimate = moments.estimate(
                uniqueChunkCount,
                uniqueBytes,
                fullChunkBytes,
                moments.storedBytes() + others,
                moments.storedBytes() + otherBytes + others * roundingBytes);
        // No chunk takes less than it is stored in, so neither do all.
        long bytes = Math.max(estimate.physicalBytes(), compression.physicalBytes());
        return new Allocated(
                bytes,
                Math.min(bytes, Math.max(estimate.lowBytes(), sample.physicalBytesLow())),
                Math.max(bytes, Math.max(estimate.highBytes(), sample.physicalBytesHigh())));
    }
}
