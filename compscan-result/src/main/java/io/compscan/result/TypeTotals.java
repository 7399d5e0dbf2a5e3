package io.compscan.result;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The totals of one kind of file.
 *
 * @param extension lower case, without the dot; empty for files that have none of the usual kind
 * @param fileCount files that were read, hard links counted once
 * @param scannedBytes their bytes that were read
 * @param zeroBytes of those, bytes in zero chunks, one for each chunking in the order of the layouts
 */
public record TypeTotals(String extension, long fileCount, long scannedBytes, List<Long> zeroBytes) {

    /** Copies the list. */
    public TypeTotals {
        zeroBytes = List.copyOf(zeroBytes);
    }

    /**
     * The sum of both, of the same extension and the same chunkings.
     *
     * @throws ArithmeticException if a sum does not fit in 64 bits
     */
    public TypeTotals plus(TypeTotals other) {
        return new TypeTotals(
                extension,
                Math.addExact(fileCount, other.fileCount),
                Math.addExact(scannedBytes, other.scannedBytes),
                IntStream.range(0, zeroBytes.size())
                        .mapToObj(i -> Math.addExact(zeroBytes.get(i), other.zeroBytes.get(i)))
                        .toList());
    }

    /** These totals with the zero bytes of the layouts at these places. */
    TypeTotals ofLayouts(List<Integer> places) {
        return new TypeTotals(
                extension,
                fileCount,
                scannedBytes,
                places.stream().map(zeroBytes::get).toList());
    }
}
