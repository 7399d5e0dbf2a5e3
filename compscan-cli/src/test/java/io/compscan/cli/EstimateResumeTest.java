package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Estimates that are killed or interrupted, as real processes, and gone on with; and those that were saved to read on later. */
@Timeout(300)
@Slow
class EstimateResumeTest {

    private static final int KILLS = 5;
    private static final int FILES = 12;
    private static final int FILE_BYTES = 512 << 10;
    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 100);

    private static Path tree;

    private final long seed = Long.getLong("compscan.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    @TempDir
    private Path directory;

    @BeforeAll
    static void write(@TempDir Path shared) throws IOException {
        tree = Files.createDirectory(shared.toRealPath().resolve("tree"));
        byte[] content = new byte[FILE_BYTES];
        for (int i = 0; i < FILES; i++) {
            new Random(i % (FILES * 3 / 4)).nextBytes(content);
            for (int at = 0; at < content.length; at += 64) {
                Arrays.fill(content, at + 16, at + 64, (byte) 7);
            }
            Files.write(tree.resolve("f" + i), content);
        }
    }

    /** The options that decide the numbers. */
    private static List<Object> task(Object... more) {
        List<Object> all = new ArrayList<>(
                List.of("estimate", tree, "-c", "4k,fastcdc:1k,max=4k", "-z", "none,zstd:15", "--extent", "32k"));
        all.addAll(List.of(more));
        return all;
    }

    private static Run run(int exitCode, List<Object> arguments) {
        Run run = Run.of(arguments.toArray());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        return run;
    }

    private static JsonNode untimed(JsonNode result) {
        result.get("passes").forEach(pass -> ((ObjectNode) pass).remove("elapsedNanos"));
        return result;
    }

    private Process start(List<Object> arguments) throws IOException {
        return new ProcessBuilder(ScanProcess.command(arguments.toArray()))
                .redirectOutput(directory.resolve("stdout").toFile())
                .redirectError(directory.resolve("stderr").toFile())
                .start();
    }

    /** The mark that tells one checkpoint from the next; null if there is none. */
    private static @Nullable Object checkpointIn(Path place) throws IOException {
        try {
            BasicFileAttributes file = Files.readAttributes(place.resolve("estimate"), BasicFileAttributes.class);
            return List.of(String.valueOf(file.fileKey()), file.lastModifiedTime(), file.size());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Waits for another checkpoint; false if the process has ended before. */
    private static boolean awaitCheckpoint(Process estimate, Path place, @Nullable Object before)
            throws IOException, InterruptedException {
        while (estimate.isAlive()) {
            Object now = checkpointIn(place);
            if (now != null && !now.equals(before)) {
                return true;
            }
            Thread.sleep(1);
        }
        return false;
    }

    @Test
    void killedAgainAndAgainItEndsAsInOneGo() throws Exception {
        JsonNode expected =
                untimed(run(ExitCode.OK, task("--read", "80%", "--json")).json());
        Path place = directory.resolve("checkpoint");
        int kills = 0;
        int exitCode = -1;
        while (exitCode < 0) {
            Object before = checkpointIn(place);
            Process estimate = start(
                    before == null
                            ? task(
                                    "--read",
                                    "80%",
                                    "--json",
                                    "--threads",
                                    "1",
                                    "--checkpoint",
                                    place,
                                    "--checkpoint-every",
                                    "1ms")
                            : List.of("estimate", "--resume", place, "--json", "--checkpoint-every", "1ms"));
            if (kills < KILLS && awaitCheckpoint(estimate, place, before)) {
                Thread.sleep(random.nextInt(300));
                if (estimate.destroyForcibly().waitFor() != ExitCode.OK) {
                    kills++;
                    continue;
                }
            }
            exitCode = estimate.waitFor();
        }
        assertThat(exitCode).as(Files.readString(directory.resolve("stderr"))).isEqualTo(ExitCode.OK);
        assertThat(kills).as("seed %d", seed).isPositive();
        assertThat(untimed(Run.json(Files.readString(directory.resolve("stdout")))))
                .as("seed %d", seed)
                .isEqualTo(expected);
        assertThat(place).doesNotExist();
    }

    @Test
    void anInterruptSaysHowToGoOn() throws Exception {
        JsonNode expected =
                untimed(run(ExitCode.OK, task("--read", "80%", "--json")).json());
        Path place = directory.resolve("checkpoint");
        Process estimate = start(task("--read", "80%", "--json", "--threads", "1", "--checkpoint", place));
        // Without a checkpoint every minute: the first one is that of the first pass.
        assertThat(awaitCheckpoint(estimate, place, null)).isTrue();
        Signals.interrupt(estimate);
        assertThat(estimate.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(Files.readString(directory.resolve("stderr")))
                .contains("to go on: compscan estimate --resume " + place);
        Run.of(task("--checkpoint", place).toArray()).failedWith(ExitCode.FAILED, "holds a checkpoint already");
        Run.of("scan", "--resume", place).failedWith(ExitCode.FAILED, "no checkpoint there");
        Run resumed = run(ExitCode.OK, List.of("estimate", "--resume", place, "--json"));
        assertThat(untimed(resumed.json())).isEqualTo(expected);
        assertThat(place).doesNotExist();
    }

    @Test
    void aSavedEstimateReadsOnWithALargerShare() throws Exception {
        Path file = directory.resolve("tree.part");
        Run small = run(ExitCode.OK, task("--read", "20%", "--json", "--save", file));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Run.of(task("--save", file).toArray()).failedWith(ExitCode.FAILED, "--save: ", "exists already");
        JsonNode before = small.json();
        Path next = directory.resolve("next.part");
        Run more = run(ExitCode.OK, List.of("estimate", "--resume", file, "--read", "60%", "--json", "--save", next));
        JsonNode after = more.json();
        assertThat(after.get("readBytes").longValue())
                .isGreaterThan(2 * before.get("readBytes").longValue());
        // At 28, 40 and 60 %: what was read before is not read again.
        assertThat(more.err()).hasLineCount(3).doesNotContain("20.0 % read");
        JsonNode truth = Run.scan(ExitCode.OK, tree, "-c", "4k", "-z", "zstd:15")
                .get("layouts")
                .get(0);
        JsonNode layout = after.get("layouts").get(1);
        assertThat(truth.get("compression").get(0).get("physicalBytes").longValue())
                .isBetween(
                        layout.get("physicalBytesLow").longValue(),
                        layout.get("physicalBytesHigh").longValue());
        // On from there, to all of it.
        JsonNode all = run(ExitCode.OK, List.of("estimate", "--resume", next, "--read", "100%", "--json"))
                .json();
        assertThat(all.get("layouts").get(0).get("uniqueBytes")).isEqualTo(truth.get("uniqueBytes"));
        assertThat(all.get("layouts").get(0).get("method").textValue()).isEqualTo("exact");
        // An option that the user does not repeat keeps its value: the command reads nothing and prints the same.
        assertThat(untimed(run(ExitCode.OK, List.of("estimate", "--resume", file, "--json"))
                        .json()))
                .isEqualTo(untimed(before));
        // Nor does an option change a number that only concerns the page cache.
        assertThat(untimed(run(ExitCode.OK, List.of("estimate", "--resume", file, "--json", "--keep-cache"))
                        .json()))
                .isEqualTo(untimed(before));
    }

    @Test
    void whatCannotBeGoneOnWithIsRefusedInALine() throws Exception {
        Path file = directory.resolve("tree.part");
        run(ExitCode.OK, task("--read", "20%", "--save", file));
        for (String command : List.of("merge", "diff", "report", "duplicates")) {
            List<Object> arguments = new ArrayList<>(List.of(command, file));
            if (command.equals("merge") || command.equals("diff")) {
                arguments.add(file);
            }
            Run.of(arguments.toArray()).failedWith(ExitCode.FAILED, "tree.part: a part of the data, which");
        }
        Run.of("estimate", "--resume", file, "--read", "10%")
                .failedWith(ExitCode.FAILED, "--resume: ", "20.0 % has been read already");
        Run.of("estimate", "--resume", file, "-c", "8k").failedWith(ExitCode.USAGE, "'-c' comes from");
        Run.of("estimate", "--resume", file, tree).failedWith(ExitCode.USAGE, "PATH comes from");
        Run.of("estimate", "--resume", directory.resolve("none"))
                .failedWith(ExitCode.FAILED, "none: no such file or directory");
        Run.of("estimate", "--resume", tree.resolve("f1")).failedWith(ExitCode.FAILED, "--resume: ");
        Run.of("estimate", "--resume", directory).failedWith(ExitCode.FAILED, "no checkpoint of an estimate there");
        Run.of(task("--overwrite").toArray()).failedWith(ExitCode.USAGE, "--overwrite goes with --save");
        Run.of(task("--checkpoint", directory).toArray()).failedWith(ExitCode.FAILED, "is not empty");
        Path set = directory.resolve("set.fpr");
        run(ExitCode.OK, List.of("scan", tree, "--quiet", "--save", set));
        Run.of("estimate", "--resume", set).failedWith(ExitCode.FAILED, "not what 'compscan estimate --save");
        Path added = tree.resolve("added");
        Files.writeString(added, "new");
        try {
            Run.of("estimate", "--resume", file, "--read", "60%")
                    .failedWith(ExitCode.FAILED, "the data has changed", "it had 12 files", "it has 13 files");
        } finally {
            Files.delete(added);
        }
    }

    @Test
    void whatItWritesIsNoPartOfTheData() throws Exception {
        Path part = tree.resolve("own.part");
        try {
            JsonNode first = run(ExitCode.OK, task("--read", "20%", "--json", "--save", part))
                    .json();
            JsonNode again = run(
                            ExitCode.OK,
                            List.of(
                                    "estimate",
                                    "--resume",
                                    part,
                                    "--read",
                                    "60%",
                                    "--json",
                                    "--save",
                                    part,
                                    "--overwrite",
                                    "--checkpoint",
                                    tree.resolve("own.checkpoint")))
                    .json();
            assertThat(again.get("scannedBytes"))
                    .isEqualTo(first.get("scannedBytes"))
                    .hasToString(String.valueOf(FILES * FILE_BYTES));
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private Path savedOfFewChunks() {
        Path file = directory.resolve("intact.part");
        run(
                ExitCode.OK,
                List.of("estimate", tree, "-c", "8k", "-z", "lz4", "--extent", "32k", "--read", "20%", "--save", file));
        return file;
    }

    /** Other bytes: the checksums tell. */
    @Test
    void aDamagedFileIsRefusedInALine() throws Exception {
        byte[] intact = Files.readAllBytes(savedOfFewChunks());
        Path damaged = directory.resolve("damaged.part");
        for (int i = 0; i < TRIES / 2; i++) {
            byte[] bytes = i % 5 == 0 ? Arrays.copyOf(intact, random.nextInt(intact.length)) : intact.clone();
            if (i % 5 != 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(damaged, bytes);
            Run.of("estimate", "--resume", damaged, "--read", "30%")
                    .failedWith(ExitCode.FAILED, "--resume: " + damaged);
        }
    }

    /** The entries or the description are others, and all checksums are right. */
    @Test
    void aFileThatSaysSomethingElseGivesNumbersOrALine() throws Exception {
        Path intact = savedOfFewChunks();
        Path forged = directory.resolve("forged.part");
        for (int i = 0; i < TRIES; i++) {
            Files.deleteIfExists(forged);
            ForgedPart.write(intact, forged, random);
            Run.of("estimate", "--resume", forged, "--read", "30%").gaveNumbersOrALine("seed " + seed + ", try " + i);
        }
    }
}
