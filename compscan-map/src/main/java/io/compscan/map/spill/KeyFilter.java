package io.compscan.map.spill;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A blocked Bloom filter over the keys of a run: recognises most keys that the run does not hold, in one cache line each.
 *
 * <pre>
 *   block  | word 0 | word 1 | ... | word 7 |      64 bytes; a key sets one bit in each word
 * </pre>
 *
 * A byte an entry means 64 keys a block. About 3 % of the absent keys then seem present: (1 - 1/e)^8 for a block that is exactly full,
 * more for fuller blocks (Putze, Sanders, Singler 2007).
 */
final class KeyFilter {

    private static final int WORDS_PER_BLOCK = 8;
    private static final int KEYS_PER_BLOCK = 64;
    private static final int INDEX_BITS = 6;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long ODD = 0xC2B2AE3D27D4EB4FL;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long[] words;
    private final int blocks;

    KeyFilter(long keyCount) {
        blocks = blocks(keyCount);
        words = new long[blocks * WORDS_PER_BLOCK];
    }

    /** The memory of a filter for so many keys. */
    static long bytes(long keyCount) {
        return (long) blocks(keyCount) * WORDS_PER_BLOCK * Long.BYTES;
    }

    private static int blocks(long keyCount) {
        long wanted = Math.max(1, (keyCount + KEYS_PER_BLOCK - 1) / KEYS_PER_BLOCK);
        return (int) Math.min(wanted, Integer.MAX_VALUE / WORDS_PER_BLOCK - 1);
    }

    long bytes() {
        return (long) words.length * Long.BYTES;
    }

    /** Hashes the last bytes of a key; the first ones are alike in all keys of a shard. */
    static long hash(byte[] keys, int keyAt, int keyBytes) {
        return (long) LONG.get(keys, keyAt + keyBytes - Long.BYTES) * GOLDEN;
    }

    void add(long hash) {
        int at = blockOf(hash);
        long bits = hash * ODD;
        for (int i = 0; i < WORDS_PER_BLOCK; i++) {
            words[at + i] |= 1L << (bits >>> (INDEX_BITS * i));
        }
    }

    /** False only for a key that was never added. */
    boolean mayHold(long hash) {
        int at = blockOf(hash);
        long bits = hash * ODD;
        for (int i = 0; i < WORDS_PER_BLOCK; i++) {
            if ((words[at + i] >>> (bits >>> (INDEX_BITS * i)) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private int blockOf(long hash) {
        // The upper half of the product with an unsigned hash.
        return (int) Math.multiplyHigh(hash >>> 1, 2L * blocks) * WORDS_PER_BLOCK;
    }
}
