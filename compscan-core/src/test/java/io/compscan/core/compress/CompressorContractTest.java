package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.compscan.testing.Slow;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tukaani.xz.XZInputStream;
import org.xerial.snappy.Snappy;

/** What every codec owes, at its least, default and greatest level. */
class CompressorContractTest {

    private static final int MIB = 1 << 20;

    static Stream<CompressorSpec> specs() {
        return ServiceLoader.load(Codec.class).stream()
                .map(ServiceLoader.Provider::get)
                .flatMap(codec -> {
                    Codec.Levels levels = codec.levels();
                    return Stream.of(levels.min(), levels.byDefault(), levels.max())
                            .distinct()
                            .map(level -> new CompressorSpec(codec.name(), level));
                });
    }

    static Stream<Arguments> defaultsAndSizes() {
        return Stream.of(
                        "lz4",
                        "lz4:65537",
                        "lz4hc",
                        "lz4hc:2",
                        "lz4hc:12",
                        "zstd",
                        "zstd:-7",
                        "zstd:19",
                        "zfslz4",
                        "lz4stream",
                        "snappy",
                        "zstdstream",
                        "zstdstream:-7",
                        "zstdstream:12",
                        "deflate",
                        "deflate:1",
                        "xz",
                        "xz:0")
                .flatMap(name -> Stream.of(1, 2, 13, 511, 512, 4095, 4096, 65_537, MIB, 16 * MIB)
                        // The slow ones at the largest size would take a minute and show nothing more.
                        .filter(size -> size <= MIB
                                || List.of("lz4", "zstd", "deflate:1", "xz:0").contains(name))
                        .map(size -> Arguments.of(name, size)));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void zerosShrinkUnlessNothingDoes(CompressorSpec spec) {
        try (Compressor compressor = spec.open()) {
            int size = compressor.compressedBytes(new byte[65_536], 0, 65_536);
            if (spec.codec().equals("none")) {
                assertThat(size).isEqualTo(65_536);
            } else {
                // A copy of Snappy has three bytes for 64.
                assertThat(size).isBetween(1, 3_200);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void whatDoesNotShrinkIsStoredRaw(CompressorSpec spec) {
        byte[] random = random(1, 65_536);
        try (Compressor compressor = spec.open()) {
            for (int length : new int[] {1, 7, 512, 4096, 65_536}) {
                assertThat(compressor.compressedBytes(random, 0, length)).isGreaterThanOrEqualTo(length);
                assertThat(compressor.storedBytes(random, 0, length)).isEqualTo(length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void offsetAndLengthAreHonoured(CompressorSpec spec) {
        byte[] text = text(2, 8_192);
        byte[] within = random(3, 3 * 8_192);
        System.arraycopy(text, 0, within, 5_001, text.length);
        byte[] before = within.clone();
        try (Compressor compressor = spec.open()) {
            assertThat(compressor.compressedBytes(within, 5_001, text.length))
                    .isEqualTo(compressor.compressedBytes(text, 0, text.length));
        }
        assertThat(within).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("specs")
    @Slow
    void sizesDoNotDependOnWhatCameBefore(CompressorSpec spec) {
        List<byte[]> inputs = inputs(4, 120);
        int[] alone = new int[inputs.size()];
        for (int i = 0; i < alone.length; i++) {
            try (Compressor fresh = spec.open()) {
                alone[i] = fresh.compressedBytes(inputs.get(i), 0, inputs.get(i).length);
            }
        }
        List<Integer> order = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < alone.length; i++) {
                order.add(i);
            }
        }
        Collections.shuffle(order, new Random(5));
        try (Compressor reused = spec.open()) {
            for (int i : order) {
                assertThat(reused.compressedBytes(inputs.get(i), 0, inputs.get(i).length))
                        .as("input %d of %d bytes", i, inputs.get(i).length)
                        .isEqualTo(alone[i]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void compressorsShareNothing(CompressorSpec spec) throws Exception {
        List<byte[]> inputs = inputs(6, 60);
        List<Integer> expected = sizes(spec, inputs);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<List<Integer>>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(threads.submit(() -> sizes(spec, inputs)));
            }
            for (Future<List<Integer>> answer : answers) {
                assertThat(answer.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void closesTwice(CompressorSpec spec) {
        Compressor compressor = spec.open();
        compressor.compressedBytes(new byte[100], 0, 100);
        compressor.close();
        compressor.close();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("defaultsAndSizes")
    @Slow
    void theSizeIsThatOfAStreamThatDecodes(String name, int length) throws Exception {
        try (EncodingCompressor compressor =
                (EncodingCompressor) CompressorSpec.parse(name).open()) {
            for (byte[] data : List.of(text(length, length), random(length, length), new byte[length])) {
                int size = compressor.compressedBytes(data, 0, length);
                byte[] stream = Arrays.copyOf(compressor.encoded(), size);
                assertThat(Arrays.equals(decode(name, stream, length), data)).isTrue();
                if (size > 1) {
                    byte[] cut = Arrays.copyOf(stream, size - 1);
                    assertThatThrownBy(() -> decode(name, cut, length)).isInstanceOf(Exception.class);
                }
            }
        }
    }

    private static byte[] decode(String name, byte[] stream, int length) throws Exception {
        String codec = name.replaceFirst(":.*", "");
        switch (codec) {
            case "lz4", "lz4hc", "zfslz4", "lz4stream" -> {
                byte[] data = new byte[length];
                int decoded =
                        LZ4Factory.safeInstance().safeDecompressor().decompress(stream, 0, stream.length, data, 0);
                assertThat(decoded).isEqualTo(length);
                return data;
            }
            case "snappy" -> {
                return Snappy.uncompress(stream);
            }
            case "zstd", "zstdstream" -> {
                return Zstd.decompress(stream, length);
            }
            case "deflate" -> {
                Inflater inflater = new Inflater(true);
                try {
                    byte[] data = new byte[length + 1];
                    inflater.setInput(stream);
                    int decoded = inflater.inflate(data);
                    if (!inflater.finished()) {
                        throw new IllegalStateException("the stream does not end");
                    }
                    assertThat(inflater.getRemaining()).isZero();
                    return Arrays.copyOf(data, decoded);
                } finally {
                    inflater.end();
                }
            }
            case "xz" -> {
                try (XZInputStream xz = new XZInputStream(new ByteArrayInputStream(stream))) {
                    return xz.readAllBytes();
                }
            }
            default -> throw new AssertionError(name);
        }
    }

    private static List<Integer> sizes(CompressorSpec spec, List<byte[]> inputs) {
        try (Compressor compressor = spec.open()) {
            return inputs.stream()
                    .map(input -> compressor.compressedBytes(input, 0, input.length))
                    .toList();
        }
    }

    /** Inputs of many lengths and kinds, with strings in common so that a table left from one would find matches in another. */
    private static List<byte[]> inputs(long seed, int count) {
        Random random = new Random(seed);
        List<byte[]> inputs = new ArrayList<>();
        byte[] common = text(seed, 16_384);
        for (int i = 0; i < count; i++) {
            int length = 1 + random.nextInt(i % 10 == 0 ? 16_384 : 4_096);
            byte[] input = i % 3 == 0 ? random(random.nextLong(), length) : text(random.nextLong(), length);
            int shared = random.nextInt(length);
            System.arraycopy(
                    common, random.nextInt(common.length - shared), input, random.nextInt(length - shared), shared);
            inputs.add(input);
        }
        return inputs;
    }

    private static byte[] random(long seed, int length) {
        byte[] data = new byte[length];
        new Random(seed).nextBytes(data);
        return data;
    }

    /** Words drawn from a small vocabulary. */
    private static byte[] text(long seed, int length) {
        Random random = new Random(seed);
        byte[][] words = new byte[200][];
        for (int i = 0; i < words.length; i++) {
            words[i] = new byte[2 + random.nextInt(10)];
            random.nextBytes(words[i]);
        }
        byte[] data = new byte[length];
        int at = 0;
        while (at < length) {
            byte[] word = words[random.nextInt(words.length)];
            int size = Math.min(word.length, length - at);
            System.arraycopy(word, 0, data, at, size);
            at += size;
        }
        return data;
    }
}
