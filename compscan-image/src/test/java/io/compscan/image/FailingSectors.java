package io.compscan.image;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.List;

/**
 * Bytes on a disk that fails: a read of a bad sector is an error, whatever else it would read. Before such a sector a read ends.
 *
 * @param data the bytes
 * @param badSectors the numbers of the sectors of 4,096 bytes that fail
 * @param isShort whether a read gets the bytes before a bad sector, as from a file; if not, it fails as a whole, as from some devices
 * @param failures counts failures
 */
@SuppressWarnings("ArrayRecordComponent")
record FailingSectors(byte[] data, List<Integer> badSectors, boolean isShort, int[] failures) implements Unit {

    static final int SECTOR = 4096;

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public String extension() {
        return "";
    }

    @Override
    public long sizeBytes() {
        return data.length;
    }

    @Override
    public UnitChannel open() {
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] to, int offset, int length) throws IOException {
                if (position >= data.length) {
                    return -1;
                }
                int count = (int) Math.min(length, data.length - position);
                for (int sector : badSectors) {
                    long from = (long) sector * SECTOR;
                    if (position < from + SECTOR && position + count > from) {
                        if (position >= from || !isShort) {
                            failures[0]++;
                            throw new IOException("Input/output error");
                        }
                        count = (int) (from - position);
                    }
                }
                System.arraycopy(data, (int) position, to, offset, count);
                return count;
            }

            @Override
            public void close() {}
        };
    }
}
