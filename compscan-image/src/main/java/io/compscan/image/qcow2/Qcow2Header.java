package io.compscan.image.qcow2;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.compscan.core.source.PathName;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The header of a QCOW2 image, all numbers big-endian; see QEMU, docs/interop/qcow2.txt.
 *
 * <pre>
 *     0 magic   4 version   8 backing file, offset   16 its length   20 cluster bits   24 size   32 encryption
 *    36 entries of the level-1 table   40 its offset   60 snapshots   64 their offset
 *    72 incompatible features   100 header length   104 compression         from version 3 on
 * </pre>
 *
 * @param clusterBits the binary logarithm of the cluster size, 9 to 21
 * @param sizeBytes the size of the disk
 * @param l1Offset where the level-1 table begins
 * @param l1Entries how many entries it has
 * @param snapshotCount how many internal snapshots there are
 * @param snapshotsOffset where their table begins
 * @param flags how clusters are stored
 * @param names the other files that the image needs
 */
record Qcow2Header(
        int clusterBits,
        long sizeBytes,
        long l1Offset,
        long l1Entries,
        long snapshotCount,
        long snapshotsOffset,
        Flags flags,
        Names names) {

    /** The magic number, {@code QFI} and 0xfb. */
    static final String MAGIC = "QFI\u00fb";

    private static final long DIRTY = 1;
    private static final long CORRUPT = 1 << 1;
    private static final long EXTERNAL_DATA = 1 << 2;
    private static final long COMPRESSION_TYPE = 1 << 3;
    private static final long EXTENDED_L2 = 1 << 4;
    private static final long KNOWN = DIRTY | CORRUPT | EXTERNAL_DATA | COMPRESSION_TYPE | EXTENDED_L2;

    private static final int V2_LENGTH = 72;
    private static final int V3_LENGTH = 104;
    private static final int MAX_NAME_BYTES = 1023;
    private static final long BACKING_FORMAT = 0xe2792acaL;
    private static final long DATA_FILE = 0x44415441L;
    private static final int MIN_SUBCLUSTERED_BITS = 14;
    /** QEMU makes none larger. */
    private static final long MAX_L1_BYTES = 32 << 20;

    private static final long MAX_SNAPSHOTS = 65536;

    /**
     * How clusters are stored.
     *
     * @param hasZstd whether compressed clusters are Zstandard frames
     * @param hasSubclusters whether entries of level-2 tables have 16 bytes
     */
    record Flags(boolean hasZstd, boolean hasSubclusters) {}

    /**
     * The other files.
     *
     * @param backing the name of the parent, null if there is none
     * @param backingFormat the parent's format, null if it is not told
     * @param dataFile the name of the file that holds the data, null if it is this one
     */
    record Names(
            @Nullable String backing,
            @Nullable String backingFormat,
            @Nullable String dataFile) {}

    /** Reads the header; refuses what cannot be read right. */
    static Qcow2Header read(ImageFile file) throws IOException {
        long version = file.u32(4, BIG_ENDIAN);
        if (version != 2 && version != 3) {
            throw new IOException("version " + version + " is not known");
        }
        long encryption = file.u32(32, BIG_ENDIAN);
        if (encryption != 0) {
            throw new IOException("it is encrypted");
        }
        long clusterBits = file.u32(20, BIG_ENDIAN);
        if (clusterBits < 9 || clusterBits > 21) {
            throw new IOException("damaged: clusters of 2^" + clusterBits + " bytes");
        }
        long features = version == 2 ? 0 : file.u64(72, BIG_ENDIAN);
        if ((features & ~KNOWN) != 0) {
            throw new IOException(
                    "it needs features that are not known here: 0x" + Long.toHexString(features & ~KNOWN));
        }
        long headerBytes = version == 2 ? V2_LENGTH : file.u32(100, BIG_ENDIAN);
        if (headerBytes < (version == 2 ? V2_LENGTH : V3_LENGTH) || headerBytes > 1L << clusterBits) {
            throw new IOException("damaged: a header of " + headerBytes + " bytes");
        }
        boolean hasSubclusters = (features & EXTENDED_L2) != 0;
        if (hasSubclusters && clusterBits < MIN_SUBCLUSTERED_BITS) {
            throw new IOException("damaged: clusters of 2^" + clusterBits + " bytes with subclusters");
        }
        long compression = headerBytes > V3_LENGTH ? file.u8(104) : 0;
        if (compression > 1 || (compression == 1 && (features & COMPRESSION_TYPE) == 0)) {
            throw new IOException("compression type " + compression + " is not known");
        }
        Qcow2Header header = new Qcow2Header(
                (int) clusterBits,
                file.u64(24, BIG_ENDIAN),
                file.u64(40, BIG_ENDIAN),
                file.u32(36, BIG_ENDIAN),
                file.u32(60, BIG_ENDIAN),
                file.u64(64, BIG_ENDIAN),
                new Flags(compression == 1, hasSubclusters),
                names(file, headerBytes, (features & EXTERNAL_DATA) != 0));
        header.checkTable(file, header.sizeBytes, header.l1Offset, header.l1Entries);
        if (header.snapshotCount > MAX_SNAPSHOTS) {
            throw new IOException("damaged: " + header.snapshotCount + " snapshots");
        }
        return header;
    }

    /** Refuses a level-1 table that is too short for the disk or does not lie in the file. */
    void checkTable(ImageFile file, long diskBytes, long offset, long entries) throws IOException {
        if (diskBytes < 0) {
            throw new IOException("damaged: a disk of " + Long.toUnsignedString(diskBytes) + " bytes");
        }
        long covered = 1L << (clusterBits + l2Bits());
        long needed = diskBytes / covered + (diskBytes % covered == 0 ? 0 : 1);
        if (entries * Long.BYTES > MAX_L1_BYTES || entries < needed) {
            throw new IOException("damaged: a level-1 table of " + entries + " entries for " + diskBytes + " bytes");
        }
        if (offset < 0 || offset > file.sizeBytes() - entries * Long.BYTES) {
            throw new IOException("truncated or damaged: the level-1 table lies at byte "
                    + Long.toUnsignedString(offset) + ", but the file has " + file.sizeBytes());
        }
    }

    /** The binary logarithm of the number of entries in a level-2 table. */
    int l2Bits() {
        return clusterBits - (flags.hasSubclusters() ? 4 : 3);
    }

    private static Names names(ImageFile file, long headerBytes, boolean hasDataFile) throws IOException {
        long backingOffset = file.u64(8, BIG_ENDIAN);
        long backingBytes = file.u32(16, BIG_ENDIAN);
        String backing = null;
        String format = null;
        if (backingOffset != 0 && backingBytes > 0) {
            if (backingBytes > MAX_NAME_BYTES) {
                throw new IOException("damaged: a parent's name of " + backingBytes + " bytes");
            }
            backing = text(file, backingOffset, backingBytes);
            if (backing.startsWith(JsonPlace.SCHEME)) {
                JsonPlace place = JsonPlace.of(backing);
                backing = place.name();
                format = place.format();
            } else {
                backing = plainName(backing);
            }
        }
        String dataFile = null;
        long at = headerBytes;
        // The end is a type of zero. The parent's name may follow, where another end is missing.
        while (at + 8 <= file.sizeBytes() && (backing == null || at < backingOffset)) {
            long type = file.u32(at, BIG_ENDIAN);
            long length = file.u32(at + 4, BIG_ENDIAN);
            if (type == 0) {
                break;
            }
            if (length > 1L << 21) {
                throw new IOException("damaged: a header extension of " + length + " bytes");
            }
            if (type == BACKING_FORMAT && format == null) {
                format = text(file, at + 8, Math.min(length, MAX_NAME_BYTES));
            } else if (type == DATA_FILE) {
                dataFile = text(file, at + 8, Math.min(length, MAX_NAME_BYTES));
            }
            at += 8 + (length + 7) / 8 * 8;
        }
        if (hasDataFile && dataFile == null) {
            throw new IOException("its data lies in another file, which it does not name");
        }
        return new Names(backing, format, hasDataFile ? dataFile : null);
    }

    private static String text(ImageFile file, long offset, long length) throws IOException {
        return new String(file.bytes(offset, length), StandardCharsets.UTF_8);
    }

    /** QEMU's own notation for places that are no files. */
    private static String plainName(String name) throws IOException {
        if (name.matches("(?s)[a-z][a-z0-9+.-]+://.*")) {
            throw new IOException("its parent \"" + PathName.of(name) + "\" is not a file");
        }
        return name.startsWith("file:") ? name.substring("file:".length()) : name;
    }
}
