package io.compscan.image.archive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One record of a tar, read as a header.
 *
 * <pre>
 *   0     name, 100 bytes
 *   124   size, 12 bytes: octal, or binary from 2^33 on
 *   148   sum of all bytes, 8 bytes, octal; its own bytes count as spaces
 *   156   type
 *   257   "ustar", missing before 1988
 *   345   directory, 155 bytes, of POSIX
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

    private static final int NAME_BYTES = 100;
    private static final int SIZE_OFFSET = 124;
    private static final int SIZE_BYTES = 12;
    private static final int SUM_OFFSET = 148;
    private static final int SUM_BYTES = 8;
    private static final int TYPE_OFFSET = 156;
    private static final int MAGIC_OFFSET = 257;
    private static final int PREFIX_OFFSET = 345;
    private static final int PREFIX_BYTES = 155;

    /** A dialect of star has more fields behind a shorter directory. */
    private static final int XSTAR_PREFIX_BYTES = 131;

    private static final int XSTAR_OFFSET = 508;
    private static final byte[] XSTAR = {'t', 'a', 'r', 0};

    private static final int BINARY = 0x80;

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
        return type() == 'g';
    }

    char type() {
        return (char) (data[offset + TYPE_OFFSET] & 0xff);
    }

    boolean isLink() {
        return type() == '1' || type() == '2';
    }

    /** Whether the type occurs in a first header without the magic. */
    boolean isOldType() {
        return switch (type()) {
            case 0, '0', '1', '2', '3', '4', '5', '6', '7', 'V', 'M', 'S', 'L', 'K', 'D', 'x', 'g' -> true;
            default -> false;
        };
    }

    /** Whether star has written it, or another program whose magic is that of POSIX. */
    boolean isOfStar() {
        return hasMagic() && data[offset + MAGIC_OFFSET + MAGIC.length] == 0;
    }

    boolean isSet(int at) {
        return data[offset + at] != 0;
    }

    /** The name, with the directory that POSIX keeps apart. */
    String name() {
        String name = text(data, offset, NAME_BYTES);
        // In place of the directory, GNU tar and old programs have other things.
        if (!isOfStar()) {
            return name;
        }
        boolean isXstar = Arrays.equals(data, offset + XSTAR_OFFSET, offset + BYTES, XSTAR, 0, XSTAR.length);
        String directory = text(data, offset + PREFIX_OFFSET, isXstar ? XSTAR_PREFIX_BYTES : PREFIX_BYTES);
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /** The text in a field, up to the first zero. */
    static String text(byte[] data, int from, int length) {
        int end = from;
        while (end < from + length && data[end] != 0) {
            end++;
        }
        return new String(data, from, end - from, StandardCharsets.UTF_8);
    }

    /** The size of the data that follows it; negative if the field holds no such number. */
    long sizeBytes() {
        return number(SIZE_OFFSET, SIZE_BYTES);
    }

    /**
     * The number in a field: octal digits, or binary, with the highest bit set.
     *
     * @return negative if the field holds no number, or one below 0 or from 2^63 on
     */
    long number(int at, int length) {
        int from = offset + at;
        return (data[from] & BINARY) == 0 ? octal(from, from + length) : binary(from, from + length);
    }

    private long octal(int from, int end) {
        if (data[from] == 0) {
            return 0;
        }
        int at = from;
        while (at < end && data[at] == ' ') {
            at++;
        }
        long number = 0;
        while (at < end && data[at] >= '0' && data[at] <= '7') {
            number = number * 8 + data[at++] - '0';
        }
        return at == end || data[at] == 0 || data[at] == ' ' ? number : -1;
    }

    private long binary(int from, int end) {
        long number = data[from] & ~BINARY & 0xff;
        for (int at = from + 1; at < end; at++) {
            if (number >>> (Long.SIZE - 1 - Byte.SIZE) != 0) {
                return -1;
            }
            number = number << Byte.SIZE | (data[at] & 0xff);
        }
        return number;
    }
}
