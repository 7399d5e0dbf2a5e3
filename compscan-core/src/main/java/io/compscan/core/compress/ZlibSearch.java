package io.compscan.core.compress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the match that level 9 of zlib finds at a position, without all the looks of zlib.
 *
 * <p>zlib walks a chain of positions whose next three bytes have the same hash, the nearest first. It looks at 4,096 of them at most, and takes
 * the first of the longest matches. Here a position stands in three chains more: of its next 4, 6 and 8 bytes. A match of 8 bytes or more lies
 * in the last one. If that has none, no match of 7 in the one before can be beaten, and so on.
 *
 * <p>A match that is longer than the best so far has the byte behind it, too. So the search goes on in the chain of the bytes that end
 * there, which are rarer:
 *
 * <pre>
 *   here     a b c d e f g h i j|k          best so far: 10 bytes
 *   chain of       |d e f g h i j k|        candidates for 11, 3 bytes in
 * </pre>
 *
 * Each position has a number in zlib's chain. The numbers tell which positions zlib does not reach.
 */
final class ZlibSearch {

    static final int MIN_MATCH = 3;
    static final int MAX_MATCH = 258;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int WINDOW_BYTES = 1 << 15;
    private static final int WINDOW_MASK = WINDOW_BYTES - 1;
    /** zlib keeps so many bytes ahead, and looks no further back than the rest of the window. */
    private static final int MAX_DISTANCE = WINDOW_BYTES - (MAX_MATCH + MIN_MATCH + 1);
    /** A match of three bytes from further away is no gain. */
    private static final int MAX_DISTANCE_OF_SHORTEST = 4096;

    private static final int MAX_CHAIN = 4096;
    /** Behind a match of {@link #GOOD_MATCH} only a quarter is looked at. */
    private static final int SHORT_CHAIN = MAX_CHAIN / 4;

    private static final int GOOD_MATCH = 32;

    private final HashChains three = new HashChains(MIN_MATCH);
    private final HashChains four = new HashChains(4);
    private final HashChains six = new HashChains(6);
    private final HashChains eight = new HashChains(8);
    /** How many positions each of zlib's chains has had, and the number of each position in its chain. */
    private final int[] chainLength = new int[1 << HashChains.HASH_BITS];

    private final int[] number = new int[WINDOW_BYTES];

    private byte[] data = {};
    private int offset;
    private int length;
    /** Entries are positions plus this, so that entries of earlier data are too small to be one. */
    private int base = 1;

    private int candidate3;
    private int candidate4;
    private int candidate6;
    private int candidate8;
    private int distance;

    /** One chain for each hash of so many bytes. */
    private static final class HashChains {

        static final int HASH_BITS = 15;
        private static final long PRIME = 0x9e3779b97f4a7c15L;

        final int bytes;
        /** For each hash the last entry that has it. */
        final int[] last = new int[1 << HASH_BITS];
        /** For each position in the window the entry before it that has the same hash. */
        final int[] before = new int[WINDOW_BYTES];

        HashChains(int bytes) {
            this.bytes = bytes;
        }

        /** The hash of bytes in the low end of a number. */
        static int hash(long value, int bytes) {
            return (int) (((value << (Long.SIZE - Byte.SIZE * bytes)) * PRIME) >>> (Long.SIZE - HASH_BITS));
        }

        int add(int hash, int position, int entry) {
            int previous = last[hash];
            before[position & WINDOW_MASK] = previous;
            last[hash] = entry;
            return previous;
        }
    }

    void begin(byte[] newData, int newOffset, int newLength) {
        base += length + 1;
        if (base > Integer.MAX_VALUE - newLength - WINDOW_BYTES) {
            for (HashChains chains : new HashChains[] {three, four, six, eight}) {
                Arrays.fill(chains.last, 0);
            }
            base = 1;
        }
        data = newData;
        offset = newOffset;
        length = newLength;
    }

    /** Forgets the data. */
    void end() {
        data = new byte[0];
    }

    /** Puts the position into the chains; positions come in order, each once. */
    void insert(int position) {
        int left = length - position;
        int at = offset + position;
        int entry = position + base;
        if (left >= Long.BYTES) {
            long value = (long) LONGS.get(data, at);
            insert3(position, entry, at);
            candidate4 = four.add(HashChains.hash(value, 4), position, entry);
            candidate6 = six.add(HashChains.hash(value, 6), position, entry);
            candidate8 = eight.add(HashChains.hash(value, 8), position, entry);
            return;
        }
        candidate3 = 0;
        candidate4 = 0;
        candidate6 = 0;
        candidate8 = 0;
        if (left >= MIN_MATCH) {
            insert3(position, entry, at);
        }
        if (left >= four.bytes) {
            candidate4 = four.add(hash(position, four.bytes), position, entry);
        }
        if (left >= six.bytes) {
            candidate6 = six.add(hash(position, six.bytes), position, entry);
        }
    }

