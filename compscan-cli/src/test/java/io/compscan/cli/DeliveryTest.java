package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where results, sets and checkpoints go: nothing is given up before they are safe, nothing strange is replaced, nobody else reads them. */
@Timeout(200)
class DeliveryTest {

    @TempDir
    private Path directory;

    private Path tree;
    private Path checkpoint;

    @BeforeEach
    void write() throws IOException {
        tree = Files.createDirectory(directory.resolve("tree"));
        checkpoint = directory.resolve("checkpoint");
        Random random = new Random(16);
        for (int f = 0; f < 40; f++) {
            byte[] content = new byte[random.nextInt(200_000)];
            random.nextBytes(content);
            Files.write(tree.resolve("file" + f), content);
        }
    }

    /** A scan with checkpoints that takes a second, and its standard output somewhere. */
    private Process start(File stdout, Object... more) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(
                "scan", tree, "--quiet", "--rate", "4MiB/s", "--checkpoint", checkpoint, "--checkpoint-every", "20ms"));
        arguments.addAll(List.of(more));
        // As most people have it.
        List<String> command = new ArrayList<>(List.of("sh", "-c", "umask 022; exec \"$@\"", "sh"));
        command.addAll(ScanProcess.command(arguments.toArray()));
        return new ProcessBuilder(command)
                .redirectOutput(stdout)
                .redirectError(directory.resolve("stderr").toFile())
                .start();
    }

    private void awaitCheckpoint(Process scan) throws InterruptedException {
        while (scan.isAlive() && !Files.exists(checkpoint.resolve("checkpoint"))) {
            Thread.sleep(10);
        }
        assertThat(checkpoint.resolve("checkpoint")).exists();
    }

    private void assertResumes() {
        JsonNode expected = Run.scan(ExitCode.OK, tree);
        Run resumed = Run.of("scan", "--resume", checkpoint, "--rate", "10g/s", "--json");
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(Run.withoutTiming(resumed.json())).isEqualTo(Run.withoutTiming(expected));
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    @Slow
    void aCheckpointOutlivesAResultThatNobodyGot() throws Exception {
        File full = new File("/dev/full");
        assumeTrue(full.exists(), "no /dev/full");
        assertThat(start(full).waitFor()).isEqualTo(ExitCode.FAILED);
        assertThat(directory.resolve("stderr")).content().contains("standard output cannot be written");
        assertResumes();
    }

    @Test
    @Slow
    void aCheckpointOutlivesAPageThatNobodyGot() throws Exception {
        File full = new File("/dev/full");
        assumeTrue(full.exists(), "no /dev/full");
        assertThat(start(full, "--html", "-").waitFor()).isEqualTo(ExitCode.FAILED);
        assertThat(directory.resolve("stderr")).content().contains("standard output cannot be written");
        assertThat(checkpoint.resolve("checkpoint")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--out", "--save", "--html"})
    @Slow
    void aCheckpointOutlivesAnOutputThatCannotBeWritten(String option) throws Exception {
        Path place = directory.resolve("place");
        Process scan = start(directory.resolve("stdout").toFile(), option, place);
        awaitCheckpoint(scan);
        // Somebody else was there first.
        Path inTheWay = option.equals("--out") ? place.resolve("summary.csv") : place;
        Files.writeString(inTheWay, "precious");
        assertThat(scan.waitFor()).isEqualTo(ExitCode.FAILED);
        assertThat(directory.resolve("stderr")).content().contains(option + ": cannot write " + inTheWay);
        assertThat(inTheWay).hasContent("precious");
        Files.delete(inTheWay);
        assertResumes();
    }

    @Test
    @Slow
    void onlyTheOwnerReadsFingerprints() throws Exception {
        Process scan = start(directory.resolve("stdout").toFile());
        awaitCheckpoint(scan);
        scan.destroyForcibly().waitFor();
        try (Stream<Path> paths = Files.walk(checkpoint)) {
            assertThat(paths).hasSizeGreaterThan(4).allSatisfy(DeliveryTest::isTheOwners);
        }

        Path first = directory.resolve("first.fpr");
        Path second = directory.resolve("second.fpr");
        Path union = directory.resolve("union.fpr");
        Path csv = directory.resolve("entries.csv");
        Path json = directory.resolve("entries.json");
        assertThat(Run.of("scan", tree, "--save", first).exitCode()).isZero();
        // The file before it had other permissions.
        Files.createFile(second);
        Files.setPosixFilePermissions(second, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(Run.of("scan", tree, "--save", second, "--overwrite").exitCode())
                .isZero();
        assertThat(Run.of("merge", first, second, "--save", union).exitCode()).isZero();
        assertThat(Run.of("report", union, "--entries", "csv", "-o", csv).exitCode())
                .isZero();
        assertThat(Run.of("report", union, "--entries", "json", "-o", json).exitCode())
                .isZero();
        assertThat(List.of(first, second, union, csv, json)).allSatisfy(DeliveryTest::isTheOwners);
    }

    private static void isTheOwners(Path path) throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .as("%s", path)
                .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
    }

    /** Every option that replaces a file; {@code @} is the place, {@code %} a directory. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan %/tree --overwrite --save @",
                "scan %/tree --overwrite --html @",
                "report %/result --overwrite --html @",
                "plan %/result --overwrite --csv @",
                "report %/set.fpr --entries csv --overwrite -o @",
                "merge %/set.fpr %/set.fpr --overwrite --save @",
                "generate --size 1m --out %/data --overwrite --truth @",
                "scan %/tree --overwrite --out %/place",
                "report %/result --overwrite --out %/place"
            })
    void nothingButRegularFilesIsReplaced(String command) throws Exception {
        assertThat(Run.of("scan", tree, "--out", directory.resolve("result"), "--save", directory.resolve("set.fpr"))
                        .exitCode())
                .isZero();
        boolean isDirectory = command.endsWith("place");
        Path place = directory.resolve("place");
        if (isDirectory) {
            // A result directory in which somebody has put something in the place of an output.
            assertThat(Run.of("scan", tree, "--out", place).exitCode()).isZero();
            place = place.resolve("types.csv");
            Files.delete(place);
        }
        Object[] arguments = command.replace("@", place.toString())
                .replace("%", directory.toString())
                .split(" ");

        Path precious = Files.writeString(directory.resolve("precious"), "precious");
        Files.createSymbolicLink(place, precious);
        Run.of(arguments).failedWith(ExitCode.FAILED, place + ": it is a symbolic link");
        assertThat(precious).hasContent("precious");
        assertThat(Files.isSymbolicLink(place)).isTrue();
        Files.delete(place);

        assumeTrue(Programs.succeeds("mkfifo", place), "no mkfifo");
        Run.of(arguments).failedWith(ExitCode.FAILED, place + ": it is a symbolic link, a device or a pipe");
        Files.delete(place);

        if (Programs.succeeds("mknod", place, "c", "1", "3")) {
            Run.of(arguments).failedWith(ExitCode.FAILED, place + ": it is a symbolic link, a device or a pipe");
            assertThat(Files.readAttributes(place, "isOther", LinkOption.NOFOLLOW_LINKS))
                    .containsValue(true);
            Files.delete(place);
        }

        assertThat(Run.of(arguments).exitCode()).isZero();
        if (!isDirectory) {
            Run again = Run.of(arguments);
            assertThat(again.exitCode()).as(again.err()).isZero();
        }
    }

    @Test
    void aDirectoryOfSomebodyElseIsNotOverwritten() throws IOException {
        Path place = Files.createDirectory(directory.resolve("place"));
        Path summary = Files.writeString(place.resolve("summary.csv"), "name,salary\r\n");
        Run.of("scan", tree, "--out", place, "--overwrite")
                .failedWith(ExitCode.FAILED, summary + ": no result of compscan lies beside it");
        assertThat(summary).hasContent("name,salary\r\n");
        Files.writeString(place.resolve("result.json"), "{\"format\": \"of others\"}");
        Run.of("scan", tree, "--out", place, "--overwrite")
                .failedWith(ExitCode.FAILED, summary + ": no result of compscan lies beside it");
        assertThat(summary).hasContent("name,salary\r\n");
    }
}
