package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WeightCodecTest {

    /** Bytes of each value, most of them zero: a bit anywhere makes a byte another one. */
    @Property
    void countsWhatIsNotZero(
            @ForAll long seed, @ForAll @IntRange(max = 200) int length, @ForAll @IntRange(max = 20) int offset) {
        Random random = new Random(seed);
        byte[] data = new byte[offset + length + 20];
        random.nextBytes(data);
        int expected = 0;
        for (int i = offset; i < offset + length; i++) {
            int value = random.nextBoolean() ? 1 << random.nextInt(8) : random.nextInt();
            data[i] = (byte) (random.nextInt(3) > 0 ? 0 : value);
            expected += data[i] == 0 ? 0 : 1;
        }
        assertThat(WeightCodec.nonZeroBytes(data, offset, length)).isEqualTo(expected);
    }

    /** A stored size is a byte at least. */
    @Example
    void zerosTakeAByte() {
        try (Compressor nonZero = CompressorSpec.parse("nonzero").open()) {
            assertThat(nonZero.storedBytes(new byte[100], 10, 50)).isEqualTo(1);
            assertThat(nonZero.storedBytes(new byte[] {0, 1, 0, -1}, 0, 4)).isEqualTo(2);
        }
    }

    /** The same chunk weighs the same wherever it lies, whatever is around it, and whoever counts its bytes. */
    @Property(tries = 200)
    void equalChunksWeighAlike(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 600_000) int length,
            @ForAll @IntRange(max = 5000) int offset) {
        Random random = new Random(seed);
        byte[] chunk = mixed(random, length);
        byte[] around = new byte[offset + length + random.nextInt(100)];
        random.nextBytes(around);
        System.arraycopy(chunk, 0, around, offset, length);
        try (Compressor entropy = CompressorSpec.parse("entropy").open()) {
            int weight = entropy.storedBytes(chunk, 0, length);
            assertThat(entropy.storedBytes(around, offset, length)).isEqualTo(weight);
            assertThat(weight).isBetween(1, Math.max(1, WeightCodec.nonZeroBytes(chunk, 0, length)));
        }
    }

    /** Values of which each is as likely as another have so many bits that they would be written in. */
    @Property(tries = 100)
    void evenValuesTakeTheirBits(
            @ForAll long seed,
            @ForAll @IntRange(max = 8) int bits,
            @ForAll @IntRange(min = 8000, max = 900_000) int length) {
        Random random = new Random(seed);
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (1 + random.nextInt(Math.min(255, 1 << bits)));
        }
        assertThat(WeightCodec.evenness(data, 0, length)).isCloseTo(bits / 8.0, within(0.02));
    }

    /** A byte has no entropy, four have two bits at most. Zeros do not count. */
    @Example
    void fewBytesHaveFewBits() {
        assertThat(WeightCodec.evenness(new byte[] {7}, 0, 1)).isEqualTo(0);
        assertThat(WeightCodec.evenness(new byte[] {1, 2, 3, 4, 0, 0}, 0, 6)).isEqualTo(2 / 8.0);
        assertThat(WeightCodec.evenness(new byte[] {5, 5, 0, 0}, 0, 4)).isEqualTo(0);
        assertThat(WeightCodec.evenness(new byte[100_000], 3, 90_000)).isEqualTo(1);
    }

    private static byte[] mixed(Random random, int length) {
        byte[] data = new byte[length];
        for (int from = 0; from < length; ) {
            int to = Math.min(length, from + 1 + random.nextInt(20_000));
            int kind = random.nextInt(3);
            for (int i = from; i < to && kind > 0; i++) {
                data[i] = (byte) (kind == 1 ? random.nextInt() : 'a' + random.nextInt(12));
            }
            from = to;
        }
        return data;
    }
}
