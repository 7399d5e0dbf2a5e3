package io.compscan.core.chunk.rolling;

/**
 * Finds where the buzhash of the last {@code windowBytes} bytes, divided by a number, leaves one of the largest remainders.
 *
 * <pre>
 *   cut:  h % divisor >= divisor - count,  which is  (h + count) % divisor &lt; count
 * </pre>
 *
 * <p>A division for each byte would take longer than the hash. Let {@code m} be 2^64 / divisor, rounded up. Then {@code x % divisor} is below
 * {@code count} where {@code x * m}, modulo 2^64, is below {@code count * m}. This holds for the {@code x} from {@code count} to 2^32 +
 * {@code count}, as long as the divisor is below 2^31 (Lemire, Kaser, Kurz: Faster remainder by direct computation. Software: Practice
 * and Experience 49, 2019).
 */
public final class RemainderScan extends BuzhashLanes {

    private static final long UNSIGNED = 0xffff_ffffL;

    private final long factor;
    /** {@code count * factor}: what is added to a product, and what the sum must be below. Moved by 2^63, as Java compares with a sign. */
    private final long bound;

    /**
     * A scan.
     *
     * @param table of {@link BuzhashTable}
     * @param windowBytes how many bytes are hashed
     * @param divisor below 2^31
     * @param count how many of the largest remainders allow a cut
     */
    public RemainderScan(int[] table, int windowBytes, int divisor, int count) {
        super(table, windowBytes, windowBytes);
        factor = Long.divideUnsigned(-1L, divisor) + 1;
        bound = count * factor + Long.MIN_VALUE;
    }

    @Override
    boolean allows(int hash) {
        return (hash & UNSIGNED) * factor + bound < bound;
    }

    @Override
    int block(byte[] data, int at0, int laneBytes, int steps, int[] lanes) {
        int[] in = entering;
        int[] out = leaving;
        long times = factor;
        long limit = bound;
        int[] hitSteps = hits.steps;
        int at1 = at0 + laneBytes;
        int at2 = at1 + laneBytes;
        int at3 = at2 + laneBytes;
        int ahead = windowBytes;
        int hash0 = lanes[0];
        int hash1 = lanes[1];
        int hash2 = lanes[2];
        int hash3 = lanes[3];
        int count = 0;
        for (int i = 0; i < steps; i++) {
            if ((hash0 & UNSIGNED) * times + limit < limit) {
                hitSteps[count++] = i << 2;
            }
            if ((hash1 & UNSIGNED) * times + limit < limit) {
                hitSteps[count++] = i << 2 | 1;
            }
            if ((hash2 & UNSIGNED) * times + limit < limit) {
                hitSteps[count++] = i << 2 | 2;
            }
            if ((hash3 & UNSIGNED) * times + limit < limit) {
                hitSteps[count++] = i << 2 | 3;
            }
            hash0 = Integer.rotateLeft(hash0, 1) ^ out[data[at0 + i] & 0xff] ^ in[data[at0 + ahead + i] & 0xff];
            hash1 = Integer.rotateLeft(hash1, 1) ^ out[data[at1 + i] & 0xff] ^ in[data[at1 + ahead + i] & 0xff];
            hash2 = Integer.rotateLeft(hash2, 1) ^ out[data[at2 + i] & 0xff] ^ in[data[at2 + ahead + i] & 0xff];
            hash3 = Integer.rotateLeft(hash3, 1) ^ out[data[at3 + i] & 0xff] ^ in[data[at3 + ahead + i] & 0xff];
        }
        lanes[0] = hash0;
        lanes[1] = hash1;
        lanes[2] = hash2;
        lanes[3] = hash3;
        return count;
    }
}
