package io.compscan.report;

import io.compscan.result.ChunkSize;
import io.compscan.result.Compressibility;
import io.compscan.result.Compression;
import io.compscan.result.FileResult;
import io.compscan.result.Layout;
import io.compscan.result.ReadError;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.TypeTotals;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Results as scans make them; their numbers close. */
public final class Samples {

    public static final long SCANNED = 786_432L * 4096;
    public static final long UNREAD = 4096;
    public static final long HARD_LINKS = 1_048_576;

    private Samples() {}

    /** Two chunkings, two compressors, errors, everything there is but files. */
    public static ScanResult rich() {
        Layout small = Layout.of(
                        "fixed:4096",
                        "sha1",
                        SCANNED,
                        786_432,
                        131_072,
                        131_072L * 4096,
                        359_001,
                        359_001L * 4096,
                        List.of(
                                new Refcount(1, 300_000, 300_000L * 4096),
                                new Refcount(2, 50_000, 50_000L * 4096),
                                new Refcount(28, 9000, 9000L * 4096),
                                new Refcount(3360, 1, 4096)),
                        List.of(
                                Compression.ofChunks(
                                        "lz4",
                                        SCANNED,
                                        359_001L * 4096,
                                        770_123_456,
                                        List.of(
                                                new Compressibility(40, 200_000, 200_000L * 4096),
                                                new Compressibility(62, 100_000, 100_000L * 4096),
                                                new Compressibility(100, 59_001, 59_001L * 4096))),
                                Compression.ofChunks("zstd:3", SCANNED, 359_001L * 4096, 611_000_000, List.of())))
                .withChunkSizes(
                        4096, List.of(new ChunkSize(4096, 4608, 359_001, 359_001L * 4096, 655_360, 655_360L * 4096)));
        Layout large = Layout.of(
                "fixed:131072",
                "sha1",
                SCANNED,
                24_576,
                3200,
                3200L * 131_072,
                19_000,
                19_000L * 131_072,
                List.of(),
                List.of(
                        Compression.ofChunks("lz4", SCANNED, 19_000L * 131_072, 1_190_000_000, List.of()),
                        Compression.ofChunks("zstd:3", SCANNED, 19_000L * 131_072, 905_555_555, List.of())));
        Totals totals =
                new Totals(SCANNED + HARD_LINKS + UNREAD, HARD_LINKS, UNREAD, SCANNED, 1204, 57, 12, 14, 3, 120, 2, 1);
        List<TypeTotals> types = List.of(
                new TypeTotals("", 2, 4096, List.of(0L, 0L)),
                new TypeTotals("=cmd()", 1, 4096, List.of(0L, 0L)),
                new TypeTotals("vmdk", 1199, SCANNED - 8192, List.of(131_072L * 4096, 3200L * 131_072)));
        List<ReadError> errors = List.of(
                new ReadError("data/a\\x0ab,\"c\".db", ReadError.Kind.SHRANK, 4096, "ended 4096 bytes before its size"),
                new ReadError("data/log", ReadError.Kind.GREW, 0, "grew by 17 bytes"),
                new ReadError("data/secret", ReadError.Kind.UNREADABLE, 0, "permission denied"));
        return new ScanResult(
                plan(List.of("data", "/srv/vm"), List.of("fixed:4096", "fixed:131072"), List.of("lz4", "zstd:3"), 0),
                false,
                totals,
                List.of(small, large),
                types,
                List.of(),
                errors,
                timing(12_400_000_000L, SCANNED));
    }

    /** The common case: one chunking, one compressor, nothing odd. */
    public static ScanResult plain() {
        ScanResult rich = rich();
        Layout layout = rich.layouts().get(0);
        return new ScanResult(
                plan(List.of("/srv/vm"), List.of("fixed:4096"), List.of("lz4"), 0),
                false,
                new Totals(SCANNED, 0, 0, SCANNED, 1204, 57, 0, 0, 0, 0, 0, 0),
                List.of(Layout.of(
                        layout.chunking(),
                        layout.fingerprint(),
                        SCANNED,
                        layout.chunkCount(),
                        layout.zeroChunkCount(),
                        layout.zeroBytes(),
                        layout.uniqueChunkCount(),
                        layout.uniqueBytes(),
                        layout.refcounts(),
                        layout.compression().subList(0, 1))),
                List.of(),
                List.of(),
                List.of(),
                timing(12_400_000_000L, SCANNED));
    }

