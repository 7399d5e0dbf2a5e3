package io.compscan.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes extents of ESX's kind seSparse, which no tool here writes. QEMU reads them. */
final class SeSparse {

    static final int GRAIN = 4096;

    private static final int SECTOR = 512;
    private static final int TABLE = 64 * SECTOR;
    private static final int SECOND_HEADER = SECTOR;
    private static final int DIRECTORY = 4 * SECTOR;
    private static final int TABLES = DIRECTORY + 8 * SECTOR;

    private SeSparse() {}

    /** What a descriptor says of such an extent; QEMU takes an empty line for a second extent. */
    static String descriptor(String contentId, String parentId, String more, int sizeBytes, String extent) {
        return """
                # Disk DescriptorFile
                version=1
                CID=%s
                parentCID=%s
                createType="seSparse"
                %sRW %d SESPARSE "%s"
                """.formatted(contentId, parentId, more, sizeBytes / SECTOR, extent);
    }

    /**
     * An extent of the bytes of a disk. Its tables and grains lie in another order than on the disk.
     *
     * @param states of each grain: 0 not allocated, 1 unmapped, 2 zeros, 3 as on the disk
     */
    static byte[] extent(byte[] disk, int[] states) {
        int grains = disk.length / GRAIN;
        int perTable = TABLE / Long.BYTES;
        int tables = (grains + perTable - 1) / perTable;
        int data = TABLES + tables * TABLE;
        byte[] image = new byte[data + disk.length];
        ByteBuffer all = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(0, 0xcafebabeL)
                .putLong(8, 0x2_0000_0001L)
                .putLong(16, disk.length / SECTOR)
                .putLong(24, GRAIN / SECTOR)
                .putLong(32, TABLE / SECTOR);
        all.putLong(80, SECOND_HEADER / SECTOR).putLong(88, 1);
        all.putLong(128, DIRECTORY / SECTOR).putLong(136, (TABLES - DIRECTORY) / SECTOR);
        all.putLong(144, TABLES / SECTOR).putLong(152, (long) tables * TABLE / SECTOR);
        all.putLong(192, data / SECTOR).putLong(200, disk.length / SECTOR);
        all.putLong(SECOND_HEADER, 0xcafecafeL);
        for (int table = 0; table < tables; table++) {
            boolean isEmpty = true;
            for (int i = 0; i < perTable && table * perTable + i < grains; i++) {
                int grain = table * perTable + i;
                int place = grains - 1 - grain;
                long entry = (long) states[grain] << 60;
                if (states[grain] == 3) {
                    entry |= (place & 0xfffL) << 48 | place >> 12;
                    System.arraycopy(disk, grain * GRAIN, image, data + place * GRAIN, GRAIN);
                }
                isEmpty &= entry == 0;
                all.putLong(TABLES + (tables - 1 - table) * TABLE + i * Long.BYTES, entry);
            }
            all.putLong(DIRECTORY + table * Long.BYTES, isEmpty ? 0 : 1L << 60 | (tables - 1L - table));
        }
        return image;
    }
}
