package io.compscan.image.archive;

import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * One record of a tar, read as a header.
 *
 * <pre>
 *   0     name, 100 bytes
 *   124   size, 12 bytes: octal, or binary from 2^33 on
 *   148   sum of all bytes, 8 bytes, octal; its own bytes count as spaces
 *   156   type
 *   257   "ustar", missing before 1988
 * </pre>
 *
 * @param data holds the record
 * @param offset where the record begins in the data
 */
@SuppressWarnings("ArrayRecordComponent")
record TarHeader(byte[] data, int offset) {

    static final int BYTES = 512;

    private static final byte[] ZEROS = new byte[BYTES];
    private static final byte[] MAGIC = {'u', 's', 't', 'a', 'r'};

    private static final int SIZE_OFFSET = 124;
    private static final int SIZE_BYTES = 12;
    private static final int SUM_OFFSET = 148;
    private static final int SUM_BYTES = 8;
    private static final int TYPE_OFFSET = 156;
    private static final int MAGIC_OFFSET = 257;

    /** Whether the record is all zeros: the end of an archive, or a part of a file. */
    boolean isZero() {
        return Arrays.equals(data, offset, offset + BYTES, ZEROS, 0, BYTES);
    }

    boolean hasMagic() {
        int from = offset + MAGIC_OFFSET;
        return Arrays.equals(data, from, from + MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    boolean hasName() {
        return data[offset] != 0;
    }

    /** Whether the checksum is right. Some old writers added up signed bytes. */
    boolean isSound() {
        int stored = storedSum();
        if (stored < 0) {
            return false;
        }
        int sum = SUM_BYTES * ' ';
        int signedSum = sum;
        for (int i = 0; i < BYTES; i++) {
            if (i < SUM_OFFSET || i >= SUM_OFFSET + SUM_BYTES) {
                sum += data[offset + i] & 0xff;
                signedSum += data[offset + i];
            }
        }
        return stored == sum || stored == signedSum;
    }

    /** The checksum in the record; negative if the field holds no number. Most records that are no header fail here, without a sum over all bytes. */
    private int storedSum() {
        int at = offset + SUM_OFFSET;
        int end = at + SUM_BYTES;
        while (at < end && data[at] == ' ') {
            at++;
        }
        int start = at;
        int sum = 0;
        while (at < end && data[at] >= '0' && data[at] <= '7') {
            sum = sum * 8 + data[at++] - '0';
        }
        boolean isNumber = at > start && (at == end || data[at] == 0 || data[at] == ' ');
        return isNumber ? sum : -1;
    }

    /** Whether this is a prefix: its data belongs to the header behind it, as attributes of POSIX or a long name of GNU. */
    boolean isPrefix() {
        return switch (data[offset + TYPE_OFFSET]) {
            case 'x', 'X', 'L', 'K' -> true;
            default -> false;
        };
    }

    /** Whether its data belongs to all files behind it. */
    boolean isGlobal() {
        return data[offset + TYPE_OFFSET] == 'g';
    }

    /**
     * The size of the data that follows it.
     *
     * @throws IllegalArgumentException if the field holds no number
     */
    long sizeBytes() {
        return TarUtils.parseOctalOrBinary(data, offset + SIZE_OFFSET, SIZE_BYTES);
    }
}
