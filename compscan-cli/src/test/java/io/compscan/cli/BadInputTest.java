package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strange files on a disk and strange outputs: a right total, a line that names it, the right exit code. */
@Timeout(120)
class BadInputTest {

    private static final long MIB = 1 << 20;

    @TempDir
    private Path tempDir;

    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectory(tempDir.toRealPath().resolve("tree"));
    }

    private Path file(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Files.write(tree.resolve(name), content);
    }

    @Test
    void aPathThatIsNotThere() throws IOException {
        file("f", 10);
        Run.of("scan", tree.resolve("nowhere")).failedWith(ExitCode.FAILED, tree + "/nowhere: no such file");
        Run.of("scan", tree, tree.resolve("nowhere")).failedWith(ExitCode.FAILED, tree + "/nowhere: no such file");
        Run.of("scan", tree.resolve("f/x")).failedWith(ExitCode.FAILED, tree + "/f/x: ");
    }

    @Test
    void aDanglingLink() throws IOException {
        file("f", 10);
        Path link = Files.createSymbolicLink(tree.resolve("dangling"), tree.resolve("nowhere"));
        Run.of("scan", link).failedWith(ExitCode.FAILED, tree + "/dangling: a symbolic link to nothing");
        JsonNode left = Run.scan(ExitCode.OK, tree);
        assertThat(left.at("/totals/symlinkCount").asInt()).isEqualTo(1);
        assertThat(left.at("/errors")).isEmpty();
        JsonNode followed = Run.scan(ExitCode.INCOMPLETE, tree, "--follow-symlinks");
        assertThat(followed.at("/errors")).hasSize(1);
        assertThat(followed.at("/errors/0/path").asText()).isEqualTo(tree + "/dangling");
        assertThat(followed.at("/errors/0/kind").asText()).isEqualTo("dangling");
        assertThat(followed.at("/totals/scannedBytes").asLong()).isEqualTo(10);
    }

    @Test
    void aSymlinkLoop() throws IOException {
        file("f", 10);
        Files.createSymbolicLink(tree.resolve("up"), tree);
        JsonNode result = Run.scan(ExitCode.OK, tree, "--follow-symlinks");
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(10);
        assertThat(result.at("/errors/0/kind").asText()).isEqualTo("loop");
        Files.createSymbolicLink(tree.resolve("self"), tree.resolve("self"));
        assertThat(Run.scan(ExitCode.INCOMPLETE, tree, "--follow-symlinks").at("/errors"))
                .hasSize(2);
    }

    @Test
    void pipesAndSocketsInATree() throws Exception {
        file("f", 10);
        assumeTrue(Programs.succeeds("mkfifo", tree.resolve("pipe")), "no mkfifo");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(tree.resolve("socket")));
            JsonNode result = Run.scan(ExitCode.OK, tree);
            assertThat(result.at("/totals/specialFileCount").asInt()).isEqualTo(2);
            assertThat(result.at("/totals/fileCount").asInt()).isEqualTo(1);
            assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(10);
        }
    }

    @Test
    void nothingThatCanBeRead() throws Exception {
        Path path = tree.resolve("socket");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(path));
            Run run = Run.of("scan", path).saidInOneLine(ExitCode.FAILED, "nothing could be read");
            assertThat(run.out()).contains("Nothing was scanned");
        }
    }

    /**
     * Changes a file after the walk has seen it and before the scan reads it. A pipe before it holds up the one reader, until the walk's
     * thread has ended.
     */
    private JsonNode scanWhile(Path file, ThrowingRunnable change, int exitCode) throws Exception {
        Path gate = tempDir.toRealPath().resolve("gate");
        assumeTrue(Programs.succeeds("mkfifo", gate), "no mkfifo");
        CompletableFuture<JsonNode> scan =
                CompletableFuture.supplyAsync(() -> Run.scan(exitCode, gate, file, "--readers", 1));
        // Opening waits for the reader, and the reader was sent here by the walk.
        try (OutputStream out = Files.newOutputStream(gate, StandardOpenOption.WRITE)) {
            while (Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(t -> t.getName().equals("compscan-walk"))) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            change.run();
            out.write(1);
        }
        return scan.get();
    }

    private interface ThrowingRunnable {
        void run() throws IOException;
    }

    private static void truncate(Path file, long bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(bytes);
        }
    }

    private static void assertError(JsonNode result, String kind, long unreadBytes) {
        assertThat(result.at("/errors")).hasSize(1);
        assertThat(result.at("/errors/0/kind").asText()).isEqualTo(kind);
        assertThat(result.at("/errors/0/unreadBytes").asLong()).isEqualTo(unreadBytes);
        assertThat(result.at("/totals/unreadBytes").asLong()).isEqualTo(unreadBytes);
    }

    @Test
    void aFileThatShrinks() throws Exception {
        Path file = file("f", 100_000);
        JsonNode result = scanWhile(file, () -> truncate(file, 30_000), ExitCode.INCOMPLETE);
        assertError(result, "shrank", 70_000);
        assertThat(result.at("/totals/logicalBytes").asLong()).isEqualTo(100_001);
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(30_001);
        assertThat(result.at("/layouts/0/uniqueBytes").asLong()).isEqualTo(30_001);
    }

    @Test
    void aLargeFileThatShrinks() throws Exception {
        Path file = file("f", 10 << 20);
        JsonNode result = scanWhile(file, () -> truncate(file, 3 * MIB + 5), ExitCode.INCOMPLETE);
        assertError(result, "shrank", 7 * MIB - 5);
        assertThat(result.at("/layouts/0/uniqueBytes").asLong()).isEqualTo(3 * MIB + 6);
    }

    @Test
    void aSparseFileThatShrinksHasNoZerosWhereItHasNoBytes() throws Exception {
        Path file = file("f", 4096);
        truncate(file, 100 * MIB);
        JsonNode result = scanWhile(file, () -> truncate(file, 10 * MIB), ExitCode.INCOMPLETE);
        assertError(result, "shrank", 90 * MIB);
        assertThat(result.at("/layouts/0/zeroBytes").asLong()).isEqualTo(10 * MIB - 4096);
    }

    @Test
    void aFileThatGrows() throws Exception {
        Path file = file("f", 100_000);
        JsonNode result = scanWhile(file, () -> truncate(file, 150_000), ExitCode.OK);
        assertError(result, "grew", 0);
        assertThat(result.at("/totals/changedPathCount").asLong()).isEqualTo(1);
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(100_001);
        assertThat(result.at("/layouts/0/zeroBytes").asLong()).isZero();
    }

    @Test
    void aFileThatVanishes() throws Exception {
        Path file = file("f", 100_000);
        JsonNode result = scanWhile(file, () -> Files.delete(file), ExitCode.INCOMPLETE);
        assertError(result, "vanished", 100_000);
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(1);
    }

    @Test
    void namesWithEveryKindOfByte() throws Exception {
        Path invalid = Path.of(URI.create("file://" + tree + "/bad%FF%0A"));
        Files.write(invalid, new byte[] {1});
        for (String name : new String[] {"new\nline", "com,ma", "quo\"te", "\uD83D\uDE00"}) {
            file(name, 5);
        }
        Path out = tempDir.resolve("out");
        JsonNode result = Run.scan(ExitCode.OK, tree, "--per-file", "--out", out);
        assertThat(result.at("/files").findValuesAsText("path"))
                .containsExactlyInAnyOrder(
                        tree + "/bad\\xFF\\x0A",
                        tree + "/new\\x0Aline",
                        tree + "/com,ma",
                        tree + "/quo\"te",
                        tree + "/\uD83D\uDE00");
        assertThat(Files.readAllLines(out.resolve("files.csv")))
                .hasSize(6)
                .anyMatch(line -> line.contains("\"" + tree + "/com,ma\""))
                .anyMatch(line -> line.contains("\"" + tree + "/quo\"\"te\""));
    }

    @Test
    void noFileAndNoByte() throws IOException {
        JsonNode nothing = Run.scan(ExitCode.OK, tree);
        assertThat(nothing.at("/totals/fileCount").asInt()).isZero();
        file("empty", 0);
        JsonNode empty = Run.scan(ExitCode.OK, tree);
        assertThat(empty.at("/totals/fileCount").asInt()).isEqualTo(1);
        assertThat(empty.at("/totals/logicalBytes").asLong()).isZero();
        assertThat(empty.at("/layouts/0/chunkCount").asLong()).isZero();
        assertThat(empty.at("/layouts/0/compression/0/physicalBytes").asLong()).isZero();
        Run console = Run.of("scan", tree);
        assertThat(console.exitCode()).isZero();
        assertThat(console.out()).contains("Nothing was scanned").doesNotContain("NaN", "null", "Infinity");
    }

    @Test
    @Timeout(60)
    void aSparseFileOfATebibyte() throws IOException {
        Path file = file("sparse.img", 10_000);
        long tib = 1L << 40;
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(700_000_000_000L);
            access.write(new byte[] {1, 2, 3});
            access.setLength(tib + 77);
        }
        JsonNode result = Run.scan(ExitCode.OK, file, "--chunk", "4k,128k", "--per-file");
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(tib + 77);
        JsonNode small = result.at("/layouts/0");
        // 10000 bytes reach into three chunks, and the three bytes far behind them lie in a fourth.
        assertThat(small.at("/chunkCount").asLong()).isEqualTo(tib / 4096 + 1);
        assertThat(small.at("/uniqueBytes").asLong()).isEqualTo(4 * 4096);
        assertThat(small.at("/zeroBytes").asLong()).isEqualTo(tib + 77 - 4 * 4096);
        JsonNode large = result.at("/layouts/1");
        assertThat(large.at("/chunkCount").asLong()).isEqualTo(tib / (128 << 10) + 1);
        assertThat(large.at("/uniqueBytes").asLong()).isEqualTo(2 * (128 << 10));
        assertThat(result.at("/files/0/layouts/0")).isEqualTo(small);
    }

    /** {@code 1t} is 2^40 bytes: of two files, only the one that has them is as large. */
    @Test
    void aTebibyteIsWhatItSays() throws IOException {
        truncate(file("below", 1), (1L << 40) - 1);
        truncate(file("exactly", 1), 1L << 40);
        JsonNode result = Run.scan(ExitCode.OK, tree, "--per-file", "--min-size", "1t");
        assertThat(result.at("/files").findValuesAsText("path")).containsExactly(tree + "/exactly");
    }

    @Test
    void aPipeThatIsGiven() throws Exception {
        Path pipe = tempDir.toRealPath().resolve("pipe");
        assumeTrue(Programs.succeeds("mkfifo", pipe), "no mkfifo");
        byte[] content = new byte[5_000_003];
        new Random(1).nextBytes(content);
        CompletableFuture<JsonNode> scan = CompletableFuture.supplyAsync(() -> Run.scan(ExitCode.OK, pipe));
        Files.write(pipe, content, StandardOpenOption.WRITE);
        assertThat(scan.get().at("/layouts/0/uniqueBytes").asLong()).isEqualTo(content.length);
    }

    @Test
    void anOutputDirectoryThatIsAFile() throws IOException {
        Path file = file("f", 10);
        Run.of("scan", tree, "--out", file).failedWith(ExitCode.FAILED, "--out: ", file + ": it is not a directory");
        Run.of("scan", tree, "--out", file.resolve("x")).failedWith(ExitCode.FAILED, "--out: ", file.toString());
        assertThat(file).hasSize(10);
    }

    @Test
    void anOutputDirectoryThatExists() throws IOException {
        file("f", 10);
        Path out = Files.createDirectory(tempDir.toRealPath().resolve("out"));
        Files.writeString(out.resolve("notes.txt"), "mine");
        Run.scan(ExitCode.OK, tree, "--out", out);
        String before = Files.readString(out.resolve("result.json"));
        Run.of("scan", tree, "--out", out).failedWith(ExitCode.FAILED, "--out: ", out.toString(), "--overwrite");
        assertThat(out.resolve("result.json")).hasContent(before);
        file("g", 20);
        JsonNode again = Run.scan(ExitCode.OK, tree, "--out", out, "--overwrite");
        assertThat(Run.json(Files.readString(out.resolve("result.json")))).isEqualTo(again);
        assertThat(out.resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void anOutputDirectoryThatCannotBeMade() {
        assumeTrue(Files.isDirectory(Path.of("/proc")), "no /proc");
        Run.of("scan", tree, "--out", "/proc/compscan").failedWith(ExitCode.FAILED, "--out: ", "/proc/compscan");
    }

    @Test
    void aDiskThatIsFull() throws Exception {
        file("f", 10);
        Path disk = Files.createDirectory(tempDir.toRealPath().resolve("disk"));
        assumeTrue(Programs.succeeds("mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", disk), "cannot mount");
        try {
            Run run = Run.of("scan", tree, "--out", disk.resolve("out"))
                    .saidInOneLine(ExitCode.FAILED, "--out: ", disk + "/out/", "No space left on device");
            assertThat(run.out()).contains("10 B");
            assertThat(disk).isEmptyDirectory();
        } finally {
            assertThat(Programs.succeeds("umount", disk)).isTrue();
        }
    }

    @Test
    void anIndexWithoutRoomEndsTheScanWithWhatWasSeen() throws IOException {
        for (int i = 0; i < 50; i++) {
            file("f" + i, (1 << 20) + i);
        }
        Path out = tempDir.resolve("out");
        Run run = Run.of("scan", tree, "--map-memory", "1k", "--json", "--out", out)
                .saidInOneLine(ExitCode.FAILED, "--map-memory");
        JsonNode result = run.json();
        assertThat(result.at("/partial").asBoolean()).isTrue();
        JsonNode layout = result.at("/layouts/0");
        assertThat(layout.at("/uniqueBytes").asLong()).isPositive();
        assertThat(layout.at("/uniqueBytes").asLong()
                        + layout.at("/duplicateBytes").asLong())
                .isEqualTo(result.at("/totals/scannedBytes").asLong());
        assertThat(Run.json(Files.readString(out.resolve("result.json")))).isEqualTo(result);
        assertThat(Run.of("scan", tree, "--map-memory", "0").out()).startsWith("PARTIAL");
    }

    @Test
    void anIndexThatGoesOnOnDiskGivesTheSameNumbers() throws IOException {
        bigFiles();
        Path spill = Files.createDirectory(tempDir.resolve("spill"));
        JsonNode expected = Run.scan(ExitCode.OK, tree);
        JsonNode result = Run.scan(ExitCode.OK, tree, "--map-memory", "200k", "--spill-dir", spill);
        assertThat(Run.withoutTiming(result)).isEqualTo(Run.withoutTiming(expected));
        try (var left = Files.list(spill)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void anIndexWithoutRoomOnDiskEndsTheScanWithWhatWasSeen() throws IOException {
        bigFiles();
        Path spill = Files.createDirectory(tempDir.resolve("spill"));
        Run run = Run.of(
                        "scan",
                        tree,
                        "--map-memory",
                        "200k",
                        "--spill-dir",
                        spill,
                        "--spill-limit",
                        "10k",
                        "--json",
                        "-q")
                .saidInOneLine(ExitCode.FAILED, "the 10240 bytes that may be spilled are used up", "--spill-dir");
        assertThat(run.json().at("/partial").asBoolean()).isTrue();
    }

    @Test
    void aSpillDirectoryThatIsNone() throws IOException {
        file("f", 10);
        Path missing = tempDir.resolve("missing");
        Run.of("scan", tree, "--spill-dir", missing)
                .failedWith(ExitCode.FAILED, "--spill-dir: " + missing, "does not exist");
        Run.of("scan", tree, "--spill-dir", tree.resolve("f"))
                .failedWith(ExitCode.FAILED, "--spill-dir: ", "not a directory");
        Run.of("scan", tree, "--spill-dir", tempDir, "--spill-limit", "0")
                .failedWith(ExitCode.USAGE, "--spill-limit 0");
    }

    /** Some 20,000 chunks. */
    private void bigFiles() throws IOException {
        Random random = new Random(4);
        for (int i = 0; i < 4; i++) {
            byte[] content = new byte[20_000_000];
            random.nextBytes(content);
            Files.write(tree.resolve("big" + i), content);
        }
    }
}
