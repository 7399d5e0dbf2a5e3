package io.compscan.image.archive;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.Collections;
import java.util.List;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The directory at the end of a zip.
 *
 * @param entries its entries, in the order of their files; none if it is damaged
 * @param damage why it cannot be used; null if it is whole
 */
record ZipDirectory(List<ZipArchiveEntry> entries, @Nullable IOException damage) {

    /** The first part of a split archive begins with this (PKWARE APPNOTE 8.5.3). */
    private static final int SPLIT_SIGNATURE = 0x08074b50;

    /**
     * Reads it.
     *
     * @throws IOException if the archive is one part of several
     */
    static ZipDirectory of(ArchiveBytes bytes) throws IOException {
        ZipEnd end;
        try {
            end = ZipEnd.of(bytes);
        } catch (UnreadablePlace e) {
            return new ZipDirectory(List.of(), e);
        }
        if (end == null ? beginsWith(bytes, SPLIT_SIGNATURE) : end.isSplit()) {
            throw new IOException("one part of a split archive: join the parts first");
        }
        // The last file of an archive that was cut off may be a zip, and end with a directory of its own.
        if (end == null || (end.frontBytes() > 0 && beginsWith(bytes, ZipHeader.SIGNATURE))) {
            return new ZipDirectory(List.of(), new IOException("damaged: it has no directory at its end"));
        }
        List<ZipArchiveEntry> entries;
        try {
            // A comment behind the end may look like another one.
            entries = read(bytes, end.endAt());
        } catch (InterruptedIOException | ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            return new ZipDirectory(List.of(), e);
        }
        // The library takes damage for the end of the directory.
        return end.isWhole(entries.size())
                ? new ZipDirectory(entries, null)
                : new ZipDirectory(
                        List.of(), new IOException("it has " + entries.size() + " of " + end.fileCount() + " entries"));
    }

    private static boolean beginsWith(ArchiveBytes bytes, int signature) throws IOException {
        byte[] first = new byte[Integer.BYTES];
        if (bytes.sizeBytes() < first.length) {
            return false;
        }
        bytes.copy(0, first, first.length);
        return ZipHeader.signature(first, 0) == signature;
    }

    private static List<ZipArchiveEntry> read(ArchiveBytes bytes, long endAt) throws IOException {
        try (ZipFile zip = ZipFile.builder()
                .setSeekableByteChannel(new ArchiveChannel(bytes, endAt))
                .setIgnoreLocalFileHeader(true)
                .get()) {
            return Collections.list(zip.getEntriesInPhysicalOrder());
        } catch (IOException | IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
            // The library wraps failures.
            throw LibraryFailure.of(e.getCause() instanceof IOException cause ? cause : e);
        }
    }
}
