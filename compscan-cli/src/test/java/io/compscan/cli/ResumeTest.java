package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scans that are killed or interrupted, as real processes, and gone on with. */
@Timeout(300)
@Slow
class ResumeTest {

    private static final int KILLS = ShortProperties.areShort() ? 4 : 12;
    private static final String CHUNKINGS = "4k,fastcdc:8k";
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    private Path tree;
    private Path checkpoint;

    @BeforeEach
    void write() throws IOException {
        tree = Files.createDirectory(directory.resolve("tree"));
        checkpoint = directory.resolve("checkpoint");
        Random random = new Random(20_11_2026);
        for (int d = 0; d < 20; d++) {
            Path sub = Files.createDirectory(tree.resolve("d" + d));
            for (int f = 0; f < 100; f++) {
                byte[] content = new byte[random.nextInt(20_000)];
                new Random(random.nextInt(1500)).nextBytes(content);
                Files.write(sub.resolve("file" + f + ".t" + f % 4), content);
            }
        }
    }

    /** Gives a scan something to do for seconds. */
    private void addImage() throws IOException {
        Random random = new Random(21_11_2026);
        byte[] image = new byte[150 * MIB];
        byte[] block = new byte[4096];
        for (int i = 0; i < image.length; i += block.length) {
            if (i % (5 * block.length) != 0) {
                new Random(random.nextInt(20_000)).nextBytes(block);
            }
            System.arraycopy(block, 0, image, i, block.length);
        }
        Files.write(tree.resolve("image.raw"), image);
    }

    @Test
    void aScanKilledAgainAndAgainEndsAsOneInOneGo() throws Exception {
        addImage();
        Path spill = Files.createDirectory(directory.resolve("spill"));
        JsonNode expected = Run.scan(0, tree, "--compress", "lz4", "--chunk", CHUNKINGS);
        Random random = new Random();
        long seed = random.nextLong();
        random.setSeed(seed);
        int kills = 0;
        int finished = 0;
        while (kills < KILLS || finished == 0) {
            Path out = directory.resolve("out" + finished);
            Object before = manifest();
            // The first session of a scan names everything, the others only where to go on.
            Process scan = Files.exists(checkpoint.resolve("checkpoint"))
                    ? start("scan", "--resume", checkpoint)
                    : start(
                            "scan",
                            tree,
                            "--compress",
                            "lz4",
                            "--chunk",
                            CHUNKINGS,
                            "--rate",
                            "40MiB/s",
                            "--out",
                            out,
                            "--overwrite",
                            "--checkpoint",
                            checkpoint,
                            "--checkpoint-every",
                            "20ms",
                            "--map-memory",
                            "2m",
                            "--spill-dir",
                            spill);
            // Behind its first checkpoint; now and then so long behind that it takes another one.
            if (kills < KILLS && awaitCheckpoint(scan, before)) {
                TimeUnit.MICROSECONDS.sleep(random.nextInt(random.nextBoolean() ? 30_000 : 600_000));
                if (scan.destroyForcibly().waitFor() != ExitCode.OK) {
                    boolean isDelivered = Files.exists(out.resolve("result.json"));
                    assertThat(isDelivered || manifest() != null)
                            .as("seed %d", seed)
                            .isTrue();
                    kills++;
                    continue;
                }
            }
            int exitCode = scan.waitFor();
            String said = Files.readString(directory.resolve("stderr"));
            assertThat(exitCode).as("seed %d: %s", seed, said).isZero();
            JsonNode result = Run.json(Files.readString(out.resolve("result.json")));
            assertThat(Run.withoutTiming(result)).as("seed %d", seed).isEqualTo(Run.withoutTiming(expected));
            assertThat(checkpoint).doesNotExist();
            assertThat(spill).isEmptyDirectory();
            finished++;
        }
    }

    /** Waits until a process has taken a checkpoint; false if the process has ended before. The next one may be a while: it must not cost much. */
    private boolean awaitCheckpoint(Process scan, @Nullable Object before) throws IOException, InterruptedException {
        while (scan.isAlive()) {
            Object now = manifest();
            if (now != null && !now.equals(before)) {
                return true;
            }
            Thread.sleep(1);
        }
        return false;
    }

