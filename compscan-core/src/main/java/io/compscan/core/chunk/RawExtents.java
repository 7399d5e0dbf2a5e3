package io.compscan.core.chunk;

/**
 * Finds the extents of a file that a file system such as Btrfs stores raw. The file system compresses a run of chunks, one after the other.
 * Behind the first that does not shrink by a page, the others of the run are raw. Raw chunks without a gap are one extent.
 *
 * <pre>
 *   runs      | text  | noise | text  | text  || noise | noise | noise | noise || text  | ...
 *   extents   |   1   |                         2                              ||   3   | ...
 * </pre>
 *
 * <p>The raw part of a run lies elsewhere if it is no longer than a chunk: Btrfs keeps space of one size class together (Linux 6.3). An
 * extent ends with its window, because a slab holds whole windows.
 *
 * @param chunkBytes the length of a chunk
 * @param runBytes the length of a run
 * @param windowBytes the length of a window, a multiple of runs
 */
public record RawExtents(int chunkBytes, int runBytes, int windowBytes) {

    /** Tells what shrinks. */
    @FunctionalInterface
    public interface Shrinking {
        /** Whether compression saves a page of a chunk. */
        boolean savesPage(byte[] data, int offset, int length);
    }

    /** Takes extents. */
    @FunctionalInterface
    public interface Visitor {
        /** Takes the extent of the chunks {@code [first, end)}. */
        void extent(int first, int end);
    }

    /**
     * Shows the extents among the chunks {@code [from, to)} of a file.
     *
     * @param chunks in the order of the file, without those that are all zero
     * @param toFile the difference between a chunk's place in the file and in the data
     * @param isSparse whether runs and windows begin behind holes; else at their multiples
     * @param shrinking tells which chunks shrink
     */
    public void forEach(
            byte[] data,
            ChunkList chunks,
            int from,
            int to,
            long toFile,
            boolean isSparse,
            Shrinking shrinking,
            Visitor visitor) {
        long windowEnd = Long.MIN_VALUE;
        int first = from;
        int firstEnd = from;
        boolean isFirstShort = false;
        for (int run = from, end; run < to; run = end) {
            int offset = chunks.offset(run);
            boolean follows = run > from && follows(chunks, run);
            boolean endsWindow = !follows || offset >= windowEnd;
            if (endsWindow) {
                windowEnd = isSparse ? (long) offset + windowBytes : next(offset + toFile, windowBytes) - toFile;
            }
            long runEnd = isSparse ? (long) offset + runBytes : next(offset + toFile, runBytes) - toFile;
            end = run + 1;
            while (end < to && chunks.offset(end) < runEnd && follows(chunks, end)) {
                end++;
            }
            int raw = run;
            while (raw < end && shrinking.savesPage(data, chunks.offset(raw), chunks.length(raw))) {
                raw++;
            }
            boolean isShort =
                    raw < end && chunks.offset(end - 1) + chunks.length(end - 1) - chunks.offset(raw) <= chunkBytes;
            if (endsWindow || raw > run || isShort != isFirstShort) {
                end(first, firstEnd, visitor);
                first = raw;
                isFirstShort = isShort;
            }
            firstEnd = end;
        }
        end(first, firstEnd, visitor);
    }

    /** Whether the chunk lies behind the one before, without a gap. */
    private static boolean follows(ChunkList chunks, int chunk) {
        return chunks.offset(chunk - 1) + chunks.length(chunk - 1) == chunks.offset(chunk);
    }

    /** Whether an extent that lies before the chunks may go on in the first one, which begins a run. */
    public boolean beginsRaw(byte[] data, ChunkList chunks, Shrinking shrinking) {
        return chunks.size() > 0 && !shrinking.savesPage(data, chunks.offset(0), chunks.length(0));
    }

    /** Whether the last extent among the chunks may go on behind them. */
    public boolean endsRaw(byte[] data, ChunkList chunks, Shrinking shrinking) {
        int last = chunks.size() - 1;
        for (int i = last; i >= 0 && chunks.offset(last) - chunks.offset(i) < runBytes; i--) {
            if (!shrinking.savesPage(data, chunks.offset(i), chunks.length(i))) {
                return true;
            }
        }
        return false;
    }

    private static long next(long position, int multiple) {
        return (position / multiple + 1) * multiple;
    }

    private static void end(int first, int end, Visitor visitor) {
        if (first < end) {
            visitor.extent(first, end);
        }
    }
}
