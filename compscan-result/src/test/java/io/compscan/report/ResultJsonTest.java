package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResultJsonTest {

    @TempDir
    Path directory;

    private static String write(ScanResult result) throws IOException {
        StringWriter out = new StringWriter();
        ResultJson.write(result, out);
        return out.toString();
    }

    private ScanResult read(String json) throws IOException {
        return ResultJson.read(Files.writeString(directory.resolve("result.json"), json));
    }

    @Test
    void writesExactly() throws IOException {
        Golden.assertSame("rich.json", write(Samples.rich()));
        Golden.assertSame("sampled.json", write(EstimateSamples.sampled()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"method\": \"sample\" | \"method\": \"chunk\" | the numbers of xz make no sense",
                "\"sampledBytes\": 45944832, | | compression[1].sample.sampledBytes: it is missing",
                "\"sampledChunkCount\": 11217 | \"sampledChunkCount\": 11218 | the sample of xz does not add up",
                "\"physicalBytesLow\": 595900000 | \"physicalBytesLow\": 598765433 | the sample of xz does not add up",
                "\"physicalBytesHigh\": 601600000 | \"physicalBytesHigh\": 601600100 | compressionRatioLow of xz over fixed:4096",
                "\"physicalBytesHigh\": 601600000 | \"physicalBytesHigh\": 9601600000 | the sample of xz does not add up"
            })
    void refusesASampleThatContradictsItself(String from, String to, String message) throws IOException {
        String json = write(EstimateSamples.sampled());
        assertThat(json).contains(from);

        assertThatThrownBy(() -> read(json.replace(from, to == null ? "" : to)))
                .isInstanceOf(ResultFormatException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void readsBackTheSame(String name, ScanResult result) throws IOException {
        assertThat(read(write(result))).isEqualTo(result);
    }

    @Property(tries = 200)
    void readsBackHostileText(@ForAll String path, @ForAll String reason) throws IOException {
        ScanResult result = Samples.withErrors(
                List.of(new ReadError(path, ReadError.Kind.UNREADABLE, 0, reason)), List.of(path, "\n\",\\\u0000💾"));
        Path file = Files.createTempFile("result", ".json");
        try (Writer out = Files.newBufferedWriter(file)) {
            ResultJson.write(result, out);
        }

        assertThat(ResultJson.read(file)).isEqualTo(result);
        Files.delete(file);
    }

    @Test
    void leavesTheWriterOpen() throws IOException {
        StringWriter out = new StringWriter() {
            @Override
            public void close() {
                throw new AssertionError("closed");
            }
        };

        ResultJson.write(Samples.plain(), out);

        assertThat(out.toString()).endsWith("}\n");
    }

    @Test
    void passesOverUnknownFields() throws IOException {
        String json = write(Samples.rich())
                .replace("\"partial\": false", "\"partial\": false, \"later\": {\"a\": [1, {}]}")
                .replace("\"readers\": 2", "\"readers\": 2, \"nodes\": 7");

        assertThat(read(json)).isEqualTo(Samples.rich());
    }

    @Test
    void readsDocumentsOfTheFirstVersion() throws IOException {
        String json = write(Samples.plain())
                .replace("\"version\": 2", "\"version\": 1")
                .replaceAll("\n *\"(profiles\": \\[]|ledger\": null),", "");
        assertThat(json).doesNotContain("profiles", "ledger");

        ScanResult result = read(json);

        assertThat(result.version()).isEqualTo(1);
        assertThat(result.layouts()).isEqualTo(Samples.plain().layouts());
        assertThat(result.profiles()).isEmpty();
        assertThat(result.ledger()).isNull();
    }

    @Test
    void readsDocumentsWithoutOriginCoverageAndWhatWasAsked() throws IOException {
        ScanResult result = Samples.partialWithFiles();
        ScanResult whole = result.withTiming(result.timing()
                .withOrigin(new Timing.Origin("host", "Linux 6 amd64", Instant.EPOCH, List.of("scan", "a b"))));
        String json = write(whole);
        assertThat(json).contains("\"host\": \"host\"", "\"command\": [\"scan\", \"a b\"]", "\"coveredBytes\"");
        assertThat(read(json)).isEqualTo(whole);

        String earlier = write(result.withTiming(result.timing().withCoverage(null)))
                .replaceAll(",\n *\"(origin|coverage|asked)\": null", "");
        assertThat(earlier).doesNotContain("origin", "coverage", "asked");
        ScanResult read = read(earlier);
        assertThat(read.timing().origin()).isNull();
        assertThat(read.timing().coverage()).isNull();
        assertThat(read.settings().asked()).isNull();
    }

    @Test
    void aDocumentWithoutSettingsIsNone() throws IOException {
        ObjectNode whole = (ObjectNode) new ObjectMapper().readTree(write(Samples.rich()));
        assertThatThrownBy(() -> read(whole.without("settings").toString()))
                .isInstanceOf(ResultFormatException.class)
                .hasMessageContaining("it is missing");
    }

    @Test
    void theMethodIsKeptAndWasNotAlwaysThere() throws IOException {
        String json = write(Samples.rich());
        assertThat(read(json).settings().method()).containsExactly("rules 1", "lz4-java 1.12.1");
        String earlier = json.replaceAll(",\n *\"method\": \\[[^]]*\\]", "");
        assertThat(earlier).isNotEqualTo(json);
        assertThat(read(earlier).settings()).isEqualTo(Samples.rich().settings().withMethod(List.of()));
    }

    @Test
    void readsDocumentsOfBeforeContainers() throws IOException {
        String json = write(Samples.plain())
                .replaceAll(",\n *\"(into|containers)\": \\[]", "")
                .replaceAll(
                        ",\n *\"(consumedCount|repeatedDirectoryCount|repeatedFileCount|repeatedRunFileCount|repeatedLinkCount|nameBytes|packedNameBytes)\": 0",
                        "");
        assertThat(json).doesNotContain("into", "containers", "consumedCount");

        ScanResult result = read(json);

        assertThat(result).isEqualTo(Samples.plain());
        assertThat(result.containers()).isEmpty();
    }

    /** They are left out where nobody has counted them. */
    @Test
    void keepsAttributes() throws IOException {
        String without = write(Samples.plain());
        assertThat(without).doesNotContain("attributes");
        String with = without.replaceFirst("(\"unreadDirectoryCount\": \\d+)", """
                $1,
                    "attributes": {
                      "fileCount": 1,
                      "count": 2,
                      "bytes": 3,
                      "packedCount": 4,
                      "packedBytes": 5,
                      "distinctBytes": 6,
                      "setCount": 7,
                      "packedSetBytes": 8
                    }""");
        ScanResult result = read(with);
        Totals.Attributes attributes = new Totals.Attributes(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(result.totals().attributes()).isEqualTo(attributes);
        assertThat(write(result)).isEqualTo(with);

        Totals twice = result.totals().plus(result.totals());
        assertThat(twice.attributes()).isEqualTo(new Totals.Attributes(2, 4, 6, 8, 10, 12, 14, 16));
        assertThat(result.totals().plus(Samples.plain().totals()).attributes()).isEqualTo(attributes);
        assertThat(Samples.plain().totals().plus(result.totals()).attributes()).isEqualTo(attributes);
    }

    @Test
    void keepsContainers() throws IOException {
        Container container = new Container("vm/disk.qcow2", "qcow2", 1, 1L << 40, 196_608, 3, 2);
        ScanResult result = Samples.plain().withContainers(List.of(container));

        assertThat(read(write(result))).isEqualTo(result);
    }

    @Test
    void takesTheFieldsInAnyOrder() throws IOException {
        String head = "{\n  \"format\": \"compscan-result\",\n  \"version\": 2,\n";
        String json = write(Samples.plain());
        assertThat(json).startsWith(head);

        String reordered = "{" + json.substring(head.length(), json.lastIndexOf('}')) + ", "
                + head.substring(1).stripTrailing().replaceAll(",$", "}");

        assertThat(read(reordered)).isEqualTo(Samples.plain());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\": 2 | \"version\": 3 | version 3 of compscan-result is newer than this compscan",
                "\"version\": 2 | \"version\": 0 | not a compscan-result document",
                "\"version\": 2 | \"version\": \"2\" | not a compscan-result document",
                "compscan-result | compscan-run | not a compscan-result document",
                "\"chunkCount\": 786432, | | layouts[0].chunkCount: it is missing",
                "\"scannedBytes\": 3221225472 | \"scannedBytes\": 3221225471 | scannedBytes 3221225471 is not logicalBytes",
                "\"uniqueBytes\": 1470468096 | \"uniqueBytes\": 1470468097 | fixed:4096 do not add up",
                "\"thinRatio\": 1.2 | \"thinRatio\": 1.3 | thinRatio of fixed:4096 is 1.3",
                "\"thinRatio\": 1.2 | \"thinRatio\": 1e999 | thinRatio of fixed:4096 is Infinity",
                "\"readers\": 2 | \"readers\": 2.5 | timing.readers: it is not a whole number",
                "\"readers\": 2 | \"readers\": \"2\" | timing.readers: it is not a whole number",
                "\"readers\": 2 | \"readers\": 3000000000 | timing.readers: it is out of range",
                "\"readers\": 2 | \"readers\": null | timing.readers: it is missing",
                "\"chunking\": \"fixed:4096\" | \"chunking\": null | layouts[0].chunking: it is missing",
                "\"chunking\": \"fixed:4096\" | \"chunking\": [] | layouts[0].chunking: it is not a text",
                "\"superblockBytes\": 0 | \"superblockBytes\": -1 | make no sense",
                "\"partial\": false | \"partial\": 7 | partial: it is not true or false",
                "\"includes\": [] | \"includes\": [null] | settings.includes",
                "\"zeroBytes\": [0, 0] | \"zeroBytes\": [0, null] | types[0]",
                "\"fileCount\": 1204 | \"fileCount\": -1 | totals.fileCount: -1 is less than 0",
                "\"readers\": 2 | \"readers\": -2 | timing: elapsedNanos 12400000000, scannedBytesPerSecond 259776247, readers -2",
                "\"method\": \"chunk\" | \"method\": \"guess\" | layouts[0].compression[0].method: it is not one of chunk, ",
                "\"startedAt\": \"2026 | \"startedAt\": \"x | not an ISO-8601 instant: x-03-01",
                "\"partial\": false | \"partial\": false, \"partial\": false | line 25: Duplicate field 'partial'",
                "\"partial\": false | \"partial\": fa\u001blse | line 25: "
            })
    void refusesWhatIsNotAResult(String from, String to, String message) throws IOException {
        String json = write(Samples.rich());
        assertThat(json).contains(from);

        assertThatThrownBy(() -> read(json.replace(from, to == null ? "" : to)))
                .isInstanceOf(ResultFormatException.class)
                .hasMessageStartingWith(directory.resolve("result.json") + ": ")
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("io.compscan"))
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @ParameterizedTest
    @CsvSource({"''", "[]", "null", "'{'", "'{\"format\": \"compscan-result\", \"version\": 1'", "'x'", "\u0000"})
    void refusesWhatIsNotEvenJson(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ResultFormatException.class)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void refusesTheRestOfAnotherDocument() throws IOException {
        String json = write(Samples.plain());

        assertThatThrownBy(() -> read(json + json)).isInstanceOf(ResultFormatException.class);
        for (int length = 0; length < json.length() - 2; length += 97) {
            String truncated = json.substring(0, length);
            assertThatThrownBy(() -> read(truncated)).isInstanceOf(ResultFormatException.class);
        }
    }

    @Test
    void saysThatAFileIsMissing() {
        assertThatThrownBy(() -> ResultJson.read(directory.resolve("none.json")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
