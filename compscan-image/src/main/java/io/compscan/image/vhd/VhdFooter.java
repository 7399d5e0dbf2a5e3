package io.compscan.image.vhd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;

/**
 * The last sector of a VHD, all numbers big-endian.
 *
 * <pre>
 *   0 "conectix"   16 offset of the dynamic header   28 creator   48 current size   56 cylinders, heads, sectors   60 type   64 checksum   68 UUID
 * </pre>
 *
 * @param type 2 fixed, 3 dynamic, 4 differencing
 * @param sizeBytes the size of the disk
 * @param headerOffset where the dynamic header begins
 * @param uuid the mark by which children know the image
 */
record VhdFooter(int type, long sizeBytes, long headerOffset, String uuid) {

    static final String MAGIC = "conectix";
    static final int BYTES = 512;
    static final int FIXED = 2;
    static final int DYNAMIC = 3;
    static final int DIFFERENCING = 4;

    /** These creators show their guests the size that the geometry gives. All others show the current size. */
    private static final Set<String> GO_BY_GEOMETRY = Set.of("vpc ", "vs  ", "qemu");

    /** A larger disk has this geometry, which says nothing of its size. */
    private static final long MAX_GEOMETRY_SECTORS = 65535L * 16 * 255;

    private static final int CHECKSUM_AT = 64;
    private static final int UUID_BYTES = 16;

    /** Reads a footer of {@value #BYTES} bytes. */
    static VhdFooter of(byte[] sector) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(sector);
        if (!new String(sector, 0, MAGIC.length(), StandardCharsets.ISO_8859_1).equals(MAGIC)) {
            throw new IOException("truncated or damaged: it does not end with a footer");
        }
        checkSum(sector, BYTES, CHECKSUM_AT, "footer");
        String creator = new String(sector, 28, 4, StandardCharsets.ISO_8859_1);
        long size = bytes.getLong(48);
        long sectors = (bytes.getShort(56) & 0xffffL) * (bytes.get(58) & 0xff) * (bytes.get(59) & 0xff);
        if (GO_BY_GEOMETRY.contains(creator) && sectors > 0 && sectors != MAX_GEOMETRY_SECTORS) {
            size = Math.min(size, sectors * BYTES);
        }
        if (size < 0) {
            throw new IOException("damaged: a disk of " + Long.toUnsignedString(size) + " bytes");
        }
        return new VhdFooter(
                bytes.getInt(60), size, bytes.getLong(16), HexFormat.of().formatHex(sector, 68, 68 + UUID_BYTES));
    }

    /** Refuses bytes with a wrong checksum. The right one is the complement of the sum of all bytes but its own. */
    static void checkSum(byte[] data, int length, int at, String what) throws IOException {
        int sum = 0;
        for (int i = 0; i < length; i++) {
            if (i < at || i >= at + Integer.BYTES) {
                sum += data[i] & 0xff;
            }
        }
        if (~sum != ByteBuffer.wrap(data).getInt(at)) {
            throw new IOException("damaged: the checksum of the " + what + " does not match");
        }
    }
}
