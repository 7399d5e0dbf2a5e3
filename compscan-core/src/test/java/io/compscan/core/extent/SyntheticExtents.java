package io.compscan.core.extent;

import io.compscan.core.SplitMix;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A frame of small extents: half of the chunks are unique, the others occur twice, anywhere. */
final class SyntheticExtents {

    private static final int CHUNK_BYTES = 64;

    private final int[] ids;
    private final int chunksOfAnExtent;
    private final long storedBytes;
    private final ExtentChunks chunks = new ExtentChunks(
            ChunkKeys.of(Fingerprinting.plain(FingerprintAlgorithm.SHA1), false),
            new FixedChunker(FixedChunker.MIN_BYTES));
    private final byte[] data;

    SyntheticExtents(SplittableRandom random, int extentCount, int chunksOfAnExtent) {
        this.chunksOfAnExtent = chunksOfAnExtent;
        ids = new int[extentCount * chunksOfAnExtent];
        data = new byte[chunksOfAnExtent * CHUNK_BYTES];
        int first = random.nextInt();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = first + (i < ids.length / 2 ? i : i / 2 * 2);
        }
        storedBytes = Arrays.stream(ids)
                .distinct()
                .mapToLong(SyntheticExtents::sizeOf)
                .sum();
        for (int i = ids.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int id = ids[i];
            ids[i] = ids[other];
            ids[other] = id;
        }
    }

    private static int sizeOf(int id) {
        int mixed = (int) (SplitMix.mix(id) & Integer.MAX_VALUE);
        return mixed % 10 < 3 ? CHUNK_BYTES : 1 + mixed / 10 % CHUNK_BYTES;
    }

    int count() {
        return ids.length / chunksOfAnExtent;
    }

    int extentBytes() {
        return data.length;
    }

    long bytes() {
        return (long) ids.length * CHUNK_BYTES;
    }

    /** What all distinct chunks take. */
    long storedBytes() {
        return storedBytes;
    }

    /** Does with an extent what a reader does. */
    void addTo(IncidenceTable table, int extent) {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        chunks.clear();
        for (int i = 0; i < chunksOfAnExtent; i++) {
            int id = ids[extent * chunksOfAnExtent + i];
            for (int k = 0; k < CHUNK_BYTES; k += Long.BYTES) {
                buffer.putLong(i * CHUNK_BYTES + k, SplitMix.mix(31L * id + k) | 1);
            }
            buffer.putInt(i * CHUNK_BYTES, id);
            chunks.add(data, i * CHUNK_BYTES, CHUNK_BYTES, 0, 0, 0);
        }
        chunks.end(data);
        int[] unsized = table.unsized(chunks);
        int[][] sizes = new int[unsized.length][1];
        for (int k = 0; k < unsized.length; k++) {
            sizes[k][0] = sizeOf(buffer.getInt(chunks.offset(unsized[k])));
        }
        table.add(extent, chunks);
        table.note(chunks, unsized, sizes);
    }
}
