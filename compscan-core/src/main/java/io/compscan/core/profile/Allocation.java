package io.compscan.core.profile;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The allocation that a system makes for a chunk, given its length and its compressed size.
 *
 * <pre>
 *   kept compressed?   if the compressed size, with header and rounded up, is at most length - minSavings * length; else raw
 *   inline?            if the chunk and its kept size are short enough: in the metadata, once for each reference, not rounded
 *   packed?            if there is packing and the kept size, with header, is at most its maxFragmentBytes: shares a block with others;
 *                      with tails, whole blocks of it lie alone, and what is left shares a block
 *   otherwise          the kept size with header, rounded up to the granularity or to the smallest bucket that holds it
 *   a short chunk      that shares its unit: its part, by length, of what a whole chunk takes that compresses as it does;
 *                      with raw ends: what its whole units take, and one more for the rest
 * </pre>
 *
 * @param headerBytes the header of each chunk in its allocation
 * @param granularityBytes the unit of allocation, 1 if there is none
 * @param bucketBytes the possible sizes, in ascending order; empty if an allocation can be any multiple of the granularity
 * @param minSavings the share of a chunk's length that compression must save, or the chunk is kept raw; 0 if any saving is enough
 * @param maxReferences the most references that one copy of a chunk can have; beyond them another copy is stored; 0 for any number
 * @param minSharedBytes chunks that are shorter are stored once for each reference; 0 if there are none. Ends of longer files are no such
 *     chunks if the chunking tells {@linkplain io.compscan.core.chunk.FileRules#areShortFilesApart short files apart}
 * @param shortSharesUnit whether a shorter chunk, such as the end of a file, shares its unit with the data behind it on the volume
 * @param compressedHeaderBytes what a compressed chunk has in front of it besides, and a raw one has not
 * @param rawEnds whether compression takes whole units of the granularity alone: what a shorter chunk has beyond them is stored raw, in a unit of its own
 * @param packing how small chunks share blocks; null if they do not
 * @param inline which chunks lie in the metadata; null if none do
 * @param zfs the pool whose rules hold in place of all other keys but {@code maxReferences}; null if there is none
 */
public record Allocation(
        @Key(usual = "0") int headerBytes,
        @Key(usual = "1") int granularityBytes,
        List<Integer> bucketBytes,
        @Key(usual = "0") double minSavings,
        @Key(usual = "0") int maxReferences,
        @Key(usual = "0") int minSharedBytes,
        boolean shortSharesUnit,
        @Key(usual = "0", isLeftOut = true) int compressedHeaderBytes,
        @Key(usual = "false", isLeftOut = true) boolean rawEnds,
        @Nullable Packing packing,
        @Nullable Inline inline,
        @Nullable ZfsPool zfs)
        implements Serializable {

    /**
     * Chunks that lie in the metadata and not in allocations of their own. Every reference has its own copy.
     *
     * @param maxLengthBytes the longest of them
     * @param maxKeptBytes the largest kept size of such a chunk
     * @param fill how full the metadata's blocks are: a chunk takes its stored size divided by this fill
     */
    public record Inline(
            int maxLengthBytes,
            @Key(usual = "maxLengthBytes") int maxKeptBytes,
            @Key(usual = "1") double fill) implements Serializable {

        /** Refuses values that no chunk can meet, naming the key. */
        public Inline {
            check(
                    maxLengthBytes >= 1 && maxLengthBytes <= MAX_BYTES,
                    "inline.maxLengthBytes must be in 1 to " + MAX_BYTES);
            check(
                    maxKeptBytes >= 1 && maxKeptBytes <= maxLengthBytes,
                    "inline.maxKeptBytes must be in 1 to inline.maxLengthBytes");
            check(fill >= MIN_FILL && fill <= 1, "inline.fill must be in 0.1 to 1");
        }
    }

    private static final double MIN_FILL = 0.1;
    /** The longest possible chunk; no unit of allocation is longer. */
    private static final int MAX_BYTES = 64 << 20;

    /** An allocation in which a chunk takes its stored size. */
    public static final Allocation EXACT = new Allocation(0, 1, List.of(), 0, 0, false, null);

    /** An allocation by keys alone. */
    public Allocation(
            int headerBytes,
            int granularityBytes,
            List<Integer> bucketBytes,
            double minSavings,
            int maxReferences,
            int minSharedBytes,
            boolean shortSharesUnit,
            @Nullable Packing packing,
            @Nullable Inline inline) {
        this(
                headerBytes,
                granularityBytes,
                bucketBytes,
                minSavings,
                maxReferences,
                minSharedBytes,
                shortSharesUnit,
                0,
                false,
                packing,
                inline,
                null);
    }

    /** An allocation without chunks in the metadata. */
    public Allocation(
            int headerBytes,
            int granularityBytes,
            List<Integer> bucketBytes,
            double minSavings,
            int maxReferences,
            boolean shortSharesUnit,
            @Nullable Packing packing) {
        this(headerBytes, granularityBytes, bucketBytes, minSavings, maxReferences, 0, shortSharesUnit, packing, null);
    }

    /** Copies the list; refuses values that contradict each other, naming the key. */
    public Allocation {
        bucketBytes = List.copyOf(bucketBytes);
        check(headerBytes >= 0 && headerBytes <= MAX_BYTES, "headerBytes must be in 0 to " + MAX_BYTES);
        check(
                compressedHeaderBytes >= 0 && compressedHeaderBytes <= MAX_BYTES,
                "compressedHeaderBytes must be in 0 to " + MAX_BYTES);
        check(
                compressedHeaderBytes == 0 || (bucketBytes.isEmpty() && !shortSharesUnit && packing == null),
                "compressedHeaderBytes excludes bucketBytes, shortSharesUnit and packing");
        check(granularityBytes >= 1 && granularityBytes <= MAX_BYTES, "granularityBytes must be in 1 to " + MAX_BYTES);
        check(
                granularityBytes == 1 || bucketBytes.isEmpty(),
                "granularityBytes and bucketBytes exclude each other: buckets are sizes already rounded");
        check(
                bucketBytes.stream().allMatch(bucket -> bucket >= 1 && bucket <= 2 * MAX_BYTES),
                "bucketBytes must be in 1 to " + 2 * MAX_BYTES);
        for (int i = 1; i < bucketBytes.size(); i++) {
            check(bucketBytes.get(i - 1) < bucketBytes.get(i), "bucketBytes must ascend");
        }
        check(minSavings >= 0 && minSavings < 1, "minSavings must be 0 or more and less than 1");
        check(maxReferences >= 0, "maxReferences must not be negative");
        check(minSharedBytes >= 0 && minSharedBytes <= MAX_BYTES, "minSharedBytes must be in 0 to " + MAX_BYTES);
        check(!shortSharesUnit || headerBytes == 0, "headerBytes and shortSharesUnit exclude each other");
        check(
                !rawEnds || (headerBytes == 0 && bucketBytes.isEmpty() && !shortSharesUnit && packing == null),
                "rawEnds excludes headerBytes, bucketBytes, shortSharesUnit and packing");
        check(
                packing == null
                        || !packing.tails()
                        || (granularityBytes == packing.blockBytes() && bucketBytes.isEmpty() && !shortSharesUnit),
                "packing.tails needs granularityBytes to be packing.blockBytes, and no shortSharesUnit");
    }

    /**
     * The kept size of a chunk: its compressed size, or its length where compression saves too little.
     *
     * @param lengthBytes its length
     * @param storedBytes the smaller of that and its compressed size
     */
    public int keptBytes(int lengthBytes, int storedBytes) {
        int withHeader = storedBytes + headerBytes + compressedHeaderBytes;
        return storedBytes < lengthBytes && rounded(withHeader) <= lengthBytes - minSavings * lengthBytes
                ? storedBytes
                : lengthBytes;
    }

    /**
     * The number of stored copies of a chunk of this length with this many references.
     *
     * @param isEndOfFile whether the chunk is known to be a part of longer files
     */
    public long copies(int lengthBytes, long references, boolean isEndOfFile) {
        if (lengthBytes < minSharedBytes && !isEndOfFile) {
            return references;
        }
        return maxReferences == 0 ? 1 : (references + maxReferences - 1) / maxReferences;
    }

    /** What further copies are stored in at most, if further references have so many bytes: each copy serves as many as it can. */
    public long mostCopiesBytes(long duplicateBytes) {
        return minSharedBytes > 0 || inline != null
                ? duplicateBytes
                : maxReferences == 0 ? 0 : duplicateBytes / maxReferences;
    }

    /**
     * Whether a chunk lies in the metadata.
     *
     * @param isEndOfFile whether the chunk is known to be a part of longer files
     */
    public boolean isInline(int lengthBytes, int storedBytes, boolean isEndOfFile) {
        return zfs == null
                ? !isEndOfFile && isInline(lengthBytes, storedBytes)
                : zfs.recordBytes(lengthBytes, storedBytes, isEndOfFile) == 0;
    }

    /** Whether a chunk lies in the metadata that is not known to be a part of longer files. */
    public boolean isInline(int lengthBytes, int storedBytes) {
        return inline != null && lengthBytes <= inline.maxLengthBytes() && storedBytes <= inline.maxKeptBytes();
    }

    /** The bytes that a chunk in the metadata takes; 0 where metadata counts them. */
    public int inlineBytes(int storedBytes) {
        if (zfs != null) {
            return 0;
        }
        return inline == null ? storedBytes : (int) Math.ceil(storedBytes / inline.fill());
    }

    /** The parts of a chunk of this kept size in blocks of its own and in a shared one; null if it shares none. */
    public Packing.@Nullable Parts parts(int keptBytes) {
        return packing == null ? null : packing.parts(keptBytes + headerBytes);
    }

    /**
     * The bytes of a chunk in a shared block; 0 if it shares none.
     *
     * @param lengthBytes its length
     * @param storedBytes the smaller of that and its compressed size
     */
    public int fragmentBytes(int lengthBytes, int storedBytes) {
        Packing.Parts parts = parts(keptBytes(lengthBytes, storedBytes));
        return parts == null ? 0 : parts.fragmentBytes();
    }

    /**
     * The allocated size of a chunk that shares no block, header included.
     *
     * @param lengthBytes its length
     * @param storedBytes the smaller of that and its compressed size
     * @param fullBytes the length that no chunk exceeds
     * @param isEndOfFile whether the chunk is known to be a part of longer files
     */
    public long allocatedBytes(int lengthBytes, int storedBytes, int fullBytes, boolean isEndOfFile) {
        return zfs == null
                ? allocatedBytes(lengthBytes, storedBytes, fullBytes)
                : zfs.recordBytes(lengthBytes, storedBytes, isEndOfFile);
    }

    /**
     * The bytes that all copies of a chunk take, headers included. Of a block that it shares it has the bytes that lie there.
     *
     * @param lengthBytes its length
     * @param storedBytes the smaller of that and its compressed size
     * @param fullBytes the length that no chunk exceeds
     * @param references the references to it
     * @param isEndOfFile whether the chunk is known to be a part of longer files
     */
    public long takenBytes(int lengthBytes, int storedBytes, int fullBytes, long references, boolean isEndOfFile) {
        if (isInline(lengthBytes, storedBytes, isEndOfFile)) {
            return references * inlineBytes(storedBytes);
        }
        Packing.Parts parts = parts(keptBytes(lengthBytes, storedBytes));
        return copies(lengthBytes, references, isEndOfFile)
                * (parts == null
                        ? allocatedBytes(lengthBytes, storedBytes, fullBytes, isEndOfFile)
                        : parts.aloneBytes() + parts.fragmentBytes());
    }

    /** The allocation on special devices alone, where all else takes nothing; null if there are none. */
    public @Nullable Allocation onSpecial() {
        ZfsPool part = zfs == null ? null : zfs.onSpecial();
        return part == null
                ? null
                : new Allocation(0, 1, List.of(), 0, maxReferences, 0, false, 0, false, null, null, part);
    }

    /** Whether a chunk may take less than its stored size, because it lies in the metadata or on other disks. */
    public boolean mayTakeLess() {
        return zfs != null || inline != null;
    }

    /** Whether nothing is known of the most that a chunk takes: parity and copies may take any multiple of its length. */
    public boolean isUnbounded() {
        return zfs != null || maxReferences > 0 || minSharedBytes > 0 || inline != null;
    }

    /**
     * Likewise of a chunk that is not known to be a part of longer files.
     *
     * @param lengthBytes its length
     * @param storedBytes the smaller of that and its compressed size
     * @param fullBytes the length that no chunk exceeds
     */
    public int allocatedBytes(int lengthBytes, int storedBytes, int fullBytes) {
        if (rawEnds && lengthBytes % granularityBytes > 0) {
            int units = lengthBytes / granularityBytes * granularityBytes;
            int packed = (int) divided((long) storedBytes * units, lengthBytes);
            return roundedBytes(units, packed) + granularityBytes;
        }
        if (!shortSharesUnit || lengthBytes == fullBytes) {
            return roundedBytes(lengthBytes, storedBytes);
        }
        int whole = (int) divided((long) storedBytes * fullBytes, lengthBytes);
        return (int) divided((long) rounded(keptBytes(fullBytes, whole)) * lengthBytes, fullBytes);
    }

    /** The kept size with its headers, rounded up. */
    private int roundedBytes(int lengthBytes, int storedBytes) {
        int kept = keptBytes(lengthBytes, storedBytes);
        return rounded(kept + headerBytes + (kept < lengthBytes ? compressedHeaderBytes : 0));
    }

    /** Rounded up. */
    private static long divided(long bytes, int by) {
        return (bytes + by - 1) / by;
    }

    private int rounded(int bytes) {
        if (bucketBytes.isEmpty()) {
            return Math.toIntExact(divided(bytes, granularityBytes) * granularityBytes);
        }
        for (int bucket : bucketBytes) {
            if (bytes <= bucket) {
                return bucket;
            }
        }
        throw new IllegalArgumentException(bytes + " bytes fit in no bucket of " + bucketBytes);
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
