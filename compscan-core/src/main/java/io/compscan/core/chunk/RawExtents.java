package io.compscan.core.chunk;

import java.util.Arrays;

/**
 * Finds the extents of a file that a file system stores raw, as Btrfs does. It compresses a run of chunks, one after the other. Behind the first that
 * does not shrink by a page, the others of the run are raw. Raw chunks without a gap are one extent.
 *
 * <pre>
 *   runs      | text  | noise | text  | text  || noise | noise | noise | noise || text  | ...
 *   extents   |   1   |                         2                              ||   3   | ...
 * </pre>
 *
 * <p>A chunk does not shrink if Huffman codes save less than a page. An extent ends with its window, because a slab holds whole windows.
 *
 * @param chunkBytes the length of a chunk
 * @param runBytes the length of a run
 * @param windowBytes the length of a window, a multiple of runs
 */
public record RawExtents(int chunkBytes, int runBytes, int windowBytes) {

    private static final int PAGE_BYTES = 4096;
    /** What describes the codes. */
    private static final int TABLE_BYTES = 128;

    private static final double BYTE_NATS = Byte.SIZE * Math.log(2);
    private static final double[] N_LOG_N = nLogN();

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
     */
    public void forEach(
            byte[] data, ChunkList chunks, int from, int to, long toFile, boolean isSparse, Visitor visitor) {
        long runEnd = Long.MIN_VALUE;
        long windowEnd = Long.MIN_VALUE;
        boolean givesUp = false;
        int first = from;
        for (int i = from; i < to; i++) {
            int offset = chunks.offset(i);
            boolean follows = i > from && chunks.offset(i - 1) + chunks.length(i - 1) == offset;
            boolean endsExtent = !follows || offset >= windowEnd;
            if (endsExtent) {
                windowEnd = isSparse ? (long) offset + windowBytes : next(offset + toFile, windowBytes) - toFile;
            }
            if (!follows || offset >= runEnd) {
                endsExtent |= chunks.length(i) < chunkBytes;
                runEnd = isSparse ? (long) offset + runBytes : next(offset + toFile, runBytes) - toFile;
                givesUp = false;
            }
            givesUp = givesUp || isNoise(data, offset, chunks.length(i));
            if (endsExtent || !givesUp) {
                end(first, i, visitor);
                first = givesUp ? i : i + 1;
            }
        }
        end(first, to, visitor);
    }

    /** Whether an extent that lies before the chunks may go on in the first one, which begins a run. */
    public boolean beginsRaw(byte[] data, ChunkList chunks) {
        return chunks.size() > 0 && isNoise(data, chunks.offset(0), chunks.length(0));
    }

    /** Whether the last extent among the chunks may go on behind them. */
    public boolean endsRaw(byte[] data, ChunkList chunks) {
        int last = chunks.size() - 1;
        for (int i = last; i >= 0 && chunks.offset(last) - chunks.offset(i) < runBytes; i--) {
            if (isNoise(data, chunks.offset(i), chunks.length(i))) {
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

    /** Whether Huffman codes for each page do not shrink bytes by a page. */
    static boolean isNoise(byte[] data, int offset, int length) {
        double saved = -TABLE_BYTES;
        int[] counts = new int[256];
        for (int from = offset; from < offset + length; from += PAGE_BYTES) {
            int to = Math.min(offset + length, from + PAGE_BYTES);
            Arrays.fill(counts, 0);
            for (int i = from; i < to; i++) {
                counts[data[i] & 0xFF]++;
            }
            saved += savedBytes(counts, to - from);
            if (pages(length - saved) < pages(length)) {
                return false;
            }
        }
        return true;
    }

    private static double pages(double bytes) {
        return Math.ceil(bytes / PAGE_BYTES);
    }

    /** What codes save of so many bytes: their entropy, without the bias that few bytes have (Miller and Madow). */
    private static double savedBytes(int[] counts, int sum) {
        double nats = N_LOG_N[sum];
        int kinds = 0;
        for (int count : counts) {
            nats -= N_LOG_N[count];
            kinds += count > 0 ? 1 : 0;
        }
        return Math.max(0, sum - (nats + (kinds - 1) / 2.0) / BYTE_NATS);
    }

    private static double[] nLogN() {
        double[] table = new double[PAGE_BYTES + 1];
        for (int n = 1; n < table.length; n++) {
            table[n] = n * Math.log(n);
        }
        return table;
    }
}
