package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The volumes of {@code tar -M}: a file that is split between two is unread in both, and the other files are read. */
@Needs("tar")
class TarVolumesTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"gnu", "posix", "gnu -V label", "posix -V label"})
    void aSplitFileIsUnreadInBothVolumes(String format) throws IOException {
        byte[] big = new byte[300_000];
        new Random(1).nextBytes(big);
        Files.write(directory.resolve("big.bin"), big);
        Files.writeString(directory.resolve("first"), "one");
        Files.writeString(directory.resolve("last"), "two");
        Programs.runIn(
                directory,
                "sh",
                "-c",
                "tar --format=" + format + " -cM -L 200 -f v1 -f v2 first big.bin last < /dev/null");
        ReadArchive one = ReadArchive.tar(new Damage(Files.readAllBytes(directory.resolve("v1"))));
        assertThat(one.files()).containsOnlyKeys("first");
        assertThat(one.unread())
                .isEqualTo(Map.of("big.bin", "truncated: the archive ends within it, or another volume has the rest"));
        ReadArchive two = ReadArchive.tar(new Damage(Files.readAllBytes(directory.resolve("v2"))));
        assertThat(two.files()).containsOnlyKeys("last");
        assertThat(two.unread())
                .isEqualTo(Map.of(
                        "big.bin",
                        "the rest of a file that begins in another volume: extract the volumes with tar -M"));
    }
}
