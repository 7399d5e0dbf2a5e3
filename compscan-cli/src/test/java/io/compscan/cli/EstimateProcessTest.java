package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compscan estimate} beside what happens to its process and its data meanwhile. */
class EstimateProcessTest {

    @TempDir
    private Path temporary;

    /** Files that a slow compressor needs some time for. */
    private Path tree(int files) throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        byte[] content = new byte[1 << 20];
        for (int i = 0; i < files; i++) {
            new Random(i).nextBytes(content);
            for (int at = 0; at < content.length; at += 64) {
                Arrays.fill(content, at + 16, at + 64, (byte) i);
            }
            Files.write(tree.resolve("f" + i), content);
        }
        return tree;
    }

    /** Starts an estimate and returns when its first pass is over. */
    private Process afterOnePass(Path tree, Path out, Path err) throws Exception {
        Process estimate = new ProcessBuilder(ScanProcess.command(
                        "estimate",
                        tree,
                        "-z",
                        "zstd:19",
                        "--json",
                        "--extent",
                        "8k",
                        "--until",
                        "0.01%",
                        "--threads",
                        "1"))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        while (estimate.isAlive() && !Files.readString(err).contains(" read (")) {
            Thread.sleep(5);
        }
        return estimate;
    }

    @Test
    @Slow
    void anInterruptGivesTheLastCompletePass() throws Exception {
        Path out = temporary.resolve("out.json");
        Path err = temporary.resolve("err");
        Process estimate = afterOnePass(tree(48), out, err);
        try {
            Signals.interrupt(estimate);
            assertThat(estimate.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            estimate.destroyForcibly();
        }
        assertThat(estimate.exitValue()).as(Files.readString(err)).isEqualTo(ExitCode.INTERRUPTED);
        JsonNode result = Run.json(Files.readString(out));
        assertThat(result.get("interrupted").booleanValue()).isTrue();
        JsonNode passes = result.get("passes");
        assertThat(result.get("readBytes"))
                .isEqualTo(passes.get(passes.size() - 1).get("readBytes"));
        assertThat(passes.get(passes.size() - 1).get("share").doubleValue()).isLessThan(1);
    }

    @Test
    @Slow
    void aTreeThatVanishesBetweenPassesIsTold() throws Exception {
        Path tree = tree(48);
        Path out = temporary.resolve("out.json");
        Path err = temporary.resolve("err");
        Process estimate = afterOnePass(tree, out, err);
        try {
            try (Stream<Path> files = Files.list(tree)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(tree);
            assertThat(estimate.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            estimate.destroyForcibly();
        }
        assertThat(estimate.exitValue()).as(Files.readString(err)).isEqualTo(ExitCode.INCOMPLETE);
        JsonNode result = Run.json(Files.readString(out));
        assertThat(result.get("errors").size()).isGreaterThan(0);
        assertThat(result.get("errors").get(0).get("path").textValue()).contains("tree/f");
        // A file that is gone is in no extent that was read, so nothing is claimed to be known.
        assertThat(result.get("layouts").get(0).get("method").textValue()).isNotEqualTo("exact");
        assertThat(Files.readString(err)).doesNotContain("Exception");
    }

    @Test
    void aPipeCannotBeSampled() throws Exception {
        Path pipe = temporary.resolve("pipe");
        assumeTrue(Programs.succeeds("mkfifo", pipe), "no mkfifo");
        CompletableFuture<Run> estimate = CompletableFuture.supplyAsync(() -> Run.of("estimate", pipe));
        estimate.get(60, TimeUnit.SECONDS)
                .failedWith(ExitCode.FAILED, "pipe: its size is not known", "compscan scan --index sketch");
    }

    @Test
    void aDeviceOfUnknownSizeCannotBeSampled() {
        Path device = Path.of("/dev/zero");
        assumeTrue(Files.exists(device), "no /dev/zero");
        Run.of("estimate", device).failedWith(ExitCode.FAILED, "/dev/zero");
    }
}
