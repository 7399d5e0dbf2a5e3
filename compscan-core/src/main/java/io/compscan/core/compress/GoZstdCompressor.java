package io.compscan.core.compress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the matches that the default level of the Zstandard encoder in Go finds, and sums up what they cost.
 *
 * <p>A block of 128 KiB is searched with two hash tables: one entry for each hash of 8 bytes, one for each hash of 5. Where nothing matches,
 * the step grows by a byte for every 128 bytes since the last match, so data without matches is hardly searched at all. A whole
 * block without a match is stored raw, even if its bytes are far from random. Of a block whose matches save less than a thirty-second all
 * bytes become literals. Nothing is written: {@link ZstdBlockCost} knows what the codes take.
 */
final class GoZstdCompressor implements Compressor {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int BLOCK_BYTES = 128 << 10;
    /** restic asks for this window; the encoder's own default only matters to chunks that are longer. */
    private static final int WINDOW_BYTES = 512 << 10;

    /** A shorter frame is no single segment. */
    private static final int MIN_WINDOW_BYTES = 1 << 10;

    private static final int LONG_TABLE_BITS = 17;
    private static final int SHORT_TABLE_BITS = 15;
    private static final long LONG_PRIME = 0xcf1bbcdcb7a56463L;
    private static final long SHORT_PRIME = 889523592379L;

    private static final int BLOCK_HEADER_BYTES = 3;
    private static final int MIN_MATCH = 3;
    /** The search ends so many bytes before the end of a block. */
    private static final int INPUT_MARGIN = 10;

    private static final int MIN_SEARCHED_BYTES = 16;
    private static final int STEP_SHIFT = 7;
    /** A new block has no offset to repeat before it has this many sequences. */
    private static final int REPEAT_AFTER = 2;

    private static final int PLACE_BITS = 25;
    private static final int MAX_PLACE = (1 << PLACE_BITS) - 1;
    private static final int TAG_PRIME = 0x9e3779b1;

    /**
     * A place, which is a position in the chunk plus {@link #base}, so that entries of earlier chunks are too small to be one. Above it a
     * tag of the four bytes that lie there: most places with other bytes need no look.
     */
    private final int[] longTable = new int[1 << LONG_TABLE_BITS];

    private final int[] shortTable = new int[1 << SHORT_TABLE_BITS];
    private final ZstdBlockCost cost = new ZstdBlockCost();
    private int base = 1;

    private int offset1;
    private int offset2;

    @Override
    public int compressedBytes(byte[] data, int offset, int length) {
        cost.beginFrame();
        offset1 = 1;
        offset2 = 4;
        long size = frameHeaderBytes(length);
        for (int done = 0; done < length; done += BLOCK_BYTES) {
            int block = Math.min(BLOCK_BYTES, length - done);
            if (base + done > MAX_PLACE - BLOCK_BYTES) {
                moveBack(base + done - WINDOW_BYTES);
            }
            size += BLOCK_HEADER_BYTES + blockBytes(data, offset, done, done + block);
        }
        base += length;
        return (int) Math.min(Integer.MAX_VALUE, size);
    }

    /** Makes all places smaller, so that those of the next block are small enough; forgets what no window reaches. */
    private void moveBack(int by) {
        base -= by;
        moveBack(longTable, by);
        moveBack(shortTable, by);
    }

    private static void moveBack(int[] table, int by) {
        for (int i = 0; i < table.length; i++) {
            table[i] = (table[i] & MAX_PLACE) > by ? table[i] - by : 0;
        }
    }

    /** Magic number, descriptor, the window unless the frame is a single segment, the content's length. */
    private static int frameHeaderBytes(int length) {
        boolean isSingle = length > MIN_WINDOW_BYTES && length <= WINDOW_BYTES;
        int lengthBytes = length < 256 ? 0 : length < 65_536 + 256 ? 2 : 4;
        return 4 + 1 + (isSingle ? 0 : 1) + lengthBytes;
    }

    private int blockBytes(byte[] data, int origin, int from, int to) {
        int length = to - from;
        int before1 = offset1;
        int before2 = offset2;
        cost.beginBlock();
        if (length >= MIN_SEARCHED_BYTES) {
            search(data, origin, from, to);
        } else {
            cost.addLiterals(data, origin + from, length);
        }
        if (length == BLOCK_BYTES && cost.literalCount() == length) {
            return length;
        }
        int saved = length - cost.literalCount() - (length >> 5);
        if (cost.sequenceCount() == 0 || saved < 16) {
            offset1 = before1;
            offset2 = before2;
            cost.beginBlock();
            cost.addLiterals(data, origin + from, length);
            return Math.min(length, cost.literalBlockBytes());
        }
        return Math.min(length, cost.blockBytes());
    }

