package io.compscan.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Makes extents of ESX's older kind, which no tool here writes. QEMU reads them. */
final class EsxExtent {

    private static final int SECTOR = 512;
    private static final int TABLE_ENTRIES = 4096;

    private EsxExtent() {}

    /** Whether the grain of this number is not allocated in what {@link #of} makes. */
    static boolean isMissing(int grain) {
        return grain % 3 == 0;
    }

    /** An extent of the bytes of a disk, of which it lacks every third grain. */
    static byte[] of(byte[] disk, int grainBytes) {
        int tables = disk.length / (grainBytes * TABLE_ENTRIES) + 1;
        int directoryAt = 4 * SECTOR;
        int tableAt = directoryAt + SECTOR;
        int dataAt = tableAt + tables * TABLE_ENTRIES * Integer.BYTES;
        byte[] image = new byte[dataAt + disk.length];
        ByteBuffer all = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        all.put(0, "COWD".getBytes(StandardCharsets.US_ASCII))
                .putInt(4, 1)
                .putInt(8, 3)
                .putInt(12, disk.length / SECTOR);
        all.putInt(16, grainBytes / SECTOR)
                .putInt(20, directoryAt / SECTOR)
                .putInt(24, tables)
                .putInt(28, image.length / SECTOR);
        all.putInt(directoryAt, tableAt / SECTOR);
        for (int i = 0; i < disk.length / grainBytes; i++) {
            if (!isMissing(i)) {
                all.putInt(tableAt + Integer.BYTES * i, (dataAt + i * grainBytes) / SECTOR);
                System.arraycopy(disk, i * grainBytes, image, dataAt + i * grainBytes, grainBytes);
            }
        }
        return image;
    }
}
