package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** What of a file its sample reads, and what it tells apart. */
class FileSampleTest {

    private static final int BLOCK = 4096;

    /** A channel that notes where it is read, and never gives more than so much at once. */
    private static class Recorded implements UnitChannel {
        final List<Long> positions = new ArrayList<>();
        private final byte[] content;
        private final long sizeBytes;
        private final int mostAtOnce;

        Recorded(byte[] content, int mostAtOnce) {
            this.content = content;
            sizeBytes = content.length;
            this.mostAtOnce = mostAtOnce;
        }

        /** A file of zeros, as long as you like. */
        Recorded(long sizeBytes) {
            content = new byte[0];
            this.sizeBytes = sizeBytes;
            mostAtOnce = BLOCK;
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            positions.add(position);
            int got = (int) Math.min(Math.min(length, mostAtOnce), sizeBytes - position);
            if (got <= 0) {
                return -1;
            }
            if (content.length > 0) {
                System.arraycopy(content, (int) position, data, offset, got);
            } else {
                Arrays.fill(data, offset, offset + got, (byte) 0);
            }
            return got;
        }

        @Override
        public void close() {}
    }

    private static FileSample sample(UnitChannel channel, long sizeBytes) {
        return FileSample.of(channel, sizeBytes);
    }

    private static long mark(UnitChannel channel, long sizeBytes) {
        return sample(channel, sizeBytes).mark();
    }

    private static long mark(byte[] file) {
        return mark(new Recorded(file, BLOCK), file.length);
    }

    @Property(tries = 200)
    void theBlocksAreApartFromOneEndToTheOther(@ForAll @LongRange(min = 1, max = 1L << 44) long sizeBytes) {
        Recorded file = new Recorded(sizeBytes);
        mark(file, sizeBytes);
        List<Long> all = file.positions.stream().filter(at -> at % BLOCK == 0).toList();
        long last = (sizeBytes - 1) / BLOCK * BLOCK;
        List<Long> superblocks = Stream.of(1L << 20, 2L << 20, 16L << 20)
                .filter(at -> at < sizeBytes)
                .toList();
        assertThat(all).endsWith(superblocks.toArray(new Long[0]));
        List<Long> blocks = all.subList(0, all.size() - superblocks.size());
        assertThat(blocks).isSorted().doesNotHaveDuplicates().startsWith(0L).endsWith(last);
        assertThat(blocks.size()).isBetween((int) Math.min(8, last / BLOCK + 1), 64);
        assertThat((long) all.size() * BLOCK).isLessThanOrEqualTo(FileSample.readBytes(sizeBytes));
        for (int i = 1; i < blocks.size(); i++) {
            assertThat(blocks.get(i) - blocks.get(i - 1)).isLessThan(2 * (sizeBytes / blocks.size() + BLOCK));
        }
    }

    @Property(tries = 200)
    void aShortFileIsReadWhole(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8 * BLOCK) int sizeBytes,
            @ForAll @IntRange(min = 1, max = BLOCK) int mostAtOnce) {
        Random random = new Random(seed);
        byte[] file = new byte[sizeBytes];
        random.nextBytes(file);
        assertThat(mark(new Recorded(file, mostAtOnce), sizeBytes)).isEqualTo(mark(file));
        byte[] changed = file.clone();
        changed[random.nextInt(sizeBytes)]++;
        assertThat(mark(changed)).isNotEqualTo(mark(file));
    }

    /** Noise behind a head, as disks with encrypted content have it; text, numbers in base64, and noise with one block of text are none. */
    @Test
    void noiseIsTold() {
        byte[] noise = new byte[20 << 20];
        new Random(5).nextBytes(noise);
        assertThat(isNoise(noise)).isTrue();
        Arrays.fill(noise, 0, 3000, (byte) 0);
        Arrays.fill(noise, noise.length - 3000, noise.length, (byte) 0);
        assertThat(isNoise(noise)).isTrue();
        Arrays.fill(noise, 0, 2 << 20, (byte) 0);
        assertThat(isNoise(noise)).as("behind a head").isTrue();
        Arrays.fill(noise, 0, 8 << 20, (byte) 0);
        assertThat(isNoise(noise)).as("less than three quarters").isFalse();
        new Random(6).nextBytes(noise);
        byte[] base64 = Base64.getEncoder().encode(noise);
        assertThat(isNoise(base64)).isFalse();
        // Each fourth byte has one of sixteen values: Huffman codes shrink that by a fifteenth, and one of eight bytes
        // by a fiftieth.
        assertThat(isNoise(skewed(noise, 4))).isFalse();
        assertThat(isNoise(skewed(noise, 8))).isTrue();
        Arrays.fill(noise, 7 << 20, 13 << 20, (byte) 'x');
        assertThat(isNoise(noise)).isFalse();
    }

    private static byte[] skewed(byte[] noise, int step) {
        byte[] skewed = noise.clone();
        for (int i = 0; i < skewed.length; i += step) {
            skewed[i] &= 15;
        }
        return skewed;
    }

    private static boolean isNoise(byte[] file) {
        return sample(new Recorded(file, BLOCK), file.length).isNoise();
    }

    @Test
    void manyFilesHaveManyMarks() {
        Set<Long> marks = new HashSet<>();
        for (int sizeBytes = 1; sizeBytes < 1000; sizeBytes++) {
            marks.add(FileSample.ofSize(sizeBytes).mark());
            marks.add(mark(new byte[sizeBytes]));
            byte[] file = new byte[sizeBytes];
            file[sizeBytes - 1] = 1;
            marks.add(mark(file));
        }
        assertThat(marks).hasSize(3 * 999);
    }

    /** As many blocks change as a database or a disk changes: the sample sees it nearly always, if not each time. */
    @Test
    void changesInPlaceAreSeen() {
        Random random = new Random(3);
        byte[] file = new byte[16 << 20];
        int seen = 0;
        for (int i = 0; i < 200; i++) {
            byte[] changed = file.clone();
            for (int block = 0; block < file.length / BLOCK / 5; block++) {
                changed[random.nextInt(file.length / BLOCK) * BLOCK] = 1;
            }
            seen += mark(changed) == mark(file) ? 0 : 1;
        }
        // None of ten blocks is among 18 % of all with a probability of 0.14.
        assertThat(seen).isGreaterThan(155);
    }

    @Test
    void aBlockThatCannotBeReadIsLeftToWhoeverReadsTheFile() {
        byte[] file = new byte[40 * BLOCK];
        new Random(4).nextBytes(file);
        UnitChannel damaged = new Recorded(file, BLOCK) {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                if (position == 0) {
                    throw new IOException("bad sector");
                }
                return super.read(position, data, offset, length);
            }
        };
        long withoutFirst = mark(damaged, file.length);
        assertThat(withoutFirst).isNotEqualTo(mark(file));
        Arrays.fill(file, 0, BLOCK, (byte) 0);
        assertThat(withoutFirst).isEqualTo(mark(file));
    }
}
