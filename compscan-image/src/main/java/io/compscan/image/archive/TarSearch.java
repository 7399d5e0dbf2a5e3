package io.compscan.image.archive;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Searches a damaged tar for the next header. Positions must ascend from call to call. Then each byte is read at most once, however many
 * places are damaged or cannot be read. One thread.
 */
final class TarSearch {

    private final ArchiveBytes bytes;
    private final SearchBlocks blocks;

    TarSearch(ArchiveBytes bytes) {
        this.bytes = bytes;
        blocks = new SearchBlocks(bytes, 0);
    }

    /**
     * The records from the start of a search to the next header.
     *
     * @param headerAt where the next header begins; the end of the archive if there is none
     * @param isFound whether there is a next header
     * @param dataFrom where the first record begins that is not zero, before the next header; a record that cannot be read counts as one
     * @param dataTo where the last such record ends; at most {@code dataFrom} if all records are zero
     * @param failure the first failure of a read; null if there was none
     */
    record Found(
            long headerAt,
            boolean isFound,
            long dataFrom,
            long dataTo,
            @Nullable UnreadablePlace failure) {}

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
            if (!blocks.holds(at, Math.min(TarHeader.BYTES, end - at))) {
                long filledAt = blocks.fill(at);
                if (blocks.failedTo() > at) {
                    dataFrom = Math.min(dataFrom, at);
                    dataTo = blocks.failedTo();
                }
                at = filledAt;
                continue;
            }
            boolean isWhole = end - at >= TarHeader.BYTES;
            TarHeader record = new TarHeader(blocks.block(), (int) (at - blocks.from()));
            if (isWhole && isHeader(record, allowsOld)) {
                return new Found(at, true, dataFrom, dataTo, blocks.takeFailure());
            }
            if (!isWhole || !record.isZero()) {
                dataFrom = Math.min(dataFrom, at);
                dataTo = Math.min(at + TarHeader.BYTES, end);
            }
            at += TarHeader.BYTES;
        }
        return new Found(end, false, dataFrom, dataTo, blocks.takeFailure());
    }

    /** @param allowsOld whether a header without {@code ustar} counts */
    static boolean isHeader(TarHeader record, boolean allowsOld) {
        return (record.hasMagic() || (allowsOld && record.hasName())) && record.isSound();
    }
}
