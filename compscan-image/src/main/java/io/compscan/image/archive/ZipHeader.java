package io.compscan.image.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.zip.UnicodePathExtraField;
import org.apache.commons.compress.archivers.zip.Zip64ExtendedInformationExtraField;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipEightByteInteger;
import org.apache.commons.compress.archivers.zip.ZipShort;
import org.jspecify.annotations.Nullable;

/**
 * The header in front of each file of a zip, a copy of what the directory at the end has of it (PKWARE APPNOTE 4.3.7). Numbers are little
 * endian.
 *
 * <pre>
 *   0     "PK", 3, 4
 *   6     flags, 2 bytes: 1 encrypted, 8 the sizes follow the data, 0x800 the name is UTF-8
 *   8     method, 2 bytes
 *   14    checksum, 4 bytes
 *   18    packed size, 4 bytes; all ones if it is in the extra fields, as 8 bytes
 *   22    size, the same
 *   26    length of the name, 2 bytes
 *   28    length of the extra fields, 2 bytes
 *   30    name, extra fields, data
 * </pre>
 *
 * @param at where it begins
 * @param crc32 the checksum as it stands there
 * @param packedBytes the packed size as it stands there
 * @param sizeBytes the size as it stands there
 */
record ZipHeader(
        long at, int flags, int method, long crc32, long packedBytes, long sizeBytes, int nameBytes, int extraBytes) {

    static final int BYTES = 30;
    /** The first two bytes, "PK", and the others of the signature of this header and of one in the directory. */
    static final int SIGNATURE = 0x04034b50;

    static final int DIRECTORY_SIGNATURE = 0x02014b50;

    /** Methods have numbers below this. */
    private static final int METHODS = 100;

    private static final int ENCRYPTED = 1;
    private static final int SIZES_FOLLOW = 8;
    private static final int UTF_8 = 0x800;
    private static final ZipShort LARGE_FIELD = new ZipShort(1);
    private static final long IN_EXTRA = 0xffff_ffffL;

    /** A header that was read from here on. */
    static ZipHeader of(byte[] data, int offset, long at) {
        ByteBuffer header = ByteBuffer.wrap(data, offset, BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
        return new ZipHeader(
                at,
                header.getShort(6) & 0xffff,
                header.getShort(8) & 0xffff,
                header.getInt(14) & 0xffff_ffffL,
                header.getInt(18) & 0xffff_ffffL,
                header.getInt(22) & 0xffff_ffffL,
                header.getShort(26) & 0xffff,
                header.getShort(28) & 0xffff);
    }

    /** The header at this position; null if there is none. The whole header must lie in the archive. */
    static @Nullable ZipHeader at(ArchiveBytes bytes, long at) throws IOException {
        byte[] data = new byte[BYTES];
        bytes.copy(at, data, BYTES);
        return signature(data, 0) == SIGNATURE ? of(data, 0, at) : null;
    }

    static int signature(byte[] data, int offset) {
        return (data[offset] & 0xff)
                | (data[offset + 1] & 0xff) << 8
                | (data[offset + 2] & 0xff) << 16
                | (data[offset + 3] & 0xff) << 24;
    }

    /** Whether other bytes than those of a header are unlikely to look like this. There is no checksum. */
    boolean isLikely() {
        return method < METHODS && nameBytes > 0;
    }

    /** Whether sizes follow the data, in a descriptor. */
    boolean hasDescriptor() {
        return (flags & SIZES_FOLLOW) != 0;
    }

    /** Where the data begins. */
    long dataAt() {
        return at + BYTES + nameBytes + extraBytes;
    }

    /**
     * The file as this header has it. The header does not tell a symbolic link from a file.
     *
     * @param bytes the archive, in which the whole header lies
     * @return sizes of a descriptor are negative
     */
    ZipMember member(ArchiveBytes bytes) throws IOException {
        byte[] name = new byte[nameBytes];
        bytes.copy(at + BYTES, name, nameBytes);
        byte[] extra = new byte[extraBytes];
        bytes.copy(at + BYTES + nameBytes, extra, extraBytes);
        ZipArchiveEntry entry = new ZipArchiveEntry(new String(name, StandardCharsets.UTF_8));
        try {
            entry.setExtra(extra);
        } catch (IllegalArgumentException e) {
            // Without them the file has its short name.
            entry.setExtra(new byte[0]);
        }
        String shown = (flags & UTF_8) != 0 ? entry.getName() : nameOf(entry, name);
        boolean isEncrypted = (flags & ENCRYPTED) != 0;
        if (hasDescriptor()) {
            return new ZipMember(shown, method, isEncrypted, dataAt(), -1, -1, -1);
        }
        long packed = packedBytes;
        long size = sizeBytes;
        if (entry.getExtraField(LARGE_FIELD) instanceof Zip64ExtendedInformationExtraField large) {
            packed = packed == IN_EXTRA ? valueOf(large.getCompressedSize(), packed) : packed;
            size = size == IN_EXTRA ? valueOf(large.getSize(), size) : size;
        }
        return new ZipMember(shown, method, isEncrypted, dataAt(), packed, size, crc32);
    }

    private static long valueOf(@Nullable ZipEightByteInteger number, long otherwise) {
        return number == null ? otherwise : Math.max(0, number.getLongValue());
    }

    /** The name of an entry. Its bytes may be in any charset; a name in the extra fields counts if it belongs to these bytes. */
    static String nameOf(ZipArchiveEntry entry, byte[] name) {
        if (entry.getExtraField(UnicodePathExtraField.UPATH_ID) instanceof UnicodePathExtraField unicode) {
            CRC32 crc = new CRC32();
            crc.update(name);
            byte[] other = unicode.getUnicodeName();
            if (other != null && unicode.getNameCRC32() == crc.getValue()) {
                return new String(other, StandardCharsets.UTF_8);
            }
        }
        return entry.getName();
    }
}
