package io.compscan.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.result.ChunkSize;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ProfileResult.Estimated;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.Refcount;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.result.TypeTotals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
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

    /** A slow compressor that was given a sample, beside a fast one that was not. */
    public static ScanResult profiled() {
        return plain().withProfiles(List.of(
                profile("vdo", 770_123_456, 24_905_216, 3_310_004, 0, 1_500_000_000),
                profile("an-array-with-a-long-name-indeed", 770_123_456, 180_000_000, 0, 9_000_000, 0),
                // More than was scanned, and more than the bars have room for.
                profile("wasteful", 770_123_456, 5_000_000_000L, 1, 0, 0)));
    }

    private static ProfileResult profile(
            String name,
            long physicalBytes,
            long roundingBytes,
            long metadataBytes,
            long halfWidthBytes,
            long memoryBytes) {
        Estimated chunks = new Estimated(
                physicalBytes + roundingBytes,
                physicalBytes + roundingBytes - halfWidthBytes,
                physicalBytes + roundingBytes + halfWidthBytes);
        return ProfileResult.of(
                name,
                "A system",
                "https://example.org/" + name,
                List.of("It is none."),
                "fixed:4096",
                "lz4",
                SCANNED,
                new Estimated(physicalBytes, physicalBytes - halfWidthBytes / 2, physicalBytes + halfWidthBytes / 2),
                chunks,
                Estimated.exact(metadataBytes),
                memoryBytes);
    }

    public static ScanResult sampled() {
        return sampled(Compression.ofSample(
                "xz",
                SCANNED,
                rich().layouts().get(0).uniqueBytes(),
                598_765_432,
                11_217,
                45_944_832,
                595_900_000,
                601_600_000,
                List.of(new Compressibility(30, 8000, 8000 * 4096), new Compressibility(100, 3217, 3217 * 4096))));
    }

    /** A slow compressor has seen a sample of blocks. */
    public static ScanResult sampledBlocks() {
        return sampled(Compression.ofBlocks(
                "xz/2048",
                SCANNED,
                rich().layouts().get(0).uniqueBytes(),
                598_765_432,
                new Compression.Blocks(1024, 1000, 2_097_152),
                595_900_000,
                601_600_000,
                List.of(new Compressibility(30, 800, 1_000_000), new Compressibility(100, 200, 1_097_152))));
    }

    private static ScanResult sampled(Compression estimate) {
        Layout layout = rich().layouts().get(0);
        List<Compression> compression = List.of(layout.compression().get(0), estimate);
        return new ScanResult(
                plan(List.of("/srv/vm"), List.of("fixed:4096"), List.of("lz4", estimate.compressor()), 0),
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
                        compression)),
                List.of(),
                List.of(),
                List.of(),
                timing(12_400_000_000L, SCANNED));
    }

    /** Content-defined chunks of several sizes beside fixed ones. */
    public static ScanResult contentDefined() {
        List<Layout> layouts = List.of(
                chunked("fixed:4096", 4096, 700_000, 400_000, 1_100_000_000),
                chunked("rabin:65536", 81_920, 40_000, 30_000, 1_900_000_000),
                chunked("fastcdc:16384,max=65536", 18_732, 160_000, 105_000, 1_150_000_000),
                chunked("gear:8192", 10_236, 300_000, 200_000, 1_120_000_000));
        return new ScanResult(
                plan(List.of("/srv/vm"), layouts.stream().map(Layout::chunking).toList(), List.of("none"), 0),
                false,
                new Totals(SCANNED, 0, 0, SCANNED, 1204, 57, 0, 0, 0, 0, 0, 0),
                layouts,
                List.of(),
                List.of(),
                List.of(),
                timing(12_400_000_000L, SCANNED));
    }

    private static Layout chunked(
            String chunking, int expectedBytes, long chunkCount, long uniqueChunkCount, long uniqueBytes) {
        return Layout.of(
                        chunking,
                        "sha1",
                        SCANNED,
                        chunkCount + 1,
                        1,
                        65_536,
                        uniqueChunkCount,
                        uniqueBytes,
                        List.of(),
                        List.of(Compression.ofChunks("none", SCANNED, uniqueBytes, uniqueBytes, List.of())))
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
                                        SCANNED - 65_536 - 2_100_000)));
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

    /** Five chunkings with three compressors each, with a ledger. */
    public static ScanResult matrix() {
        List<Layout> layouts = List.of(
                compressed("fixed:4096", 700_000, 400_000, 1_100_000_000),
                compressed("fixed:32768", 95_000, 60_000, 1_500_000_000),
                compressed("fixed:131072", 24_000, 19_000, 1_900_000_000),
                compressed("fastcdc:16384", 160_000, 105_000, 1_150_000_000),
                compressed("fastcdc:65536", 45_000, 33_000, 1_700_000_000));
        ScanResult result = new ScanResult(
                plan(
                        List.of("/srv/vm"),
                        layouts.stream().map(Layout::chunking).toList(),
                        List.of("lz4", "zstd", "xz"),
                        0),
                false,
                new Totals(SCANNED + HARD_LINKS + UNREAD, HARD_LINKS, UNREAD, SCANNED, 1204, 57, 12, 14, 3, 120, 1, 0),
                layouts,
                List.of(),
                List.of(),
                List.of(new ReadError("data/secret", ReadError.Kind.UNREADABLE, 4096, "permission denied")),
                timing(12_400_000_000L, SCANNED));
        return result.withLedger(ledger());
    }

    private static Layout compressed(String chunking, long chunkCount, long uniqueChunkCount, long uniqueBytes) {
        return Layout.of(
                chunking,
                "sha1",
                SCANNED,
                chunkCount + 1,
                1,
                65_536,
                uniqueChunkCount,
                uniqueBytes,
                List.of(),
                List.of(
                        Compression.ofChunks("lz4", SCANNED, uniqueBytes, uniqueBytes / 2, List.of()),
                        Compression.ofChunks("zstd", SCANNED, uniqueBytes, uniqueBytes / 5 * 2, List.of()),
                        Compression.ofChunks("xz", SCANNED, uniqueBytes, uniqueBytes / 3, List.of())));
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
                name, fileCount, SCANNED / 10 * tenths, attributed, attributed / 50, attributed / 2, attributed / 60);
    }

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

    private static ScanResult single(Totals totals, Layout layout) {
        return new ScanResult(
                plan(List.of("/dev/sdb"), List.of("fixed:4096"), List.of("lz4"), 0),
                false,
                totals,
                List.of(layout),
                List.of(),
                List.of(),
                List.of(),
                timing(250_000_000L, totals.scannedBytes()));
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

    private static ScanSettings plan(
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
                superblockBytes > 0);
    }

    private static Timing timing(long elapsedNanos, long scannedBytes) {
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
                Arguments.of("profiled", profiled()),
                Arguments.of("matrix", matrix()),
                Arguments.of("sampled", sampled()),
                Arguments.of("sampled-blocks", sampledBlocks()),
                Arguments.of("partial", partialWithFiles()),
                Arguments.of("content-defined", contentDefined()),
                Arguments.of("zeros", zeros()),
                Arguments.of("nothing", nothing()),
                Arguments.of("huge", huge()));
    }

    /**
     * Asserts that a text is that of {@code src/test/resources}. Where the environment has {@code COMPSCAN_WRITE_GOLDEN} the text is
     * written there instead, for a person to read and commit.
     */
    public static void assertGolden(String name, String text) throws IOException {
        if (System.getenv("COMPSCAN_WRITE_GOLDEN") != null) {
            Files.writeString(Path.of("src/test/resources/io/compscan/core/report", name), text);
            return;
        }
        assertThat(text).isEqualTo(golden(name));
    }

    /** A text of {@code src/test/resources}. */
    public static String golden(String name) throws IOException {
        try (InputStream in = Samples.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
