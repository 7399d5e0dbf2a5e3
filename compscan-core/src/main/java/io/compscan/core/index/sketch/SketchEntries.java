package io.compscan.core.index.sketch;

import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.SampleLevels;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The fingerprints of a sketch's chunks in the order of an index: those of full chunks, then all others, each group ascending. One thread.
 *
 * <p>Only the last eight bytes of a fingerprint are known; the bytes before are shown as zeros. The key of a chunk is a function of
 * those eight.
 */
final class SketchEntries {

    /** Finds a chunk by its key. */
    @FunctionalInterface
    interface Lookup {
        SketchShard shardOf(long key);
    }

    private final int fullChunkBytes;
    /** Signed numbers with the order of unsigned ones: the top bit is flipped. */
    private long[] full;

    private long[] others;
    private int fullCount;
    private int otherCount;

    SketchEntries(int fullChunkBytes, int entryCount) {
        this.fullChunkBytes = fullChunkBytes;
        full = new long[entryCount];
        others = new long[entryCount];
    }

    void addAll(SketchShard shard) {
        shard.forEach(slot -> {
            long last = SampleLevels.lastBytes(shard.key(slot)) ^ Long.MIN_VALUE;
            if (shard.length(slot) == fullChunkBytes) {
                full[fullCount++] = last;
            } else {
                others[otherCount++] = last;
            }
        });
    }

    void sort() {
        full = Arrays.copyOf(full, fullCount);
        others = Arrays.copyOf(others, otherCount);
        Arrays.sort(full);
        Arrays.sort(others);
    }

    /**
     * Shows the chunks.
     *
     * @param maxSizedKey the largest key, unsigned, whose stored sizes are shown
     */
    void forEach(
            Lookup lookup, int fingerprintBytes, int compressorCount, long maxSizedKey, DistinctChunkVisitor visitor) {
        byte[] fingerprint = new byte[fingerprintBytes];
        int[] stored = new int[compressorCount];
        for (long[] group : new long[][] {full, others}) {
            for (long last : group) {
                ByteBuffer.wrap(fingerprint).putLong(fingerprintBytes - Long.BYTES, last ^ Long.MIN_VALUE);
                long key = SampleLevels.key(fingerprint, 0, fingerprintBytes);
                SketchShard shard = lookup.shardOf(key);
                int slot = shard.find(key);
                boolean isSized = Long.compareUnsigned(key, maxSizedKey) <= 0;
                for (int c = 0; c < compressorCount; c++) {
                    stored[c] = isSized ? shard.stored(slot, c) : 0;
                }
                visitor.visit(fingerprint, shard.references(slot), shard.length(slot), stored);
            }
        }
    }
}
