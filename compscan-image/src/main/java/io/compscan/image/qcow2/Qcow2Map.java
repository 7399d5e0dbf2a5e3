package io.compscan.image.qcow2;

import static java.nio.ByteOrder.BIG_ENDIAN;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.compscan.image.disk.BlockMap;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.Inflation;
import io.compscan.image.disk.Run;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * The two levels of tables of a QCOW2 image.
 *
 * <pre>
 *   position        | level-1 index | level-2 index | offset in the cluster |
 *   level-1 entry   bits 9 to 55: where the level-2 table lies; 0: nothing is allocated
 *   level-2 entry   bit 62: compressed   bit 63: allocated once   bit 0: reads as zeros   bits 9 to 55: where the cluster lies
 *     compressed    the lower 62 - (cluster bits - 8) bits: where it lies, the others: how many more sectors of 512 bytes it has
 *     subclusters   bits 0 to 31 of a second word: allocated, 32 to 63: zeros; one of each for a 32nd of the cluster
 * </pre>
 *
 * @param file where the tables are
 * @param data where the clusters are
 * @param l1Offset where the level-1 table begins
 */
record Qcow2Map(ImageFile file, ImageFile data, Qcow2Header header, long l1Offset) implements BlockMap {

    private static final long OFFSET = 0x00ff_ffff_ffff_fe00L;
    private static final long COPIED = 1L << 63;
    private static final long COMPRESSED = 1L << 62;
    private static final long ZERO = 1;
    private static final int SUBCLUSTERS = 32;
    private static final int SECTOR_BYTES = 512;
    /** The encoder's window is never larger than a cluster. */
    private static final int MAX_WINDOW_LOG = 22;

    @Override
    public Run at(long position) throws IOException {
        int clusterBits = header.clusterBits();
        int l2Bits = header.l2Bits();
        long l1Index = position >>> (clusterBits + l2Bits);
        long l2Offset = file.u64(l1Offset + l1Index * Long.BYTES, BIG_ENDIAN) & OFFSET;
        if (l2Offset == 0) {
            return Run.parent(((l1Index + 1) << (clusterBits + l2Bits)) - position);
        }
        long l2Index = (position >>> clusterBits) & ((1L << l2Bits) - 1);
        int inCluster = (int) (position & (clusterBytes() - 1));
        boolean hasSubclusters = header.flags().hasSubclusters();
        long entryAt = l2Offset + l2Index * (hasSubclusters ? 16 : 8);
        long entry = file.u64(entryAt, BIG_ENDIAN);
        long left = clusterBytes() - inCluster;
        if ((entry & COMPRESSED) != 0) {
            return packed(entry, inCluster);
        }
        long offset = entry & OFFSET;
        // In a file of their own, clusters may begin at byte 0.
        boolean isAllocated = offset != 0 || (data != file && (entry & COPIED) != 0);
        if (hasSubclusters) {
            return subcluster(file.u64(entryAt + 8, BIG_ENDIAN), isAllocated, offset, inCluster);
        }
        if ((entry & ZERO) != 0) {
            return Run.hole(left);
        }
        return isAllocated ? Run.data(left, data, offset + inCluster) : Run.parent(left);
    }

    private int clusterBytes() {
        return 1 << header.clusterBits();
    }

    private Run packed(long entry, int inCluster) throws IOException {
        if (data != file) {
            throw new IOException("damaged: a compressed cluster in a file of raw data");
        }
        int offsetBits = 62 - (header.clusterBits() - 8);
        long offset = entry & ((1L << offsetBits) - 1);
        long sectors = ((entry & (COMPRESSED - 1)) >>> offsetBits) + 1;
        long stored = sectors * SECTOR_BYTES - offset % SECTOR_BYTES;
        // The last sector may be cut off where the file ends.
        long length = Math.min(stored, file.sizeBytes() - offset);
        if (length <= 0) {
            throw new IOException("truncated or damaged: a compressed cluster lies at byte " + offset
                    + ", but the file has " + file.sizeBytes());
        }
        return Run.packed(clusterBytes() - inCluster, file, offset, (int) length, inCluster);
    }

    private Run subcluster(long bitmap, boolean isAllocated, long offset, int inCluster) throws IOException {
        int subclusterBytes = clusterBytes() / SUBCLUSTERS;
        int index = inCluster / subclusterBytes;
        int state = state(bitmap, index);
        int end = index + 1;
        while (end < SUBCLUSTERS && state(bitmap, end) == state) {
            end++;
        }
        long length = (long) end * subclusterBytes - inCluster;
        return switch (state) {
            case 0 -> Run.parent(length);
            case 1 -> {
                if (!isAllocated) {
                    throw new IOException("damaged: a subcluster with data in a cluster without any");
                }
                yield Run.data(length, data, offset + inCluster);
            }
            case 2 -> Run.hole(length);
            default -> throw new IOException("damaged: a subcluster that has data and is zero");
        };
    }

    private static int state(long bitmap, int index) {
        return (int) ((bitmap >>> index) & 1) | (int) ((bitmap >>> (SUBCLUSTERS + index)) & 1) << 1;
    }

    @Override
    public byte[] unpack(Run run) throws IOException {
        byte[] packed = file.bytes(run.offset(), run.storedBytes());
        if (!header.flags().hasZstd()) {
            return Inflation.of(packed, 0, packed.length, true, clusterBytes());
        }
        try (ZstdInputStreamNoFinalizer frame =
                new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(packed)).setLongMax(MAX_WINDOW_LOG)) {
            byte[] cluster = new byte[clusterBytes()];
            int got = frame.readNBytes(cluster, 0, cluster.length);
            if (got < cluster.length) {
                throw new IOException(
                        "damaged: a compressed cluster ends after " + got + " of " + cluster.length + " bytes");
            }
            return cluster;
        }
    }
}