    /** The hash is that of zlib, because its chains decide what is too far. */
    private void insert3(int position, int entry, int at) {
        int hash = (((data[at] & 0xff) << 10) ^ ((data[at + 1] & 0xff) << 5) ^ (data[at + 2] & 0xff)) & WINDOW_MASK;
        candidate3 = three.add(hash, position, entry);
        number[position & WINDOW_MASK] = ++chainLength[hash];
    }

    private int hash(int position, int bytes) {
        int at = offset + position;
        if (length - position >= Long.BYTES) {
            return HashChains.hash((long) LONGS.get(data, at), bytes);
        }
        long value = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            value = (value << Byte.SIZE) | (data[at + i] & 0xff);
        }
        return HashChains.hash(value, bytes);
    }

    /** The distance of the match that was found last. */
    int distance() {
        return distance;
    }

    /**
     * The longest match at the position that was inserted last, if it is longer than {@code best}; else {@code best}.
     *
     * @param best at least 2
     */
    int longest(int position, int best) {
        // Position 0 is taken for the end of a chain, by zlib too.
        if (candidate3 <= base) {
            return best;
        }
        int most = Math.min(MAX_MATCH, length - position);
        int chain = best >= GOOD_MATCH ? SHORT_CHAIN : MAX_CHAIN;
        int found = longest(eight, candidate8, position, best, most, chain);
        if (found == best && best < eight.bytes - 1) {
            found = longest(six, candidate6, position, best, Math.min(eight.bytes - 1, most), chain);
            if (found == best && best < six.bytes - 1) {
                found = longest(four, candidate4, position, best, Math.min(six.bytes - 1, most), chain);
                if (found == best && best < MIN_MATCH) {
                    return nearest3(position, best);
                }
            }
        }
        return found;
    }

    /** The nearest of the longest matches in some chains, where none is longer than {@code most}. */
    private int longest(HashChains chains, int candidate, int position, int best, int most, int chain) {
        int found = best;
        if (candidate <= base || found >= most) {
            return found;
        }
        int at = offset + position;
        int least = base + Math.max(1, position - MAX_DISTANCE);
        int nearer = position;
        int shift = 0;
        int rarer = Math.max(0, found + 1 - chains.bytes);
        int entry = candidate;
        while (entry - shift >= least) {
            int other = entry - shift - base;
            if (other < nearer) {
                if (shift < rarer && position - other >= rarer) {
                    // From here on all candidates are so far away that their chains are complete.
                    nearer = other + 1;
                    shift = rarer;
                    entry = chains.last[hash(position + shift, chains.bytes)];
                    continue;
                }
                if (data[offset + other + found] == data[at + found]
                        && (int) INTS.get(data, offset + other) == (int) INTS.get(data, at)) {
                    int same = same(offset + other, at, most);
                    if (same > found && same >= chains.bytes) {
                        if (!isInReach(position, other, chain)) {
                            return found;
                        }
                        found = same;
                        distance = position - other;
                        if (found >= most) {
                            return found;
                        }
                        rarer = found + 1 - chains.bytes;
                    }
                }
            }
            entry = chains.before[(entry - base) & WINDOW_MASK];
        }
        return found;
    }

    private int nearest3(int position, int best) {
        int at = offset + position;
        int least = base + Math.max(1, position - MAX_DISTANCE_OF_SHORTEST);
        for (int entry = candidate3; entry >= least; entry = three.before[(entry - base) & WINDOW_MASK]) {
            int other = offset + entry - base;
            if (data[other] == data[at] && data[other + 1] == data[at + 1] && data[other + 2] == data[at + 2]) {
                distance = at - other;
                return isInReach(position, entry - base, MAX_CHAIN) ? MIN_MATCH : best;
            }
        }
        return best;
    }

    /** Whether zlib looks so far; the first of a chain may be a byte further away than the others. */
    private boolean isInReach(int position, int other, int chain) {
        int steps = number[position & WINDOW_MASK] - number[other & WINDOW_MASK];
        return steps <= chain && (position - other < MAX_DISTANCE || steps == 1);
    }

    private int same(int one, int other, int most) {
        int same = 0;
        while (same + Long.BYTES <= most) {
            long difference = (long) LONGS.get(data, one + same) ^ (long) LONGS.get(data, other + same);
            if (difference != 0) {
                return same + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            same += Long.BYTES;
        }
        while (same < most && data[one + same] == data[other + same]) {
            same++;
        }
        return same;
    }
}
