package io.compscan.core.tools.generate;

import io.compscan.core.SplitMix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bytes of a distinct chunk, from its number and the seed: never all zero, and different for different numbers.
 *
 * <p>A chunk consists of random bytes and of copies of the bytes shortly before, as if an LZ decoder had made it. So the share of random
 * bytes says how far it shrinks, and every compressor that finds repetitions comes to about the same size. Both parts come from the chunk's
 * own randomness, so chunks have nothing in common that a compressor with a longer view could find. The random bytes use all values
 * equally, so an entropy coder gains nothing.
 *
 * <pre>
 *   | number, scrambled (8) | random | copy | random | copy | ... | random (16) |
 * </pre>
 */
final class ChunkContent {

    /** The least number of random bytes in a chunk: the number, a source for the first copy, and the end. */
    static final int MIN_RANDOM_BYTES = 32;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int END_BYTES = 16;

    // A copy begins in the random bytes just before it, and not far back in them. Fast compressors do not remember
    // every position in the bytes that they have copied, or in a long stretch without a match.
    private static final int MIN_DISTANCE = 32;
    private static final int MAX_DISTANCE = 512;

    // Long stretches of each, so that the price of a copy hardly counts: 3 to 7 bytes, depending on the compressor.
    private static final int RANDOM_STRETCH = 256;
    private static final int COPY_STRETCH = 256;

    private final long numberKey;
    private final long streamKey;
    private final double randomShare;
    private final double spread;

    /**
     * Contents with these random shares.
     *
     * @param draw 0, or another number for other random bytes of the same seed
     * @param randomShare the mean share of random bytes in a chunk, 0 to 1
     * @param spread how far the share of a single chunk lies above or below the mean at most, as a part of the mean
     */
    ChunkContent(long seed, int draw, double randomShare, double spread) {
        numberKey = SplitMix.key(seed, "number");
        streamKey = SplitMix.key(seed, "stream") + draw;
        this.randomShare = randomShare;
        this.spread = spread;
    }

    /** Writes chunk {@code number}; its place in the spread follows from the number, evenly over any range of numbers. */
    void fill(long number, byte[] target, int offset, int length) {
        fill(number, SplitMix.unit(number * SplitMix.GOLDEN), target, offset, length);
    }

    /** Writes chunk {@code number} as if its place in the spread were {@code phase}, 0 (least random bytes) to 1. */
    void fill(long number, double phase, byte[] target, int offset, int length) {
        long state = SplitMix.mix(streamKey ^ SplitMix.mix(number));
        // Rounded up in some chunks and down in others: with small chunks a byte more or less in all of them would
        // show.
        double share = randomShare * (1 + spread * (2 * phase - 1));
        int random = (int) (length * share + SplitMix.unit(SplitMix.mix(number)));
        random = Math.min(length, Math.max(random, MIN_RANDOM_BYTES));
        if (length - random < END_BYTES) {
            random = length;
        }
        int copied = length - random;
        int stretches = Math.max(1, Math.min(random / RANDOM_STRETCH, copied / COPY_STRETCH));
        int end = offset + length;
        int at = offset;
        int randomDone = 0;
        int copiedDone = 0;
        if (copied > 0) {
            int spendable = random - END_BYTES;
            for (int i = 1; i <= stretches; i++) {
                state = next(state);
                int randomUpTo = cut(spendable, i, stretches, state);
                state = randomBytes(state, target, at, randomUpTo - randomDone);
                int fresh = randomUpTo - randomDone;
                at += fresh;
                randomDone = randomUpTo;
                if (i == 1) {
                    stamp(number, target, offset, length);
                }
                state = next(state);
                int copiedUpTo = cut(copied, i, stretches, state);
                state = next(state);
                copy(target, at, copiedUpTo - copiedDone, fresh, SplitMix.mix(state));
                at += copiedUpTo - copiedDone;
                copiedDone = copiedUpTo;
            }
        }
        randomBytes(next(state), target, at, end - at);
        if (copied == 0) {
            stamp(number, target, offset, length);
        }
    }

    /** Writes random bytes that belong to no chunk. */
    void fillRandom(long key, byte[] target, int offset, int length) {
        randomBytes(SplitMix.mix(streamKey + SplitMix.mix(~key)), target, offset, length);
        if (length > 0) {
            target[offset] |= 1;
        }
    }

    private void stamp(long number, byte[] target, int offset, int length) {
        if (length > Long.BYTES) {
            LONGS.set(target, offset, SplitMix.mix(number + numberKey));
            target[offset + Long.BYTES] |= 1;
        } else {
            target[offset] |= 1;
        }
    }

    /** Where stretch {@code i} of {@code count} ends when {@code total} is cut into them, up to a quarter of a stretch off. */
    private static int cut(int total, int i, int count, long state) {
        if (i == count) {
            return total;
        }
        double jitter = (SplitMix.unit(SplitMix.mix(state)) - 0.5) / 2;
        return (int) (total * (i + jitter) / count);
    }

    private static void copy(byte[] target, int at, int length, int source, long random) {
        int farthest = Math.min(source, MAX_DISTANCE);
        int nearest = Math.min(farthest, MIN_DISTANCE);
        int distance = nearest + (int) Long.remainderUnsigned(random, farthest - nearest + 1L);
        // A copy that reaches into itself repeats; what is there doubles with each step.
        int done = 0;
        while (done < length) {
            int step = Math.min(distance + done, length - done);
            System.arraycopy(target, at - distance, target, at + done, step);
            done += step;
        }
    }

    private static long next(long state) {
        return state + SplitMix.GOLDEN;
    }

    private static long randomBytes(long start, byte[] target, int offset, int length) {
        long state = start;
        int at = offset;
        int end = offset + length;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            state += SplitMix.GOLDEN;
            LONGS.set(target, at, SplitMix.mix(state));
        }
        if (at < end) {
            state += SplitMix.GOLDEN;
            long last = SplitMix.mix(state);
            for (; at < end; at++) {
                target[at] = (byte) last;
                last >>>= 8;
            }
        }
        return state;
    }
}
