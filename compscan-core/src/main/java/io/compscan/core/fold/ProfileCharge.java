package io.compscan.core.fold;

import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.result.Compression;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.Refcount;
import io.compscan.result.Sample;
import io.compscan.result.Totals;
import java.util.List;

/** Charges the metadata of one target system, and puts it beside the bytes that it allocates for chunks. */
public final class ProfileCharge {

    /** An error of less than a thousandth is not told. */
    private static final int SEEN_SHARE = 1000;

    private ProfileCharge() {}

    /**
     * The result of a system where the bytes of its chunks are an estimate from a part of the data.
     *
     * @param chunks what it allocates for them, without headers
     * @param copies what further copies of them are stored in, before they are laid out
     * @param ownShare the share of the chunks that have allocations of their own
     * @param covers the errors that the interval of the chunks holds
     */
    public static ProfileResult ofPart(
            Profile target,
            Layout layout,
            Compression compression,
            Estimated chunks,
            Estimated copies,
            Totals totals,
            double ownShare,
            List<Cover> covers) {
        SketchTally.Allocated allocated =
                new SketchTally.Allocated(chunks.bytes(), chunks.lowBytes(), chunks.highBytes(), copies);
        return result(target, layout, compression, allocated, totals, ownShare, covers);
    }

    /**
     * The bytes of the chunks as the system allocates them, and of its metadata.
     *
     * @param chunks the outcome of {@link ProfileFold#allocated}
     * @param ownShare the outcome of {@link ProfileFold#ownShare}
     * @param covers the errors that the interval of the chunks holds
     */
    static ProfileResult result(
            Profile target,
            Layout layout,
            Compression compression,
            SketchTally.Allocated chunks,
            Totals totals,
            double ownShare,
            List<Cover> covers) {
        Long lowCount = layout.uniqueChunkCountLow();
        Long highCount = layout.uniqueChunkCountHigh();
        long count = layout.uniqueChunkCount();
        long metadataBytes = metadata(target, layout, totals, count, ownShare, chunks.bytes());
        // Shares are rounded, so the ends may miss the middle by a byte.
        Estimated metadata = new Estimated(
                metadataBytes,
                Math.min(
                        metadataBytes,
                        metadata(
                                target,
                                layout,
                                totals,
                                lowCount == null ? count : lowCount,
                                ownShare,
                                chunks.lowBytes())),
                Math.max(
                        metadataBytes,
                        metadata(
                                target,
                                layout,
                                totals,
                                highCount == null ? count : highCount,
                                ownShare,
                                chunks.highBytes())));
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
                        chunks.copies(),
                        new Estimated(chunks.bytes(), chunks.lowBytes(), chunks.highBytes()),
                        metadata,
                        target.memory().bytes(inMemory, chunks.bytes()),
                        chunks.lowBytes() == chunks.highBytes() ? List.of() : covers)
                .withMetadataError(seen(target.metadata().errorBytes(onDisk), chunks.bytes() + metadata.bytes()))
                .withModelError(modelError(target))
                .withForgotten(forgotten(target, layout, chunks.bytes()))
                .withEvidence(target.checked());
    }

    /**
     * The most bytes of copies that a system stores because its index remembers a window of the chunks written last.
     *
     * <p>Each write, new or not, may take a place in the window. A chunk is missed only if its last write lies a window back. So a chunk is
     * missed once for each window in the data at most, and no write within the first window is. The copies are taken to be stored as the
     * mean chunk is.
     *
     * @param chunkBytes what the system allocates for all chunks
     */
    private static long forgotten(Profile target, Layout layout, long chunkBytes) {
        long written = layout.chunkCount() - layout.zeroChunkCount();
        if (target.window() == 0 || written <= target.window() || layout.uniqueBytes() == 0) {
            return 0;
        }
        long most = (written - 1) / target.window();
        double copies = 0;
        double bytes = 0;
        for (Refcount row : layout.refcounts()) {
            long times = Math.min(row.references() - 1, most);
            copies += (double) times * row.chunks();
            bytes += (double) times * row.bytes();
        }
        double share = copies == 0 ? 0 : Math.min(1, (written - target.window()) / copies);
        return Math.round(bytes * share * ((double) chunkBytes / layout.uniqueBytes()));
    }

    /** The errors that the interval of the allocated bytes of chunks holds. */
    static List<Cover> covers(Layout layout, Compression compression, boolean knowsOrder) {
        boolean isSampled = compression.sample() != null || layout.isEstimated();
        return knowsOrder
                ? List.of(Cover.SAMPLING)
                : isSampled ? List.of(Cover.SAMPLING, Cover.ORDER) : List.of(Cover.ORDER);
    }

    /** How far the model may be off, as a share: what all but a twentieth of its deviations keep to. Draws have an error of their own. */
    private static double modelError(Profile target) {
        Evidence checked = target.checked();
        Double spread = checked == null ? null : checked.spread();
        return spread == null || !target.variants().isEmpty() ? 0 : spread;
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
        long charged =
                references - files - repeatedReferences(layout, share, places(repeats, totals, directories, files));
        Costs.Counts counts = new Costs.Counts(
                totals.fileCount() - totals.hardLinkCount() - files,
                totals.directoryCount() - directories,
                Math.round(uniqueChunks * ownShare),
                Math.max(Math.min(references, uniqueChunks), charged),
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
        long shared = layout.refcounts().stream()
                .filter(row -> row.references() > 1)
                .mapToLong(Refcount::chunks)
                .sum();
        double part = layout.uniqueChunkCount() == 0 ? 0 : (double) uniqueChunks / layout.uniqueChunkCount();
        Costs.Counts shaped =
                named.withDetails(new Costs.Details(totals.shapes(), Math.round(shared * part * ownShare)));
        Totals.Attributes attributes = totals.attributes();
        return attributes == null ? shaped : shaped.withAttributes(shareOf(attributes, nameShare));
    }

    /** The places in which a reference to a chunk that the place has already takes next to nothing; 0 where each is charged. */
    private static long places(Costs.Repeats repeats, Totals totals, long repeatedDirectories, long repeatedFiles) {
        return switch (repeats) {
            case CHARGED -> 0;
            case ONCE_BY_DIRECTORY -> totals.directoryCount() - repeatedDirectories;
            case ONCE_BY_RUN -> (totals.fileCount() - repeatedFiles + Totals.FILES_PER_RUN - 1) / Totals.FILES_PER_RUN;
        };
    }

    /**
     * The least number of references to chunks that their place refers to already: no chunk is new in more places than there are. Where
     * chunks are estimates nothing is known of those that occur often.
     *
     * @param share the share of the references that are stored
     */
    private static long repeatedReferences(Layout layout, double share, long places) {
        if (places <= 0 || layout.isEstimated()) {
            return 0;
        }
        double repeated = 0;
        for (Refcount row : layout.refcounts()) {
            repeated += row.chunks() * Math.max(0, row.references() * share - places);
        }
        return Math.round(repeated);
    }

    private static Costs.Attributes shareOf(Totals.Attributes all, double share) {
        return new Costs.Attributes(
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
