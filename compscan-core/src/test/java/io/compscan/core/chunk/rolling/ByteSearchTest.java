package io.compscan.core.chunk.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Eight bytes at a time against one. */
class ByteSearchTest {

    private static byte[] data(Random random) {
        byte[] data = new byte[1 + random.nextInt(400)];
        int highest = 1 + random.nextInt(256);
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) random.nextInt(highest);
        }
        return data;
    }

    @Property
    void findsLargeBytesAndTheLargest(@ForAll long seed, @ForAll @IntRange(min = 0, max = 255) int threshold) {
        Random random = new Random(seed);
        byte[] data = data(random);
        int from = random.nextInt(data.length);
        int to = from + random.nextInt(data.length - from + 1);
        int expected = from;
        int max = 0;
        for (int i = from; i < to; i++) {
            max = Math.max(max, data[i] & 0xff);
        }
        while (expected < to && (data[expected] & 0xff) < threshold) {
            expected++;
        }
        assertThat(ByteSearch.firstAtLeast(data, from, to, threshold)).isEqualTo(expected);
        assertThat(ByteSearch.max(data, from, to)).isEqualTo(max);
    }

    @Property
    void findsTheLargestOfABlock(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] data = Arrays.copyOf(data(random), 400 + ByteSearch.BLOCK_BYTES);
        int at = random.nextInt(400);
        int max = 0;
        for (int i = at; i < at + ByteSearch.BLOCK_BYTES; i++) {
            max = Math.max(max, data[i] & 0xff);
        }
        assertThat(ByteSearch.blockMax(data, at)).isEqualTo(max);
    }

    /** What is large enough is never passed over; what is found instead has a first byte that is. */
    @Property(tries = 3000)
    void passesNoLargePrefixOver(@ForAll long seed, @ForAll int anyThreshold, @ForAll boolean isNegative) {
        Random random = new Random(seed);
        byte[] data = data(random);
        if (isNegative) {
            for (int i = 0; i < data.length; i++) {
                data[i] = random.nextInt(3) == 0 ? data[i] : -1;
            }
        }
        int threshold = isNegative ? anyThreshold | (-1 << (8 * random.nextInt(4))) : anyThreshold;
        byte[] padded = Arrays.copyOf(data, data.length + 7);
        int from = random.nextInt(data.length);
        int to = from + random.nextInt(data.length - from + 1);
        int first = ByteSearch.firstPrefixAtLeast(padded, from, to, threshold);
        assertThat(first).isBetween(from, to);
        for (int i = from; i < to; i++) {
            int prefix = ByteBuffer.wrap(padded, i, 4).getInt();
            if (Integer.compareUnsigned(prefix, threshold) >= 0) {
                assertThat(first).isLessThanOrEqualTo(i);
            }
        }
        if (first < to) {
            assertThat(data[first] & 0xff).isGreaterThanOrEqualTo(threshold >>> 24);
        }
    }
}
