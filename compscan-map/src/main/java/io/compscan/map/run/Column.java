package io.compscan.map.run;

/**
 * One number for each entry of a block, packed at a width that suits most of them, with patches for the others.
 *
 * <pre>
 *   | minimum 8 | bits 1 | patch bits 1 | patches 2 | packed: n x bits | positions: patches x 16 bits | patches x patch bits |
 * </pre>
 *
 * <p>Number {@code i} is the minimum plus packed number {@code i}. If {@code i} is one of the positions, the patch of that position, shifted
 * left by {@code bits}, is added. This is the patched frame of reference of Zukowski, Héman, Nes, Boncz (2006). A column of equal numbers
 * takes only its head.
 */
final class Column {

    private static final int MIN_AT = 0;
    private static final int BITS_AT = 8;
    private static final int PATCH_BITS_AT = 9;
    private static final int PATCHES_AT = 10;

    private Column() {}

    /** Writes the first {@code n} values, none negative, and overwrites them; returns the end of the column. */
    static int write(long[] values, int n, byte[] bytes, int at) {
        long min = Long.MAX_VALUE;
        for (int i = 0; i < n; i++) {
            min = Math.min(min, values[i]);
        }
        int[] wider = new int[Long.SIZE + 1];
        for (int i = 0; i < n; i++) {
            values[i] -= min;
            wider[width(values[i])]++;
        }
        int widest = Long.SIZE - 1;
        while (widest > 0 && wider[widest] == 0) {
            widest--;
        }
        int bits = bestBits(wider, widest, n);
        int packedAt = at + RunFormat.COLUMN_HEADER_BYTES;
        int positionsAt = packedAt + PackedBytes.packedBytes(n, bits);
        PackedBytes.pack(values, n, bits, bytes, packedAt);
        int patches = 0;
        for (int i = 0; i < n; i++) {
            long high = values[i] >>> bits;
            if (high != 0) {
                PackedBytes.putShort(bytes, positionsAt + 2 * patches, i);
                values[patches++] = high;
            }
        }
        int patchBits = patches == 0 ? 0 : widest - bits;
        int patchesAt = positionsAt + 2 * patches;
        PackedBytes.pack(values, patches, patchBits, bytes, patchesAt);
        PackedBytes.putLong(bytes, at + MIN_AT, min);
        bytes[at + BITS_AT] = (byte) bits;
        bytes[at + PATCH_BITS_AT] = (byte) patchBits;
        PackedBytes.putShort(bytes, at + PATCHES_AT, patches);
        return patchesAt + PackedBytes.packedBytes(patches, patchBits);
    }

    /** The width that makes numbers and patches together shortest. */
    private static int bestBits(int[] ofWidth, int widest, int n) {
        int best = 0;
        long bestCost = Long.MAX_VALUE;
        int patches = 0;
        for (int bits = widest; bits >= 0; bits--) {
            long cost = (long) n * bits + (long) patches * (16 + widest - bits);
            boolean packs =
                    bits <= RunFormat.MAX_PACKED_BITS && (patches == 0 || widest - bits <= RunFormat.MAX_PACKED_BITS);
            if (packs && cost < bestCost) {
                best = bits;
                bestCost = cost;
            }
            patches += ofWidth[bits];
        }
        return best;
    }

    private static int width(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }

    /**
     * Reads a column of {@code n} numbers that ends at or before {@code end}.
     *
     * @return its end, or -1 if the bytes are no column or hold a number above {@code max}
     */
    static int read(byte[] bytes, int at, int end, int n, long max, long[] values) {
        if (end - at < RunFormat.COLUMN_HEADER_BYTES) {
            return -1;
        }
        long min = PackedBytes.getLong(bytes, at + MIN_AT);
        int bits = bytes[at + BITS_AT];
        int patchBits = bytes[at + PATCH_BITS_AT];
        int patches = PackedBytes.unsignedShort(bytes, at + PATCHES_AT);
        if (min < 0
                || min > max
                || bits < 0
                || bits > RunFormat.MAX_PACKED_BITS
                || patchBits < 0
                || patchBits > Math.min(RunFormat.MAX_PACKED_BITS, Long.SIZE - 1 - bits)
                || patches > n) {
            return -1;
        }
        int packedAt = at + RunFormat.COLUMN_HEADER_BYTES;
        int positionsAt = packedAt + PackedBytes.packedBytes(n, bits);
        int patchesAt = positionsAt + 2 * patches;
        int columnEnd = patchesAt + PackedBytes.packedBytes(patches, patchBits);
        if (columnEnd > end) {
            return -1;
        }
        PackedBytes.unpack(bytes, packedAt, n, bits, min, values);
        if (patches > 0 && !patch(bytes, positionsAt, patchesAt, patches, patchBits, bits, n, values)) {
            return -1;
        }
        // Where even the widest number cannot reach the maximum there is nothing to check.
        boolean mayExceed = bits + patchBits >= Long.SIZE - 2 || min > max - ((1L << (bits + patchBits)) - 1);
        return mayExceed && exceeds(values, n, max) ? -1 : columnEnd;
    }

    private static boolean patch(
            byte[] bytes, int positionsAt, int patchesAt, int patches, int patchBits, int bits, int n, long[] values) {
        int previous = -1;
        long mask = (1L << patchBits) - 1;
        for (int i = 0; i < patches; i++) {
            int position = PackedBytes.unsignedShort(bytes, positionsAt + 2 * i);
            if (position <= previous || position >= n) {
                return false;
            }
            previous = position;
            int bit = i * patchBits;
            long high = PackedBytes.getLong(bytes, patchesAt + (bit >>> 3)) >>> (bit & 7) & mask;
            values[position] += high << bits;
        }
        return true;
    }

    /** Whether a number is above the maximum, or negative after an overflow. */
    private static boolean exceeds(long[] values, int n, long max) {
        for (int i = 0; i < n; i++) {
            if (values[i] < 0 || values[i] > max) {
                return true;
            }
        }
        return false;
    }
}
