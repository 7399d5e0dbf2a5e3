package io.compscan.page;

import io.compscan.result.ChunkSize;
import io.compscan.result.Compressibility;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import java.util.ArrayList;
import java.util.List;

/** The chunkings of the demo: what they find in it, and how that compresses. */
final class DemoLayouts {

    private DemoLayouts() {}

    /** A chunking of the demo: {@code zeros} of what was scanned are zeros, {@code unique} of the rest is stored. */
    static Layout layout(String chunking, int meanBytes, double zeros, double unique, boolean varied) {
        long zeroBytes = whole(PageSamples.SCANNED * zeros, meanBytes);
        long nonZeroBytes = PageSamples.SCANNED - zeroBytes;
        long once = whole(nonZeroBytes * unique * 0.55, meanBytes);
        long twice = whole(nonZeroBytes * unique * 0.25, meanBytes);
        long left = nonZeroBytes - once - 2 * twice;
        long oftenReferences = 23;
        long often = whole(left / (double) oftenReferences / 2, meanBytes);
        long last = left - oftenReferences * often;
        long veryReferences = 1000;
        long very = last / veryReferences;
        long rest = last - very * veryReferences;
        long uniqueBytes = once + twice + often + very + rest;
        long onceChunks = once / meanBytes + 1;
        List<Refcount> refcounts = List.of(
                new Refcount(1, onceChunks, once + rest),
                new Refcount(2, twice / meanBytes, twice),
                new Refcount(oftenReferences, often / meanBytes, often),
                new Refcount(veryReferences, very / meanBytes, very));
        long uniqueChunks = refcounts.stream().mapToLong(Refcount::chunks).sum();
        long nonZeroChunks = refcounts.stream()
                .mapToLong(row -> row.chunks() * row.references())
                .sum();
        Layout layout = Layout.of(
                chunking,
                "sha1",
                PageSamples.SCANNED,
                nonZeroChunks + zeroBytes / meanBytes,
                zeroBytes / meanBytes,
                zeroBytes,
                uniqueChunks,
                uniqueBytes,
                refcounts,
                List.of(
                        Compression.ofChunks(
                                "lz4",
                                PageSamples.SCANNED,
                                uniqueBytes,
                                (long) (uniqueBytes * 0.61),
                                compressibility(uniqueChunks, uniqueBytes)),
                        Compression.ofChunks(
                                "zstd:3",
                                PageSamples.SCANNED,
                                uniqueBytes,
                                (long) (uniqueBytes * 0.52),
                                compressibility(uniqueChunks, uniqueBytes)),
                        Compression.ofSample(
                                "xz",
                                PageSamples.SCANNED,
                                uniqueBytes,
                                (long) (uniqueBytes * 0.47),
                                10_000,
                                10_000L * meanBytes,
                                (long) (uniqueBytes * 0.467),
                                (long) (uniqueBytes * 0.4731),
                                compressibility(10_000, 10_000L * meanBytes))));
        List<ChunkSize> sizes = varied && !chunking.startsWith("fixed")
                ? bell(uniqueChunks, uniqueBytes, nonZeroChunks, nonZeroBytes)
                : List.of(new ChunkSize(
                        meanBytes, meanBytes + meanBytes / 8, uniqueChunks, uniqueBytes, nonZeroChunks, nonZeroBytes));
        return layout.withChunkSizes(meanBytes, sizes);
    }

    private static long whole(double bytes, int unit) {
        return (long) Math.floor(bytes / unit) * unit;
    }

    private static List<ChunkSize> bell(long uniqueChunks, long uniqueBytes, long chunks, long bytes) {
        int[] weights = {1, 2, 4, 7, 9, 11, 12, 12, 11, 10, 8, 6, 4, 2, 1};
        List<ChunkSize> rows = new ArrayList<>();
        long[] left = {uniqueChunks, uniqueBytes, chunks, bytes};
        int from = 4096;
        for (int i = 0; i < weights.length; i++) {
            boolean isLast = i == weights.length - 1;
            int to = from + from / 4;
            long[] row = new long[left.length];
            long[] all = {uniqueChunks, uniqueBytes, chunks, bytes};
            for (int j = 0; j < left.length; j++) {
                row[j] = isLast ? left[j] : all[j] / 100 * weights[i];
                left[j] -= row[j];
            }
            rows.add(new ChunkSize(from, to, row[0], row[1], row[2], row[3]));
            from = to;
        }
        return rows;
    }

    private static List<Compressibility> compressibility(long chunks, long bytes) {
        int[] percents = {8, 22, 31, 38, 44, 52, 61, 73, 88, 100};
        int[] weights = {3, 6, 9, 13, 15, 12, 9, 6, 4};
        List<Compressibility> rows = new ArrayList<>();
        long leftChunks = chunks;
        long leftBytes = bytes;
        for (int i = 0; i < weights.length; i++) {
            rows.add(new Compressibility(percents[i], chunks / 100 * weights[i], bytes / 100 * weights[i]));
            leftChunks -= chunks / 100 * weights[i];
            leftBytes -= bytes / 100 * weights[i];
        }
        rows.add(new Compressibility(100, leftChunks, leftBytes));
        return rows;
    }
}
