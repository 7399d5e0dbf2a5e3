package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.testing.Programs;
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
                Signals.interrupt(watch);
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
        assertThat(Run.of("info", temporary.resolve("w.fpr")).exitCode()).isZero();
        assertThat(Run.of("report", out).out().replaceAll("\\s+", " ")).contains("/s while its workers were busy)");
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
