package io.compscan.map.trie;

import io.compscan.map.memory.Bytes;

/**
 * Searches the sorted entries of a leaf.
 *
 * <p>Keys are uniform, so the next bits of a key tell about where it is (interpolation). A search compares a window of entries around
 * that guess at once and moves on from there if need be.
 */
final class LeafSearch {

    /** The number of entries in the window; the key nearly always lies between two of them. */
    static final int WINDOW = 6;

    private final LeafLayout layout;
    private final int keyBytes;

    LeafSearch(LeafLayout layout) {
        this.layout = layout;
        keyBytes = layout.keyBytes();
    }

    /** The likely number of a key among {@code n} uniform keys that agree in {@code depth} bits. */
    static int guess(long firstWord, int depth, int n) {
        // Only keys that are not uniform share more than a word; any guess will do for them.
        long fraction = depth < Long.SIZE ? (firstWord << depth) >>> 32 : 0;
        return (int) ((fraction * n) >>> 32);
    }

    /**
     * Searches a leaf for the key at {@code keyAt} that begins with {@code firstWord}.
     *
     * @return the entry's number, or {@code ~p} if the key is absent and belongs before entry {@code p}
     */
    int find(long slot, int depth, long firstWord, byte[] keys, int keyAt) {
        int n = Slot.entries(slot);
        int implied = layout.impliedBytes(depth);
        int suffixAt = keyAt + implied;
        return find(
                Slot.address(slot) + LeafLayout.HEAD_BYTES,
                n,
                implied,
                guess(firstWord, depth, n),
                LeafLayout.word(keys, suffixAt),
                keys,
                suffixAt);
    }

    /**
     * As above.
     *
     * @param entries the address of entry 0
     * @param word the first eight bytes of the key's suffix
     * @param suffixAt the place of the suffix in {@code keys}
     */
    int find(long entries, int n, int implied, int guess, long word, byte[] keys, int suffixAt) {
        int size = layout.entryBytes(implied);
        int p = firstNotBelow(entries, n, size, guess, word);
        long at = entries + (long) p * size;
        // Entries that agree in 63 bits are compared whole.
        while (p < n && (Bytes.bigEndianLong(at) ^ word) >>> 1 == 0) {
            int order = compare(at, word, keyBytes - implied, keys, suffixAt);
            if (order >= 0) {
                return order == 0 ? p : ~p;
            }
            p++;
            at += size;
        }
        return ~p;
    }

    /** The number of entries that are below a word by their first 63 bits. */
    private static int firstNotBelow(long entries, int n, int size, int guess, long word) {
        int p = guess;
        if (n >= WINDOW) {
            // Counting needs no branch that the processor could mispredict.
            p = Math.max(0, Math.min(guess - WINDOW / 2, n - WINDOW));
            long at = entries + (long) p * size;
            int below = below(at, word)
                    + below(at + size, word)
                    + below(at + 2L * size, word)
                    + below(at + 3L * size, word)
                    + below(at + 4L * size, word)
                    + below(at + 5L * size, word);
            p += below;
            if (below > 0 && below < WINDOW) {
                return p;
            }
        }
        while (p < n && below(entries + (long) p * size, word) == 1) {
            p++;
        }
        while (p > 0 && below(entries + (long) (p - 1) * size, word) == 0) {
            p--;
        }
        return p;
    }

    /** 1 if the word at an address is below another by their first 63 bits, else 0. */
    private static int below(long at, long word) {
        return (int) (((Bytes.bigEndianLong(at) >>> 1) - (word >>> 1)) >>> (Long.SIZE - 1));
    }

    private static int compare(long entry, long word, int suffixBytes, byte[] keys, int suffixAt) {
        int order = Long.compareUnsigned(Bytes.bigEndianLong(entry), word);
        return order != 0 ? order : compareRest(entry, suffixBytes, keys, suffixAt);
    }

    private static int compareRest(long entry, int suffixBytes, byte[] keys, int suffixAt) {
        int i = Long.BYTES;
        while (i < suffixBytes) {
            int at = Math.min(i, suffixBytes - Long.BYTES);
            long stored = Bytes.bigEndianLong(entry + at);
            long sought = LeafLayout.word(keys, suffixAt + at);
            if (stored != sought) {
                return Long.compareUnsigned(stored, sought);
            }
            i += Long.BYTES;
        }
        return 0;
    }
}
