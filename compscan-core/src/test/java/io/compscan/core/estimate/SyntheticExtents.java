package io.compscan.core.estimate;

import io.compscan.core.SplitMix;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
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
    private final ExtentChunks chunks = new ExtentChunks();
    private final Fingerprinter keys = ChunkKeys.of(Fingerprinting.plain(FingerprintAlgorithm.SHA1), false);
    private final ChunkList all = new ChunkList();
    private final byte[] fingerprints;
    private final byte[] data;

    SyntheticExtents(SplittableRandom random, int extentCount, int chunksOfAnExtent) {
        this.chunksOfAnExtent = chunksOfAnExtent;
        ids = new int[extentCount * chunksOfAnExtent];
        data = new byte[chunksOfAnExtent * CHUNK_BYTES];
        fingerprints = new byte[chunksOfAnExtent * ChunkKeys.FINGERPRINT_BYTES];
        for (int i = 0; i < chunksOfAnExtent; i++) {
            all.add(i * CHUNK_BYTES, CHUNK_BYTES);
        }
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

    void addTo(IncidenceTable table, int extent) {
        addTo(table, extent, 0);
    }

    /** Does with an extent what a reader does, as if it lacked so many bytes. */
    void addTo(IncidenceTable table, int extent, long lostBytes) {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        for (int i = 0; i < chunksOfAnExtent; i++) {
            int id = ids[extent * chunksOfAnExtent + i];
            for (int k = 0; k < CHUNK_BYTES; k += Long.BYTES) {
                buffer.putLong(i * CHUNK_BYTES + k, SplitMix.mix(31L * id + k) | 1);
            }
            buffer.putInt(i * CHUNK_BYTES, id);
        }
        keys.fingerprint(data, all, fingerprints);
        chunks.clear();
        for (int i = 0; i < chunksOfAnExtent; i++) {
            chunks.add(ChunkKeys.key(ByteBuffer.wrap(fingerprints), i), i * CHUNK_BYTES, CHUNK_BYTES);
        }
        chunks.end();
        int[] unsized = table.unsized(chunks);
        int[][] sizes = new int[unsized.length][1];
        for (int k = 0; k < unsized.length; k++) {
            sizes[k][0] = sizeOf(buffer.getInt(chunks.offset(unsized[k])));
        }
        table.add(extent, chunks, lostBytes);
        table.note(chunks, unsized, sizes);
    }
}
