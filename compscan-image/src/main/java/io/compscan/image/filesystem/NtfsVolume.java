package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The facts in the boot sector of NTFS, all numbers little-endian.
 *
 * <pre>
 *   03 "NTFS    "   0b bytes in a sector   0d sectors in a cluster, above 128: 2^(256 - n)   28 sectors
 *   30 first cluster of the master file table   40 clusters in a record of it, if negative: 2^-n bytes
 * </pre>
 *
 * @param clusterBytes the size of a cluster
 * @param sizeBytes the size of the volume
 * @param tableStart where the master file table begins
 * @param recordBytes the size of a record of the master file table
 */
record NtfsVolume(long clusterBytes, long sizeBytes, long tableStart, int recordBytes) {

    /** The name that marks the boot sector. */
    static final long MAGIC = 0x202020205346544eL;

    private static final long MAX_CLUSTER_BYTES = 2 << 20;

    /** Reads the boot sector; null if the bytes are none. */
    static @Nullable NtfsVolume boot(ImageFile file) throws IOException {
        int sectorBytes = file.u16(0x0b, LITTLE_ENDIAN);
        int sectors = file.u8(0x0d);
        long clusterBytes = (long) sectorBytes * (sectors > 128 ? 1L << Math.min(12, 256 - sectors) : sectors);
        byte record = (byte) file.u8(0x40);
        long recordBytes = record < 0 ? 1L << -record : record * clusterBytes;
        long count = file.u64(0x28, LITTLE_ENDIAN);
        long table = file.u64(0x30, LITTLE_ENDIAN);
        boolean isSound = sectorBytes >= 512
                && sectorBytes <= 4096
                && Long.bitCount(clusterBytes) == 1
                && clusterBytes <= MAX_CLUSTER_BYTES
                && recordBytes >= 1024
                && recordBytes <= 4096
                && Long.bitCount(recordBytes) == 1
                && count > 0
                && count <= Long.MAX_VALUE / sectorBytes
                && table > 0
                && table < count * sectorBytes / clusterBytes;
        return isSound
                ? new NtfsVolume(clusterBytes, count * sectorBytes, table * clusterBytes, (int) recordBytes)
                : null;
    }

    /** A record of the master file table; the first sixteen lie behind each other. */
    NtfsRecord record(ImageFile file, int number) throws IOException {
        return NtfsRecord.read(file.bytes(tableStart + (long) number * recordBytes, recordBytes));
    }

    /** How many clusters there are. */
    long clusters() {
        return sizeBytes / clusterBytes;
    }
}
