package io.compscan.image.catar;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import org.bouncycastle.crypto.macs.SipHash;
import org.bouncycastle.crypto.params.KeyParameter;

/** Where the files of one directory begin and end in the archive. */
final class NameTable {

    private static final byte[] KEY = {
        (byte) 0xb3,
        (byte) 0x84,
        0x1d,
        0x0f,
        0x2b,
        0x44,
        0x74,
        (byte) 0x85,
        (byte) 0xc1,
        0x2e,
        (byte) 0xc2,
        (byte) 0xd1,
        0x30,
        (byte) 0xed,
        0x36,
        0x27
    };

    private static final int LONGS = 3;
    private static final int HASH = 0;
    private static final int START = 1;
    private static final int END = 2;

    private long[] items = new long[0];
    private int size;

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
    void writeTree(ByteBuffer to, long position) {
        Integer[] sorted = new Integer[size];
        Arrays.setAll(sorted, i -> i);
        Arrays.sort(
                sorted,
                Comparator.<Integer>comparingLong(i -> items[LONGS * i + HASH] + Long.MIN_VALUE)
                        .thenComparingLong(i -> items[LONGS * i + START]));
        int first = to.position();
        place(sorted, 0, size, to, first, 0, position);
        to.position(first + 8 * LONGS * size);
    }

    private void place(Integer[] sorted, int from, int to, ByteBuffer out, int first, int node, long position) {
        if (from == to) {
            return;
        }
        int root = from + leftOf(to - from);
        int at = LONGS * sorted[root];
        out.putLong(first + 8 * LONGS * node, position - items[at + START]);
        out.putLong(first + 8 * LONGS * node + 8, items[at + END] - items[at + START]);
        out.putLong(first + 8 * LONGS * node + 16, items[at + HASH]);
        place(sorted, from, root, out, first, 2 * node + 1, position);
        place(sorted, root + 1, to, out, first, 2 * node + 2, position);
    }

    /** How many of {@code n} items lie left of the root where all levels but the last are full, and the last fills from the left. */
    static int leftOf(int n) {
        int lastLevel = Integer.highestOneBit(n);
        int inner = lastLevel - 1;
        return inner / 2 + Math.min(n - inner, lastLevel / 2);
    }

    private static long hash(byte[] name) {
        SipHash hash = new SipHash(2, 4);
        hash.init(new KeyParameter(KEY));
        hash.update(name, 0, name.length);
        return hash.doFinal();
    }
}
