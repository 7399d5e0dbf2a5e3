package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.UnitChannel;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What a channel reads comes into both memories, and nothing else of them changes. */
class MirroredReadTest {

    private static final int CAPACITY_BYTES = 5000;

    @Property(tries = 100)
    void bothHoldTheSameBytes(
            @ForAll long seed,
            @ForAll @IntRange(max = 4000) int size,
            @ForAll @IntRange(max = 4100) int position,
            @ForAll @IntRange(max = 500) int offset,
            @ForAll @IntRange(min = 1, max = 4500) int length)
            throws Exception {
        byte[] content = new byte[size];
        new Random(seed).nextBytes(content);
        Path file = Files.createTempFile("compscan-test", "");
        try {
            Files.write(file, content);
            byte[] data = new byte[CAPACITY_BYTES];
            ByteBuffer mirror = ByteBuffer.allocateDirect(CAPACITY_BYTES);
            int got;
            try (UnitChannel channel = new FileUnit(file, 4 << 20, PageCachePolicy.KEEP, Links.FOLLOWED).open()) {
                got = channel.read(position, data, offset, length, mirror);
            }
            int expected = Math.min(length, size - position);
            assertThat(got).isEqualTo(expected > 0 ? expected : -1);
            byte[] whole = new byte[CAPACITY_BYTES];
            if (expected > 0) {
                System.arraycopy(content, position, whole, offset, expected);
            }
            assertThat(Arrays.equals(data, whole)).as("the heap").isTrue();
            assertThat(mirror.equals(ByteBuffer.wrap(whole))).as("the mirror").isTrue();
        } finally {
            Files.delete(file);
        }
    }
}
