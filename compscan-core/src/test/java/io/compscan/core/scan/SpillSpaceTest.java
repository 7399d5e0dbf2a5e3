package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.map.SpillSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that nobody named keeps half of its free space, and lies on a disk. */
final class SpillSpaceTest {

    private static final long LIMIT_BYTES = 12_345;
    private static final String TEMPORARY = "java.io.tmpdir";
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final Path LASTING = Path.of("/var/tmp");

    private static SpillSpace temporaryIn(Path directory) {
        String before = System.setProperty(TEMPORARY, directory.toString());
        try {
            return SpillSpace.temporary(LIMIT_BYTES);
        } finally {
            System.setProperty(TEMPORARY, before);
        }
    }

    private static boolean isInMemory(Path directory) {
        try {
            return Files.exists(directory)
                    && List.of("tmpfs", "ramfs")
                            .contains(Files.getFileStore(directory).type());
        } catch (IOException e) {
            // In a chroot.
            return false;
        }
    }

    @Test
    void aNamedDirectoryMayBeFilled(@TempDir Path directory) {
        SpillSpace space = SpillSpace.in(List.of(directory), LIMIT_BYTES);
        assertThat(space.isNamed()).isTrue();
        assertThat(space.settings()).isEqualTo(new SpillSettings(List.of(directory), LIMIT_BYTES, 1));
    }

    @Test
    void aTemporaryDirectoryKeepsHalfOfItsFreeSpace(@TempDir Path temporary) throws IOException {
        Path directory = isInMemory(temporary) ? Path.of("target").toAbsolutePath() : temporary;
        assumeTrue(!isInMemory(directory), directory + " is in memory");
        SpillSpace space = temporaryIn(directory);
        assertThat(space.isNamed()).isFalse();
        assertThat(space.settings()).isEqualTo(new SpillSettings(List.of(directory), LIMIT_BYTES, 0.5));
    }

    @Test
    void aTemporaryDirectoryInMemoryDoesNotCount() throws IOException {
        assumeTrue(isInMemory(IN_MEMORY), IN_MEMORY + " is not in memory");
        assumeTrue(Files.isWritable(LASTING) && !isInMemory(LASTING), LASTING + " is not on a disk");
        assertThat(temporaryIn(IN_MEMORY)).isEqualTo(new SpillSpace(List.of(LASTING), LIMIT_BYTES, 0.5));
    }

    @Test
    void nowhereHasNoSettings() {
        assertThat(SpillSpace.NONE.settings()).isNull();
        assertThat(SpillSpace.NONE.isNamed()).isFalse();
    }
}
