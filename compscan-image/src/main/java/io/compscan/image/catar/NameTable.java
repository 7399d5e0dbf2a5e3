package io.compscan.image.catar;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import org.bouncycastle.crypto.macs.SipHash;
import org.bouncycastle.crypto.params.KeyParameter;

/** Where the files of one directory begin and end in the archive. */
final class NameTable {

    static final int ITEM_BYTES = 24;

    /** How an archive writes an item. */
    interface Item {

        /**
         * Writes one.
         *
         * @param offset how far the file begins before the table
         */
        void write(ByteBuffer to, long hash, long offset, long size);
    }

    private static final int LONGS = 3;
    private static final int HASH = 0;
    private static final int START = 1;
    private static final int END = 2;

    private final KeyParameter key;
    private long[] items = new long[0];
    private int size;

    /** @param low the first 8 bytes of the key of the hash of a name, as a little-endian number; the others follow */
    NameTable(long low, long high) {
        key = new KeyParameter(RecordHead.buffer(16).putLong(low).putLong(high).array());
    }

    /** A file begins: its name's record comes next. */
    void begin(byte[] name, long position) {
        if (items.length == LONGS * size) {
            items = Arrays.copyOf(items, Math.max(8 * LONGS, 2 * items.length));
        }
        items[LONGS * size + HASH] = hash(name);
        items[LONGS * size + START] = position;
        size++;
    }

    /** The file that began last ends. */
    void end(long position) {
        if (size > 0 && items[LONGS * (size - 1) + END] == 0) {
            items[LONGS * (size - 1) + END] = position;
        }
    }

    int size() {
        return size;
    }

    /**
     * Writes the items as a search tree: the children of item {@code i} are {@code 2i + 1} and {@code 2i + 2}.
     *
     * @param position where the record starts, from which offsets count backwards
     */
    void writeTree(ByteBuffer to, long position, Item item) {
        Integer[] sorted = new Integer[size];
        Arrays.setAll(sorted, i -> i);
        Arrays.sort(
                sorted,
                Comparator.<Integer>comparingLong(i -> items[LONGS * i + HASH] + Long.MIN_VALUE)
                        .thenComparingLong(i -> items[LONGS * i + START]));
        int[] tree = new int[size];
        place(sorted, 0, size, tree, 0);
        for (int index : tree) {
            long start = items[LONGS * index + START];
            item.write(to, items[LONGS * index + HASH], position - start, items[LONGS * index + END] - start);
        }
    }

    private static void place(Integer[] sorted, int from, int to, int[] tree, int node) {
        if (from == to) {
            return;
        }
        int root = from + leftOf(to - from);
        tree[node] = sorted[root];
        place(sorted, from, root, tree, 2 * node + 1);
        place(sorted, root + 1, to, tree, 2 * node + 2);
    }

    /** How many of {@code n} items lie left of the root where all levels but the last are full, and the last fills from the left. */
    static int leftOf(int n) {
        int lastLevel = Integer.highestOneBit(n);
        int inner = lastLevel - 1;
        return inner / 2 + Math.min(n - inner, lastLevel / 2);
    }

    private long hash(byte[] name) {
        SipHash hash = new SipHash(2, 4);
        hash.init(key);
        hash.update(name, 0, name.length);
        return hash.doFinal();
    }
}
