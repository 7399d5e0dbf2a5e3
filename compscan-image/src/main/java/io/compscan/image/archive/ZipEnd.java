package io.compscan.image.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The record at the end of a zip (PKWARE APPNOTE 4.3.16), with the numbers of the one for large archives (4.3.14, 4.3.15). Numbers are little
 * endian.
 *
 * <pre>
 *   -20   "PK", 6, 7; at 8 where the other record is, at 16 the number of disks; missing in small archives
 *   0     "PK", 5, 6
 *   4     number of this disk, 2 bytes
 *   6     number of the disk where the directory begins, 2 bytes
 *   10    files in the directory, 2 bytes
 *   12    length of the directory, 4 bytes
 *   16    where the directory begins, 4 bytes
 *   20    length of a comment, 2 bytes, and the comment
 * </pre>
 *
 * @param isSplit whether the archive has several parts, of which this is one
 * @param fileCount the files and directories that it has; negative if the record does not tell
 * @param frontBytes what stands in front of the archive, so that it begins later than its directory says; 0 if the record does not tell
 * @param endAt where the record ends, before its comment
 */
record ZipEnd(boolean isSplit, long fileCount, long frontBytes, long endAt) {

    static final int BYTES = 22;
    private static final int LOCATOR_BYTES = 20;
    private static final int MAX_COMMENT_BYTES = 0xffff;

    static final int SIGNATURE = 0x06054b50;
    private static final int LOCATOR_SIGNATURE = 0x07064b50;
    private static final int LARGE_SIGNATURE = 0x06064b50;
    private static final int LARGE_BYTES = 56;
    /** Stands in place of a number that is in the other record. */
    private static final int IN_LARGE = 0xffff;

    /** Finds the record; null if there is none. */
    static @Nullable ZipEnd of(ArchiveBytes bytes) throws IOException {
        ZipEnd end = of(bytes, BYTES + LOCATOR_BYTES, false);
        return end != null ? end : of(bytes, BYTES + LOCATOR_BYTES + MAX_COMMENT_BYTES, true);
    }

    /**
     * Searches so many bytes at the end of the archive, from the last one on. A comment may hold the signature, so the record counts first
     * that ends with the archive, comment included, and before which the directory ends. Else the last one counts that ends with the archive,
     * else the last one.
     *
     * @param isAny whether the second and third choice count
     */
    private static @Nullable ZipEnd of(ArchiveBytes bytes, int most, boolean isAny) throws IOException {
        byte[] data = new byte[(int) Math.min(most, bytes.sizeBytes())];
        long from = bytes.sizeBytes() - data.length;
        bytes.copy(from, data, data.length);
        ByteBuffer buffer = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        ZipEnd ending = null;
        ZipEnd last = null;
        for (int at = data.length - BYTES; at >= 0; at--) {
            if (ZipHeader.signature(data, at) != SIGNATURE) {
                continue;
            }
            ZipEnd end = at(bytes, buffer, at, from + at);
            boolean isEnding = at + BYTES + (buffer.getShort(at + 20) & 0xffff) == data.length;
            if (isEnding && end.frontBytes() == 0) {
                return end;
            }
            ending = ending == null && isEnding ? end : ending;
            last = last == null ? end : last;
        }
        if (!isAny) {
            return null;
        }
        return ending == null ? last : ending;
    }

    private static ZipEnd at(ArchiveBytes bytes, ByteBuffer data, int at, long position) throws IOException {
        int disk = data.getShort(at + 4) & 0xffff;
        int directoryDisk = data.getShort(at + 6) & 0xffff;
        int files = data.getShort(at + 10) & 0xffff;
        int locatorAt = at - LOCATOR_BYTES;
        if (locatorAt < 0 || data.getInt(locatorAt) != LOCATOR_SIGNATURE) {
            long directoryEnd = (data.getInt(at + 12) & 0xffff_ffffL) + (data.getInt(at + 16) & 0xffff_ffffL);
            return new ZipEnd(
                    disk != 0 || directoryDisk != 0, files, Math.max(0, position - directoryEnd), position + BYTES);
        }
        boolean isSplit = data.getInt(locatorAt + 16) > 1;
        long largeAt = data.getLong(locatorAt + 8);
        return new ZipEnd(
                isSplit, files == IN_LARGE && !isSplit ? largeCount(bytes, largeAt) : files, 0, position + BYTES);
    }

    private static long largeCount(ArchiveBytes bytes, long at) throws IOException {
        if (at < 0 || at > bytes.sizeBytes() - LARGE_BYTES) {
            return -1;
        }
        byte[] data = new byte[LARGE_BYTES];
        bytes.copy(at, data, LARGE_BYTES);
        return ZipHeader.signature(data, 0) == LARGE_SIGNATURE
                ? ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).getLong(32)
                : -1;
    }

    /** Whether a directory of so many entries is whole. Archives of more than 65,535 files may count them modulo 65,536. */
    boolean isWhole(long entries) {
        return entries >= fileCount;
    }
}
