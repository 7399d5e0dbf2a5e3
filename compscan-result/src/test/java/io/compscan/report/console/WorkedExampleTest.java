package io.compscan.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.Figures;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The example in {@code docs/reference/definitions.md}, counted chunk by chunk: its figures are those of the code. */
class WorkedExampleTest {

    private static final String ZERO = "0".repeat(4096);
    private static final String A = "A".repeat(4096);
    private static final String B = "B".repeat(4096);
    private static final String T = "T".repeat(1000);

    /** What the example says that LZ4 stores. */
    private static final Map<String, Long> STORED_BYTES = Map.of(A, 1500L, B, 4096L, T, 400L);

    private static final List<List<String>> FILES = List.of(List.of(A, ZERO, B, T), List.of(A, B, A));
    private static final long HARD_LINK_BYTES = 13_288;
    private static final long UNREAD_BYTES = 4096;

    private final String document = read();

    private static String read() {
        try {
            return Files.readString(Path.of("..", "docs", "reference", "definitions.md"));
        } catch (IOException e) {
            throw new AssertionError("tests run in the directory of their module", e);
        }
    }

    private static ScanResult scan() {
        long scannedBytes = 0;
        long chunkCount = 0;
        long zeroChunkCount = 0;
        Map<String, Long> referencesByChunk = new LinkedHashMap<>();
        for (List<String> file : FILES) {
            for (String chunk : file) {
                scannedBytes += chunk.length();
                chunkCount++;
                if (chunk.equals(ZERO)) {
                    zeroChunkCount++;
                } else {
                    referencesByChunk.merge(chunk, 1L, Long::sum);
                }
            }
        }
        long uniqueBytes = 0;
        long storedBytes = 0;
        Map<Long, Refcount> refcounts = new TreeMap<>();
        for (Map.Entry<String, Long> entry : referencesByChunk.entrySet()) {
            String chunk = entry.getKey();
            uniqueBytes += chunk.length();
            storedBytes += STORED_BYTES.get(chunk);
            refcounts.merge(
                    entry.getValue(),
                    new Refcount(entry.getValue(), 1, chunk.length()),
                    (a, b) -> new Refcount(a.references(), a.chunks() + b.chunks(), a.bytes() + b.bytes()));
        }
        Layout layout = Layout.of(
                "fixed:4096",
                "sha1",
                scannedBytes,
                chunkCount,
                zeroChunkCount,
                zeroChunkCount * ZERO.length(),
                referencesByChunk.size(),
                uniqueBytes,
                new ArrayList<>(refcounts.values()),
                List.of(Compression.ofChunks("lz4", scannedBytes, uniqueBytes, storedBytes, List.of())));
        Totals totals = new Totals(
                scannedBytes + HARD_LINK_BYTES + UNREAD_BYTES,
                HARD_LINK_BYTES,
                UNREAD_BYTES,
                scannedBytes,
                4,
                1,
                1,
                0,
                0,
                0,
                1,
                0);
        ScanSettings plan = new ScanSettings(
                "1.0.0",
                List.of("."),
                List.of("fixed:4096"),
                "sha1",
                List.of("lz4"),
                "by-compressor",
                0,
                List.of(),
                List.of(),
                false,
                false,
                false);
        Timing timing = new Timing(Instant.EPOCH, 1, 1, 1, 1, 1, "17");
        return new ScanResult(plan, false, totals, List.of(layout), List.of(), List.of(), List.of(), timing);
    }

    @Test
    void theDocumentShowsTheWaterfall() {
        String report = ConsoleReport.render(scan(), Screen.FILE.detailed());

        String waterfall = report.substring(
                report.lastIndexOf('\n', report.indexOf("of scanned")) + 1, report.indexOf("\n\nPhysical is before"));
        assertThat(document).contains("```\n" + waterfall + "\n```");
    }

    @Test
    void theDocumentShowsTheRefcounts() {
        for (Refcount row : scan().layouts().get(0).refcounts()) {
            assertThat(document)
                    .contains(
                            "| " + row.references() + " | " + row.chunks() + " | " + Figures.exact(row.bytes()) + " |");
        }
    }

    @Test
    void theDocumentShowsTheSuperblocks() {
        ScanResult result = scan();
        long uniqueBytes = result.layouts().get(0).uniqueBytes();
        Compression compression = Compression.ofSuperblocks(
                "lz4",
                8192,
                result.totals().scannedBytes(),
                uniqueBytes,
                result.totals().scannedBytes(),
                1530 + 4500 + 5600 + 1500,
                List.of());

        assertThat(document.replaceAll("\\s+", " "))
                .contains("9,192 * 13,130 / 25,576 = 4,718.91, so " + Figures.exact(compression.physicalBytes()));
        assertThat(uniqueBytes).isEqualTo(9192);
    }
}
