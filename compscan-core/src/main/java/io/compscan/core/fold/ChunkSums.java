package io.compscan.core.fold;

import io.compscan.result.ChunkSize;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import java.util.List;

/**
 * The references to chunks under one scheme: every chunk counts, whether it was seen before or not.
 *
 * <p>The component names are those of a checkpoint's manifest.
 *
 * @param chunkCount all chunks
 * @param chunkBytes their bytes: {@code scannedBytes}, as this chunking has seen them
 * @param zeroChunkCount chunks whose bytes are all zero
 * @param zeroBytes their bytes
 */
public record ChunkSums(long chunkCount, long chunkBytes, long zeroChunkCount, long zeroBytes) {

    /** No chunk. */
    public static final ChunkSums NONE = new ChunkSums(0, 0, 0, 0);

    /** The references of a scan that is over. */
    static ChunkSums of(Layout layout) {
        return new ChunkSums(
                layout.chunkCount(),
                Math.addExact(layout.zeroBytes(), layout.nonZeroBytes()),
                layout.zeroChunkCount(),
                layout.zeroBytes());
    }

    /** The layout of a scheme that has these references and these distinct chunks, all of them counted. */
    Layout layout(
            Scheme scheme,
            long uniqueChunkCount,
            long uniqueBytes,
            List<ChunkSize> chunkSizes,
            List<Refcount> refcounts,
            List<Compression> compression) {
        return Layout.of(
                        scheme.chunking(),
                        scheme.fingerprint(),
                        chunkBytes,
                        chunkCount,
                        zeroChunkCount,
                        zeroBytes,
                        uniqueChunkCount,
                        uniqueBytes,
                        refcounts,
                        compression)
                .withChunkSizes(scheme.expectedChunkBytes(), chunkSizes);
    }

    /**
     * The references of both.
     *
     * @throws ArithmeticException if a sum does not fit in 64 bits
     */
    public ChunkSums plus(ChunkSums other) {
        return new ChunkSums(
                Math.addExact(chunkCount, other.chunkCount),
                Math.addExact(chunkBytes, other.chunkBytes),
                Math.addExact(zeroChunkCount, other.zeroChunkCount),
                Math.addExact(zeroBytes, other.zeroBytes));
    }
}
