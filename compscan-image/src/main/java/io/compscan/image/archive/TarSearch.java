package io.compscan.image.archive;

import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * Searches a damaged tar for the next header. Positions must ascend from call to call. Then each byte is read at most once, however many
 * places are damaged. One thread.
 */
final class TarSearch {

    private static final int BUFFER_BYTES = 1 << 20;

    private final ArchiveBytes bytes;
    private byte[] buffer = {};
    private long bufferFrom;
    private int bufferBytes;

    TarSearch(ArchiveBytes bytes) {
        this.bytes = bytes;
    }

    /**
     * The records from the start of a search to the next header.
     *
     * @param headerAt where the next header begins; the end of the archive if there is none
     * @param isFound whether there is a next header
     * @param dataFrom where the first record begins that is not zero, before the next header
     * @param dataTo where the last such record ends; at most {@code dataFrom} if all records are zero
     */
    record Found(long headerAt, boolean isFound, long dataFrom, long dataTo) {}

    /**
     * Looks at each record from a position on, up to the first header.
     *
     * <p>A file that is a tar itself has headers, too. The search cannot tell them from those of this archive.
     *
     * @param allowsOld whether headers without {@code ustar} count; they are less sure, because the checksum alone is weak
     */
    Found next(long from, boolean allowsOld) throws IOException {
        long end = bytes.sizeBytes();
        long dataFrom = end;
        long dataTo = from;
        long at = from;
        while (at < end) {
            if (at < bufferFrom || at + Math.min(TarHeader.BYTES, end - at) > bufferFrom + bufferBytes) {
                at = fill(at);
                continue;
            }
            boolean isWhole = end - at >= TarHeader.BYTES;
            TarHeader record = new TarHeader(buffer, (int) (at - bufferFrom));
            if (isWhole && isHeader(record, allowsOld)) {
                return new Found(at, true, dataFrom, dataTo);
            }
            if (!isWhole || !record.isZero()) {
                dataFrom = Math.min(dataFrom, at);
                dataTo = Math.min(at + TarHeader.BYTES, end);
            }
            at += TarHeader.BYTES;
        }
        return new Found(end, false, dataFrom, dataTo);
    }

    /** @param allowsOld whether a header without {@code ustar} counts */
    static boolean isHeader(TarHeader record, boolean allowsOld) {
        return (record.hasMagic() || (allowsOld && record.hasName())) && record.isSound();
    }

    /**
     * Fills the buffer from a position on, or, in a hole, from the record in which the hole ends. A hole has no header. Returns where the
     * buffer begins.
     */
    private long fill(long position) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
        if (buffer.length == 0) {
            buffer = new byte[(int) Math.min(BUFFER_BYTES, bytes.sizeBytes())];
        }
        long skipped = bytes.nextData(position) - position;
        long at = position + Math.max(0, skipped) / TarHeader.BYTES * TarHeader.BYTES;
        int length = (int) Math.max(0, Math.min(buffer.length, bytes.sizeBytes() - at));
        bufferBytes = 0;
        bytes.read(Math.min(at, bytes.sizeBytes()), buffer, length);
        bufferFrom = at;
        bufferBytes = length;
        return at;
    }
}
