package io.compscan.map.spill;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Tells of most keys that a run does not hold that it does not: a blocked Bloom filter, one cache line a key.
 *
 * <pre>
 *   block  | word 0 | word 1 | ... | word 7 |      64 bytes; a key sets one bit in each word
 * </pre>
 *
 * With a byte an entry, 64 keys share a block, and of the keys that are not there some 3 % are taken for one that is: (1 - 1/e)^8 for a
 * block that is just full, more for those that are fuller (Putze, Sanders, Singler 2007).
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

    /** What a filter for so many keys takes. */
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

    /** What the filter needs of a key: its last bytes, for its first ones are alike in all keys of a shard. */
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

    /** False only if the key was never added. */
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
