package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.SpillSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillDiskTest {

    @TempDir
    Path directory;

    /** Others write to the disk meanwhile, so the bounds are wide. */
    @Test
    void directoriesOfOneFileSystemShareItsSpace() throws Exception {
        Path one = Files.createDirectory(directory.resolve("one"));
        Path other = Files.createDirectory(directory.resolve("other"));
        long free = directory.toFile().getUsableSpace();
        try (SpillDisk disk = new SpillDisk(new SpillSettings(List.of(one, other), Long.MAX_VALUE, 0.5))) {
            disk.open();
            assertThat(disk.stats().limitBytes()).isBetween((long) (0.3 * free), (long) (0.7 * free));
        }
    }

    @Test
    void theSmallerOfBothLimitsCounts() throws Exception {
        try (SpillDisk disk = new SpillDisk(new SpillSettings(List.of(directory), 1000, 0.5))) {
            disk.open();
            assertThat(disk.stats().limitBytes()).isEqualTo(1000);
        }
    }
}
