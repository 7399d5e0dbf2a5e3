package io.compscan.image.archive;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an archive for a search, block by block. Holes and sectors that cannot be read are left out. Positions must ascend from
 * call to call; then almost each byte is read at most once. One thread.
 */
final class SearchBlocks {

    private static final int BLOCK_BYTES = 1 << 20;
    /** Holes are left out in steps of this length, so that a record of a tar begins at the same offset behind a hole. */
    private static final int HOLE_STEP_BYTES = TarHeader.BYTES;
    /** The limit for doublings of the bytes that an error costs. */
    private static final int MAX_DOUBLINGS = 30;

    private final ArchiveBytes bytes;
    private final int overlapBytes;

    private byte[] block = {};
    private long from;
    private int length;

    /** Up to here, sectors are read one by one because a longer read has failed. */
    private long carefulTo;

    private int errorsInARow;
    private @Nullable UnreadablePlace failure;
    private long failedTo = -1;

    /**
     * @param bytes the bytes of the archive
     * @param overlapBytes how far before the end of a block the next one may begin, so that no signature lies in two
     */
    SearchBlocks(ArchiveBytes bytes, int overlapBytes) {
        this.bytes = bytes;
        this.overlapBytes = overlapBytes;
    }

    /** The bytes of the present block, which begin at {@link #from}. */
    byte[] block() {
        return block;
    }

    /** The position of the first byte of the block. */
    long from() {
        return from;
    }

    /** The position behind the last byte of the block. */
    long to() {
        return from + length;
    }

    boolean holds(long position, long count) {
        return position >= from && position + count <= to();
    }

    /** The first failure since the last call; null if there was none. */
    @Nullable UnreadablePlace takeFailure() {
        UnreadablePlace taken = failure;
        failure = null;
        return taken;
    }

    /** Where the bytes end that were left out last because of a failure. */
    long failedTo() {
        return failedTo;
    }

    /**
     * Fills the block from a position on, or from the first byte behind it that is in no hole and can be read.
     *
     * @return where the block begins; the end of the archive, or a position behind it, if nothing is left
     */
    long fill(long position) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
        long end = bytes.sizeBytes();
        if (block.length == 0) {
            block = new byte[(int) Math.min(BLOCK_BYTES, end)];
        }
        long at = behindHole(position);
        length = 0;
        while (at < end) {
            long blockEnd = Math.min(at + block.length, end);
            long sectorEnd = Math.min(ArchiveBytes.sectorEnd(at + overlapBytes), blockEnd);
            if (at >= carefulTo && read(at, blockEnd) == null) {
                return at;
            }
            carefulTo = Math.max(carefulTo, blockEnd);
            UnreadablePlace failed = read(at, sectorEnd);
            if (failed == null) {
                return at;
            }
            at = behindFailure(at, failed);
        }
        return at;
    }

    private long behindHole(long position) throws IOException {
        long skipped = Math.max(0, bytes.nextData(position) - position);
        return position + skipped / HOLE_STEP_BYTES * HOLE_STEP_BYTES;
    }

    /** Makes these bytes the block. Returns the failure; null if there is none. */
    private @Nullable UnreadablePlace read(long at, long to) throws IOException {
        try {
            bytes.read(at, block, (int) (to - at));
        } catch (UnreadablePlace e) {
            return e;
        }
        errorsInARow = 0;
        from = at;
        length = (int) (to - at);
        return null;
    }

    /** Each further error in a row costs twice as much, because a dead disk would take for ever otherwise. */
    private long behindFailure(long at, UnreadablePlace failed) {
        long skipped = (long) ArchiveBytes.SECTOR_BYTES << Math.min(errorsInARow, MAX_DOUBLINGS);
        errorsInARow++;
        if (failure == null) {
            failure = failed;
        }
        long lastSector = at + overlapBytes + skipped - ArchiveBytes.SECTOR_BYTES;
        failedTo = Math.min(ArchiveBytes.sectorEnd(lastSector), bytes.sizeBytes());
        return failedTo;
    }
}