    /** Stopped early, over superblocks, with more files and errors than are shown. */
    public static ScanResult partialWithFiles() {
        long scannedBytes = 30 * 1_000_000L;
        List<FileResult> files = IntStream.range(0, 30)
                .mapToObj(i -> file("vm/disk-" + (char) ('a' + i % 26) + i + ".vmdk", 985_500 + 1000L * i))
                .toList();
        List<ReadError> errors = IntStream.range(0, 9)
                .mapToObj(i -> new ReadError(
                        "vm/" + "deep/".repeat(30) + "file" + i,
                        ReadError.Kind.UNREADABLE,
                        100_000,
                        "input/output error"))
                .toList();
        Layout layout = Layout.of(
                "fixed:4096",
                "sha1",
                scannedBytes,
                7330,
                0,
                0,
                2500,
                10_238_976,
                List.of(),
                List.of(
                        Compression.ofSuperblocks(
                                "none", 65_536, scannedBytes, 10_238_976, scannedBytes, scannedBytes, List.of()),
                        Compression.ofSuperblocks(
                                "zstd:3", 65_536, scannedBytes, 10_238_976, scannedBytes, 12_000_001, List.of())));
        ScanResult result = new ScanResult(
                plan(List.of("a", "b", "c", "d", "e"), List.of("fixed:4096"), List.of("none", "zstd:3"), 65_536),
                true,
                new Totals(scannedBytes + 900_000, 0, 900_000, scannedBytes, 30, 1, 0, 0, 0, 0, 9, 0),
                List.of(layout),
                List.of(),
                files,
                errors,
                timing(7_384_600_000_000L, scannedBytes));
        return result.withTiming(
                result.timing().withCoverage(new Timing.Coverage(120, 400 * 1_000_000L, scannedBytes + 900_000, true)));
    }

    public static ScanResult withErrors(List<ReadError> errors, List<String> paths) {
        ScanResult plain = plain();
        return new ScanResult(
                plan(paths, List.of("fixed:4096"), List.of("lz4"), 0),
                plain.partial(),
                plain.totals(),
                plain.layouts(),
                plain.types(),
                plain.files(),
                errors,
                plain.timing());
    }

    private static FileResult file(String path, long scannedBytes) {
        Layout layout = Layout.of(
                "fixed:4096",
                "sha1",
                scannedBytes,
                300,
                20,
                81_920,
                150,
                600_000,
                List.of(),
                List.of(
                        Compression.ofChunks("none", scannedBytes, 600_000, 600_000, List.of()),
                        Compression.ofSuperblocks(
                                "zstd:3", 65_536, scannedBytes, 600_000, scannedBytes, scannedBytes / 3, List.of())));
        return new FileResult(path, scannedBytes, 0, scannedBytes, List.of(layout));
    }

    static ScanSettings plan(
            List<String> paths, List<String> chunkings, List<String> compressors, int superblockBytes) {
        return new ScanSettings(
                        "1.0.0",
                        paths,
                        chunkings,
                        "sha1",
                        compressors,
                        "by-compressor",
                        superblockBytes,
                        List.of(),
                        List.of("**/*.tmp"),
                        false,
                        false,
                        superblockBytes > 0)
                .withMethod(List.of("rules 1", "lz4-java 1.12.1"));
    }

    static Timing timing(long elapsedNanos, long scannedBytes) {
        return new Timing(
                Instant.parse("2026-03-01T10:15:30.123456Z"),
                elapsedNanos,
                (long) (scannedBytes / (elapsedNanos / 1e9)),
                2,
                2,
                24_536_000,
                "17.0.12");
    }

    public static Stream<Arguments> all() {
        return Stream.of(
                Arguments.of("plain", plain()),
                Arguments.of("rich", rich()),
                Arguments.of("profiled", EstimateSamples.profiled()),
                Arguments.of("matrix", ChunkingSamples.matrix()),
                Arguments.of("sampled", EstimateSamples.sampled()),
                Arguments.of("sampled-blocks", EstimateSamples.sampledBlocks()),
                Arguments.of("partial", partialWithFiles()),
                Arguments.of("content-defined", ChunkingSamples.contentDefined()),
                Arguments.of("zeros", ExtremeSamples.zeros()),
                Arguments.of("nothing", ExtremeSamples.nothing()),
                Arguments.of("huge", ExtremeSamples.huge()));
    }
}
