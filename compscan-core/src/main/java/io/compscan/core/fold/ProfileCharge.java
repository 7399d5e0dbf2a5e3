package io.compscan.core.fold;

import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.ChapterIndex;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Missed;
import io.compscan.core.profile.Profile;
import io.compscan.result.Compression;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.Grade;
import io.compscan.result.IndexWindow;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.Refcount;
import io.compscan.result.Sample;
import io.compscan.result.SpecialDevices;
import io.compscan.result.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
        return result(target, layout, compression, allocated, totals, ownShare, covers, null);
    }

    /**
     * The bytes of the chunks as the system allocates them, and of its metadata.
     *
     * @param found the outcome of {@link ProfileFold#allocated}, if all duplicates are found
     * @param ownShare the outcome of {@link ProfileFold#ownShare}
     * @param covers the errors that the interval of the chunks holds
     * @param arrivals the chunks whose order is known; null if none is
     */
    static ProfileResult result(
            Profile target,
            Layout layout,
            Compression compression,
            SketchTally.Allocated found,
            Totals totals,
            double ownShare,
            List<Cover> covers,
            ArrivalSample.@Nullable References arrivals) {
        Forgotten forgotten = forgotten(target, layout, compression, found, arrivals);
        boolean isOrdered = forgotten != null && forgotten.told().missedBytes() != null;
        SketchTally.Allocated chunks = forgotten == null || !isOrdered ? found : forgotten.added(found);
        List<Cover> held = new ArrayList<>(found.lowBytes() == found.highBytes() ? List.of() : covers);
        if (forgotten != null && isOrdered && !forgotten.isSure()) {
            held.add(Cover.WINDOW);
        }
        long count = layout.uniqueChunkCount();
        Estimated metadata = metadata(target, layout, totals, ownShare, chunks.estimated());
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
                        chunks.estimated(),
                        metadata,
                        target.memory().bytes(inMemory, chunks.bytes()),
                        held)
                .withMetadataError(seen(target.metadata().errorBytes(onDisk), chunks.bytes() + metadata.bytes()))
                .withModelError(modelError(target))
                .withForgotten(
                        forgotten == null || isOrdered
                                ? 0
                                : forgotten.allocated().highBytes())
                .withWindow(forgotten == null ? remembersAll(target) : forgotten.told())
                .withEvidence(target.checked());
    }

    /**
     * The same with the part of it on special devices.
     *
     * @param target a system that has some
     * @param data what it allocates there for chunks
     */
    public static ProfileResult withSpecial(
            ProfileResult result, Profile target, Layout layout, Totals totals, double ownShare, Estimated data) {
        Profile part = Objects.requireNonNull(target.onSpecial());
        Estimated all = data.plus(metadata(part, layout, totals, ownShare, data));
        // Both are estimates where the data is a sample, and a part is no larger than the whole.
        long bytes = Math.min(all.bytes(), result.allocatedBytes());
        return result.withSpecial(new SpecialDevices(
                bytes,
                Math.min(bytes, all.lowBytes()),
                Math.max(bytes, Math.min(all.highBytes(), result.allocatedBytesHigh())),
                Math.min(bytes, data.bytes())));
    }

    /**
     * What a system stores because its index remembers the chunks written last alone.
     *
     * @param told the duplicates that it misses
     * @param copies what further copies are stored in
     * @param allocated what they are allocated
     */
    private record Forgotten(IndexWindow told, Estimated copies, Estimated allocated) {

        SketchTally.Allocated added(SketchTally.Allocated chunks) {
            Estimated all = chunks.estimated().plus(allocated);
            return new SketchTally.Allocated(
                    all.bytes(),
                    all.lowBytes(),
                    all.highBytes(),
                    chunks.copies().plus(copies));
        }

        boolean isSure() {
            return allocated.lowBytes() == allocated.highBytes();
        }
    }

    /** The duplicates that an index misses at most, of all references behind each other. */
    private record Most(double bytes, double count) {

        /**
         * Each write, new or not, may take a place in the window. A chunk is missed only if its last write lies a window back. So it is
         * missed once for each window in the data at most.
         */
        static Most of(Layout layout, long written, long sureChunks) {
            if (layout.refcounts().isEmpty()) {
                return new Most(layout.duplicateBytes(), (double) written - layout.uniqueChunkCount());
            }
            long most = (written - 1) / sureChunks;
            double bytes = 0;
            double count = 0;
            for (Refcount row : layout.refcounts()) {
                long times = Math.min(row.references() - 1, most);
                count += (double) times * row.chunks();
                bytes += (double) times * row.bytes();
            }
            return new Most(bytes, count);
        }

        /** The bytes of so many of them. */
        double bytes(long writes) {
            return count == 0 ? 0 : bytes * Math.min(1, writes / count);
        }
    }

    /**
     * What a system stores because its index forgets; null if it remembers all that is written.
     *
     * <p>Without an order the most in any order is told, and nothing is added: no write within the first window is missed. The copies are
     * taken to be stored as the mean chunk is.
     */
    private static @Nullable Forgotten forgotten(
            Profile target,
            Layout layout,
            Compression compression,
            SketchTally.Allocated chunks,
            ArrivalSample.@Nullable References arrivals) {
        ChapterIndex index = target.index();
        long written = layout.chunkCount() - layout.zeroChunkCount();
        if (index == null || written <= index.sureChunks() || layout.uniqueBytes() == 0) {
            return null;
        }
        long windowBytes = windowBytes(target, index);
        Most most = Most.of(layout, written, index.sureChunks());
        boolean isCounted = !layout.isEstimated() && !layout.refcounts().isEmpty();
        Missed missed =
                arrivals == null ? null : arrivals.missed(target, written, isCounted ? (Double) most.bytes() : null);
        if (missed == null) {
            double mostBytes = most.bytes(written - index.sureChunks());
            long high = Math.round(mostBytes * ((double) chunks.bytes() / layout.uniqueBytes()));
            return new Forgotten(
                    new IndexWindow(windowBytes, null, 0, Math.round(mostBytes), Grade.MODELLED),
                    Estimated.exact(0),
                    new Estimated(0, 0, high));
        }
        Estimated bytes = rounded(missed, layout);
        double storedShare = missed.storedShare() > 0
                ? missed.storedShare()
                : (double) compression.physicalBytes() / layout.uniqueBytes();
        Estimated copies = times(bytes, missed.copyShare() * storedShare);
        double stored = (double) compression.physicalBytes() + chunks.copies().bytes();
        return new Forgotten(
                new IndexWindow(windowBytes, bytes.bytes(), bytes.lowBytes(), bytes.highBytes(), Grade.MODELLED),
                copies,
                times(copies, stored == 0 ? 1 : chunks.bytes() / stored));
    }

    private static long windowBytes(Profile target, ChapterIndex index) {
        return Math.multiplyExact(index.chunks(), target.chunker().maxChunkBytes());
    }

    /** The window of an index that forgets, where the data fits into it; null for one that never forgets. */
    private static @Nullable IndexWindow remembersAll(Profile target) {
        ChapterIndex index = target.index();
        return index == null ? null : new IndexWindow(windowBytes(target, index), 0L, 0, 0, Grade.MODELLED);
    }

    /** A sketch knows the lengths of some chunks, and the duplicates about as well as the mean of these. */
    private static Estimated rounded(Missed missed, Layout layout) {
        Long low = layout.uniqueBytesLow();
        Long high = layout.uniqueBytesHigh();
        double unique = layout.uniqueBytes();
        return low == null || high == null
                ? missed.rounded(layout.duplicateBytes())
                : missed.withLengths(low / unique, high / unique)
                        .rounded(layout.uniqueBytes() + layout.duplicateBytes());
    }

    /** So many times as much; what is known stays known. */
    private static Estimated times(Estimated number, double factor) {
        return number.lowBytes() == number.highBytes()
                ? Estimated.exact(Math.round(number.bytes() * factor))
                : number.times(factor);
    }

    /** The errors that the interval of the allocated bytes of chunks holds. */
    static List<Cover> covers(Profile target, Layout layout, Compression compression, boolean knowsOrder) {
        return covers(target, compression.sample() != null || layout.isEstimated(), knowsOrder);
    }

    /**
     * The errors that the interval of a system's chunks holds.
     *
     * @param isSampled whether the chunks are those of a sample
     * @param knowsOrder whether their order is known, or does not matter; of large data it is that of a sample
     */
    public static List<Cover> covers(Profile target, boolean isSampled, boolean knowsOrder) {
        List<Cover> covers = new ArrayList<>();
        if (isSampled || (knowsOrder && !target.isFlushed())) {
            covers.add(Cover.SAMPLING);
        }
        if (!knowsOrder) {
            covers.add(Cover.ORDER);
        }
        if (target.isFlushed()) {
            covers.add(Cover.FLUSHES);
        }
        return covers;
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

    /** Likewise with its interval, for any number of chunks and any of their bytes that may be. */
    private static Estimated metadata(Profile target, Layout layout, Totals totals, double ownShare, Estimated chunks) {
        Long lowCount = layout.uniqueChunkCountLow();
        Long highCount = layout.uniqueChunkCountHigh();
        long count = layout.uniqueChunkCount();
        long bytes = metadata(target, layout, totals, count, ownShare, chunks.bytes());
        long low = metadata(target, layout, totals, lowCount == null ? count : lowCount, ownShare, chunks.lowBytes());
        long high =
                metadata(target, layout, totals, highCount == null ? count : highCount, ownShare, chunks.highBytes());
        // Shares are rounded, so the ends may miss the middle by a byte.
        return new Estimated(bytes, Math.min(bytes, low), Math.max(bytes, high));
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
