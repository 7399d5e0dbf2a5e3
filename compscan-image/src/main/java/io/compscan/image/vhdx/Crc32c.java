package io.compscan.image.vhdx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The checksums of VHDX: CRC-32C with the field that holds it taken as zero. */
final class Crc32c {

    private static final byte[] ZEROS = new byte[Integer.BYTES];

    private Crc32c() {}

    /** Whether the number of four bytes at {@code at}, little-endian, is the checksum of all the others. */
    static boolean isRight(byte[] data, int at) {
        CRC32C crc = new CRC32C();
        crc.update(data, 0, at);
        crc.update(ZEROS, 0, ZEROS.length);
        crc.update(data, at + Integer.BYTES, data.length - at - Integer.BYTES);
        int stored = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
        return stored == (int) crc.getValue();
    }
}
