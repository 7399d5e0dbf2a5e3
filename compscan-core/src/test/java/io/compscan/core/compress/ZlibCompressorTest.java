package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.compscan.testing.Slow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Level 9 is a model: its sizes are those of zlib, to the byte. */
class ZlibCompressorTest {

    /** The number of symbols after which zlib ends a block. */
    private static final int BLOCK_SYMBOLS = 16_383;

    private static int model(byte[] data) {
        return model(data, 0, data.length);
    }

    private static int model(byte[] data, int offset, int length) {
        try (Compressor compressor = CompressorSpec.parse("deflate:9").open()) {
            return compressor.compressedBytes(data, offset, length);
        }
    }

    private static int zlib(byte[] data) {
        Deflater deflater = new Deflater(9, true);
        try {
            deflater.setInput(data);
            deflater.finish();
            return deflater.deflate(new byte[data.length + data.length / 8 + 100]);
        } finally {
            deflater.end();
        }
    }

    private static final int LINES_SIZE = 36_164;

    /** Some JDKs link a zlib that makes other choices, such as zlib-ng. */
    private static final boolean IS_PLAIN_ZLIB = zlib(lines(1, 200_000)) == LINES_SIZE;

    /** Lines of a log: most of a line occurs before. */
    private static byte[] lines(long seed, int length) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append("2024-05-")
                    .append(10 + random.nextInt(20))
                    .append(" host")
                    .append(random.nextInt(30))
                    .append(" request /")
                    .append(Long.toString(random.nextLong() >>> (40 + random.nextInt(20)), 36))
                    .append(" took ")
                    .append(random.nextInt(1 << random.nextInt(16)))
                    .append(" us\n");
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    /** Records of a table: few bytes of a record differ from the one before, so chains are long and matches overlap. */
    private static byte[] records(long seed, int length, int recordBytes) {
        Random random = new Random(seed);
        byte[] data = new byte[length];
        int counter = 0;
        for (int i = 0; i < length; i++) {
            int place = i % recordBytes;
            counter += place == 0 ? 1 + random.nextInt(3) : 0;
            data[i] = (byte) (place < 2 ? counter >> (8 * place) : place == recordBytes - 1 ? random.nextInt(4) : 0);
        }
        return data;
    }

    private static byte[] noise(long seed, int length, int values) {
        Random random = new Random(seed);
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) random.nextInt(values);
        }
        return data;
    }

    /** Values as rare as Fibonacci's numbers are large: a tree of them is as deep as can be, beyond 15 bits. */
    private static byte[] skewed(long seed) {
        byte[] data = new byte[BLOCK_SYMBOLS * 3];
        int at = 0;
        int count = 1;
        int next = 1;
        for (int value = 0; at < data.length; value++) {
            int end = Math.min(data.length, at + count);
            Arrays.fill(data, at, end, (byte) (value * 7));
            at = end;
            int sum = count + next;
            count = next;
            next = sum;
        }
        Random random = new Random(seed);
        for (int i = data.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            byte kept = data[i];
            data[i] = data[other];
            data[other] = kept;
        }
        return data;
    }

    /** What zlib 1.2.13 makes of them; the sizes do not depend on the JDK. */
    @Test
    void sizesAreThoseOfZlib() {
        assertThat(model(lines(1, 200_000))).isEqualTo(LINES_SIZE);
        assertThat(model(records(2, 131_072, 24))).isEqualTo(13_488);
        assertThat(model(noise(3, 131_072, 256))).isEqualTo(131_112);
        assertThat(model(noise(4, 131_072, 3))).isEqualTo(31_047);
        assertThat(model(skewed(5))).isEqualTo(20_365);
        assertThat(model(new byte[131_072])).isEqualTo(143);
        assertThat(model(new byte[1])).isEqualTo(3);
        assertThat(model("abcabcabcabc".getBytes(StandardCharsets.US_ASCII))).isEqualTo(7);
    }

    @Property(tries = 300)
    @Slow
    void sizesAreThoseOfTheLibrary(@ForAll long seed) {
        assumeThat(IS_PLAIN_ZLIB).isTrue();
        Random random = new Random(seed);
        int length = 1 + random.nextInt(1 << (1 + random.nextInt(18)));
        byte[] data = switch (random.nextInt(6)) {
            case 0 -> lines(seed, length);
            case 1 -> records(seed, length, 3 + random.nextInt(300));
            case 2 -> noise(seed, length, 1 + random.nextInt(256));
            case 3 -> skewed(seed);
            case 4 -> mixed(random, length);
            default -> repeated(random, length);
        };
        assertThat(model(data)).as("seed %d", seed).isEqualTo(zlib(data));
    }

    /** Stretches of all kinds, some of which were there before, at any distance. */
    private static byte[] mixed(Random random, int length) {
        byte[] data = new byte[length];
        int at = 0;
        while (at < length) {
            int count = Math.min(length - at, 1 + random.nextInt(1 << (1 + random.nextInt(14))));
            byte[] piece = switch (random.nextInt(4)) {
                case 0 -> lines(random.nextInt(3), count);
                case 1 -> noise(random.nextLong(), count, 256);
                case 2 -> records(random.nextInt(3), count, 8);
                default -> Arrays.copyOfRange(data, Math.max(0, at - 40_000), Math.max(0, at - 40_000) + count);
            };
            System.arraycopy(piece, 0, data, at, count);
            at += count;
        }
        return data;
    }

    /** The same bytes again and again with changes, at distances around the end of the window. */
    private static byte[] repeated(Random random, int length) {
        int period = random.nextBoolean() ? 32_490 + random.nextInt(30) : 1 + random.nextInt(600);
        byte[] data = noise(random.nextLong(), length, 1 + random.nextInt(256));
        for (int i = period; i < length; i++) {
            data[i] = random.nextInt(1 + period) == 0 ? data[i] : data[i - period];
        }
        return data;
    }

    /** A compressor that has seen other data gives the same sizes, wherever the bytes lie. */
    @Test
    void earlierDataLeavesNothingBehind() {
        byte[] data = lines(7, 300_000);
        try (Compressor compressor = CompressorSpec.parse("deflate:9").open()) {
            compressor.compressedBytes(data, 0, 131_072);
            int again = compressor.compressedBytes(data, 1_000, 50_000);
            compressor.compressedBytes(noise(8, 100, 2), 0, 100);
            assertThat(compressor.compressedBytes(data, 1_000, 50_000)).isEqualTo(again);
            assertThat(again).isEqualTo(model(Arrays.copyOfRange(data, 1_000, 51_000)));
            assertThat(compressor.compressedBytes(data, 5, 0)).isEqualTo(2);
        }
    }
}
