package io.compscan.report;

import io.compscan.result.ChunkSize;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Ledger;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import java.util.ArrayList;
import java.util.List;

/** Results of several chunkings beside each other. */
public final class ChunkingSamples {

    private ChunkingSamples() {}

    /** Content-defined chunks of several sizes beside fixed ones. */
    public static ScanResult contentDefined() {
        List<Layout> layouts = List.of(
                chunked("fixed:4096", 4096, 700_000, 400_000, 1_100_000_000),
                chunked("rabin:65536", 81_920, 40_000, 30_000, 1_900_000_000),
                chunked("fastcdc:16384,max=65536", 18_732, 160_000, 105_000, 1_150_000_000),
                chunked("gear:8192", 10_236, 300_000, 200_000, 1_120_000_000));
        return new ScanResult(
                Samples.plan(
                        List.of("/srv/vm"),
                        layouts.stream().map(Layout::chunking).toList(),
                        List.of("none"),
                        0),
                false,
                new Totals(Samples.SCANNED, 0, 0, Samples.SCANNED, 1204, 57, 0, 0, 0, 0, 0, 0),
                layouts,
                List.of(),
                List.of(),
                List.of(),
                Samples.timing(12_400_000_000L, Samples.SCANNED));
    }

    private static Layout chunked(
            String chunking, int expectedBytes, long chunkCount, long uniqueChunkCount, long uniqueBytes) {
        return Layout.of(
                        chunking,
                        "sha1",
                        Samples.SCANNED,
                        chunkCount + 1,
                        1,
                        65_536,
                        uniqueChunkCount,
                        uniqueBytes,
                        List.of(),
                        List.of(Compression.ofChunks("none", Samples.SCANNED, uniqueBytes, uniqueBytes, List.of())))
                .withChunkSizes(
                        expectedBytes,
                        List.of(
                                new ChunkSize(2048, 2304, 1000, 2_100_000, 1000, 2_100_000),
                                new ChunkSize(
                                        8192,
                                        9216,
                                        uniqueChunkCount - 1000,
                                        uniqueBytes - 2_100_000,
                                        chunkCount - 1000,
                                        Samples.SCANNED - 65_536 - 2_100_000)));
    }

    /** Five chunkings with three compressors each, with a ledger. */
    public static ScanResult matrix() {
        List<Layout> layouts = List.of(
                compressed("fixed:4096", 700_000, 400_000, 1_100_000_000),
                compressed("fixed:32768", 95_000, 60_000, 1_500_000_000),
                compressed("fixed:131072", 24_000, 19_000, 1_900_000_000),
                compressed("fastcdc:16384", 160_000, 105_000, 1_150_000_000),
                compressed("fastcdc:65536", 45_000, 33_000, 1_700_000_000));
        ScanResult result = new ScanResult(
                Samples.plan(
                        List.of("/srv/vm"),
                        layouts.stream().map(Layout::chunking).toList(),
                        List.of("lz4", "zstd", "xz"),
                        0),
                false,
                new Totals(
                        Samples.SCANNED + Samples.HARD_LINKS + Samples.UNREAD,
                        Samples.HARD_LINKS,
                        Samples.UNREAD,
                        Samples.SCANNED,
                        1204,
                        57,
                        12,
                        14,
                        3,
                        120,
                        1,
                        0),
                layouts,
                List.of(),
                List.of(),
                List.of(new ReadError("data/secret", ReadError.Kind.UNREADABLE, 4096, "permission denied")),
                Samples.timing(12_400_000_000L, Samples.SCANNED));
        return result.withLedger(ledger());
    }

    private static Layout compressed(String chunking, long chunkCount, long uniqueChunkCount, long uniqueBytes) {
        return Layout.of(
                chunking,
                "sha1",
                Samples.SCANNED,
                chunkCount + 1,
                1,
                65_536,
                uniqueChunkCount,
                uniqueBytes,
                List.of(),
                List.of(
                        Compression.ofChunks("lz4", Samples.SCANNED, uniqueBytes, uniqueBytes / 2, List.of()),
                        Compression.ofChunks("zstd", Samples.SCANNED, uniqueBytes, uniqueBytes / 5 * 2, List.of()),
                        Compression.ofChunks("xz", Samples.SCANNED, uniqueBytes, uniqueBytes / 3, List.of())));
    }

    private static Ledger ledger() {
        List<Ledger.Directory> directories = new ArrayList<>();
        directories.add(new Ledger.Directory(-1, charge("/srv/vm", 1204, 10)));
        for (int i = 1; i <= 8; i++) {
            directories.add(new Ledger.Directory(0, charge("customer-" + i + "-with-a-long-name", 100 + i, 10 - i)));
        }
        List<Ledger.Charge> types =
                List.of(charge("", 4, 1), charge("vmdk", 1000, 7), charge("iso", 100, 2), charge("log", 100, 1));
        return new Ledger(
                "fixed:4096",
                "lz4",
                3,
                31_000,
                8,
                directories,
                types,
                List.of(),
                new Ledger.DirectoryOverlap(List.of(), List.of(), List.of()));
    }

    private static Ledger.Charge charge(String name, long fileCount, long tenths) {
        long attributed = 550_000_000 / 10 * tenths;
        return new Ledger.Charge(
                name,
                fileCount,
                Samples.SCANNED / 10 * tenths,
                attributed,
                attributed / 50,
                attributed / 2,
                attributed / 60);
    }
}
