package io.compscan.core.scan.read;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FileRules;
import java.util.List;

/**
 * The sizes of the bodies in which large units are read.
 *
 * <p>A body is a common multiple of all fixed chunk sizes, if one of sensible length exists. None of those chunks crosses its end. Other chunks do; their bytes up to the end of the body are carried over to the next body.
 *
 * @param bodyBytes length of a body
 * @param carryBytes the most that is ever carried over: the longest chunk that crosses the end of a body; 0 if none does
 * @param chunkerCount the number of chunkers
 * @param sampledFileBytes the length of files beyond which a chunker wants a sample; {@link Long#MAX_VALUE} if none wants any
 * @param sparseFileBytes the length of files beyond which a chunker cuts at their holes; {@link Long#MAX_VALUE} if none does
 */
public record SlabGeometry(
        int bodyBytes, int carryBytes, int chunkerCount, long sampledFileBytes, long sparseFileBytes) {

    /** The sizes if no chunker needs samples or holes of files. */
    public SlabGeometry(int bodyBytes, int carryBytes, int chunkerCount) {
        this(bodyBytes, carryBytes, chunkerCount, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private static final int USUAL_BODY_BYTES = 1 << 20;
    private static final int LEAST_BODY_BYTES = 64 << 10;
    private static final int MAX_BODY_BYTES = 16 << 20;
    /** The least body, in longest chunks: all threads behind wait while a carried chunk is copied. */
    private static final int MIN_BODY_CHUNKS = 2;

    /** The sizes for a scan that cuts with all of these chunkers. A slab of it stays in a core's cache. */
    public static SlabGeometry of(List<Chunker> chunkers) {
        return of(chunkers, 0);
    }

    /**
     * The sizes if runs must not cross the end of a body either.
     *
     * @param runBytes the length of a run, which begins at a multiple of this length and is measured as a whole; 0 if there are no runs
     */
    public static SlabGeometry of(List<Chunker> chunkers, int runBytes) {
        return of(chunkers, runBytes, USUAL_BODY_BYTES);
    }

    /**
     * The sizes for a scan with longer or shorter slabs than usual.
     *
     * @param runBytes the length of a run, which begins at a multiple of this length and is measured as a whole; 0 if there are no runs
     * @param wantedBytes the length of a body, unless the chunkers need a longer one
     */
    public static SlabGeometry of(List<Chunker> chunkers, int runBytes, int wantedBytes) {
        long multiple = Math.max(1, runBytes);
        long wanted = wantedBytes;
        for (Chunker chunker : chunkers) {
            int longest = chunker.maxChunkBytes();
            if (chunker.endsChunksAt(longest)) {
                multiple = Math.min(leastCommonMultiple(multiple, longest), Integer.MAX_VALUE);
                wanted = Math.max(wanted, longest);
            } else {
                wanted = Math.max(wanted, (long) MIN_BODY_CHUNKS * longest);
            }
        }
        if (multiple > MAX_BODY_BYTES) {
            // Chunks may cross the end of a body, but runs may not.
            multiple = Math.max(1, runBytes);
        }
        wanted = (wanted + multiple - 1) / multiple * multiple;
        int bodyBytes = (int) wanted;
        int carryBytes = 0;
        for (Chunker chunker : chunkers) {
            if (chunker.fileRules().sparseCutters() != null) {
                carryBytes = Math.max(carryBytes, Math.max(chunker.maxChunkBytes(), runBytes));
            } else if (!chunker.endsChunksAt(bodyBytes)) {
                carryBytes = Math.max(carryBytes, chunker.maxChunkBytes());
            }
        }
        List<FileRules> rules = chunkers.stream().map(Chunker::fileRules).toList();
        long sampledFileBytes =
                rules.stream().mapToLong(FileRules::sampledFileBytes).min().orElse(Long.MAX_VALUE);
        long sparseFileBytes =
                rules.stream().mapToLong(FileRules::sparseFileBytes).min().orElse(Long.MAX_VALUE);
        return new SlabGeometry(bodyBytes, carryBytes, chunkers.size(), sampledFileBytes, sparseFileBytes);
    }

    /**
     * The length of a body for readers that are slowed down to a rate: each of them fills one in a second or so, since a pause waits until it
     * has.
     */
    public static int bodyBytesAt(long bytesPerSecond, int readers) {
        long fair = Math.max(LEAST_BODY_BYTES, bytesPerSecond / Math.max(1, readers));
        return (int) Math.min(USUAL_BODY_BYTES, Long.highestOneBit(fair));
    }

    /** The sizes for units that come in bodies of any length, so that any chunk may cross the end of one. */
    public static SlabGeometry ofPushed(List<Chunker> chunkers) {
        int longestBytes =
                chunkers.stream().mapToInt(Chunker::maxChunkBytes).max().orElse(0);
        return new SlabGeometry(of(chunkers).bodyBytes(), longestBytes, chunkers.size());
    }

    /** Whether chunks cross the ends of bodies, so that the bodies of a unit must be cut one after the other. */
    boolean isChained() {
        return carryBytes > 0;
    }

    /**
     * The end of a hole for a reader: the unit's end, or the last body end before the data behind the hole.
     *
     * @param nextData the first position that does not lie in the hole
     * @return a position at or before the hole's start where no whole body lies in the hole
     */
    long holeEnd(long nextData, long sizeBytes) {
        return nextData >= sizeBytes ? sizeBytes : nextData / bodyBytes * bodyBytes;
    }

    /** The capacity of a slab. */
    public int capacityBytes() {
        return carryBytes + bodyBytes;
    }

    /** The least common multiple of two positive numbers. */
    public static long leastCommonMultiple(long a, long b) {
        long x = a;
        long y = b;
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return a / x * b;
    }
}
