package io.compscan.image.vhdx;

import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The newer of the two headers of a VHDX file, all numbers little-endian.
 *
 * <pre>
 *   0 "head"   4 CRC-32C   8 sequence number   16 file write   32 data write   48 log   64 log version   66 version   68 log length   72 log offset
 * </pre>
 *
 * @param logId the identifier that the entries of the log must have; zero if there is nothing to replay
 * @param logOffset where the log begins
 * @param logBytes its length
 */
record VhdxHeader(UUID logId, long logOffset, long logBytes) {

    private static final int[] PLACES = {64 << 10, 128 << 10};
    private static final int BYTES = 4096;
    private static final UUID NONE = new UUID(0, 0);

    /** Whether the log holds bytes that are not in their place yet. */
    boolean hasLog() {
        return !logId.equals(NONE);
    }

    static VhdxHeader read(ImageFile file) throws IOException {
        ByteBuffer newest = null;
        for (int place : PLACES) {
            byte[] data = file.bytes(place, BYTES);
            ByteBuffer header = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
            boolean isValid = header.getInt(0) == 0x64616568 && Crc32c.isRight(data, 4);
            if (isValid && (newest == null || Long.compareUnsigned(header.getLong(8), newest.getLong(8)) > 0)) {
                newest = header;
            }
        }
        if (newest == null) {
            throw new IOException("damaged: neither of its headers is valid");
        }
        int version = newest.getShort(66) & 0xffff;
        if (version != 1) {
            throw new IOException("version " + version + " is not known");
        }
        return new VhdxHeader(id(newest, 48), newest.getLong(72), newest.getInt(68) & 0xffff_ffffL);
    }

    /** The identifier at this place: its first three parts are little-endian. */
    static UUID id(ByteBuffer data, int at) {
        long high = (data.getInt(at) & 0xffff_ffffL) << 32
                | (data.getShort(at + 4) & 0xffffL) << 16
                | (data.getShort(at + 6) & 0xffffL);
        return new UUID(high, Long.reverseBytes(data.getLong(at + 8)));
    }
}
