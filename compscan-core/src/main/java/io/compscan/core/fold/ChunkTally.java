package io.compscan.core.fold;

import io.compscan.core.checkpoint.Checkpoint.LayoutSums;
import io.compscan.core.result.Layout;

/** What belongs to references, for one chunking: every chunk counts, whether seen before or not. Tallied by one thread. */
public final class ChunkTally {

    private long chunkCount;
    private long chunkBytes;
    private long zeroChunkCount;
    private long zeroBytes;

    /** A tally of what a checkpoint holds. */
    public static ChunkTally of(LayoutSums sums) {
        ChunkTally tally = new ChunkTally();
        tally.chunkCount = sums.chunkCount();
        tally.chunkBytes = sums.chunkBytes();
        tally.zeroChunkCount = sums.zeroChunkCount();
        tally.zeroBytes = sums.zeroBytes();
        return tally;
    }

    public void addChunk(int bytes) {
        chunkCount++;
        chunkBytes += bytes;
    }

    public void addZeros(long chunks, long bytes) {
        chunkCount += chunks;
        chunkBytes += bytes;
        zeroChunkCount += chunks;
        zeroBytes += bytes;
    }

    public void merge(ChunkTally other) {
        chunkCount += other.chunkCount;
        chunkBytes += other.chunkBytes;
        zeroChunkCount += other.zeroChunkCount;
        zeroBytes += other.zeroBytes;
    }

    /** Adds the references of another scan. */
    public void merge(Layout layout) {
        chunkCount = Math.addExact(chunkCount, layout.chunkCount());
        chunkBytes = Math.addExact(chunkBytes, layout.zeroBytes() + layout.nonZeroBytes());
        zeroChunkCount = Math.addExact(zeroChunkCount, layout.zeroChunkCount());
        zeroBytes = Math.addExact(zeroBytes, layout.zeroBytes());
    }

    public long chunkCount() {
        return chunkCount;
    }

    /** The bytes of all chunks: {@code scannedBytes}, as this chunking has seen them. */
    public long chunkBytes() {
        return chunkBytes;
    }

    public long zeroChunkCount() {
        return zeroChunkCount;
    }

    public long zeroBytes() {
        return zeroBytes;
    }
}
