package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes with a limit below the memory of the machine. */
@Timeout(300)
@Slow
class NativeMemoryTest {

    private static final int CHUNK_BYTES = 512;
    private static final int BLOCK_CHUNKS = 2048;
    /** With some 23 bytes each they do not fit in what is left. */
    private static final int CHUNKS = 900_000;

    @TempDir
    private Path directory;

    private record Ended(int exitCode, String out, String err) {}

    private static List<String> scan(List<String> before, Object... arguments) {
        List<String> command = new ArrayList<>(before);
        List<Object> all =
                new ArrayList<>(List.of("scan", "--stdin", "--chunk", CHUNK_BYTES, "--compress", "none", "--json"));
        all.addAll(List.of(arguments));
        command.addAll(ScanProcess.command(all.toArray()));
        return command;
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        // Each heap of malloc's takes 64 MiB of addresses.
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        return builder.redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    private Ended end(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(200, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("it does not end");
        }
        return new Ended(
                process.exitValue(),
                Files.readString(directory.resolve("out")),
                Files.readString(directory.resolve("err")));
    }

    /** Writes distinct chunks until nobody reads them any more. */
    private static void feed(Process process, int chunks) {
        byte[] block = new byte[BLOCK_CHUNKS * CHUNK_BYTES];
        ByteBuffer numbers = ByteBuffer.wrap(block);
        try (OutputStream in = process.getOutputStream()) {
            for (int written = 0; written < chunks; ) {
                int count = Math.min(BLOCK_CHUNKS, chunks - written);
                for (int i = 0; i < count; i++) {
                    numbers.putLong(i * CHUNK_BYTES, 1 + written + i);
                }
                in.write(block, 0, count * CHUNK_BYTES);
                written += count;
            }
        } catch (IOException e) {
            // The scan has stopped early.
        }
    }

    /** The kernel kills whoever takes more than the group may have, so the defaults must leave room. */
    @ParameterizedTest
    @CsvSource({"220", "400"})
    void theDefaultsFitAControlGroup(int limitMib) throws Exception {
        Path group = controlGroup(limitMib);
        try {
            Process process = start(scan(
                    List.of("/bin/sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$0\" \"$@\""),
                    "--quiet"));
            feed(process, CHUNKS);
            Ended ended = end(process);
            assertThat(ended.exitCode()).as(ended.err()).isZero();
            assertThat(Run.json(ended.out()).at("/layouts/0/uniqueChunkCount").asInt())
                    .isEqualTo(CHUNKS);
        } finally {
            Files.delete(group);
        }
    }

    /** A group of either version with that much memory and no swap. */
    private static Path controlGroup(int limitMib) {
        Path first = Path.of("/sys/fs/cgroup/memory");
        boolean isFirst = Files.isDirectory(first);
        Path group = (isFirst ? first : Path.of("/sys/fs/cgroup"))
                .resolve("compscan-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
            try {
                Files.writeString(group.resolve(isFirst ? "memory.limit_in_bytes" : "memory.max"), limitMib + "m");
                return group;
            } catch (IOException e) {
                Files.delete(group);
                throw e;
            }
        } catch (IOException e) {
            assumeTrue(false, "no control group can be made: " + e.getMessage());
            throw new AssertionError(e);
        }
    }
}
