package io.compscan.result;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.UnaryOperator;

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

    /**
     * The largest of many files, by scanned bytes and then by path.
     *
     * @param files any number; memory holds {@code most} of them
     */
    public static List<FileResult> largest(List<FileResult> files, int most) {
        Comparator<FileResult> order =
                Comparator.comparingLong(FileResult::scannedBytes).reversed().thenComparing(FileResult::path);
        PriorityQueue<FileResult> kept = new PriorityQueue<>(Collections.reverseOrder(order));
        for (FileResult file : files) {
            kept.add(file);
            if (kept.size() > most) {
                kept.remove();
            }
        }
        return kept.stream().sorted(order).toList();
    }

    /** Changes all files, each when it is read if they are too many for memory. */
    static List<FileResult> each(List<FileResult> files, UnaryOperator<FileResult> change) {
        return files instanceof StoredList<FileResult> stored
                ? stored.mapped(change)
                : files.stream().map(change).toList();
    }

    /** This file with some of its layouts. */
    FileResult withLayouts(List<Layout> some) {
        return new FileResult(path, logicalBytes, unreadBytes, scannedBytes, some);
    }
}
