package io.compscan.image.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A record of the master file table, all numbers little-endian.
 *
 * <pre>
 *   record      00 "FILE"   04 update sequence, offset   06 its length   14 first attribute   16 flags (1: in use)   18 bytes in use
 *   attribute   00 type   04 length   08 not resident   09 name length   resident: 10 value length, 14 value offset
 *               not resident: 10 first cluster, 18 last cluster, 20 runs, offset   30 bytes
 *   run         low four bits: bytes of its length, high four bits: bytes of its offset from the run before; then these
 * </pre>
 *
 * <p>The update sequence keeps the last two bytes of each 512. Reading puts them back.
 */
final class NtfsRecord {

    private static final int SECTOR_BYTES = 512;
    private static final int MAGIC = 0x454c4946;
    private static final int END = -1;

    private final ByteBuffer bytes;

    private NtfsRecord(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /**
     * Consecutive clusters.
     *
     * @param start the first of them on the volume
     * @param count how many
     */
    record Clusters(long start, long count) {}

    static NtfsRecord read(byte[] data) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        int sequence = bytes.getShort(4) & 0xffff;
        int sectors = data.length / SECTOR_BYTES;
        boolean isSound = bytes.getInt(0) == MAGIC
                && (bytes.getShort(0x16) & 1) != 0
                && (bytes.getShort(6) & 0xffff) == sectors + 1
                && sequence + 2 * (sectors + 1) <= SECTOR_BYTES - 2;
        for (int i = 1; isSound && i <= sectors; i++) {
            int at = i * SECTOR_BYTES - 2;
            isSound = bytes.getShort(at) == bytes.getShort(sequence);
            bytes.putShort(at, bytes.getShort(sequence + 2 * i));
        }
        if (!isSound) {
            throw new IOException("damaged: a record of its master file table does not make sense");
        }
        return new NtfsRecord(bytes);
    }

    /** Where the first attribute of this type without a name begins. */
    private int attribute(int type) throws IOException {
        int at = bytes.getShort(0x14) & 0xffff;
        while (at <= bytes.capacity() - 0x18 && bytes.getInt(at) != END) {
            int length = bytes.getInt(at + 4);
            if (length < 0x18 || length > bytes.capacity() - at) {
                break;
            }
            if (bytes.getInt(at) == type && bytes.get(at + 9) == 0) {
                return at;
            }
            at += length;
        }
        throw new IOException("a record of its master file table has no attribute 0x" + Integer.toHexString(type));
    }

    /** A number of two bytes in a resident attribute. */
    int resident(int type, int offset) throws IOException {
        int at = attribute(type);
        int value = at + (bytes.getShort(at + 0x14) & 0xffff) + offset;
        if (bytes.get(at + 8) != 0 || value > bytes.capacity() - 2) {
            throw new IOException("damaged: a record of its master file table does not make sense");
        }
        return bytes.getShort(value) & 0xffff;
    }

    /** The clusters of an attribute that is not resident. */
    List<Clusters> clusters(int type, long volumeClusters) throws IOException {
        int at = attribute(type);
        int end = at + bytes.getInt(at + 4);
        if (bytes.get(at + 8) != 1 || end - at < 0x40 || bytes.getLong(at + 0x10) != 0) {
            throw new IOException("damaged: an attribute of its master file table does not make sense");
        }
        List<Clusters> all = new ArrayList<>();
        long cluster = 0;
        int run = at + (bytes.getShort(at + 0x20) & 0xffff);
        while (run < end && bytes.get(run) != 0) {
            int lengthBytes = bytes.get(run) & 0xf;
            int offsetBytes = bytes.get(run) >> 4 & 0xf;
            if (lengthBytes == 0
                    || lengthBytes > 8
                    || offsetBytes == 0
                    || offsetBytes > 8
                    || run + lengthBytes + offsetBytes >= end) {
                throw new IOException("damaged: an attribute of its master file table has holes or breaks off");
            }
            long count = number(run + 1, lengthBytes);
            cluster += number(run + 1 + lengthBytes, offsetBytes);
            if (count <= 0 || cluster < 0 || count > volumeClusters || cluster > volumeClusters - count) {
                throw new IOException("damaged: an attribute of its master file table lies behind the volume");
            }
            all.add(new Clusters(cluster, count));
            run += 1 + lengthBytes + offsetBytes;
        }
        return all;
    }

    private long number(int at, int length) {
        long number = bytes.get(at + length - 1);
        for (int i = length - 2; i >= 0; i--) {
            number = number << 8 | (bytes.get(at + i) & 0xff);
        }
        return number;
    }
}
