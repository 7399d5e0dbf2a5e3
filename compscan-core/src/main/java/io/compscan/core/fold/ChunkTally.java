package io.compscan.core.fold;

/** Counts the references to chunks under one scheme. One thread. */
public final class ChunkTally {

    private long chunkCount;
    private long chunkBytes;
    private long zeroChunkCount;
    private long zeroBytes;

    /** Counts a chunk that is not all zero. */
    public void addChunk(int bytes) {
        addChunks(1, bytes);
    }

    /** Counts chunks that are not all zero. */
    public void addChunks(long chunks, long bytes) {
        chunkCount += chunks;
        chunkBytes += bytes;
    }

    /** Counts zero chunks. */
    public void addZeros(long chunks, long bytes) {
        chunkCount += chunks;
        chunkBytes += bytes;
        zeroChunkCount += chunks;
        zeroBytes += bytes;
    }

    /** Adds the counts of another tally. */
    public void merge(ChunkTally other) {
        chunkCount += other.chunkCount;
        chunkBytes += other.chunkBytes;
        zeroChunkCount += other.zeroChunkCount;
        zeroBytes += other.zeroBytes;
    }

    /** The bytes of all chunks that are not all zero. */
    public long nonZeroBytes() {
        return chunkBytes - zeroBytes;
    }

    /** The bytes of zero chunks. */
    public long zeroBytes() {
        return zeroBytes;
    }

    /** The counts so far. */
    public ChunkSums sums() {
        return new ChunkSums(chunkCount, chunkBytes, zeroChunkCount, zeroBytes);
    }
}
