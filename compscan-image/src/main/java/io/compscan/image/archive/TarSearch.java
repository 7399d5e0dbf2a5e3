package io.compscan.image.archive;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Searches a damaged tar for the next header. It reads in one direction, and each byte once, however many places are damaged. One thread. */
final class TarSearch {

    private static final int BUFFER_BYTES = 1 << 20;

    private final TarBytes bytes;
    private byte[] buffer = {};
    private long bufferFrom;
    private int bufferBytes;

    TarSearch(TarBytes bytes) {
        this.bytes = bytes;
    }

    /**
     * What lies behind a damaged place.
     *
     * @param headerAt where the next header begins; the end of the archive if there is none
     * @param isFound whether there is one
     * @param dataFrom where the first record before it begins that is not zero
     * @param dataTo where the last such record ends; not behind {@code dataFrom} if all are zero
     */
    record Found(long headerAt, boolean isFound, long dataFrom, long dataTo) {}

    /**
     * Looks at each record from a position on.
     *
     * <p>A file that is a tar itself has headers as well, which are not told from those of this one.
     *
     * @param allowsOld whether headers without {@code ustar} count: their checksum alone is weak
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

    private static boolean isHeader(TarHeader record, boolean allowsOld) {
        return (record.hasMagic() || (allowsOld && record.hasName())) && record.isSound();
    }

    /** Reads from a position on, or from the record in which a hole ends there: zeros are no header. */
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
