package io.compscan.report;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import java.util.List;

/** Results at the ends of what a scan can tell: nothing, nothing but zeros, and counts as large as 64 bits allow. */
public final class ExtremeSamples {

    private ExtremeSamples() {}

    /** Nothing but zeros. */
    public static ScanResult zeros() {
        return single(
                new Totals(1L << 40, 0, 0, 1L << 40, 1, 0, 0, 0, 0, 0, 0, 0),
                Layout.of(
                        "fixed:4096",
                        "sha1",
                        1L << 40,
                        1L << 28,
                        1L << 28,
                        1L << 40,
                        0,
                        0,
                        List.of(),
                        List.of(Compression.ofChunks("lz4", 1L << 40, 0, 0, List.of()))));
    }

    /** Nothing at all. */
    public static ScanResult nothing() {
        return single(
                new Totals(0, 0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0),
                Layout.of(
                        "fixed:4096",
                        "sha1",
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        List.of(),
                        List.of(Compression.ofChunks("lz4", 0, 0, 0, List.of()))));
    }

    /** Encrypted data as large as 64 bits allow. */
    public static ScanResult huge() {
        long scannedBytes = Long.MAX_VALUE;
        long chunks = 1L << 51;
        return single(
                new Totals(scannedBytes, 0, 0, scannedBytes, 1_000_000_000, 1_000_000, 0, 0, 0, 0, 0, 0),
                Layout.of(
                        "fixed:4096",
                        "sha1",
                        scannedBytes,
                        chunks,
                        1,
                        4096,
                        chunks - 2,
                        scannedBytes - 8192,
                        List.of(),
                        List.of(Compression.ofChunks(
                                "lz4", scannedBytes, scannedBytes - 8192, scannedBytes - 10_000, List.of()))));
    }

    private static ScanResult single(Totals totals, Layout layout) {
        return new ScanResult(
                Samples.plan(List.of("/dev/sdb"), List.of("fixed:4096"), List.of("lz4"), 0),
                false,
                totals,
                List.of(layout),
                List.of(),
                List.of(),
                List.of(),
                Samples.timing(250_000_000L, totals.scannedBytes()));
    }
}
