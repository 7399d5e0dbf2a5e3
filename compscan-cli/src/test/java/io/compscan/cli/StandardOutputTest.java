package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Standard output that takes nothing. The command reports a full disk, and is silent when the reader has left. It writes other outputs in
 * either case.
 */
@Timeout(100)
class StandardOutputTest {

    @TempDir
    private Path directory;

    private Path tree;

    @BeforeEach
    void write() throws IOException {
        tree = Files.createDirectory(directory.resolve("tree"));
        Files.write(tree.resolve("f"), new byte[100_000]);
        Files.writeString(tree.resolve("g"), "some data");
    }

    private Run toFullDisk(Object... arguments) throws IOException, InterruptedException {
        File full = new File("/dev/full");
        assumeTrue(full.exists(), "no /dev/full");
        Path stderr = directory.resolve("stderr");
        Process process = new ProcessBuilder(ScanProcess.command(arguments))
                .redirectOutput(full)
                .redirectError(stderr.toFile())
                .start();
        return new Run(process.waitFor(), "", Files.readString(stderr));
    }

    /** The reader is gone before the JVM has begun. */
    private Run toNobody(Object... arguments) throws IOException, InterruptedException {
        Path code = directory.resolve("code");
        Path stderr = directory.resolve("stderr");
        List<String> command = new ArrayList<>(
                List.of("sh", "-c", "{ sleep 0.1; \"$@\"; echo $? > '" + code + "'; } 2> '" + stderr + "' | :", "sh"));
        command.addAll(ScanProcess.command(arguments));
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
        return new Run(Integer.parseInt(Files.readString(code).strip()), "", Files.readString(stderr));
    }

    @Test
    void whatHappensToHelpAndToAScan() throws Exception {
        aFullDiskIsTold("scan --help");
        aReaderThatHasLeftIsNotTold("scan %");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "help scan", "scan --help-all", "profiles", "profiles --json"})
    @Slow
    void aFullDiskIsTold(String commandLine) throws Exception {
        toFullDisk((Object[]) commandLine.split(" "))
                .saidInOneLine(ExitCode.FAILED, "standard output cannot be written");
    }

    @Test
    @Slow
    void aFullDiskIsToldByAnImport() throws Exception {
        Path trace = Files.writeString(directory.resolve("trace"), "");
        Run wanted = Run.of("import", "fiu", trace);
        assumeTrue(wanted.exitCode() == ExitCode.OK, wanted.err());
        toFullDisk("import", "fiu", trace).saidInOneLine(ExitCode.FAILED, "standard output cannot be written");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "profiles --json", "scan % --json", "scan % --html -"})
    @Slow
    void aReaderThatHasLeftIsNotTold(String commandLine) throws Exception {
        Run run =
                toNobody(Arrays.stream(commandLine.replace("%", tree.toString()).split(" "))
                        .toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.CLOSED_PIPE);
    }

    /** The scan ends before its first checkpoint. */
    @Test
    void noCheckpointIsPromisedWhereThereIsNone() throws Exception {
        Path checkpoint = directory.resolve("checkpoint");
        Run run = toNobody("scan", tree, "--checkpoint", checkpoint);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.CLOSED_PIPE);
        assertThat(Run.of("scan", tree, "--checkpoint", checkpoint).exitCode()).isZero();
    }

    @Test
    @Slow
    void aCheckpointOutlivesAReaderThatHasLeft() throws Exception {
        Path checkpoint = directory.resolve("checkpoint");
        Files.write(tree.resolve("h"), new byte[4 << 20]);
        toNobody("scan", tree, "--checkpoint", checkpoint, "--checkpoint-every", "20ms", "--rate", "4MiB/s")
                .saidInOneLine(ExitCode.CLOSED_PIPE, "to go on: compscan scan --resume " + checkpoint);
        assertThat(Run.of("scan", "--resume", checkpoint).exitCode()).isZero();
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    @Slow
    void whatGoesToFilesIsWrittenAllTheSame() throws Exception {
        Path set = directory.resolve("set.fpr");
        Path out = directory.resolve("out");
        Path page = directory.resolve("page.html");
        assertThat(Run.of("scan", tree, "--save", set).exitCode()).isZero();
        Run merge = toNobody("merge", set, set, "--quiet", "--json", "--out", out, "--html", page);
        assertThat(merge.err()).isEmpty();
        assertThat(merge.exitCode()).isEqualTo(ExitCode.CLOSED_PIPE);
        assertThat(out).isNotEmptyDirectory();
        assertThat(page).isNotEmptyFile();

        Path saved = directory.resolve("saved");
        Run estimate = toNobody("estimate", tree, "--quiet", "--save", saved);
        assertThat(estimate.err()).isEmpty();
        assertThat(estimate.exitCode()).isEqualTo(ExitCode.CLOSED_PIPE);
        assertThat(saved).isNotEmptyFile();
    }
}