    /** Finds the matches of a block; positions are relative to the chunk, which begins at {@code origin}. */
    private void search(byte[] data, int origin, int from, int to) {
        int limit = to - INPUT_MARGIN;
        int s = from;
        int emitted = from;
        while (s < limit) {
            boolean repeats = cost.sequenceCount() > REPEAT_AFTER;
            long bytes = (long) LONGS.get(data, origin + s);
            int longHash = longHash(bytes);
            int shortHash = shortHash(bytes);
            int entry = tag((int) bytes) | (s + base);
            int longEntry = longTable[longHash];
            int shortEntry = shortTable[shortHash];
            longTable[longHash] = entry;
            shortTable[shortHash] = entry;
            int again = s - offset1 + 1;
            if (repeats && again >= 0 && (int) INTS.get(data, origin + again) == (int) (bytes >>> 8)) {
                int length = 4 + matching(data, origin + s + 5, origin + again + 4, origin + to);
                int start = s + 1;
                int least = Math.max(0, s - WINDOW_BYTES);
                int end = start + length;
                while (again > least && start > emitted + 1 && data[origin + again - 1] == data[origin + start - 1]) {
                    again--;
                    start--;
                }
                cost.add(data, origin + emitted, start - emitted, 1, end - start - MIN_MATCH);
                s = end;
                emitted = s;
                continue;
            }
            int distance;
            int longDistance = entry - longEntry;
            int shortDistance = entry - shortEntry;
            if (isMatch(data, origin, longDistance, s, (int) bytes)) {
                distance = longDistance;
            } else if (isMatch(data, origin, shortDistance, s, (int) bytes)) {
                long next = (long) LONGS.get(data, origin + s + 1);
                int nextHash = longHash(next);
                int nextEntry = tag((int) next) | (s + 1 + base);
                int nextDistance = nextEntry - longTable[nextHash];
                longTable[nextHash] = nextEntry;
                distance = shortDistance;
                if (isMatch(data, origin, nextDistance, s + 1, (int) next)) {
                    distance = nextDistance;
                    s++;
                }
            } else {
                s += 1 + ((s - emitted) >> STEP_SHIFT);
                continue;
            }
            s = match(data, origin, s, s - distance, emitted, to);
            emitted = s;
            if (s >= limit) {
                break;
            }
            if (repeats) {
                s = repeatSecond(data, origin, s, to, limit);
                emitted = s;
            }
        }
        cost.addLiterals(data, origin + emitted, to - emitted);
    }

    /** @param distance from entry to entry; where the tags differ it is beyond the window, or negative */
    private static boolean isMatch(byte[] data, int origin, int distance, int s, int bytes) {
        return Integer.compareUnsigned(distance, WINDOW_BYTES) < 0
                && distance <= s
                && (int) INTS.get(data, origin + s - distance) == bytes;
    }

    /** Extends the match at {@code s} with what lies at {@code at}, both ways; enters parts of it in the tables; returns its end. */
    private int match(byte[] data, int origin, int s, int at, int emitted, int to) {
        offset2 = offset1;
        offset1 = s - at;
        int end = s + 4 + matching(data, origin + s + 4, origin + at + 4, origin + to);
        int start = s;
        int least = Math.max(0, s - WINDOW_BYTES);
        while (at > least && start > emitted && data[origin + at - 1] == data[origin + start - 1]) {
            at--;
            start--;
        }
        cost.add(data, origin + emitted, start - emitted, offset1 + 3, end - start - MIN_MATCH);
        if (end < to - INPUT_MARGIN) {
            enter(data, origin, start + 1);
            enter(data, origin, end - 2);
        }
        return end;
    }

    /** Enters the 8 bytes at a position, and the 5 behind its first. */
    private void enter(byte[] data, int origin, int position) {
        long bytes = (long) LONGS.get(data, origin + position);
        longTable[longHash(bytes)] = tag((int) bytes) | (position + base);
        shortTable[shortHash(bytes >>> 8)] = tag((int) (bytes >>> 8)) | (position + 1 + base);
    }

    /** Takes matches at the offset before the last as long as there are any; returns the end of the last. */
    private int repeatSecond(byte[] data, int origin, int from, int to, int limit) {
        int s = from;
        while (s < limit && s - offset2 >= 0) {
            long bytes = (long) LONGS.get(data, origin + s);
            if ((int) INTS.get(data, origin + s - offset2) != (int) bytes) {
                break;
            }
            int length = 4 + matching(data, origin + s + 4, origin + s - offset2 + 4, origin + to);
            int entry = tag((int) bytes) | (s + base);
            longTable[longHash(bytes)] = entry;
            shortTable[shortHash(bytes)] = entry;
            cost.add(data, origin + s, 0, 1, length - MIN_MATCH);
            s += length;
            int swapped = offset1;
            offset1 = offset2;
            offset2 = swapped;
        }
        return s;
    }

    /** How many bytes from {@code a} on equal the bytes from {@code b} on, up to the end of the block; {@code b} is smaller. */
    private static int matching(byte[] data, int a, int b, int end) {
        int i = a;
        int k = b;
        while (i + Long.BYTES <= end) {
            long difference = (long) LONGS.get(data, i) ^ (long) LONGS.get(data, k);
            if (difference != 0) {
                return i - a + (Long.numberOfTrailingZeros(difference) >> 3);
            }
            i += Long.BYTES;
            k += Long.BYTES;
        }
        while (i < end && data[i] == data[k]) {
            i++;
            k++;
        }
        return i - a;
    }

    private static int tag(int bytes) {
        return (bytes * TAG_PRIME) & ~MAX_PLACE;
    }

    private static int longHash(long bytes) {
        return (int) ((bytes * LONG_PRIME) >>> (64 - LONG_TABLE_BITS));
    }

    private static int shortHash(long bytes) {
        return (int) (((bytes << 24) * SHORT_PRIME) >>> (64 - SHORT_TABLE_BITS));
    }

    @Override
    public void close() {
        // Nothing is held that the collector does not find.
    }
}
