package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.compscan.result.Compression;
import io.compscan.result.FileResult;
import io.compscan.result.Layout;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CsvReportsTest {

    private interface Rendering {
        void write(ScanResult result, Writer out) throws IOException;
    }

    private static String text(Rendering rendering, ScanResult result) throws IOException {
        StringWriter out = new StringWriter();
        rendering.write(result, out);
        return out.toString();
    }

    private static List<NamedCsvRecord> rows(Rendering rendering, ScanResult result) throws IOException {
        return CsvReader.builder().ofNamedCsvRecord(text(rendering, result)).stream()
                .toList();
    }

    private static long number(NamedCsvRecord row, String column) {
        return Long.parseLong(row.getField(column));
    }

    @Test
    void targetSystems() throws IOException {
        ScanResult result = EstimateSamples.profiled();
        Golden.assertSame("profiles.csv", text(CsvReports::profiles, result).replace("\r\n", "\n"));
        NamedCsvRecord vdo = rows(CsvReports::profiles, result).get(0);
        assertThat(number(vdo, "physicalBytes")
                        + number(vdo, "copiesBytes")
                        + number(vdo, "roundingBytes")
                        + number(vdo, "metadataBytes"))
                .isEqualTo(number(vdo, "allocatedBytes"));
        assertThat(rows(CsvReports::profiles, Samples.plain())).isEmpty();
    }

    @Test
    void writesExactly() throws IOException {
        ScanResult rich = Samples.rich();
        String all = "# summary.csv\n" + text(CsvReports::summary, rich)
                + "# refcounts.csv\n" + text(CsvReports::refcounts, rich)
                + "# chunk_sizes.csv\n" + text(CsvReports::chunkSizes, ChunkingSamples.contentDefined())
                + "# compressibility.csv\n" + text(CsvReports::compressibility, rich)
                + "# types.csv\n" + text(CsvReports::types, rich)
                + "# errors.csv\n" + text(CsvReports::errors, rich)
                + "# summary.csv of a sample\n" + text(CsvReports::summary, EstimateSamples.sampled())
                + "# compressibility.csv of a sample\n" + text(CsvReports::compressibility, EstimateSamples.sampled())
                + "# files.csv\n"
                + text(CsvReports::files, Samples.partialWithFiles())
                        .lines()
                        .limit(3)
                        .reduce("", (a, b) -> a + b + "\n");

        Golden.assertSame("rich-tables.txt", all.replace("\r\n", "\n"));
        assertThat(text(CsvReports::types, rich).lines()).isNotEmpty();
        assertThat(text(CsvReports::types, rich).split("\r\n", -1))
                .as("RFC 4180 wants CR LF, and a row is one line")
                .noneMatch(line -> line.contains("\n") || line.contains("\r"));
    }

    @Test
    void summaryHoldsEveryNumberAndCloses() throws IOException {
        for (ScanResult result : List.of(
                Samples.rich(),
                EstimateSamples.sampled(),
                Samples.partialWithFiles(),
                ExtremeSamples.huge(),
                ExtremeSamples.zeros())) {
            List<NamedCsvRecord> rows = rows(CsvReports::summary, result);
            int i = 0;
            for (Layout layout : result.layouts()) {
                for (Compression compression : layout.compression()) {
                    NamedCsvRecord row = rows.get(i++);
                    assertThat(row.getField("chunking")).isEqualTo(layout.chunking());
                    assertThat(row.getField("compressor")).isEqualTo(compression.compressor());
                    assertThat(row.getField("partial")).isEqualTo(String.valueOf(result.partial()));
                    assertThat(number(row, "scannedBytes"))
                            .isEqualTo(number(row, "logicalBytes")
                                    - number(row, "hardLinkBytes")
                                    - number(row, "unreadBytes"))
                            .isEqualTo(number(row, "zeroBytes")
                                    + number(row, "duplicateBytes")
                                    + number(row, "compressedAwayBytes")
                                    + number(row, "physicalBytes"));
                    assertThat(number(row, "chunkCount"))
                            .isEqualTo(number(row, "zeroChunkCount")
                                    + number(row, "uniqueChunkCount")
                                    + number(row, "duplicateChunkCount"));
                    assertThat(number(row, "physicalBytes")).isEqualTo(compression.physicalBytes());
                    if (compression.reductionRatio() == null) {
                        assertThat(row.getField("reductionRatio")).isEmpty();
                    } else {
                        assertThat(Double.parseDouble(row.getField("reductionRatio")))
                                .isEqualTo(compression.reductionRatio());
                    }
                }
            }
            assertThat(rows).hasSize(i);
        }
    }

    @Test
    void filesHaveARowForEachChunkingAndCompressor() throws IOException {
        ScanResult result = Samples.partialWithFiles();
        List<NamedCsvRecord> rows = rows(CsvReports::files, result);

        assertThat(rows).hasSize(result.files().size() * 2);
        for (int i = 0; i < rows.size(); i++) {
            FileResult file = result.files().get(i / 2);
            assertThat(rows.get(i).getField("path")).isEqualTo(file.path());
            assertThat(rows.get(i).getField("method")).isEqualTo(i % 2 == 0 ? "chunk" : "superblock");
            assertThat(number(rows.get(i), "physicalBytes"))
                    .isEqualTo(file.layouts().get(0).compression().get(i % 2).physicalBytes());
        }
    }

    @Test
    void emptyTablesHaveAHeader() throws IOException {
        for (Rendering rendering : List.<Rendering>of(
                CsvReports::refcounts,
                CsvReports::chunkSizes,
                CsvReports::compressibility,
                CsvReports::files,
                CsvReports::types,
                CsvReports::errors)) {
            assertThat(text(rendering, ExtremeSamples.zeros()).lines()).hasSize(1);
        }
    }

    @Property
    void everyRowIsOneLineWhateverThePathIs(@ForAll String path, @ForAll String reason) throws IOException {
        for (String hostile : List.of(path, "=" + path, path + "\n\r,\"", "@" + path + "💾")) {
            ReadError error = new ReadError(hostile, ReadError.Kind.VANISHED, 17, reason);
            ScanResult result = Samples.withErrors(List.of(error, error), List.of("."));

            assertThat(text(CsvReports::errors, result).lines()).hasSize(3);
            List<NamedCsvRecord> rows = rows(CsvReports::errors, result);
            assertThat(rows).hasSize(2).allSatisfy(row -> {
                assertThat(row.getField("path")).isEqualTo(SafeText.cell(hostile));
                assertThat(row.getField("kind")).isEqualTo("vanished");
                assertThat(row.getField("unreadBytes")).isEqualTo("17");
                assertThat(row.getField("reason")).isEqualTo(SafeText.cell(reason));
            });
        }
    }

    @Test
    void failsAsTheWriterDoes() {
        Writer full = new Writer() {
            @Override
            public void write(char[] chars, int offset, int length) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };

        assertThatThrownBy(() -> CsvReports.files(Samples.partialWithFiles(), full))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
    }
}
