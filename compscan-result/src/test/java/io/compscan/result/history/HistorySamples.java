package io.compscan.result.history;

import io.compscan.forecast.GrowthFit;
import io.compscan.result.Churn;
import io.compscan.result.history.PastScan.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Histories of catalogs. */
public final class HistorySamples {

    /** What is scanned. */
    public static final List<String> PATHS = List.of("/srv/data");

    private static final Churn NONE = new Churn(0, 0, 0, 0, 0, 0, 0, 0);

    private HistorySamples() {}

    /** A scan of so many bytes, on which {@code vdo} has a data reduction. */
    public static PastScan scan(Instant at, long bytes, double dataReduction) {
        return of(at, PATHS, 0, bytes, dataReduction);
    }

    private static final List<String> METHOD = List.of("rules 1", "lz4-java 1.12.1", "profile vdo 5d3e0c9a11f2");

    /** A scan of these paths, that could not list some directories. */
    public static PastScan of(Instant at, List<String> paths, long unlisted, long bytes, double dataReduction) {
        return past(at, paths, unlisted, bytes, (long) (bytes / dataReduction), NONE);
    }

    /** A scan whose bytes take so much on {@code vdo}. */
    public static PastScan taking(Instant at, long bytes, long allocatedBytes) {
        return past(at, PATHS, 0, bytes, allocatedBytes, NONE);
    }

    /** A scan that has found changes. */
    public static PastScan churning(Instant at, long bytes, long changedBytes, long deletedBytes) {
        return past(at, PATHS, 0, bytes, bytes, new Churn(0, 0, 3, changedBytes, 1, deletedBytes, 96, bytes));
    }

    /** The same scan, as another version of a library would have measured it. */
    public static PastScan measuredBy(List<String> method, PastScan scan) {
        return new PastScan(
                scan.startedAt(),
                scan.elapsedNanos(),
                scan.paths(),
                scan.fileCount(),
                scan.logicalBytes(),
                scan.scannedBytes(),
                scan.unreadPathCount(),
                scan.unreadDirectoryCount(),
                scan.churn(),
                method,
                scan.targets());
    }

    private static PastScan past(
            Instant at, List<String> paths, long unlisted, long bytes, long allocatedBytes, Churn churn) {
        return new PastScan(
                at,
                90_000_000_000L,
                paths,
                bytes / 100_000,
                bytes,
                bytes,
                unlisted,
                unlisted,
                churn,
                METHOD,
                List.of(new Stored(
                        "vdo",
                        "fixed:4096",
                        "lz4",
                        bytes,
                        allocatedBytes,
                        allocatedBytes - allocatedBytes / 100,
                        allocatedBytes + allocatedBytes / 100)));
    }

    /** A year and a half of monthly scans: all there is to show. */
    public static HistoryResult rich() {
        List<PastScan> scans = new ArrayList<>();
        Instant at = Instant.parse("2025-01-01T02:00:00Z");
        scans.add(of(at, List.of("/srv/old"), 0, 3_000_000_000_000L, 2));
        double bytes = 5e12;
        for (int i = 0; i < 18; i++) {
            at = at.plus(Duration.ofDays(30 + i % 3));
            bytes *= 1.01 + (i * 7 % 5) / 400.0;
            long whole = (long) bytes;
            scans.add(past(
                    at,
                    PATHS,
                    0,
                    whole,
                    (long) (5e12 / 2.4 + (bytes - 5e12) / 1.3),
                    new Churn(1200, whole / 60, 400, whole / 200, 300, whole / 300, 40_000, whole - whole / 50)));
        }
        return GrowthFit.of(HistoryResult.of("1.2.3", scans), null);
    }

    /** Two scans, of which the last one has met a directory that it could not list. */
    public static HistoryResult young() {
        Instant at = Instant.parse("2026-03-01T02:00:00Z");
        return GrowthFit.of(
                HistoryResult.of(
                        "1.2.3",
                        List.of(
                                scan(at, 2_000_000_000L, 1.7),
                                of(at.plus(Duration.ofDays(7)), PATHS, 1, 2_100_000_000L, 1.7))),
                null);
    }
}
