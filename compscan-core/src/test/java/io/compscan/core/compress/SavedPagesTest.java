package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether compression saves a page, and what a look at the beginning says of it. */
class SavedPagesTest {

    private static final int BLOCK = 128 << 10;

    /** Opens compressors, and closes them. */
    private static final class Wholes implements Function<CompressorSpec, Compressor>, AutoCloseable {

        private final List<Compressor> opened = new ArrayList<>();

        @Override
        public Compressor apply(CompressorSpec spec) {
            Compressor compressor = spec.open();
            opened.add(compressor);
            return compressor;
        }

        @Override
        public void close() {
            opened.forEach(Compressor::close);
        }
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(length).nextBytes(noise);
        return noise;
    }

    /** Words, numbers, records of a few bits. */
    private static byte[] data(Random random, int length) {
        int kind = random.nextInt(4);
        byte[] data = new byte[length];
        for (int at = 0; at < length; ) {
            String word = kind == 0
                    ? Integer.toString(random.nextInt(100_000), 36) + ' '
                    : kind == 1 ? random.nextInt(1000) + "\n" : "";
            if (word.isEmpty()) {
                data[at++] = (byte) (kind == 2 ? random.nextGaussian() * 12 : random.nextInt() & 0x5A);
            }
            for (int i = 0; i < word.length() && at < length; i++) {
                data[at++] = (byte) word.charAt(i);
            }
        }
        return data;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "lz4",
                "zstd",
                "zstd:-5",
                "zstd:9",
                "deflate",
                "gozstd",
                "zstd/run=512k",
                "lz4/run=512k",
                "zstd/128k"
            })
    void aLookIsNeverWrongWhereDataIsOfOneKind(String name) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        CompressorSpec spec = CompressorSpec.parse(name);
        try (Wholes wholes = new Wholes();
                Compressor compressor = spec.open()) {
            SavedPages savedPages = SavedPages.of(spec, wholes);
            for (int i = 0; i < 60; i++) {
                int length = random.nextInt(10) == 0 ? 1 + random.nextInt(BLOCK) : BLOCK;
                byte[] data = i % 4 == 0 ? noise(length) : data(random, length);
                boolean saves = pages(compressor.storedBytes(data, 0, length)) < pages(length);
                assertThat(savedPages.isPageSaved(data, 0, length))
                        .as("seed %d, %d", seed, i)
                        .isEqualTo(saves);
                assertThat(savedPages.looksCompressible(data, 0, length) && !saves)
                        .as("seed %d, %d", seed, i)
                        .isFalse();
            }
        }
    }

    private static int pages(int bytes) {
        return (int) Math.ceil(bytes / 4096.0);
    }

    @Test
    void zstdSaysOfMostDataThatItShrinks() {
        Random random = new Random(4);
        try (Wholes wholes = new Wholes()) {
            SavedPages zstd = SavedPages.of(CompressorSpec.parse("zstd"), wholes);
            SavedPages runs = SavedPages.of(CompressorSpec.parse("zstd/run=512k"), wholes);
            SavedPages fast = SavedPages.of(CompressorSpec.parse("zstd:-5"), wholes);
            long known = IntStream.range(0, 100)
                    .filter(i -> zstd.looksCompressible(data(random, BLOCK), 0, BLOCK))
                    .count();
            assertThat(known).isGreaterThan(95);
            byte[] text = data(new Random(4), BLOCK);
            assertThat(runs.looksCompressible(text, 0, BLOCK)).isTrue();
            assertThat(zstd.looksCompressible(text, 0, 65_535)).as("too short").isFalse();
            // Without codes for literals, what has few bytes need not shrink.
            assertThat(fast.looksCompressible(text, 0, BLOCK)).isFalse();
            assertThat(zstd.looksCompressible(noise(BLOCK), 0, BLOCK)).isFalse();
            byte[] hidden = noise(3 * BLOCK);
            System.arraycopy(text, 0, hidden, BLOCK, BLOCK);
            assertThat(zstd.looksCompressible(hidden, BLOCK, BLOCK)).isTrue();
            assertThat(zstd.looksCompressible(hidden, 2 * BLOCK, BLOCK)).isFalse();
        }
    }

    @Test
    void aPageIsSavedOrIsNot() {
        try (Wholes wholes = new Wholes()) {
            SavedPages zstd = SavedPages.of(CompressorSpec.parse("zstd"), wholes);
            byte[] block = noise(BLOCK);
            assertThat(zstd.isPageSaved(block, 0, BLOCK)).isFalse();
            Arrays.fill(block, 40_960, 45_000, (byte) 'x');
            assertThat(zstd.isPageSaved(block, 0, BLOCK)).isFalse();
            Arrays.fill(block, 40_960, 45_400, (byte) 'x');
            assertThat(zstd.isPageSaved(block, 0, BLOCK)).isTrue();
            byte[] base64 = Base64.getEncoder().encode(noise(96 << 10));
            assertThat(zstd.isPageSaved(base64, 0, BLOCK)).isTrue();
            assertThat(zstd.isPageSaved(new byte[4096], 0, 4096)).as("one page").isFalse();
            assertThat(zstd.isPageSaved(new byte[4097], 0, 4097)).isTrue();
        }
    }
}
