package io.compscan.core.tools.duplicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.SpillSpace;
import io.compscan.result.duplicate.Duplicates.Copies;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are copies of each other, more of them than memory holds. */
final class FileCopiesTest {

    @TempDir
    private Path shared;

    @Test
    @Slow
    void theIndexOfFilesSpillsAndNothingIsLeft() throws Exception {
        Path spill = Files.createDirectories(shared.resolve("spill"));
        Path lists = shared.resolve("lists");
        IndexMemory memory = new IndexMemory(10 << 20, 32, SpillSpace.in(List.of(spill), 1 << 30));
        Random random = new Random(9);
        byte[] key = new byte[FileKey.BYTES];
        List<Copies> told;
        try (FileCopies copies = new FileCopies(
                3,
                memory,
                Measure.defaults().compress("none").options().schemes().all().get(0),
                lists)) {
            for (int i = 0; i < 600_000; i++) {
                random.nextBytes(key);
                ByteBuffer.wrap(key).putLong(12, 1000);
                copies.add(key, 1000, "f" + i);
                if (i % 200_000 == 7) {
                    // The later ones have more copies.
                    for (int copy = 0; copy <= i / 200_000; copy++) {
                        copies.add(key, 1000, "copy" + copy + " of " + i);
                    }
                }
            }
            try (Stream<Path> files = Files.walk(spill)) {
                assertThat(files.filter(Files::isRegularFile).count()).isPositive();
            }
            FileCopies.Found found = copies.top();
            told = found.groups();
            assertThat(found.fileCount()).isEqualTo(6);
            assertThat(found.bytes()).isEqualTo(6000);
        }
        assertThat(told.stream().map(Copies::copies).toList()).containsExactly(4L, 3L, 2L);
        assertThat(told.get(2).paths()).containsExactly("copy0 of 7", "f7");
        try (Stream<Path> left = Files.walk(shared)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }
}
