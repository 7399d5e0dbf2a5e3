package io.compscan.image.archive;

import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * One record of a tar, taken for a header.
 *
 * <pre>
 *   0     name, 100 bytes
 *   124   size, 12 bytes: octal, or binary from 2^33 on
 *   148   sum of all bytes, 8 bytes, octal; its own bytes count as spaces
 *   156   type
 *   257   "ustar", missing before 1988
 * </pre>
 *
 * @param data where it lies
 * @param offset where it begins there
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

    /** The end of an archive, or a part of a file. */
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

    /** Whether its checksum is right. Some writers of old added up signed bytes. */
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

    /** Negative where no number stands. Most bytes that are no header are told by this, without a sum. */
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

    /** Whether it and its data tell more of the header behind it: attributes of POSIX, a long name of GNU. */
    boolean isPrefix() {
        return switch (data[offset + TYPE_OFFSET]) {
            case 'x', 'X', 'L', 'K' -> true;
            default -> false;
        };
    }

    /** Whether it tells of all files behind it. */
    boolean isGlobal() {
        return data[offset + TYPE_OFFSET] == 'g';
    }

    /**
     * How many bytes follow it.
     *
     * @throws IllegalArgumentException if that is no number
     */
    long sizeBytes() {
        return TarUtils.parseOctalOrBinary(data, offset + SIZE_OFFSET, SIZE_BYTES);
    }
}
