package io.compscan.core.chunk;

import io.compscan.core.ByteSize;

/**
 * Chunks of one size, cut at its multiples; a region's first and last may be shorter.
 *
 * @param chunkBytes the size, {@value #MIN_BYTES} to {@value #MAX_BYTES}
 */
public record FixedChunker(int chunkBytes) implements Chunker {

    /** The smallest chunk: a disk sector. */
    public static final int MIN_BYTES = 512;
    /** The largest chunk. */
    public static final int MAX_BYTES = 16 << 20;

    /** Refuses a size out of range. */
    public FixedChunker {
        if (chunkBytes < MIN_BYTES || chunkBytes > MAX_BYTES) {
            throw new IllegalArgumentException("a chunk of " + chunkBytes + " bytes is not in 512 to 16m");
        }
    }

    /**
     * Parses {@code 4k} or {@code fixed:4k}.
     *
     * @throws IllegalArgumentException with one line that says what is wrong
     */
    public static FixedChunker parse(String text) {
        String size = text.startsWith("fixed:") ? text.substring("fixed:".length()) : text;
        long bytes = ByteSize.parse(size);
        if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
            throw new IllegalArgumentException("'" + text + "': a chunk is 512 to 16m bytes long");
        }
        return new FixedChunker((int) bytes);
    }

    @Override
    public String name() {
        return "fixed:" + chunkBytes;
    }

    @Override
    public int maxChunkBytes() {
        return chunkBytes;
    }

    @Override
    public int lookaheadBytes(int bodyBytes) {
        return bodyBytes % chunkBytes == 0 ? 0 : chunkBytes - 1;
    }

    @Override
    public void cut(byte[] data, Piece piece, ChunkList chunks) {
        int shift = piece.start();
        long toUnit = piece.unitOffset() - shift;
        int end = shift + piece.bodyBytes();
        int limit = shift + piece.availableBytes();
        int offset = shift;
        if (!piece.startsRegion()) {
            offset += (int) (nextMultiple(piece.unitOffset()) - piece.unitOffset());
        }
        while (offset < end) {
            // Only a region's first chunk can start off a multiple.
            int length = (int) (nextMultiple(offset + toUnit + 1) - (offset + toUnit));
            if (offset + length > limit) {
                length = limit - offset;
            }
            chunks.add(offset, length);
            offset += length;
        }
    }

    @Override
    public ZeroRun zeroRun(long from, long to, boolean startsRegion, long regionEnd) {
        long first = startsRegion ? from : nextMultiple(from);
        if (first >= to) {
            return new ZeroRun(0, 0);
        }
        long lastIndex = Math.max(first / chunkBytes, (to - 1) / chunkBytes);
        long end = Math.min(regionEnd, (lastIndex + 1) * chunkBytes);
        return new ZeroRun(lastIndex - first / chunkBytes + 1, end - first);
    }

    private long nextMultiple(long offset) {
        return (offset + chunkBytes - 1) / chunkBytes * chunkBytes;
    }
}
