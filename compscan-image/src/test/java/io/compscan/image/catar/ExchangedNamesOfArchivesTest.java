package io.compscan.image.catar;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another process exchanges files and directories with pipes and links, while a directory is read as an archive. */
@Slow
@Needs("python3")
@Timeout(120)
class ExchangedNamesOfArchivesTest {

    private static final byte SECRET = 77;
    private static final String SECONDS = System.getProperty("compscan.race.seconds", "1");
    private static final String EXCHANGE = """
            import ctypes, os, sys, time
            libc = ctypes.CDLL(None)
            os.chdir(sys.argv[1])
            os.mkfifo('pipe')
            end = time.time() + float(sys.argv[2])
            while time.time() < end:
                for name, other in (b'file', b'pipe'), (b'second', b'link'), (b'sub', b'away'):
                    libc.renameat2(-100, name, -100, other, 2)
            """;

    @TempDir
    private Path temporary;

    @RepeatedTest(10)
    void nothingFromOutsideIsRead() throws Exception {
        Path tree = Files.createDirectories(temporary.toRealPath().resolve("tree/sub"))
                .getParent();
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        byte[] secret = new byte[5000];
        Arrays.fill(secret, SECRET);
        Files.write(outside.resolve("inside"), secret);
        for (String name : List.of("file", "second", "sub/inside")) {
            Files.write(tree.resolve(name), new byte[5000]);
        }
        Files.createSymbolicLink(tree.resolve("link"), outside.resolve("inside"));
        Files.createSymbolicLink(tree.resolve("away"), outside);
        Path program = Files.writeString(temporary.resolve("exchange.py"), EXCHANGE);
        Process exchange = new ProcessBuilder("python3", program.toString(), tree.toString(), SECONDS)
                .inheritIO()
                .start();
        try {
            while (exchange.isAlive()) {
                try (ArchiveStream stream = new ArchiveStream(tree, new CasyncFormat())) {
                    assertNoSecret(stream);
                } catch (IOException e) {
                    // Something else had the place of a file, which the stream says in the end.
                }
            }
            assertThat(exchange.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            exchange.destroyForcibly();
        }
    }

    private static void assertNoSecret(ArchiveStream stream) throws IOException {
        String secret = Character.toString(SECRET).repeat(64);
        byte[] part = new byte[4096];
        for (int got; (got = stream.read(part, 0, part.length)) >= 0; ) {
            String text = new String(part, 0, got, StandardCharsets.ISO_8859_1);
            assertThat(text).as("bytes from outside").doesNotContain(secret);
        }
    }
}
