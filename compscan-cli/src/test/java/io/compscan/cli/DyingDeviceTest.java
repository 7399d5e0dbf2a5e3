package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device whose end has gone: the file below it was cut. Exactly what is missing is unread, whoever reads. */
@Slow
class DyingDeviceTest {

    private static final int MIB = 1 << 20;
    private static final int LEFT = 5 * MIB + 12 * 1024;
    private static final int SIZE = 12 * MIB;

    @TempDir
    private Path directory;

    private static JsonNode scan(Object... args) {
        return Run.scan(3, args);
    }

    private static void assertUnread(JsonNode result, String what) {
        assertThat(result.at("/totals/unreadBytes").asLong()).as(what).isEqualTo(SIZE - LEFT);
        assertThat(result.at("/totals/logicalBytes").asLong()).as(what).isEqualTo(SIZE);
    }

    @Test
    @Needs(
            value = {"losetup", "blockdev"},
            also = Needs.Root.class)
    void exactlyWhatIsMissingIsUnread() throws Exception {
        byte[] data = new byte[SIZE];
        new Random(49).nextBytes(data);
        Path file = Files.write(directory.resolve("disk.img"), data);
        String device = attached(file);
        try {
            try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
                cut.setLength(LEFT);
            }
            for (int readers = 1; readers <= 8; readers++) {
                for (String chunking : new String[] {"4k", "fastcdc:16k"}) {
                    // What one scan has read must not help the next.
                    Programs.run("blockdev", "--flushbufs", device);
                    JsonNode result = scan(
                            device, "--chunk", chunking, "--compress", "none", "--readers", readers, "--keep-cache");
                    assertUnread(result, readers + " readers, " + chunking);
                }
            }
        } finally {
            Programs.run("losetup", "-d", device);
        }
    }

    /** Only root may attach a device, and no container lets it. */
    private static String attached(Path file) throws IOException {
        String device = "";
        try {
            device = Programs.run("losetup", "-f", "--show", file).strip();
        } catch (AssertionError e) {
            assumeTrue(false, "no loop device: " + e.getMessage());
        }
        return device;
    }
}