    /** The mark that tells one manifest from the next; null if there is none. */
    private @Nullable Object manifest() throws IOException {
        try {
            BasicFileAttributes manifest =
                    Files.readAttributes(checkpoint.resolve("checkpoint"), BasicFileAttributes.class);
            return List.of(String.valueOf(manifest.fileKey()), manifest.lastModifiedTime(), manifest.size());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Test
    void anInterruptLeavesACheckpointThatTakesInAllThatWasRead() throws Exception {
        addImage();
        JsonNode expected = Run.scan(0, tree);
        Process scan = start(
                "scan", tree, "--rate", "20MiB/s", "--json", "--checkpoint", checkpoint, "--checkpoint-every", "100ms");
        assertThat(awaitCheckpoint(scan, null)).isTrue();
        Object last = manifest();
        Signals.interrupt(scan);
        assertThat(scan.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(Files.readString(directory.resolve("stderr")))
                .contains("to go on: compscan scan --resume " + checkpoint);
        JsonNode partial = Run.json(Files.readString(directory.resolve("stdout")));
        assertThat(partial.at("/partial").asBoolean()).isTrue();
        long read = partial.at("/totals/scannedBytes").asLong();
        assertThat(read).isPositive();
        assertThat(manifest()).as("one more at the end").isNotEqualTo(last);
        JsonNode result = Run.json(
                Run.of("scan", "--resume", checkpoint, "--rate", "100g/s").out());
        assertThat(Run.withoutTiming(result)).isEqualTo(Run.withoutTiming(expected));
    }

    @Test
    void theCheckpointIsNoPartOfTheScanThatItLiesIn() throws Exception {
        JsonNode expected = Run.scan(0, tree);
        JsonNode result =
                Run.scan(0, tree, "--checkpoint", tree.resolve("d1").resolve("cp"), "--checkpoint-every", "1ms");
        assertThat(Run.withoutTiming(result)).isEqualTo(Run.withoutTiming(expected));
    }

    @Test
    void whatWasReadAndHasChangedIsListed() throws Exception {
        // Would take 80 seconds: a disk that others keep busy may be long in taking a checkpoint.
        Process scan = start(
                "scan",
                tree,
                "--rate",
                "256KiB/s",
                "--readers",
                1,
                "--workers",
                1,
                "--checkpoint",
                checkpoint,
                "--checkpoint-every",
                "50ms");
        while (scan.isAlive() && !hasReadAnything()) {
            Thread.sleep(20);
        }
        assertThat(scan.isAlive()).isTrue();
        scan.destroyForcibly().waitFor();
        List<Path> read = new ArrayList<>();
        try (CheckpointDirectory saved = CheckpointDirectory.open(checkpoint)) {
            saved.forEachUnit(unit -> read.add(Path.of(unit.name())));
        }
        Path first = read.get(0);
        Files.setLastModifiedTime(first, FileTime.fromMillis(1));
        Run resumed = Run.of("scan", "--resume", checkpoint, "--rate", "1g/s", "--json");
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        JsonNode result = Run.json(resumed.out());
        assertThat(result.at("/errors")).hasSize(1);
        assertThat(result.at("/errors/0/path").asText()).isEqualTo(first.toString());
        assertThat(result.at("/errors/0/kind").asText()).isEqualTo("changed");
        assertThat(result.at("/totals/changedPathCount").asLong()).isEqualTo(1);
    }

    private boolean hasReadAnything() throws IOException {
        return Files.exists(checkpoint.resolve("checkpoint"))
                && CheckpointDirectory.peek(checkpoint).loggedUnitCount() > 0;
    }

    @Test
    void whatCannotBeGoneOnWithIsRefusedInALine() throws Exception {
        assertRefused(ExitCode.FAILED, "--resume: " + checkpoint + ": no checkpoint there", "--resume", checkpoint);
        Files.createDirectory(checkpoint);
        Files.writeString(checkpoint.resolve("letter"), "mine");
        assertRefused(
                ExitCode.FAILED,
                "--checkpoint: " + checkpoint + ": is not empty; a checkpoint wants a directory of its own",
                tree,
                "--checkpoint",
                checkpoint);
        Files.delete(checkpoint.resolve("letter"));
        assertRefused(
                ExitCode.USAGE,
                "--checkpoint: what comes through a pipe cannot be read again",
                "--stdin",
                "--checkpoint",
                checkpoint);
        assertRefused(
                ExitCode.USAGE,
                "--checkpoint and --per-file exclude each other",
                tree,
                "--per-file",
                "--checkpoint",
                checkpoint);
        assertRefused(
                ExitCode.USAGE,
                "'10' is not a time such as 90s, 5m or 1h",
                tree,
                "--checkpoint",
                checkpoint,
                "--checkpoint-every",
                "10");

        Process scan =
                start("scan", tree, "--rate", "10MiB/s", "--checkpoint", checkpoint, "--checkpoint-every", "20ms");
        while (scan.isAlive() && !Files.exists(checkpoint.resolve("checkpoint"))) {
            Thread.sleep(20);
        }
        assertRefused(ExitCode.FAILED, "--resume: " + checkpoint + ": in use by another scan", "--resume", checkpoint);
        scan.destroyForcibly().waitFor();
        assertRefused(
                ExitCode.FAILED,
                "--checkpoint: " + checkpoint + ": holds a checkpoint already; go on with --resume, or remove it",
                tree,
                "--checkpoint",
                checkpoint);
        assertRefused(ExitCode.USAGE, "'--chunk' comes from the checkpoint", "--resume", checkpoint, "--chunk", "8k");
        assertRefused(ExitCode.USAGE, "PATH comes from the checkpoint", "--resume", checkpoint, tree);
        byte[] manifest = Files.readAllBytes(checkpoint.resolve("checkpoint"));
        manifest[manifest.length / 2]++;
        Files.write(checkpoint.resolve("checkpoint"), manifest);
        assertRefused(
                ExitCode.FAILED,
                "--resume: " + checkpoint.resolve("checkpoint") + ": damaged: the checksum does not match",
                "--resume",
                checkpoint);
    }

    private static void assertRefused(int exitCode, String line, Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("scan"));
        all.addAll(List.of(arguments));
        Run.of(all.toArray()).failedWith(exitCode, line);
    }

    private Process start(Object... arguments) throws IOException {
        return new ProcessBuilder(ScanProcess.command(arguments))
                .redirectOutput(directory.resolve("stdout").toFile())
                .redirectError(directory.resolve("stderr").toFile())
                .start();
    }
}
