package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the encoder in Go does otherwise than the reference library; {@code docs/internals/accuracy.md} compares it with restic. */
class GoZstdCompressorTest {

    private static final int BLOCK_BYTES = 128 << 10;

    private static int size(byte[] data) {
        try (Compressor compressor = CompressorSpec.parse("gozstd").open()) {
            return compressor.compressedBytes(data, 0, data.length);
        }
    }

    private static byte[] random(long seed, int length) {
        byte[] data = new byte[length];
        new Random(seed).nextBytes(data);
        return data;
    }

    private static byte[] text(long seed, int length) {
        Random random = new Random(seed);
        String[] words = new String[500];
        for (int i = 0; i < words.length; i++) {
            words[i] = Long.toString(random.nextLong() >>> (40 - random.nextInt(20)), 36);
        }
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(words[(int) (words.length * random.nextDouble() * random.nextDouble())])
                    .append(' ');
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    /** What version 1.15.9 of github.com/klauspost/compress/zstd makes of the same bytes, with restic's options. */
    @Test
    void sizesAreThoseOfTheEncoderInGo() {
        byte[] hex = HexFormat.of().formatHex(random(1, 300_000)).getBytes(StandardCharsets.US_ASCII);
        byte[] base64 = Base64.getMimeEncoder().encode(random(2, 400_000));
        Random random = new Random(4);
        byte[] noise = new byte[500_000];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (random.nextGaussian() * 12);
        }
        assertNear(hex, 304_770);
        assertNear(base64, 541_853);
        assertNear(noise, 467_993);
        assertNear(random(3, 700_000), 700_028);
        assertNear(text(2_000, 2_000), 1_051);
        assertNear(text(20_000, 20_000), 6_516);
        assertNear(text(200_000, 200_000), 54_241);
        assertNear(text(2_000_000, 2_000_000), 524_948);
        assertThat(size(new byte[300_000])).isLessThan(60);
    }

    private static void assertNear(byte[] data, int expectedBytes) {
        assertThat(size(data)).isBetween(expectedBytes - expectedBytes / 200, expectedBytes + expectedBytes / 200);
    }

    /** Of a whole block only: the end of the same data shrinks. */
    @Test
    void aWholeBlockWithoutMatchesIsStoredRawEvenWhereItIsFarFromRandom() {
        byte[] block = Arrays.copyOf(Base64.getMimeEncoder().encode(random(2, 98_000)), BLOCK_BYTES);
        assertThat(Zstd.compress(block, 3).length).isLessThan(BLOCK_BYTES * 8 / 10);
        assertThat(size(block)).isGreaterThan(BLOCK_BYTES);
        assertThat(size(Arrays.copyOf(block, BLOCK_BYTES - 1))).isLessThan(BLOCK_BYTES * 8 / 10);
    }

    @Test
    void textIsAboutAsSmallAsWithTheReferenceLibrary() {
        for (int length : new int[] {2_000, 20_000, 200_000, 2_000_000}) {
            byte[] data = text(length, length);
            assertThat((double) size(data) / Zstd.compress(data, 3).length).isBetween(0.93, 1.07);
        }
    }

    @Test
    void eachBlockIsJudgedAlone() {
        byte[] half = new byte[2 * BLOCK_BYTES];
        System.arraycopy(random(3, BLOCK_BYTES), 0, half, 0, BLOCK_BYTES);
        System.arraycopy(text(4, BLOCK_BYTES), 0, half, BLOCK_BYTES, BLOCK_BYTES);
        int text = size(text(4, BLOCK_BYTES));
        assertThat(size(half)).isBetween(BLOCK_BYTES + text * 9 / 10, BLOCK_BYTES + text * 11 / 10);
    }

    @Test
    void whatLiesBeyondTheWindowIsNotFound() {
        byte[] piece = random(5, 100_000);
        byte[] near = new byte[900_000];
        System.arraycopy(random(6, near.length), 0, near, 0, near.length);
        byte[] far = near.clone();
        System.arraycopy(piece, 0, near, 0, piece.length);
        System.arraycopy(piece, 0, near, 400_000, piece.length);
        System.arraycopy(piece, 0, far, 0, piece.length);
        System.arraycopy(piece, 0, far, 700_000, piece.length);
        assertThat(size(near)).isLessThan(near.length - 80_000);
        assertThat(size(far)).isGreaterThan(far.length);
    }

    @Test
    void aChunkSeesNothingOfTheOneBefore() {
        byte[] data = text(7, 16 << 20);
        try (Compressor compressor = CompressorSpec.parse("gozstd").open()) {
            int first = compressor.compressedBytes(data, 0, data.length);
            for (int i = 0; i < 3; i++) {
                int length = i == 1 ? 1 : data.length;
                int again = compressor.compressedBytes(data, 0, length);
                assertThat(again).isEqualTo(length == 1 ? again : first);
            }
        }
    }

    /** Copies from near and far, few letters, slow counters and noise. */
    private static byte[] mixed(long seed, int length) {
        Random random = new Random(seed);
        byte[] data = new byte[length];
        for (int at = 0; at < length; ) {
            int run = Math.min(length - at, 1 + random.nextInt(3_000));
            int kind = random.nextInt(4);
            int back = at == 0 ? 0 : 1 + random.nextInt(Math.min(at, 700_000));
            for (int i = at; i < at + run; i++) {
                data[i] = (byte)
                        (kind == 0 && back > 0
                                ? data[i - back]
                                : kind == 1 ? 'a' + random.nextInt(4) : kind == 2 ? i / 16 : random.nextInt(256));
            }
            at += run;
        }
        return data;
    }

    /**
     * What the model said before its tables held tags: no size may change with the way matches are found. One compressor takes them one after
     * the other, beyond the places that an entry has room for.
     */
    @Test
    void sizesAreThoseOfPlainTables() {
        try (Compressor compressor = CompressorSpec.parse("gozstd").open()) {
            int[] lengths = {20, 300, 5_000, 131_072, 1_000_000, 40_000_000};
            int[] sizes = {29, 311, 2_522, 55_087, 358_792, 15_590_481};
            for (int i = 0; i < lengths.length; i++) {
                assertThat(compressor.compressedBytes(mixed(lengths[i], lengths[i]), 0, lengths[i]))
                        .isEqualTo(sizes[i]);
            }
            long sum = 0;
            for (int i = 0; i < 200; i++) {
                int length = 1 + i * 997;
                sum += compressor.compressedBytes(mixed(i, length), 0, length);
            }
            assertThat(sum).isEqualTo(7_438_845);
        }
    }
}
