package io.compscan.core.fold;

import io.compscan.core.estimate.RegressionEstimator;
import io.compscan.core.estimate.WeightSlope;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.AttributeCosts;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.PackedBlocks;
import io.compscan.core.profile.Packing;
import io.compscan.core.profile.Profile;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ProfileResult.Estimated;
import io.compscan.core.result.Sample;
import io.compscan.core.result.Totals;
import java.io.Serializable;
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

    /** An error of less than a thousandth is not told. */
    private static final int SEEN_SHARE = 1000;

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
            boolean isInline = !isEndOfFile && allocation.isInline(lengthBytes, stored);
            chunkCount++;
            inlineCount += isInline ? 1 : 0;
            long copies = isInline ? references : allocation.copies(lengthBytes, references, isEndOfFile);
            int each = isInline
                    ? allocation.inlineBytes(stored)
                    : allocation.allocatedBytes(lengthBytes, stored, fullChunkBytes);
            long alone = copies * each - allocation.headerBytes();
            if (rule.samples()) {
                moments.add(lengthBytes, (int) Math.min(alone, MAX_MOMENT));
            }
            Packing.Parts parts = isInline ? null : allocation.parts(kept);
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
            chunkCount += other.chunkCount;
            inlineCount += other.inlineCount;
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
    private final int inodeBytes;
    /** The position of the compressor among an entry's stored sizes, -1 if chunks are stored raw. */
    private final int field;

    private final SampleRule rule;
    /** Null unless the system draws at random where chunks end. */
    private final DrawnChunkings.@Nullable Weights weights;

    private final @Nullable Ring[] rings;

    /**
     * A fold of no chunk.
     *
     * @param field the position of the compressor among an entry's stored sizes, -1 if chunks are stored raw
     * @param rule the rule that has chosen the compressed chunks
     * @param weights null if no chunk is weighed
     */
    ProfileFold(
            Allocation allocation,
            int fullChunkBytes,
            int field,
            SampleRule rule,
            DrawnChunkings.@Nullable Weights weights) {
        this.allocation = allocation;
        this.fullChunkBytes = fullChunkBytes;
        Packing packing = allocation.packing();
        inodeBytes = packing == null ? 0 : packing.inodeBytes();
        this.field = field;
        this.rule = rule;
        this.weights = weights;
        rings = new @Nullable Ring[rule.levels().count()];
    }

    /** @param isEndOfFile whether it is known that the chunk is no file but a part of longer ones */
    void add(long key, long references, int lengthBytes, int[] storedBytes, boolean isEndOfFile) {
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
        ring.add(references, lengthBytes, stored, isEndOfFile);
        if (weights != null) {
            weights.add(ring.slope, lengthBytes, storedBytes, stored);
        }
    }

    /** Adds the chunks of another fold; the two share no chunk. */
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
     * The allocated bytes of all chunks of the data, where the fold has seen a sample of them.
     *
     * @param firstLevel every chunk of this level and of the levels after it was compressed
     * @param compression the stored bytes of all chunks
     */
    SketchTally.Allocated allocated(int firstLevel, SketchTally sketch, Compression compression) {
        Ring known = known(firstLevel);
        boolean isPacked = known.packed != null;
        double growth = known.storedBytes == 0 ? 1 : (double) known.allocatedBytes() / known.storedBytes;
        return sketch.allocated(known.moments, compression, isPacked ? growth : null);
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
     */
    SketchTally.Allocated allocated(int firstLevel, long uniqueChunkCount, long uniqueBytes, Compression compression) {
        Ring known = known(firstLevel);
        long bytes = known.allocatedBytes();
        Sample sample = compression.sample();
        if (sample == null || known.moments.chunkCount() == uniqueChunkCount) {
            return new SketchTally.Allocated(bytes, bytes, bytes);
        }
        if (known.packed != null || !rule.samples()) {
            // Blocks belong to no chunk, so they grow in proportion to the stored bytes. So do chunks whose sizes are
            // known but for a factor.
            double growth = known.storedBytes == 0 ? 1 : (double) bytes / known.storedBytes;
            return new SketchTally.Allocated(
                    Math.round(compression.physicalBytes() * growth),
                    (long) Math.floor(sample.physicalBytesLow() * growth),
                    (long) Math.ceil(sample.physicalBytesHigh() * growth));
        }
        return estimate(known.moments, uniqueChunkCount, uniqueBytes, compression, sample);
    }

    private SketchTally.Allocated estimate(
            RegressionEstimator moments,
            long uniqueChunkCount,
            long uniqueBytes,
            Compression compression,
            Sample sample) {
        long others = uniqueChunkCount - moments.chunkCount();
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
                moments.storedBytes() + otherBytes + others * roundingBytes);
        // No chunk takes less than its stored size, so the sum does not either.
        long bytes = Math.max(estimate.physicalBytes(), compression.physicalBytes());
        return new SketchTally.Allocated(
                bytes,
                Math.min(bytes, Math.max(estimate.lowBytes(), sample.physicalBytesLow())),
                Math.max(bytes, Math.max(estimate.highBytes(), sample.physicalBytesHigh())));
    }

    /**
     * The bytes of the chunks as the system allocates them, and of its metadata.
     *
     * @param chunks the outcome of {@link #allocated}
     * @param ownShare the outcome of {@link #ownShare}
     */
    static ProfileResult result(
            Profile target,
            Layout layout,
            Compression compression,
            SketchTally.Allocated chunks,
            Totals totals,
            double ownShare) {
        Long lowCount = layout.uniqueChunkCountLow();
        Long highCount = layout.uniqueChunkCountHigh();
        long count = layout.uniqueChunkCount();
        Estimated metadata = new Estimated(
                metadata(target, layout, totals, count, ownShare, chunks.bytes()),
                metadata(target, layout, totals, lowCount == null ? count : lowCount, ownShare, chunks.lowBytes()),
                metadata(target, layout, totals, highCount == null ? count : highCount, ownShare, chunks.highBytes()));
        Costs.Counts onDisk = counts(target.metadata().repeats(), layout, count, ownShare, totals);
        Costs.Counts inMemory = counts(target.memory().repeats(), layout, count, ownShare, totals);
        return ProfileResult.of(
                        target.name(),
                        target.title(),
                        target.source(),
                        target.deviations(),
                        layout.chunking(),
                        compression.compressor(),
                        totals.scannedBytes(),
                        physical(compression),
                        new Estimated(chunks.bytes(), chunks.lowBytes(), chunks.highBytes()),
                        metadata,
                        target.memory().bytes(inMemory, chunks.bytes()))
                .withMetadataError(seen(target.metadata().errorBytes(onDisk), chunks.bytes() + metadata.bytes()));
    }

    /** An error that is large enough to be told, else 0: most numbers have four digits where people see them. */
    private static long seen(long errorBytes, long allocatedBytes) {
        return errorBytes < allocatedBytes / SEEN_SHARE ? 0 : errorBytes;
    }

    private static Estimated physical(Compression compression) {
        Sample sample = compression.sample();
        return sample == null
                ? Estimated.exact(compression.physicalBytes())
                : new Estimated(compression.physicalBytes(), sample.physicalBytesLow(), sample.physicalBytesHigh());
    }

    /** Headers and tables: more chunks and more allocated bytes never need less of them. */
    private static long metadata(
            Profile target, Layout layout, Totals totals, long uniqueChunks, double ownShare, long allocatedBytes) {
        Costs.Counts counts = counts(target.metadata().repeats(), layout, uniqueChunks, ownShare, totals);
        return uniqueChunks * target.allocation().headerBytes()
                + target.metadata().bytes(counts, allocatedBytes);
    }

    /**
     * The counts of everything that a system keeps metadata of. A file that is repeated refers to one chunk, because large files change.
     */
    private static Costs.Counts counts(
            Costs.Repeats repeats, Layout layout, long uniqueChunks, double ownShare, Totals totals) {
        long directories = repeats == Costs.Repeats.ONCE_BY_DIRECTORY ? totals.repeatedDirectoryCount() : 0;
        long files = switch (repeats) {
            case CHARGED -> 0;
            case ONCE_BY_DIRECTORY -> totals.repeatedFileCount();
            case ONCE_BY_RUN -> totals.repeatedRunFileCount();
        };
        long links = repeats == Costs.Repeats.ONCE_BY_DIRECTORY ? totals.repeatedLinkCount() : 0;
        long references = layout.chunkCount() - layout.zeroChunkCount();
        double share = totals.fileCount() == 0 ? 0 : 1 - (double) files / totals.fileCount();
        double nameShare = totals.fileCount() == 0 ? 0 : 1 - (double) (files + links) / totals.fileCount();
        Costs.Counts counts = new Costs.Counts(
                totals.fileCount() - totals.hardLinkCount() - files,
                totals.directoryCount() - directories,
                Math.round(uniqueChunks * ownShare),
                Math.max(Math.min(references, uniqueChunks), references - files),
                totals.scannedBytes(),
                new Costs.Zeros(layout.zeroChunkCount(), layout.zeroBytes()),
                Math.round(totals.nameBytes() * nameShare),
                new Costs.Links(
                        Math.round(totals.symlinkCount() * share),
                        Math.round(totals.targetBytes() * share),
                        Math.round((totals.hardLinkCount() - links) * share)));
        Costs.Counts named = totals.packedNameBytes() == 0
                ? counts
                : counts.withPackedNames(Math.round(totals.packedNameBytes() * nameShare));
        Totals.Attributes attributes = totals.attributes();
        return attributes == null ? named : named.withAttributes(shareOf(attributes, nameShare));
    }

    private static AttributeCosts.Counts shareOf(Totals.Attributes all, double share) {
        return new AttributeCosts.Counts(
                Math.round(all.fileCount() * share),
                Math.round(all.count() * share),
                Math.round(all.bytes() * share),
                Math.round(all.packedCount() * share),
                Math.round(all.packedBytes() * share),
                Math.round(all.distinctBytes() * share),
                Math.round(all.setCount() * share),
                Math.round(all.packedSetBytes() * share));
    }
}
