package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One scan done in several ways: threads, spilling and a kill change no output. {@code dev/golden.sh} has the larger matrix, and compares
 * two builds.
 */
@Timeout(300)
@Slow
class VariantsTest {

    private static final int MIB = 1 << 20;

    @TempDir
    private static Path tree;

    @TempDir
    private Path directory;

    @BeforeAll
    static void write() throws IOException {
        Random random = new Random(15);
        for (int f = 0; f < 300; f++) {
            byte[] content = new byte[random.nextInt(9000)];
            new Random(random.nextInt(200)).nextBytes(content);
            Files.write(tree.resolve("file" + f + ".t" + f % 5), content);
        }
        byte[] image = new byte[6 * MIB + 77];
        byte[] block = new byte[512];
        for (int at = 0; at + block.length <= image.length; at += block.length) {
            if (random.nextInt(8) != 0) {
                new Random(random.nextInt(7000)).nextBytes(block);
                System.arraycopy(block, 0, image, at, random.nextBoolean() ? block.length : block.length / 2);
            }
        }
        Path raw = Files.write(tree.resolve("image.raw"), image);
        Files.createLink(tree.resolve("linked.raw"), raw);
        try (RandomAccessFile sparse =
                new RandomAccessFile(tree.resolve("sparse.img").toFile(), "rw")) {
            sparse.seek(100L * MIB + 5);
            sparse.write(image, 0, MIB);
            sparse.setLength(200L * MIB);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--chunk 512,4k --compress none,lz4",
                "--chunk 512,fastcdc:4k,ram:2k --compress zstd",
                "--chunk 512,4k --superblock 64k --compress lz4",
                "--chunk 512 --compress lz4 --profile vdo,borg,squashfs",
                "--chunk 512,1m --compress lz4/4k,lz4/64k/shared",
                "--chunk 512 --compress xz:0 --compress-sample 1/64",
                "--chunk 512,gear:4k --compress lz4 --fingerprint xxh3:00c0ffee00c0ffee"
            })
    void noOutputDependsOnTheWay(String scheme) throws Exception {
        Map<String, String> expected = scan("one", scheme, "--readers 1 --workers 1");
        assertThat(expected).containsKeys("result.json", "summary.csv", "refcounts.csv", "entries");
        assertSame(scan("two", scheme, "--readers 2 --workers 2"), expected);
        assertSame(scan("eight", scheme, "--readers 8 --workers 8"), expected);

        String tight = "--map-memory 64k";
        // Proof that it has to spill.
        Run.of(arguments("full", scheme, tight + " --spill-limit 0")).saidInOneLine(ExitCode.FAILED, "--map-memory");
        Path spill = Files.createDirectory(directory.resolve("spill"));
        assertSame(scan("spilling", scheme, tight + " --spill-dir " + spill), expected);

        assertSame(killed(scheme), expected);
    }

    /** The seed that the killed scan has drawn. */
    @Test
    void aResumedScanKeepsItsSeed() throws Exception {
        String scheme = "--chunk 512 --compress lz4";
        Map<String, String> killed = killed(scheme + " --fast");
        String digest =
                Run.json(killed.get("result.json")).at("/settings/fingerprint").asText();
        assertThat(digest).startsWith("xxh3:");
        assertSame(killed, scan("one", scheme + " --fingerprint " + digest, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--chunk 512,gear:4k --compress lz4 --per-file"})
    void noFileOnItsOwnDependsOnTheWay(String scheme) throws Exception {
        Map<String, String> expected = scanWithoutSet("one", scheme, "--readers 1 --workers 1");
        assertThat(expected).containsKey("files.csv");
        assertSame(scanWithoutSet("eight", scheme, "--readers 8 --workers 8"), expected);
        Path spill = Files.createDirectory(directory.resolve("spill"));
        assertSame(scanWithoutSet("spilling", scheme, "--map-memory 64k --spill-dir " + spill), expected);
    }

    /** File by file and line by line, for whoever is told of a difference wants to read one line. */
    private static void assertSame(Map<String, String> outputs, Map<String, String> expected) {
        assertThat(outputs).containsOnlyKeys(expected.keySet());
        expected.forEach((name, text) -> {
            String[] lines = outputs.get(name).split("\n", -1);
            String[] expectedLines = text.split("\n", -1);
            int differs = Arrays.mismatch(lines, expectedLines);
            if (differs >= 0 && differs < Math.min(lines.length, expectedLines.length)) {
                assertThat(lines[differs]).as("%s, line %d", name, differs + 1).isEqualTo(expectedLines[differs]);
            }
            assertThat(lines.length).as("lines of %s", name).isEqualTo(expectedLines.length);
        });
    }

    private Object[] arguments(String name, String scheme, String way) {
        List<Object> arguments = new ArrayList<>(List.of("scan", "--quiet", tree, "--out", directory.resolve(name)));
        arguments.addAll(List.of((scheme + " " + way).trim().split(" ")));
        return arguments.toArray();
    }

    private Object[] withSet(String name, Object... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("--save", directory.resolve(name + ".fpr")))
                .toArray();
    }

    private Map<String, String> scan(String name, String scheme, String way) throws IOException {
        Run run = Run.of(withSet(name, arguments(name, scheme, way)));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return outputs(name);
    }

    private Map<String, String> scanWithoutSet(String name, String scheme, String way) throws IOException {
        Run run = Run.of(arguments(name, scheme, way));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return tables(name);
    }

    /** Killed when there is a checkpoint, with a part of the data read, and gone on with. */
    private Map<String, String> killed(String scheme) throws Exception {
        Path checkpoint = directory.resolve("checkpoint");
        String slow = "--rate 4MiB/s --checkpoint-every 20ms --checkpoint " + checkpoint;
        Process scan = new ProcessBuilder(ScanProcess.command(withSet("killed", arguments("killed", scheme, slow))))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile())
                .start();
        try {
            while (scan.isAlive() && !Files.exists(checkpoint.resolve("checkpoint"))) {
                Thread.sleep(20);
            }
        } finally {
            scan.destroyForcibly().waitFor();
        }
        assertThat(checkpoint.resolve("checkpoint")).exists();
        assertThat(directory.resolve("killed")).as("outputs").isEmptyDirectory();
        Run run = Run.of("scan", "--quiet", "--resume", checkpoint, "--rate", "100g/s");
        assertThat(run.exitCode()).as(run.err()).isZero();
        return outputs("killed");
    }

    /** All that a scan has written, by name, less the time that it took. */
    private Map<String, String> outputs(String name) throws IOException {
        Map<String, String> outputs = tables(name);
        Run entries = Run.of("report", directory.resolve(name + ".fpr"), "--entries", "csv", "--verify");
        assertThat(entries.exitCode()).as(entries.err()).isZero();
        outputs.put("entries", entries.out());
        if (outputs.get("result.json").contains("\"sample\"")) {
            // Which chunks were compressed before the sample was known to be large enough depends on the threads.
            outputs.put("entries", entries.out().replaceAll("(?m),[0-9]*$", ""));
        }
        return outputs;
    }

    private Map<String, String> tables(String name) throws IOException {
        Map<String, String> outputs = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            for (Path file : files.toList()) {
                outputs.put(String.valueOf(file.getFileName()), Files.readString(file));
            }
        }
        JsonNode result = Run.json(outputs.get("result.json"));
        outputs.put("result.json", Run.withoutTiming(result).toString());
        return outputs;
    }
}
