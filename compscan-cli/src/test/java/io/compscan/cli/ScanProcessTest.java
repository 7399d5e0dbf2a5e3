package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Progress, Ctrl-C and priority as a real process has them. */
@Timeout(60)
class ScanProcessTest {

    @TempDir
    private Path directory;

    private Path file;
    private Path stdout;
    private Path stderr;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("image");
        byte[] data = new byte[40 << 20];
        java.util.Arrays.fill(data, (byte) 7);
        Files.write(file, data);
        stdout = directory.resolve("out");
        stderr = directory.resolve("err");
    }

    @Test
    void theFirstInterruptEndsTheScanWithItsReport() throws Exception {
        Process scan = start(ScanProcess.command("scan", "--rate", "1MiB/s", "--json", file.toString()));
        // Signals are heeded from the moment the scan runs; by then the process has long read something.
        ScanProcess.awaitReader(scan);
        Signals.interrupt(scan);
        assertThat(scan.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(Files.readString(stderr))
                .isEqualTo("compscan: stopping; once more to leave without a report" + System.lineSeparator());
        assertThat(Files.readString(stdout)).containsPattern("\"partial\" ?: ?true");
    }

    /** Who asks for JSON has a program that reads it; messages may be off. */
    @Test
    void progressAsJsonIsWrittenWhereMessagesAreOff() throws IOException {
        Run scan = Run.of("scan", "--rate", "30MiB/s", "-q", "--progress", "json", file);
        assertThat(scan.exitCode()).isZero();
        assertThat(scan.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("{\"elapsedSeconds\":"));
    }

    @Test
    @Slow
    void anInterruptedScanSavesWhatItHasRead() throws Exception {
        Path set = directory.resolve("part.fpr");
        Process scan =
                start(ScanProcess.command("scan", "--rate", "1MiB/s", "--save", set.toString(), file.toString()));
        ScanProcess.awaitReader(scan);
        Signals.interrupt(scan);
        assertThat(scan.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
        Run merge = Run.of("merge", set);
        assertThat(merge.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(merge.out()).startsWith("PARTIAL: a scan was stopped before its end");
    }

    @Test
    void theSecondInterruptLeavesAtOnce() throws Exception {
        // Nothing ever comes through the pipe, and the first interrupt would wait a while for it.
        Process scan = start(ScanProcess.command("scan", "--quiet", "--stdin"));
        try (OutputStream pipe = scan.getOutputStream()) {
            ScanProcess.awaitReaderOfPipe(scan);
            Signals.interrupt(scan);
            while (!Files.readString(stderr).contains("stopping")) {
                Thread.sleep(10);
            }
            // What comes sooner belongs to the first.
            Thread.sleep(400);
            Signals.interrupt(scan);
            assertThat(scan.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
            pipe.flush();
        }
        assertThat(stdout).isEmptyFile();
    }

    @Test
    @Slow
    void onATerminalTheLineIsGoneWhenTheReportComes() throws Exception {
        String command = String.join(" ", ScanProcess.command("scan", "--rate", "20MiB/s", file.toString()));
        // script gives the command a terminal of its own for all three streams.
        Process scan = start(List.of("script", "--quiet", "--return", "--command", command, "/dev/null"));
        int exitCode = scan.waitFor();
        String seen = Files.readString(stdout);
        assumeTrue(!seen.contains("unrecognized option"), seen);
        assertThat(exitCode).isZero();
        assertThat(seen)
                .containsPattern("\r[^\r\n]*[0-9.]+ ?(?:MiB)?/40.0 MiB[^\r\n]*\r")
                .contains("\u001b[1m40.0 MiB of data would take");
        assertThat(seen.replaceAll("\u001b\\[[0-9]*m", "")).doesNotContain("\u001b");
        int lastRedraw = seen.lastIndexOf("/40.0 MiB ");
        assertThat(seen.substring(lastRedraw)).containsPattern("\r +\rcompscan [^\n]*image");
    }

    @Test
    @Slow
    void aNiceScanIsNiceInAllItsThreads() throws Exception {
        Process scan = start(ScanProcess.command("scan", "--nice", "--rate", "1MiB/s", file.toString()));
        try {
            ScanProcess.awaitReader(scan);
            Path tasks = Path.of("/proc", Long.toString(scan.pid()), "task");
            int threads = 0;
            try (var paths = Files.newDirectoryStream(tasks)) {
                for (Path task : paths) {
                    String stat;
                    try {
                        stat = Files.readString(task.resolve("stat"));
                    } catch (IOException e) {
                        // A thread of the JIT compiler that has gone.
                        continue;
                    }
                    // man proc: the name in parentheses is field 2, nice is field 19.
                    String nice = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19 - 3];
                    assertThat(nice).as(stat).isEqualTo("19");
                    String ionice = ionice(String.valueOf(task.getFileName()));
                    assertThat(ionice.equals("idle") || Files.notExists(task))
                            .as(ionice)
                            .isTrue();
                    threads++;
                }
            }
            assertThat(threads).isGreaterThan(5);
        } finally {
            scan.destroyForcibly();
        }
    }

    private static String ionice(String threadId) throws IOException {
        assumeTrue(new File("/usr/bin/ionice").canExecute(), "no util-linux here");
        Process ionice = new ProcessBuilder("ionice", "-p", threadId).start();
        return new String(ionice.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private Process start(List<String> command) throws IOException {
        File tools = new File("/usr/bin/script");
        assumeTrue(!command.get(0).equals("script") || tools.canExecute(), "no util-linux here");
        return new ProcessBuilder(command)
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
    }
}
