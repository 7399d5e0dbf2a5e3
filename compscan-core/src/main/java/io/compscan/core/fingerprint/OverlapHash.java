package io.compscan.core.fingerprint;

import io.compscan.core.SplitMix;
import io.compscan.core.chunk.ChunkList;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Tells chunks apart that several chunkings cut from the same bytes, and hashes each byte about once, however many chunks it lies in. One
 * thread.
 *
 * <p>The hash of a chunk is its bytes as one large number, big-endian, modulo a prime (Karp, Rabin: Efficient randomized pattern-matching algorithms.
 * IBM Journal of Research and Development 31, 1987). So it follows from the hashes of its parts, wherever it is divided:
 *
 * <pre>
 *   bytes     ....|....|....|....|....|....|      the buffer in blocks, each hashed when a chunk needs it, and then known
 *   chunk        |-|====|====|====|--|            head and tail are hashed for this chunk
 *   hash      of two parts:  first * 256^(length of the second) + second
 * </pre>
 *
 * <p>The prime is 2^61 - {@value #BELOW}. The number is about 2^61 over the golden ratio, divided by 2^33, so that no structure of usual
 * data has to do with it. Half of the prime is prime, too, so the powers of 256 return after 2^58 bytes at the earliest. With the chunk's
 * length that makes some 80 bits. They do not resist data that is made to collide, so nobody sees them: they only count the chunks of one
 * scan.
 */
public final class OverlapHash implements Fingerprinter {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int PRIME_BITS = 61;
    private static final long BELOW = 0x9e386d1;
    private static final long PRIME = (1L << PRIME_BITS) - BELOW;
    private static final long LOW_BITS = (1L << PRIME_BITS) - 1;
    private static final long HALF = 0xffff_ffffL;

    /** A shift by 32 bits would push the bits from here on beyond the prime's length. */
    private static final int TOP_SHIFT = PRIME_BITS - Integer.SIZE;

    private static final long BELOW_TOP = (1L << TOP_SHIFT) - 1;
    private static final int BYTE_SHIFT = PRIME_BITS - Byte.SIZE;
    private static final long BELOW_BYTE = (1L << BYTE_SHIFT) - 1;

    private static final int BLOCK_BYTES = 4096;
    /** A hash waits for its own last result, so four parts of a block are hashed side by side. */
    private static final int LANES = 4;

    /** 256 to the power of the index, up to the length of a block. */
    private static final long[] POWERS = powers();

    private final int digestBytes;
    /** The hash of each block of the buffer, plus one; 0 where it is not known. */
    private long[] blocks = {};

    /** @param digestBytes the length of a fingerprint, 16 at least: hash and length of the chunk, mixed */
    public OverlapHash(int digestBytes) {
        this.digestBytes = digestBytes;
    }

    private static long[] powers() {
        long[] powers = new long[BLOCK_BYTES + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = times(powers[i - 1], 256);
        }
        return powers;
    }

    /** Begins with other bytes: forgets what is known. */
    public void begin() {
        Arrays.fill(blocks, 0);
    }

    @Override
    public void fingerprint(byte[] data, ChunkList chunks, byte[] fingerprints) {
        if (blocks.length <= data.length / BLOCK_BYTES) {
            blocks = Arrays.copyOf(blocks, data.length / BLOCK_BYTES + 1);
        }
        for (int i = 0; i < chunks.size(); i++) {
            int length = chunks.length(i);
            write(hash(data, chunks.offset(i), length), length, fingerprints, i * digestBytes);
        }
    }

    /** Writes a bijection of hash and length, whose first bytes look random. */
    private void write(long hash, int length, byte[] fingerprints, int at) {
        long word = SplitMix.mix(length);
        for (int done = 0; done < digestBytes; done++) {
            if (done % Long.BYTES == 0) {
                word = SplitMix.mix(word + hash);
            }
            fingerprints[at + done] = (byte) (word >>> (Byte.SIZE * (done % Long.BYTES)));
        }
    }

    private long hash(byte[] data, int from, int length) {
        int to = from + length;
        int block = (from + BLOCK_BYTES - 1) / BLOCK_BYTES;
        if (block * BLOCK_BYTES >= to) {
            return hashPart(data, from, length);
        }
        long hash = hashPart(data, from, block * BLOCK_BYTES - from);
        for (; (block + 1) * BLOCK_BYTES <= to; block++) {
            hash = append(hash, BLOCK_BYTES, block(data, block));
        }
        int rest = to - block * BLOCK_BYTES;
        return append(hash, rest, hashPart(data, to - rest, rest));
    }

    private long block(byte[] data, int block) {
        if (blocks[block] == 0) {
            blocks[block] = hashPart(data, block * BLOCK_BYTES, BLOCK_BYTES) + 1;
        }
        return blocks[block] - 1;
    }

    /** The hash of no more bytes than a block has. */
    private static long hashPart(byte[] data, int from, int length) {
        int lane = length / (LANES * Long.BYTES) * Long.BYTES;
        long hash0 = 0;
        long hash1 = 0;
        long hash2 = 0;
        long hash3 = 0;
        for (int i = from; i < from + lane; i += Long.BYTES) {
            hash0 = next(hash0, (long) LONGS.get(data, i));
            hash1 = next(hash1, (long) LONGS.get(data, i + lane));
            hash2 = next(hash2, (long) LONGS.get(data, i + 2 * lane));
            hash3 = next(hash3, (long) LONGS.get(data, i + 3 * lane));
        }
        long hash = append(append(append(hash0, lane, hash1), lane, hash2), lane, hash3);
        for (int i = from + LANES * lane; i < from + length; i++) {
            hash = (hash >>> BYTE_SHIFT) * BELOW + ((hash & BELOW_BYTE) << Byte.SIZE) + (data[i] & 0xff);
        }
        return reduced(hash);
    }

    /**
     * The hash with eight more bytes: twice 2^32 times the hash, plus half of them.
     *
     * @return below 2^63, like the hash, so nothing overflows before the end
     */
    private static long next(long hash, long eight) {
        long half = (hash >>> TOP_SHIFT) * BELOW + ((hash & BELOW_TOP) << Integer.SIZE) + (eight >>> Integer.SIZE);
        return (half >>> TOP_SHIFT) * BELOW + ((half & BELOW_TOP) << Integer.SIZE) + (eight & HALF);
    }

    /** The hash of two parts; the second has so many bytes. */
    private static long append(long first, int secondBytes, long second) {
        return reduced(times(reduced(first), POWERS[secondBytes]) + reduced(second));
    }

    /** The product of two numbers below the prime. */
    private static long times(long a, long b) {
        long low = a * b;
        long above = Math.multiplyHigh(a, b) << (Long.SIZE - PRIME_BITS) | low >>> PRIME_BITS;
        long lowAgain = above * BELOW;
        long aboveAgain = Math.multiplyHigh(above, BELOW) << (Long.SIZE - PRIME_BITS) | lowAgain >>> PRIME_BITS;
        return reduced(aboveAgain * BELOW + (lowAgain & LOW_BITS) + (low & LOW_BITS));
    }

    /** A number below 2^63 modulo the prime. */
    private static long reduced(long number) {
        long rest = (number >>> PRIME_BITS) * BELOW + (number & LOW_BITS);
        return rest >= PRIME ? rest - PRIME : rest;
    }
}
