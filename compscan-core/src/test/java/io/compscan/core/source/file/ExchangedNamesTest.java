package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/**
 * Another process exchanges names all the time: files with pipes, links and directories. No call waits, and no byte from outside is read.
 *
 * <p>{@code -Dcompscan.race.seconds=10} makes each round longer.
 */
@Slow
@Needs("python3")
@Timeout(300)
class ExchangedNamesTest extends TreeFixture {

    private static final String SECONDS = System.getProperty("compscan.race.seconds", "2");
    private static final byte SECRET = 77;

    private static final String EXCHANGE = """
            import ctypes, os, sys, time
            libc = ctypes.CDLL(None)
            os.chdir(sys.argv[1])
            end = time.time() + float(sys.argv[2])
            while time.time() < end:
                for name, other in (b'file', b'pipe'), (b'second', b'link'), (b'sub', b'away'), (b'deep/file', b'deep/link'):
                    libc.renameat2(-100, name, -100, other, 2)
            """;

    private Path outside;

    @BeforeEach
    void makeTree() throws Exception {
        assumeTrue(FileCalls.load(), "not Linux");
        outside = Files.createDirectory(tempDir.toRealPath().resolve("outside"));
        byte[] secret = new byte[5000];
        Arrays.fill(secret, SECRET);
        Files.write(outside.resolve("inside"), secret);
        for (String name : List.of("file", "second", "sub/inside", "deep/file")) {
            file(name, 5000);
        }
        assumeTrue(
                new ProcessBuilder("mkfifo", tree.resolve("pipe").toString())
                                .start()
                                .waitFor()
                        == 0,
                "no mkfifo");
        link("link", outside.resolve("inside"));
        link("away", outside);
        link("deep/link", outside.resolve("inside"));
    }

    @RepeatedTest(10)
    void nothingFromOutsideIsReadAndNothingWaits() throws Exception {
        Path program = Files.writeString(tempDir.resolve("exchange.py"), EXCHANGE);
        Process exchange = new ProcessBuilder("python3", program.toString(), tree.toString(), SECONDS)
                .inheritIO()
                .start();
        Siblings siblings = FileSiblings.of(tree.resolve("deep/child"), List.of(tree), PageCachePolicy.KEEP);
        int read = 0;
        try {
            while (exchange.isAlive()) {
                for (Unit unit : Findings.of(tree).units) {
                    read += assertInside(unit);
                }
                for (String name : List.of("file", "../second", "../sub/inside")) {
                    read += assertInside(siblings, name);
                }
                for (String name : List.of("file", "second", "sub/inside")) {
                    read += assertInside(tree, Path.of(name));
                }
            }
            assertThat(exchange.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(exchange.exitValue()).isZero();
        } finally {
            exchange.destroyForcibly();
        }
        assertThat(read).as("files read").isPositive();
    }

    private static int assertInside(Siblings siblings, String name) {
        try {
            return assertInside(siblings.open(name).unit());
        } catch (IOException e) {
            return 0;
        }
    }

    private static int assertInside(Path tree, Path name) {
        try (OpenDirectory top = OpenDirectory.of(tree);
                UnitChannel channel = top.file(name)) {
            return assertInside(channel);
        } catch (IOException e) {
            return 0;
        }
    }

    private static int assertInside(Unit unit) {
        int read = 0;
        try (OpenDescriptor opened = LocalFiles.open(unit)) {
            assertThat(opened.isFile()).isTrue();
        } catch (IOException e) {
            // Something else has its place.
        }
        try (UnitChannel channel = unit.open();
                UnitChannel parts = unit.openForParts()) {
            read = assertInside(channel) + assertInside(parts);
        } catch (IOException e) {
            // As above.
        }
        return read;
    }

    private static int assertInside(UnitChannel channel) throws IOException {
        byte[] data = new byte[5000];
        int got = channel.read(0, data, 0, data.length);
        assertThat(data).as("bytes from outside").doesNotContain(SECRET);
        return got > 0 ? 1 : 0;
    }
}
