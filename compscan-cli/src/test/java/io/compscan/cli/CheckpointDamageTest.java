package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints that something has happened to: the right numbers, or one line, never a stack. */
@Timeout(300)
@Slow
class CheckpointDamageTest {

    private static final int MUTATIONS = Integer.getInteger("compscan.fuzz.tries", 100);

    @TempDir
    private static Path directory;

    private static Path tree;
    private static Path intact;
    private static JsonNode expected;

    @TempDir
    private Path work;

    /** A checkpoint of a scan that was stopped halfway, with runs, a log of units, and a unit that was read in part. */
    @BeforeAll
    static void interrupt() throws Exception {
        tree = Files.createDirectory(directory.resolve("tree"));
        intact = directory.resolve("checkpoint");
        Random random = new Random(16);
        for (int f = 0; f < 300; f++) {
            byte[] content = new byte[random.nextInt(20_000)];
            random.nextBytes(content);
            Files.write(tree.resolve("file" + f + ".t" + f % 3), content);
        }
        // It is three quarters of all, so most moments of the scan are in its midst.
        byte[] image = new byte[9 << 20];
        random.nextBytes(image);
        Files.write(tree.resolve("image.raw"), image);
        // Other work of the machine decides how far a scan comes in a second.
        long waitMillis = 600;
        do {
            waitMillis += 400;
            deleteAll(intact);
            stopAfter(waitMillis);
        } while (Files.size(intact.resolve("units.log")) == 0
                || Run.json(document()).get("partialUnits").isEmpty());
        assertThat(intact.resolve("runs")).isNotEmptyDirectory();
        expected = Run.withoutTiming(Run.scan(ExitCode.OK, tree, "--chunk", "512,fastcdc:8k"));
    }

    private static void stopAfter(long waitMillis) throws Exception {
        Process scan = new ProcessBuilder(ScanProcess.command(
                        "scan",
                        tree,
                        "--chunk",
                        "512,fastcdc:8k",
                        "--rate",
                        "2MiB/s",
                        "--checkpoint",
                        intact,
                        "--checkpoint-every",
                        "100ms"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile())
                .start();
        ScanProcess.awaitReader(scan);
        Thread.sleep(waitMillis);
        Signals.interrupt(scan);
        assertThat(scan.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
    }

    private static void deleteAll(Path top) throws IOException {
        if (Files.exists(top)) {
            try (Stream<Path> paths = Files.walk(top)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    @AfterAll
    static void theRestIsIntact() throws IOException {
        Path copy = directory.resolve("copy");
        copy(copy);
        Run run = Run.of("scan", "--resume", copy, "--rate", "10g/s", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Run.withoutTiming(run.json())).isEqualTo(expected);
    }

    private static void copy(Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(intact)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(intact.relativize(path).toString()));
            }
        }
    }

    private static void assertResumesOrSaysWhy(Path checkpoint, String what) {
        Run run = Run.of("scan", "--resume", checkpoint, "--rate", "10g/s", "--json", "--quiet");
        if (run.exitCode() == ExitCode.OK) {
            assertThat(Run.withoutTiming(run.json())).as(what).isEqualTo(expected);
        } else {
            run.gaveNumbersOrALine(what);
            assertThat(run.exitCode()).as("%s: %s", what, run.err()).isIn(ExitCode.FAILED, ExitCode.USAGE);
        }
    }

    @Test
    void bytesThatChange() throws IOException {
        long seed = Long.getLong("compscan.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            Path copy = work.resolve("copy" + i);
            copy(copy);
            List<Path> files;
            try (Stream<Path> paths = Files.walk(copy)) {
                files = new ArrayList<>(
                        paths.filter(Files::isRegularFile).sorted().toList());
            }
            Path file = files.get(random.nextInt(files.size()));
            byte[] content = Files.readAllBytes(file);
            String what = "seed " + seed + ", mutation " + i + " of " + copy.relativize(file);
            Files.write(file, mutated(content, random));
            assertResumesOrSaysWhy(copy, what);
        }
    }

    private static byte[] mutated(byte[] content, Random random) {
        byte[] mutated = content.clone();
        int at = content.length == 0 ? 0 : random.nextInt(content.length);
        switch (content.length == 0 ? 3 : random.nextInt(4)) {
            case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> mutated = Arrays.copyOf(content, at);
            case 2 -> Arrays.fill(mutated, at, Math.min(content.length, at + 1 + random.nextInt(600)), (byte) 0);
            default -> mutated = Arrays.copyOf(content, content.length + 1 + random.nextInt(600));
        }
        return mutated;
    }

    /** A manifest that was written so: its checksum is right, what it says is not. */
    @Test
    void nonsenseBehindAValidChecksum() throws IOException {
        long seed = Long.getLong("compscan.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            // Other numbers cannot be told from the right ones; what makes no sense is refused in a line.
            Run run = resumeFrom(DamagedJson.of(document(), random));
            run.gaveNumbersOrALine("seed " + seed + ", mutation " + i);
        }
    }

    @Test
    void eachValueIsNull() throws IOException {
        for (String document : DamagedJson.withNulls(document())) {
            resumeFrom(document).gaveNumbersOrALine(document);
        }
    }

    private static String document() throws IOException {
        return document(intact);
    }

    /** The document in the manifest of a checkpoint. */
    static String document(Path checkpoint) throws IOException {
        String text = Files.readString(checkpoint.resolve("checkpoint"));
        return text.substring(text.indexOf('\n') + 1);
    }

    /** Replaces that document, and makes its checksum right. */
    static void forgeManifest(Path checkpoint, String document) throws IOException {
        Path manifest = checkpoint.resolve("checkpoint");
        String text = Files.readString(manifest);
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        String hex = HexFormat.of().toHexDigits((int) checksum.getValue());
        String head = text.substring(0, text.indexOf('\n') + 1).replaceAll("[0-9a-f]{8}\n", hex + "\n");
        Files.writeString(manifest, head + document);
    }

    private Run resumeFrom(String document) throws IOException {
        Path copy = work.resolve("copy");
        deleteAll(copy);
        copy(copy);
        forgeManifest(copy, document);
        return Run.of("scan", "--resume", copy, "--rate", "10g/s", "--json", "--quiet");
    }
}
