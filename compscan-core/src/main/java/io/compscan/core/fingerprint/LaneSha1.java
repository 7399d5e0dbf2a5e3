package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * SHA-1 (FIPS 180-4) of {@value #LANES} chunks at a time, side by side in the lanes of vector registers. Belongs to one thread.
 *
 * <p>A single SHA-1 is a chain of 80 steps a block, and each step waits for the last. So the CPU's own instructions for it leave most of
 * the core idle. Here every step is a loop over all lanes that the JVM's compiler turns into vector instructions. Each row depends on
 * earlier rows only, and all distances are constants.
 *
 * <p>Of the five variables only {@code a} is kept; the others are its earlier values:
 *
 * <pre>
 *              lane 0 | lane 1 | ... | lane 63
 *   row t    |        a(t-4)                  |   e = rotl(a(t-4), 30)
 *   row t+1  |        a(t-3)                  |   d = rotl(a(t-3), 30)
 *   row t+2  |        a(t-2)                  |   c = rotl(a(t-2), 30)
 *   row t+3  |        a(t-1)                  |   b = a(t-1)
 *   row t+4  |        a(t)                    |   a
 *   row t+5  |        a(t+1) = rotl(a, 5) + f(b, c, d) + e + K + W(t)
 * </pre>
 *
 * A lane that has finished its chunk takes the next, so chunks may be of any lengths; they are best given longest first.
 */
final class LaneSha1 implements Fingerprinter {

    /** Enough to hide the latency of a step and the ends of the loops, and still within the first-level cache. */
    static final int LANES = 64;

    static final int BLOCK_BYTES = 64;
    static final int DIGEST_BYTES = 20;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int WORDS = 16;
    private static final int STEPS = 80;
    /** Steps with the same function and constant. */
    private static final int ROUND = 20;

    private static final int VARIABLES = 5;
    private static final int[] INITIAL = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};

    /** The bytes behind a chunk's whole blocks: its last bytes, a one, zeros, and its length in bits. */
    private static final int MAX_TAIL_BYTES = 2 * BLOCK_BYTES;

    private static final int LENGTH_BYTES = Long.BYTES;

    /** One phase of the work on a block in each lane. */
    @FunctionalInterface
    private interface Phase {
        void run(int[] s, int[] w);
    }

    /**
     * An interface of many implementations makes the JVM compile each phase by itself. In one method of several loops, some come out
     * without vector instructions.
     */
    private static final Phase[] PHASES = {
        (s, w) -> expand(w),
        (s, w) -> round1(s, w),
        (s, w) -> round2(s, w),
        (s, w) -> round3(s, w),
        (s, w) -> round4(s, w),
        (s, w) -> addUp(s)
    };

    /** W: word t of lane l is at t * LANES + l. */
    private final int[] words = new int[STEPS * LANES];

    private final int[] rows = new int[(STEPS + VARIABLES) * LANES];

    private final byte[][] sources = new byte[LANES][];
    private final int[] positions = new int[LANES];
    /** The distance from one block to the next; 0 in an idle lane. */
    private final int[] strides = new int[LANES];
    /** The blocks of the source that are left; in an idle lane more than any chunk has. */
    private final int[] blocksLeft = new int[LANES];

    private final int[] chunkOf = new int[LANES];
    private final byte[] tails = new byte[LANES * MAX_TAIL_BYTES];

    /** How many blocks a chunk of that many bytes is, padding included. */
    static int blocks(int length) {
        return (length + LENGTH_BYTES) / BLOCK_BYTES + 1;
    }

    /** How many blocks the chunks are together. */
    static long blocks(ChunkList chunks) {
        long blocks = 0;
        for (int i = 0; i < chunks.size(); i++) {
            blocks += blocks(chunks.length(i));
        }
        return blocks;
    }

    @Override
    public void fingerprint(byte[] data, ChunkList chunks, byte[] fingerprints) {
        int[] order = new int[chunks.size()];
        Arrays.setAll(order, i -> i);
        fingerprint(data, chunks, order, 0, order.length, fingerprints);
    }

    /**
     * Writes the digests of some chunks, each to its place.
     *
     * @param order numbers of chunks
     * @param from the first place in {@code order} that is meant
     * @param to the place behind the last
     * @param fingerprints chunk {@code i}'s digest goes to {@code i * DIGEST_BYTES}
     */
    void fingerprint(byte[] data, ChunkList chunks, int[] order, int from, int to, byte[] fingerprints) {
        int next = from;
        int busy = 0;
        for (int lane = 0; lane < LANES; lane++) {
            if (next < to) {
                begin(lane, order[next++], data, chunks);
                busy++;
            } else {
                rest(lane);
            }
        }
        while (busy > 0) {
            int run = Integer.MAX_VALUE;
            for (int lane = 0; lane < LANES; lane++) {
                run = Math.min(run, blocksLeft[lane]);
            }
            for (int i = 0; i < run; i++) {
                load();
                for (Phase phase : PHASES) {
                    phase.run(rows, words);
                }
            }
            for (int lane = 0; lane < LANES; lane++) {
                if (strides[lane] == 0) {
                    continue;
                }
                blocksLeft[lane] -= run;
                if (blocksLeft[lane] > 0) {
                    continue;
                }
                if (sources[lane] == data) {
                    beginTail(lane, data, chunks);
                    continue;
                }
                write(lane, fingerprints);
                if (next < to) {
                    begin(lane, order[next++], data, chunks);
                } else {
                    rest(lane);
                    busy--;
                }
            }
        }
    }

    private void begin(int lane, int chunk, byte[] data, ChunkList chunks) {
        rows[4 * LANES + lane] = INITIAL[0];
        rows[3 * LANES + lane] = INITIAL[1];
        rows[2 * LANES + lane] = Integer.rotateRight(INITIAL[2], 30);
        rows[LANES + lane] = Integer.rotateRight(INITIAL[3], 30);
        rows[lane] = Integer.rotateRight(INITIAL[4], 30);
        chunkOf[lane] = chunk;
        sources[lane] = data;
        positions[lane] = chunks.offset(chunk);
        strides[lane] = BLOCK_BYTES;
        blocksLeft[lane] = chunks.length(chunk) / BLOCK_BYTES;
        if (blocksLeft[lane] == 0) {
            beginTail(lane, data, chunks);
        }
    }

    private void beginTail(int lane, byte[] data, ChunkList chunks) {
        int chunk = chunkOf[lane];
        int length = chunks.length(chunk);
        int wholeBlocks = length / BLOCK_BYTES;
        int bytes = length - wholeBlocks * BLOCK_BYTES;
        int tailBlocks = blocks(length) - wholeBlocks;
        int tail = lane * MAX_TAIL_BYTES;
        int end = tail + tailBlocks * BLOCK_BYTES;
        System.arraycopy(data, chunks.offset(chunk) + length - bytes, tails, tail, bytes);
        tails[tail + bytes] = (byte) 0x80;
        Arrays.fill(tails, tail + bytes + 1, end, (byte) 0);
        LONGS.set(tails, end - LENGTH_BYTES, 8L * length);
        sources[lane] = tails;
        positions[lane] = tail;
        blocksLeft[lane] = tailBlocks;
    }

    private void rest(int lane) {
        sources[lane] = tails;
        positions[lane] = lane * MAX_TAIL_BYTES;
        strides[lane] = 0;
        blocksLeft[lane] = Integer.MAX_VALUE;
    }

    private void write(int lane, byte[] fingerprints) {
        int at = chunkOf[lane] * DIGEST_BYTES;
        INTS.set(fingerprints, at, rows[4 * LANES + lane]);
        INTS.set(fingerprints, at + 4, rows[3 * LANES + lane]);
        INTS.set(fingerprints, at + 8, Integer.rotateLeft(rows[2 * LANES + lane], 30));
        INTS.set(fingerprints, at + 12, Integer.rotateLeft(rows[LANES + lane], 30));
        INTS.set(fingerprints, at + 16, Integer.rotateLeft(rows[lane], 30));
    }

    private void load() {
        int[] w = words;
        for (int lane = 0; lane < LANES; lane++) {
            byte[] source = sources[lane];
            int at = positions[lane];
            for (int t = 0; t < WORDS; t += 2) {
                long two = (long) LONGS.get(source, at + Integer.BYTES * t);
                w[t * LANES + lane] = (int) (two >>> Integer.SIZE);
                w[(t + 1) * LANES + lane] = (int) two;
            }
            positions[lane] = at + strides[lane];
        }
    }

    private static void expand(int[] w) {
        for (int i = WORDS * LANES; i < STEPS * LANES; i++) {
            w[i] = Integer.rotateLeft(w[i - 3 * LANES] ^ w[i - 8 * LANES] ^ w[i - 14 * LANES] ^ w[i - 16 * LANES], 1);
        }
    }

    // The second and the fourth round have the same function. They are written out: the compiler makes vector
    // instructions only of loops whose bounds are constants.

    private static void round1(int[] s, int[] w) {
        for (int i = 0; i < ROUND * LANES; i++) {
            int b = s[i + 3 * LANES];
            int c = Integer.rotateLeft(s[i + 2 * LANES], 30);
            int d = Integer.rotateLeft(s[i + LANES], 30);
            int e = Integer.rotateLeft(s[i], 30);
            s[i + 5 * LANES] = Integer.rotateLeft(s[i + 4 * LANES], 5) + (d ^ (b & (c ^ d))) + e + 0x5A827999 + w[i];
        }
    }

    private static void round2(int[] s, int[] w) {
        for (int i = ROUND * LANES; i < 2 * ROUND * LANES; i++) {
            int b = s[i + 3 * LANES];
            int c = Integer.rotateLeft(s[i + 2 * LANES], 30);
            int d = Integer.rotateLeft(s[i + LANES], 30);
            int e = Integer.rotateLeft(s[i], 30);
            s[i + 5 * LANES] = Integer.rotateLeft(s[i + 4 * LANES], 5) + (b ^ c ^ d) + e + 0x6ED9EBA1 + w[i];
        }
    }

    private static void round3(int[] s, int[] w) {
        for (int i = 2 * ROUND * LANES; i < 3 * ROUND * LANES; i++) {
            int b = s[i + 3 * LANES];
            int c = Integer.rotateLeft(s[i + 2 * LANES], 30);
            int d = Integer.rotateLeft(s[i + LANES], 30);
            int e = Integer.rotateLeft(s[i], 30);
            s[i + 5 * LANES] =
                    Integer.rotateLeft(s[i + 4 * LANES], 5) + ((b & c) | (d & (b | c))) + e + 0x8F1BBCDC + w[i];
        }
    }

    private static void round4(int[] s, int[] w) {
        for (int i = 3 * ROUND * LANES; i < 4 * ROUND * LANES; i++) {
            int b = s[i + 3 * LANES];
            int c = Integer.rotateLeft(s[i + 2 * LANES], 30);
            int d = Integer.rotateLeft(s[i + LANES], 30);
            int e = Integer.rotateLeft(s[i], 30);
            s[i + 5 * LANES] = Integer.rotateLeft(s[i + 4 * LANES], 5) + (b ^ c ^ d) + e + 0xCA62C1D6 + w[i];
        }
    }

    /** Adds the last rows to the first, where the next block starts from. */
    private static void addUp(int[] s) {
        for (int i = 0; i < 3 * LANES; i++) {
            int sum = Integer.rotateLeft(s[i], 30) + Integer.rotateLeft(s[i + STEPS * LANES], 30);
            s[i] = Integer.rotateRight(sum, 30);
        }
        for (int i = 3 * LANES; i < VARIABLES * LANES; i++) {
            s[i] += s[i + STEPS * LANES];
        }
    }
}
