package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.set.HostName;
import io.compscan.core.set.SetWriter;
import io.compscan.core.write.session.DedupChannel;
import io.compscan.core.write.session.PositionedChannel;
import io.compscan.core.write.session.StreamSummary;
import io.compscan.core.write.session.WriteRequest;
import io.compscan.core.write.session.WriteRequest.WhenFull;
import io.compscan.core.write.session.WriteSession;
import io.compscan.report.ResultJson;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/how-to/library.md}: each block of the page is the text between two marks of this file, and runs here. */
class LibraryExamplesTest {

    private static final Pattern MARKED = Pattern.compile("(?ms)^ +// example: ([a-z ]+)\\n(.*?)^ +// end\\n");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    @TempDir
    private Path temporary;

    private Path directory;
    private byte[] state;

    @BeforeEach
    void makeData() throws Exception {
        directory = Files.createDirectory(temporary.resolve("data"));
        state = new byte[100_000];
        new Random(1).nextBytes(state);
        Files.write(directory.resolve("a.bin"), state);
        Files.write(directory.resolve("b.bin"), state);
    }

    @Test
    void thePageShowsTheseExamplesAndNoOthers() throws Exception {
        List<String> examples = new ArrayList<>();
        Matcher marked =
                MARKED.matcher(Files.readString(Path.of("src/test/java/io/compscan/cli/LibraryExamplesTest.java")));
        while (marked.find()) {
            examples.add(marked.group(2).stripTrailing().stripIndent() + "\n");
        }
        List<String> shown = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../docs/how-to/library.md")));
        while (block.find()) {
            shown.add(block.group(1));
        }
        assertThat(shown).hasSize(7).containsExactlyElementsOf(examples);
    }

    @Test
    void aScan() throws Exception {
        // example: a scan
        ScanResult result = Measure.defaults().scan(directory).result();
        Layout layout = result.layouts().get(0);
        Compression lz4 = layout.compression().get(0);
        System.out.printf(
                Locale.ROOT,
                "%d of %d bytes, reduction %.2f%n",
                lz4.physicalBytes(),
                result.totals().scannedBytes(),
                lz4.reductionRatio());
        // end
        assertThat(result.totals().scannedBytes()).isEqualTo(200_000);
        assertThat(layout.uniqueBytes()).isEqualTo(100_000);
        ScanResult byCommand = ResultJson.read(jsonOf(directory));
        assertThat(result.withTiming(byCommand.timing()).layouts()).isEqualTo(byCommand.layouts());
        assertThat(result.settings().chunkings()).isEqualTo(byCommand.settings().chunkings());
        assertThat(result.settings().asked()).isEqualTo(byCommand.settings().asked());
        assertThat(result.settings().compressSample())
                .isEqualTo(byCommand.settings().compressSample());
        assertThat(result.settings().fingerprint())
                .isEqualTo(byCommand.settings().fingerprint());
    }

    private Path jsonOf(Path scanned) throws Exception {
        Path json = temporary.resolve("by-command.json");
        Run run = Run.of("scan", scanned, "--json", "-q");
        assertThat(run.exitCode()).isZero();
        return Files.writeString(json, run.out());
    }

    @Test
    void whatToMeasure() throws Exception {
        // example: what to measure
        Measure measure = Measure.defaults()
                .chunk("4k", "fastcdc:16k")
                .compress("lz4", "zstd")
                .profile("vdo")
                .threads(4);
        ScanOutcome outcome = measure.scan(directory);
        // end
        assertThat(outcome.result().layouts()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(outcome.result().profiles()).hasSize(1);
    }

    @Test
    void aSession() throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(state);
        // example: a write session
        try (WriteSession session = WriteSession.open(Measure.defaults().writing("job42"))) {
            DedupChannel stream = session.open("rank0/step12");
            stream.write(bytes);
            StreamSummary one = stream.finish();
            System.out.printf("%s: %d bytes, %d of them new%n", one.name(), one.logicalBytes(), one.newBytes());
            ScanResult all = session.finish().result();
            System.out.printf("all: %d unique bytes%n", all.layouts().get(0).uniqueBytes());
        }
        // end
    }

    @Test
    void aSavedSession() throws Exception {
        Path set = temporary.resolve("job42.fpr");
        Path json = temporary.resolve("result.json");
        ByteBuffer bytes = ByteBuffer.wrap(state);
        // example: a session with outputs
        WriteRequest request = Measure.defaults().writing("job42");
        ScanOptions options = request.options();
        try (SetWriter writer = SetWriter.create(set, false, options.schemes());
                WriteSession session = WriteSession.open(request.withChunkVisitors(writer::scheme))) {
            DedupChannel stream = session.open("rank0/step12");
            stream.write(bytes);
            stream.finish();
            ScanOutcome outcome = session.finish();
            writer.finish(outcome.result(), outcome.sums(), HostName.find(), Instant.now());
            try (Writer out = Files.newBufferedWriter(json, StandardCharsets.UTF_8)) {
                ResultJson.write(outcome.result(), out);
            }
        }
        // end
        assertThat(Run.of("report", set).exitCode()).isZero();
        Run plan = Run.of(
                "inline",
                json,
                "--nodes",
                "100",
                "--phases",
                "10",
                "--phase-data",
                "1TiB",
                "--compute-rate",
                "1MB/s",
                "--storage-bandwidth",
                "5MB/s",
                "--interconnect-bandwidth",
                "400MB/s");
        assertThat(plan.err()).isEmpty();
        assertThat(plan.exitCode()).isZero();
    }

    @Test
    void positionedWrites() throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(state);
        // example: positioned writes
        WriteRequest request = Measure.defaults().chunk("4k").writing("job42").withLast();
        try (WriteSession session = WriteSession.open(request)) {
            PositionedChannel file = session.openPositioned("state");
            file.write(bytes.duplicate(), 0);
            file.write(bytes.duplicate(), 1 << 20);
            file.write(bytes.duplicate(), 0);
            file.finish();
            ScanResult written = session.finish().result();
            ScanResult last = session.last().result();
            System.out.printf("%d bytes written%n", written.totals().scannedBytes());
            System.out.printf("%d bytes in the end%n", last.totals().scannedBytes());
        }
        // end
    }

    @Test
    void aSessionWithCheckpoints() throws Exception {
        Path place = temporary.resolve("checkpoints");
        // example: a session that survives
        WriteRequest request = Measure.defaults().writing("job42").withOpenStreams(10_000, WhenFull.THROW);
        boolean goesOn = Files.exists(place);
        try (CheckpointDirectory checkpoints =
                        goesOn ? CheckpointDirectory.open(place) : CheckpointDirectory.create(place);
                WriteSession session = WriteSession.open(request.withCheckpoints(checkpoints))) {
            session.open("rank0/step13").finish();
            ScanOutcome outcome = session.finish();
            System.out.println(outcome.result().totals().fileCount() + " streams");
            checkpoints.discard();
        }
        // end
        assertThat(place).doesNotExist();
    }

    @Test
    void aResult() throws Exception {
        Path json = jsonOf(directory);
        // example: reading a result
        ScanResult result = ResultJson.read(json);
        for (Layout layout : result.layouts()) {
            System.out.printf(
                    "%s: %d zero, %d duplicate, %d unique bytes%n",
                    layout.chunking(), layout.zeroBytes(), layout.duplicateBytes(), layout.uniqueBytes());
        }
        if (result.partial() || !result.errors().isEmpty()) {
            System.out.println("not everything was read");
        }
        // end
    }
}
