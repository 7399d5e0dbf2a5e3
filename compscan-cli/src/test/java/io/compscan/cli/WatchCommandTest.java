package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.core.write.watch.DirectoryWatch;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compscan watch} and a named pipe: what programs write is scanned when they have written it. */
class WatchCommandTest {

    @TempDir
    private Path temporary;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "inotify is of Linux");
        directory = Files.createDirectories(temporary.resolve("data/old"));
        directory = temporary.resolve("data");
        Files.write(directory.resolve("before"), new byte[5000]);
    }

    private static byte[] random(long seed, int bytes) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return content;
    }

    /** Ctrl-C is SIGINT; what was closed by then is in the report. */
    @Test
    void eachClosedFileIsScanned() throws Exception {
        Path out = temporary.resolve("out.json");
        Path err = temporary.resolve("err");
        Process watch = new ProcessBuilder(
                        ScanProcess.command("watch", directory, "--json", "--save", temporary.resolve("w.fpr")))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            while (watch.isAlive() && !Files.readString(err).contains("watching")) {
                Thread.sleep(20);
            }
            byte[] a = random(1, 100_000);
            Files.write(directory.resolve("old/a.bin"), a);
            Files.write(directory.resolve("b.bin"), a);
            // A directory that is made later, with a file that may be closed before anybody watches it.
            Path late = Files.createDirectories(directory.resolve("new/deep"));
            Files.write(late.resolve("c.bin"), random(2, 50_000));
            // Open for writing when the watch ends: nobody has closed it.
            try (OutputStream open = Files.newOutputStream(directory.resolve("open.bin"), StandardOpenOption.CREATE)) {
                open.write(random(3, 70_000));
                open.flush();
                // Files closed by now count, whether a scan has looked at them or not.
                Signals.sendTwice("INT", watch);
                assertThat(watch.waitFor(60, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            watch.destroyForcibly();
        }
        assertThat(watch.exitValue()).as(Files.readString(err)).isZero();
        JsonNode result = Run.json(Files.readString(out));
        assertThat(result.at("/layouts/0/uniqueBytes").asLong()).isEqualTo(150_000);
        // Whether c.bin was found by listing or told when it was closed, it counts once.
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(250_000);
        assertThat(Run.of("report", temporary.resolve("w.fpr")).exitCode()).isZero();
        assertThat(Run.of("report", out).unwrapped()).contains("/s while its workers were busy)");
    }

    /** As on a cluster, where a job's directory goes with the job. */
    @Test
    void itEndsWhenTheDirectoryGoes() throws Exception {
        Path err = temporary.resolve("err");
        Process watch = new ProcessBuilder(ScanProcess.command("watch", directory, "--for", "50s"))
                .redirectOutput(temporary.resolve("out").toFile())
                .redirectError(err.toFile())
                .start();
        try {
            while (watch.isAlive() && !Files.readString(err).contains("watching")) {
                Thread.sleep(20);
            }
            Files.delete(directory.resolve("before"));
            Files.delete(directory.resolve("old"));
            Files.delete(directory);
            assertThat(watch.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            watch.destroyForcibly();
        }
        assertThat(watch.exitValue()).as(Files.readString(err)).isZero();
        assertThat(err).content().contains(directory + " was removed, so the watch has ended");
    }

    /** A watch in a process. */
    private final class Watch implements AutoCloseable {

        private final Path out = temporary.resolve("out.json");
        private final Path err = temporary.resolve("err");
        private final Process process;

        Watch(String time) throws Exception {
            process = new ProcessBuilder(ScanProcess.command("watch", directory, "--for", time, "--json"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            while (process.isAlive() && !Files.readString(err).contains("watching")) {
                Thread.sleep(20);
            }
        }

        JsonNode end(int exitCode) throws Exception {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
            assertThat(process.exitValue()).as(Files.readString(err)).isEqualTo(exitCode);
            return Run.json(Files.readString(out));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** Whoever renames the directory may put another one in its place, whose files nobody has asked for. */
    @Test
    void itEndsWhenTheDirectoryIsRenamed() throws Exception {
        try (Watch watch = new Watch("50s")) {
            Files.write(directory.resolve("old/before"), random(1, 10_000));
            Files.move(directory, temporary.resolve("renamed"));
            Files.createDirectories(directory.resolve("old"));
            Files.write(directory.resolve("old/other"), random(2, 4096));
            JsonNode result = watch.end(0);
            assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(10_000);
            assertThat(watch.err).content().contains(directory + " was renamed, so the watch has ended");
        }
    }

    /** No event says that a directory above it was renamed. */
    @Test
    void aDirectoryAboveMayBeRenamed() throws Exception {
        Path above = temporary.resolve("above");
        directory = Files.createDirectories(above.resolve("watched"));
        Files.createDirectory(directory.resolve("sub"));
        try (Watch watch = new Watch("5s")) {
            Path now = temporary.resolve("now");
            Files.move(above, now);
            Files.createDirectories(directory.resolve("sub"));
            Files.write(directory.resolve("sub/f"), random(1, 4096));
            Files.write(now.resolve("watched/sub/f"), random(2, 9000));
            Path later = Files.createDirectory(now.resolve("watched/later"));
            Thread.sleep(200);
            Files.write(later.resolve("g"), random(3, 500));
            JsonNode result = watch.end(0);
            assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(9500);
        }
    }

    @Test
    void filesThatAreGoneMakeTheResultIncomplete() throws Exception {
        try (Watch watch = new Watch("4s")) {
            // A stopped process scans nothing, and the kernel keeps its events.
            Signals.send("STOP", watch.process);
            for (int i = 0; i < 50; i++) {
                Path file = Files.write(directory.resolve("f" + i), random(i, 100));
                Files.delete(file);
            }
            Files.write(directory.resolve("kept"), random(9, 100));
            Signals.send("CONT", watch.process);
            JsonNode result = watch.end(3);
            assertThat(result.at("/errors")).hasSize(50);
            assertThat(result.at("/errors/0/kind").asText()).isEqualTo("aborted");
        }
    }

    /** The kernel drops events when its queue is full: two for each file, and nobody reads them. */
    @Test
    @Slow
    void lostEventsMakeTheResultIncomplete() throws Exception {
        // In one piece: the file ends after the first read, however short that is.
        int most = Integer.parseInt(Files.readAllLines(Path.of("/proc/sys/fs/inotify/max_queued_events"))
                .get(0));
        try (Watch watch = new Watch("5s")) {
            Signals.send("STOP", watch.process);
            for (int i = 0; i < most; i++) {
                Files.write(directory.resolve("f" + i), new byte[] {1});
            }
            Signals.send("CONT", watch.process);
            JsonNode result = watch.end(3);
            assertThat(result.at("/totals/fileCount").asInt()).isBetween(most / 2 - 1, most - 1);
            assertThat(result.at("/errors/0/reason").asText()).isEqualTo(DirectoryWatch.LOST);
        }
    }

    /** Exchanges names all the time: a file with a pipe, and another with a link out of the tree. */
    @Test
    @Slow
    @Needs("python3")
    void exchangedNamesNeitherStopItNorLeadAstray() throws Exception {
        Path outside = Files.write(temporary.resolve("outside"), new byte[1 << 20]);
        Path program = Files.writeString(temporary.resolve("swap.py"), """
                import ctypes, os, sys, time
                libc = ctypes.CDLL(None)
                os.chdir(sys.argv[1]); os.mkfifo('pipe'); os.symlink(sys.argv[2], 'link')
                end = time.time() + float(sys.argv[3])
                while time.time() < end:
                    for name, other in (b'a', b'pipe'), (b'b', b'link'):
                        for each in name, other:
                            try:
                                fd = os.open(each, os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                                os.write(fd, b'x' * 100); os.close(fd)
                            except OSError:
                                pass
                        for i in range(51):
                            libc.renameat2(-100, name, -100, other, 2)
                """);
        try (Watch watch = new Watch("12s")) {
            Programs.run("python3", program, directory, outside, "8");
            JsonNode result = watch.end(3);
            assertThat(result.at("/totals/fileCount").asLong()).isPositive();
            // Each time a file is read, it has its 100 bytes.
            assertThat(result.at("/totals/scannedBytes").asLong())
                    .isPositive()
                    .isLessThanOrEqualTo(100 * result.at("/totals/fileCount").asLong());
        }
    }

    @Test
    void itEndsAfterItsTimeAndRefusesWhatItCannotWatch() {
        Run run = Run.of("watch", directory, "--for", "1s", "-q", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().at("/totals/fileCount").asLong()).isZero();
        Run.of("watch", directory.resolve("before")).failedWith(1, "not a directory");
        Run.of("watch", directory.resolve("gone")).failedWith(1, "not a directory");
    }

    /** A program that can only write files writes into a pipe. */
    @Test
    void aPipeTakesWhatAProgramWrites() throws Exception {
        Path pipe = temporary.resolve("p");
        assumeTrue(Programs.succeeds("mkfifo", pipe), "no mkfifo");
        byte[] content = random(4, 1_000_000);
        Path copy = Files.write(temporary.resolve("copy"), content);
        CompletableFuture<Run> scan = CompletableFuture.supplyAsync(() -> Run.of("scan", pipe, "--json", "-q"));
        Process app = new ProcessBuilder("dd", "if=" + copy, "of=" + pipe, "bs=10000")
                .redirectErrorStream(true)
                .start();
        app.getInputStream().readAllBytes();
        Run run = scan.get(60, TimeUnit.SECONDS);
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode expected = Run.scan(0, copy, "-q");
        assertThat(run.json().at("/layouts")).isEqualTo(expected.at("/layouts"));
        assertThat(new String(app.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
    }
}
