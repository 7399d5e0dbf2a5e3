package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class NonZeroCodecTest {

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
        assertThat(NonZeroCodec.count(data, offset, length)).isEqualTo(expected);
    }

    /** A stored size is a byte at least. */
    @Example
    void zerosTakeAByte() {
        try (Compressor nonZero = CompressorSpec.parse("nonzero").open()) {
            assertThat(nonZero.storedBytes(new byte[100], 10, 50)).isEqualTo(1);
            assertThat(nonZero.storedBytes(new byte[] {0, 1, 0, -1}, 0, 4)).isEqualTo(2);
        }
    }
}
