package io.compscan.core.fold;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import io.compscan.result.Sample;
import io.compscan.result.set.SuperblockTotals;
import java.util.ArrayList;
import java.util.List;

/**
 * Chunks that were counted, and whose entries could not be read back.
 *
 * @param chunkCount their references; each may be a distinct chunk
 * @param bytes the length of all references
 */
record LostChunks(long chunkCount, long bytes) {

    /** The references that belong to none of the entries that were read. */
    static LostChunks of(ChunkSums references, List<Refcount> read) {
        long chunkCount = references.chunkCount() - references.zeroChunkCount();
        long bytes = references.chunkBytes() - references.zeroBytes();
        for (Refcount row : read) {
            chunkCount -= row.references() * row.chunks();
            bytes -= row.references() * row.bytes();
        }
        return new LostChunks(chunkCount, bytes);
    }

    /**
     * Upper bounds: each lost reference counts as a distinct chunk that does not shrink. There are no histograms.
     *
     * @param uniqueChunkCount of the entries that were read
     * @param uniqueBytes of the entries that were read
     * @param read what the compressors made of those, in the order of the scheme
     * @param superblocks for each compressor; read only where the scheme compresses superblocks
     */
    Layout layout(
            Scheme scheme,
            ChunkSums references,
            long uniqueChunkCount,
            long uniqueBytes,
            List<Compression> read,
            List<SuperblockTotals> superblocks) {
        long mostUniqueBytes = uniqueBytes + bytes;
        List<Compression> bounds = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            Compression seen = read.get(i);
            Sample sample = seen.sample();
            long physical = sample == null ? seen.physicalBytes() : Math.min(uniqueBytes, sample.physicalBytesHigh());
            bounds.add(
                    scheme.bySuperblock()
                            ? superblocks
                                    .get(i)
                                    .compression(
                                            seen.compressor(),
                                            scheme.superblockBytes(),
                                            references.chunkBytes(),
                                            mostUniqueBytes)
                            : Compression.ofChunks(
                                    seen.compressor(),
                                    references.chunkBytes(),
                                    mostUniqueBytes,
                                    physical + bytes,
                                    List.of()));
        }
        return references.layout(scheme, uniqueChunkCount + chunkCount, mostUniqueBytes, List.of(), List.of(), bounds);
    }
}
