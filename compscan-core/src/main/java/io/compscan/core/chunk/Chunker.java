package io.compscan.core.chunk;

/** Cuts units into chunks; immutable, shared by all threads. The boundaries depend on the unit's bytes only. */
public interface Chunker {

    /** The canonical name, such as {@code fixed:4096}. */
    String name();

    /** The length of the longest chunk in bytes; all chunks of fixed chunking but a region's first and last have it. */
    int maxChunkBytes();

    /**
     * How far into the bytes behind a piece's body a chunk can reach when all bodies are {@code bodyBytes} long and start at a
     * multiple of it.
     */
    int lookaheadBytes(int bodyBytes);

    /** Appends the chunks that start in the body of a piece of {@code data}. */
    void cut(byte[] data, Piece piece, ChunkList chunks);

    /**
     * The chunks that start in {@code [from, to)} of a unit where nothing but zeros follows up to the end of the last of them.
     *
     * @param regionEnd where the region ends, {@link Long#MAX_VALUE} if that is out of reach of these chunks
     */
    ZeroRun zeroRun(long from, long to, boolean startsRegion, long regionEnd);

    /**
     * What a long run of zeros comes to.
     *
     * @param chunkCount how many chunks
     * @param bytes their bytes
     */
    record ZeroRun(long chunkCount, long bytes) {}
}
