package io.compscan.core.result;

import java.util.List;

/**
 * One file on its own: deduplicated within itself.
 *
 * @param path as the errors show paths
 * @param logicalBytes its size
 * @param unreadBytes what of it could not be read
 * @param scannedBytes {@code logicalBytes - unreadBytes}
 * @param layouts one for each chunking, in the order of the scan's layouts
 */
public record FileResult(String path, long logicalBytes, long unreadBytes, long scannedBytes, List<Layout> layouts) {

    /** Copies the list; refuses numbers that do not close to the byte. */
    public FileResult {
        layouts = List.copyOf(layouts);
        if (scannedBytes != logicalBytes - unreadBytes) {
            throw new IllegalStateException(path + ": scannedBytes " + scannedBytes + " is not logicalBytes "
                    + logicalBytes + " - unreadBytes " + unreadBytes);
        }
        for (Layout layout : layouts) {
            if (layout.scannedBytes() != scannedBytes) {
                throw new IllegalStateException(path + ": the numbers of " + layout.chunking()
                        + " do not add up: zeroBytes " + layout.zeroBytes() + ", nonZeroBytes "
                        + layout.nonZeroBytes() + ", scannedBytes " + scannedBytes);
            }
        }
    }

    /** This file with some of its layouts. */
    FileResult withLayouts(List<Layout> some) {
        return new FileResult(path, logicalBytes, unreadBytes, scannedBytes, some);
    }
}
