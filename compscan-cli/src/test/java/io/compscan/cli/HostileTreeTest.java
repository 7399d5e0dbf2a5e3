package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees, devices and disks at their worst: a right total, an entry for what was not read, the right exit code. */
@Timeout(120)
class HostileTreeTest {

    private static final int MIB = 1 << 20;
    private static final int SECTOR_BYTES = 4096;
    private static final int LARGE_PAGE_BYTES = 64 << 10;

    @TempDir
    private Path tempDir;

    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectory(tempDir.toRealPath().resolve("tree"));
    }

    private static byte[] random(int bytes, int seed) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return content;
    }

    private static long total(JsonNode result, String name) {
        return result.at("/totals/" + name).asLong();
    }

    private static long layout(JsonNode result, String name) {
        return result.at("/layouts/0/" + name).asLong();
    }

    private static void assertOneError(JsonNode result, String path, String kind, long unreadBytes) {
        assertThat(result.at("/errors")).hasSize(1);
        assertThat(result.at("/errors/0/path").asText()).isEqualTo(path);
        assertThat(result.at("/errors/0/kind").asText()).isEqualTo(kind);
        assertThat(result.at("/errors/0/unreadBytes").asLong()).isEqualTo(unreadBytes);
        assertThat(total(result, "unreadBytes")).isEqualTo(unreadBytes);
    }

    /** Each stretch is within what a path may have; the one below is moved to the end of the one above it. */
    @ParameterizedTest
    @CsvSource({"1, 1000", "200, 15"})
    @Slow
    void fiveThousandDirectoriesDeep(int nameBytes, int stretch) throws Exception {
        int depth = 5000;
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory), "no file system in memory");
        String name = "d".repeat(nameBytes);
        Path top = Files.createTempDirectory(memory, "compscan");
        try {
            Path below = null;
            for (int first = (depth - 1) / stretch * stretch; first >= 0; first -= stretch) {
                Path head = Files.createDirectory(top.resolve("stretch" + first));
                Path end = head;
                for (int d = first + 1; d < first + stretch && d < depth; d++) {
                    end = Files.createDirectory(end.resolve(name));
                }
                Files.write(end.resolve("f"), random(5000, first));
                if (below != null) {
                    Files.move(below, end.resolve(name));
                }
                below = head;
            }
            Path out = tempDir.resolve("out");
            JsonNode result = Run.scan(ExitCode.OK, top, "--out", out);
            int files = (depth + stretch - 1) / stretch;
            assertThat(result.at("/errors")).isEmpty();
            assertThat(total(result, "fileCount")).isEqualTo(files);
            assertThat(total(result, "directoryCount")).isEqualTo(depth + 1);
            assertThat(total(result, "scannedBytes")).isEqualTo(5000L * files);
            assertThat(layout(result, "uniqueBytes")).isEqualTo(5000L * files);
        } finally {
            assertThat(Programs.succeeds("rm", "-rf", top)).isTrue();
        }
    }

    /**
     * Scans the tree and changes it meanwhile. A pipe that stands before it holds up the one reader. A file of a tebibyte has
     * more segments than the queue takes, so it holds up the walk in the directory {@code a}. The siblings of that are known, not entered.
     */
    private JsonNode scanWhileWalking(int exitCode, Change change) throws Exception {
        Path gate = tempDir.toRealPath().resolve("gate");
        assumeTrue(Programs.succeeds("mkfifo", gate), "no mkfifo");
        Path held = Files.createDirectories(tree.resolve("a"));
        setSize(Files.createFile(held.resolve("large")), 1L << 40);
        CompletableFuture<JsonNode> scan =
                CompletableFuture.supplyAsync(() -> Run.scan(exitCode, gate, tree, "--readers", 1));
        try (OutputStream stream = Files.newOutputStream(gate, StandardOpenOption.WRITE)) {
            awaitHeldUpIn(held);
            change.run();
            stream.write(1);
        }
        return scan.get();
    }

    private interface Change {
        void run() throws IOException;
    }

    private static void setSize(Path file, long bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(bytes);
        }
    }

    private static void awaitOpen(Path path) throws IOException, InterruptedException {
        while (!isOpen(path)) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** An open directory alone tells too little: the walk may not have looked at its files yet. */
    private static void awaitHeldUpIn(Path directory) throws IOException, InterruptedException {
        awaitOpen(directory);
        while (!isWalkWaiting()) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    private static boolean isWalkWaiting() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                        thread.getName().equals("compscan-walk") && thread.getState() == Thread.State.WAITING);
    }

    private static boolean isOpen(Path path) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.anyMatch(descriptor -> {
                try {
                    return Files.readSymbolicLink(descriptor).equals(path);
                } catch (IOException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void aDirectoryRemovedDuringTheWalk() throws Exception {
        Path gone = Files.createDirectories(tree.resolve("b"));
        Files.write(gone.resolve("f"), random(1000, 1));
        Files.write(Files.createDirectories(tree.resolve("c")).resolve("f"), random(3000, 2));
        JsonNode result = scanWhileWalking(ExitCode.INCOMPLETE, () -> {
            Files.delete(gone.resolve("f"));
            Files.delete(gone);
        });
        assertOneError(result, gone.toString(), "vanished", 0);
        assertThat(total(result, "scannedBytes")).isEqualTo((1L << 40) + 3000 + 1);
        assertThat(layout(result, "uniqueBytes")).isEqualTo(3001);
    }

    @Test
    void aDirectoryMovedAwayWhileItIsWalked() throws Exception {
        Files.write(Files.createDirectories(tree.resolve("b")).resolve("f"), random(3000, 2));
        JsonNode result = scanWhileWalking(
                ExitCode.INCOMPLETE,
                () -> Files.move(tree.resolve("a"), tempDir.toRealPath().resolve("elsewhere")));
        assertOneError(result, tree + "/a/large", "vanished", 1L << 40);
        assertThat(total(result, "logicalBytes")).isEqualTo((1L << 40) + 3000 + 1);
        assertThat(total(result, "scannedBytes")).isEqualTo(3001);
    }

    @ParameterizedTest
    @CsvSource({"100000, 0, ''", "30000, 70000, shrank", "150000, 0, grew"})
    void aFileReplacedBeforeItIsRead(int newBytes, long unreadBytes, String kind) throws Exception {
        Path file = Files.write(Files.createDirectories(tree.resolve("a")).resolve("f"), random(100_000, 1));
        Path other = Files.write(tempDir.toRealPath().resolve("other"), random(newBytes, 2));
        int exitCode = unreadBytes == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
        JsonNode result =
                scanWhileWalking(exitCode, () -> Files.move(other, file, StandardCopyOption.REPLACE_EXISTING));
        if (kind.isEmpty()) {
            assertThat(result.at("/errors")).isEmpty();
        } else {
            assertOneError(result, file.toString(), kind, unreadBytes);
        }
        assertThat(layout(result, "uniqueBytes")).isEqualTo(Math.min(100_000, newBytes) + 1);
    }

    /** An open file stays the same: the numbers are those of the whole file that the scan began. That its name has gone is a change. */
    @Test
    @Slow
    void aFileReplacedWhileItIsRead() throws Exception {
        byte[] content = random(6 * MIB, 1);
        Path file = Files.write(tree.resolve("f"), content);
        Path other = Files.write(tempDir.toRealPath().resolve("other"), new byte[10]);
        CompletableFuture<JsonNode> scan =
                CompletableFuture.supplyAsync(() -> Run.scan(ExitCode.OK, tree, "--readers", 1, "--rate", "3MiB/s"));
        awaitOpen(file);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        JsonNode result = scan.get();
        assertOneError(result, file.toString(), "changed", 0);
        assertThat(layout(result, "uniqueBytes")).isEqualTo(content.length);
    }

    @Test
    @Timeout(60)
    void aSparseFileOfTenTebibytes() throws Exception {
        long size = (10L << 40) + 5;
        Path file = Files.createFile(tree.resolve("sparse"));
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(9_000_000_000_000L / SECTOR_BYTES * SECTOR_BYTES);
            access.write(random(2 * SECTOR_BYTES, 1));
            access.setLength(size);
        } catch (IOException e) {
            assumeTrue(false, "no files this large: " + e.getMessage());
        }
        JsonNode result = Run.scan(ExitCode.OK, tree);
        assertThat(total(result, "scannedBytes")).isEqualTo(size);
        assertThat(layout(result, "uniqueBytes")).isEqualTo(2 * SECTOR_BYTES);
        assertThat(layout(result, "zeroBytes")).isEqualTo(size - 2 * SECTOR_BYTES);
        assertThat(layout(result, "chunkCount")).isEqualTo((10L << 40) / SECTOR_BYTES + 1);
    }

    @Test
    void aMountPointInTheTree() throws Exception {
        Files.write(tree.resolve("f"), random(1000, 1));
        Path mount = Files.createDirectory(tree.resolve("mount"));
        assumeTrue(Programs.succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount), "cannot mount");
        try {
            Files.write(mount.resolve("g"), random(20_000, 2));
            JsonNode all = Run.scan(ExitCode.OK, tree);
            assertThat(total(all, "scannedBytes")).isEqualTo(21_000);
            assertThat(total(all, "excludedCount")).isZero();
            JsonNode one = Run.scan(ExitCode.OK, tree, "--one-file-system");
            assertThat(total(one, "scannedBytes")).isEqualTo(1000);
            assertThat(total(one, "excludedCount")).isEqualTo(1);
        } finally {
            assertThat(Programs.succeeds("umount", mount)).isTrue();
        }
    }

    @Test
    void aCharacterDeviceThatIsGiven() {
        JsonNode result = Run.scan(ExitCode.OK, "/dev/null");
        assertThat(total(result, "fileCount")).isEqualTo(1);
        assertThat(total(result, "logicalBytes")).isZero();
        assertThat(result.at("/errors")).isEmpty();
    }

    /** A loop device, and its way back. */
    private static final class Loop implements AutoCloseable {
        private final Path device;

        Loop(Path file) throws IOException {
            Process process = new ProcessBuilder("losetup", "-r", "-f", "--show", file.toString()).start();
            String name = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.onExit().join().exitValue() != 0) {
                throw new IOException("no loop devices");
            }
            device = Path.of(name);
        }

        static Loop orSkip(Path file) {
            try {
                return new Loop(file);
            } catch (IOException e) {
                assumeTrue(false, "no loop devices");
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() {
            assertThat(Programs.succeeds("losetup", "-d", device)).isTrue();
        }
    }

    @Test
    void aBlockDeviceHasTheNumbersOfWhatIsOnIt() throws Exception {
        byte[] content = random(5 * MIB, 1);
        Arrays.fill(content, MIB, 2 * MIB, (byte) 0);
        System.arraycopy(content, 0, content, 3 * MIB, MIB / 2);
        Path image = Files.write(tree.resolve("image"), content);
        JsonNode ofFile = Run.scan(ExitCode.OK, image);
        try (Loop loop = Loop.orSkip(image)) {
            JsonNode ofDevice = Run.scan(ExitCode.OK, loop.device);
            assertThat(total(ofDevice, "logicalBytes")).isEqualTo(content.length);
            assertThat(ofDevice.at("/totals")).isEqualTo(ofFile.at("/totals"));
            assertThat(ofDevice.at("/layouts")).isEqualTo(ofFile.at("/layouts"));
            assertThat(layout(ofDevice, "zeroBytes")).isEqualTo(MIB);
            assertThat(layout(ofDevice, "uniqueBytes")).isEqualTo(3 * MIB + MIB / 2);
        }
    }

    /** A stretch of a file, or of the disk that it stands for, that the kernel cannot read. */
    @ParameterizedTest
    @CsvSource({
        "3000000, 1500000, 1500001, false",
        "3000000, 0, 100000, false",
        "200000, 70000, 90000, false",
        "3145728, 1500000, 1520000, true",
        "3145728, 3141632, 3145728, true"
    })
    void anErrorInTheMiddle(int size, int badFrom, int badTo, boolean isDevice) throws Exception {
        byte[] content = random(size, 1);
        Path file = Files.createFile(tree.resolve("damaged"));
        Files.write(tree.resolve("sound"), random(5000, 2));
        FuseFile damaged;
        try {
            damaged = FuseFile.damaged(file, content, badFrom, badTo);
        } catch (IOException e) {
            assumeTrue(false, e.getMessage());
            return;
        }
        try (damaged) {
            if (isDevice) {
                try (Loop loop = Loop.orSkip(file)) {
                    assertDamaged(loop.device.toString(), tree.resolve("sound"), loop.device, content, badFrom, badTo);
                }
            } else {
                assertDamaged(file.toString(), tree.resolve("sound"), file, content, badFrom, badTo);
            }
        }
    }

    /** The sectors that hold bad bytes are missing, and nothing else: whatever is readable is read, and is what it should be. */
    private void assertDamaged(String name, Path sound, Path path, byte[] content, int badFrom, int badTo)
            throws Exception {
        int from = badFrom / SECTOR_BYTES * SECTOR_BYTES;
        int to = Math.min(content.length, (badTo + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES);
        Path out = tempDir.toRealPath().resolve("out");
        JsonNode result = Run.scan(ExitCode.INCOMPLETE, path, sound, "--out", out);
        long unread = total(result, "unreadBytes");
        assertOneError(result, name, "unreadable", unread);
        if (path.startsWith("/dev")) {
            // A page of a device's cache may be larger than a sector, and the kernel gives up on the whole page.
            assertThat(unread).isBetween((long) to - from, to - from + 2L * LARGE_PAGE_BYTES);
        } else {
            assertThat(unread).isEqualTo(to - from);
        }
        assertThat(result.at("/errors/0/reason").asText()).isEqualTo("Input/output error");
        assertThat(total(result, "logicalBytes")).isEqualTo(content.length + 5000);
        assertThat(total(result, "scannedBytes")).isEqualTo(content.length + 5000 - unread);
        assertThat(layout(result, "uniqueBytes")).isEqualTo(content.length + 5000 - unread);
        assertThat(Files.readString(out.resolve("errors.csv"))).contains(name, "Input/output error");
        // Against the readable parts as files of their own: the same chunks, and no other.
        Path front = Files.write(tempDir.resolve("front"), Arrays.copyOfRange(content, 0, from));
        Path back = Files.write(tempDir.resolve("back"), Arrays.copyOfRange(content, to, content.length));
        JsonNode twice = Run.scan(ExitCode.INCOMPLETE, path, sound, front, back);
        assertThat(layout(twice, "uniqueBytes")).isEqualTo(content.length + 5000 - (to - from));
    }
}
