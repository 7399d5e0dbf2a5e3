package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ZeroBytesTest {

    @Property
    void oneByteAnywhereIsSeen(
            @ForAll @IntRange(min = 1, max = 300_000) int length,
            @ForAll @IntRange(max = 100) int offset,
            @ForAll @IntRange(min = 0, max = 299_999) int position) {
        byte[] data = new byte[offset + length + 50];
        java.util.Arrays.fill(data, 0, offset, (byte) 1);
        java.util.Arrays.fill(data, offset + length, data.length, (byte) 1);
        assertThat(ZeroBytes.isZero(data, offset, length)).isTrue();
        data[offset + position % length] = 1;
        assertThat(ZeroBytes.isZero(data, offset, length)).isFalse();
    }

    @Test
    void nothingIsAllZero() {
        assertThat(ZeroBytes.isZero(new byte[] {1}, 0, 0)).isTrue();
    }
}
