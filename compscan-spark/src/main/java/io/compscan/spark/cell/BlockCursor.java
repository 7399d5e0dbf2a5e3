package io.compscan.spark.cell;

import io.compscan.map.EntryCursor;

/** A cursor over the entries of a block of {@link BlockWriter}: field 0 is the length, if there is one; stored sizes follow. */
public final class BlockCursor implements EntryCursor {

    private final byte[] block;
    private final int task;
    private final boolean hasLengths;
    private final int impliedBytes;
    private final byte[] key;
    private final long[] values;
    /** The position of the next number, for each column. */
    private final int[] positions;

    private int position;
    private int left;
    private int keyAt;

    /**
     * A cursor before the first entry.
     *
     * @param keyBytes length of a fingerprint
     * @param prefix the leading bits of the cell's fingerprints
     * @param bits the number of these bits
     * @param sizedCount the number of stored sizes
     */
    public BlockCursor(byte[] block, int keyBytes, int prefix, int bits, int sizedCount) {
        this.block = block;
        task = (int) number();
        hasLengths = number() == 1;
        left = (int) number();
        int columns = 1 + (hasLengths ? 1 : 0) + sizedCount;
        values = new long[columns];
        positions = new int[columns];
        int[] columnBytes = new int[columns];
        for (int i = 0; i < columns; i++) {
            columnBytes[i] = (int) number();
        }
        impliedBytes = bits / Byte.SIZE;
        key = new byte[keyBytes];
        for (int i = 0; i < impliedBytes; i++) {
            key[i] = (byte) (prefix >>> (bits - Byte.SIZE * (i + 1)));
        }
        keyAt = position;
        int columnAt = keyAt + left * (keyBytes - impliedBytes);
        for (int i = 0; i < columns; i++) {
            positions[i] = columnAt;
            columnAt += columnBytes[i];
        }
        if (columnAt != block.length) {
            throw new IllegalStateException("a block of " + block.length + " bytes ends at " + columnAt);
        }
    }

    /** The task that has written the block. */
    public int task() {
        return task;
    }

    public boolean hasLengths() {
        return hasLengths;
    }

    @Override
    public boolean next() {
        if (left == 0) {
            return false;
        }
        left--;
        int keyBytes = key.length - impliedBytes;
        System.arraycopy(block, keyAt, key, impliedBytes, keyBytes);
        keyAt += keyBytes;
        for (int i = 0; i < values.length; i++) {
            position = positions[i];
            values[i] = number();
            positions[i] = position;
        }
        return true;
    }

    private long number() {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = block[position++];
            number |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return number;
            }
        }
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public long references() {
        return values[0];
    }

    @Override
    public int field(int field) {
        return (int) values[1 + field];
    }
}
