package io.compscan.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.memory.dump.QemuGuest;
import io.compscan.result.memory.MemoryResult;
import io.compscan.result.memory.MemoryResult.Overlap;
import io.compscan.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guests of one image: what they have in common is found, in their processes and in a dump of one of them. */
@Needs(also = QemuGuest.class)
class GuestsTest {

    private static final int FILE_BYTES = 8 << 20;

    @TempDir
    private Path directory;

    @Test
    void threeGuestsOfOneImage() throws Exception {
        byte[] image = new byte[FILE_BYTES];
        new Random(1).nextBytes(image);
        Path file = Files.write(directory.resolve("image"), image);
        try (QemuGuest one = QemuGuest.start(file);
                QemuGuest two = QemuGuest.start(file);
                QemuGuest three = QemuGuest.start(file)) {
            Path dump = one.dump(directory.resolve("guest.elf"), "dump-guest-memory %s");
            MemoryResult memory = Reading.once(List.of(
                    String.valueOf(one.pid()),
                    String.valueOf(two.pid()),
                    String.valueOf(three.pid()),
                    dump.toString()));
            assertThat(memory.accounts()).hasSize(4);
            assertThat(memory.overlaps()).hasSize(6);
            assertThat(memory.overlaps()).extracting(Overlap::commonBytes).allMatch(bytes -> bytes >= FILE_BYTES);
            if (memory.ksm() != null) {
                // QEMU advises the memory of guests; the image and all but one of the copies of it go.
                assertThat(memory.ksm().advised().savedBytes()).isGreaterThanOrEqualTo(2L * FILE_BYTES);
            }
        }
    }
}
