package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hostile trees that need a process: a small heap, a user who may not read everything. */
@Timeout(300)
class HostileTreeIT {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path tempDir;

    private Process start(List<String> prefix, Object... command) throws IOException {
        List<String> all = new ArrayList<>(prefix);
        Arrays.stream(command).map(String::valueOf).forEach(all::add);
        return new ProcessBuilder(all)
                .redirectOutput(tempDir.resolve("stdout").toFile())
                .redirectError(tempDir.resolve("stderr").toFile())
                .start();
    }

    private JsonNode finish(Process process, int exitCode) throws Exception {
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as(Files.readString(tempDir.resolve("stderr")))
                .isEqualTo(exitCode);
        return Run.json(Files.readString(tempDir.resolve("stdout")));
    }

    /**
     * The heap holds the slabs, and the files between the walk and the readers. If readers are slow, that may be all of these, at about a
     * quarter of a kilobyte each.
     */
    @Test
    @Slow
    void threeHundredThousandFilesInADirectory() throws Exception {
        int count = 300_000;
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory), "no file system in memory");
        Path top = Files.createTempDirectory(memory, "compscan");
        try {
            Path wide = Files.createDirectory(top.resolve("wide"));
            Path names = Files.createDirectory(top.resolve("zz"));
            for (int i = 0; i < count; i++) {
                byte[] content = ByteBuffer.allocate(8).putLong(i + 1).array();
                Path file = Files.write(wide.resolve("file" + i), content);
                if (i % 10 == 0) {
                    Files.createLink(names.resolve("name" + i), file);
                }
            }
            Process scan = start(
                    List.of(JAVA, "-Xmx32m", "-jar", System.getProperty("compscan.jar")),
                    "scan",
                    top,
                    "--json",
                    "--readers",
                    2,
                    "--workers",
                    2);
            JsonNode result = finish(scan, ExitCode.OK);
            assertThat(result.at("/totals/fileCount").asLong()).isEqualTo(count + count / 10);
            assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(8L * count);
            assertThat(result.at("/totals/hardLinkBytes").asLong()).isEqualTo(8L * count / 10);
            assertThat(result.at("/layouts/0/uniqueChunkCount").asLong()).isEqualTo(count);
            assertThat(result.at("/errors")).isEmpty();
        } finally {
            start(List.of(), "rm", "-rf", top).waitFor();
        }
    }

    /**
     * Locks a directory and a file when the walk has seen both and entered or opened neither. A pipe holds up the reader. A file of more
     * segments than the queue takes holds up the walk.
     */
    @Test
    @Slow
    void permissionsTakenAwayDuringTheScan() throws Exception {
        Path tree = tempDir.toRealPath().resolve("tree");
        Path held = Files.createDirectories(tree.resolve("a"));
        Path secret = Files.write(held.resolve("f"), new byte[20_000]);
        try (RandomAccessFile large = new RandomAccessFile(held.resolve("large").toFile(), "rw")) {
            large.setLength(1L << 40);
        }
        Path locked = Files.createDirectory(tree.resolve("b"));
        Files.write(locked.resolve("inside"), new byte[10]);
        Path gate = tempDir.toRealPath().resolve("gate");
        assumeTrue(start(List.of(), "mkfifo", gate).waitFor() == 0, "no mkfifo");
        Path jar = Files.copy(Path.of(System.getProperty("compscan.jar")), tempDir.resolve("compscan.jar"));
        for (Path path : List.of(tempDir, tree, held, locked)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        for (Path path : List.of(jar, gate, secret)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        }
        List<String> user = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            user.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            assumeTrue(start(user, JAVA, "-version").waitFor() == 0, "cannot become another user");
        }
        Process scan = start(user, JAVA, "-jar", jar, "scan", gate, tree, "--json", "--readers", 1);
        try (OutputStream stream = Files.newOutputStream(gate, StandardOpenOption.WRITE)) {
            while (!hasOpen(scan, held)) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
            stream.write(1);
        }
        JsonNode result = finish(scan, ExitCode.INCOMPLETE);
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        assertThat(result.at("/errors").findValuesAsText("path")).containsExactly(secret.toString(), locked.toString());
        assertThat(result.at("/errors").findValuesAsText("reason"))
                .containsExactly("permission denied", "permission denied");
        assertThat(result.at("/totals/unreadBytes").asLong()).isEqualTo(20_000);
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo((1L << 40) + 1);
        assertThat(result.at("/totals/logicalBytes").asLong()).isEqualTo((1L << 40) + 1 + 20_000);
    }

    private static boolean hasOpen(Process process, Path path) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
            return descriptors.anyMatch(descriptor -> {
                try {
                    return Files.readSymbolicLink(descriptor).equals(path);
                } catch (IOException e) {
                    return false;
                }
            });
        }
    }
}
