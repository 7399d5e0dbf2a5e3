package io.compscan.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class VarintTest {

    private static byte[] written(long value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Varint.write(new DataOutputStream(bytes), value);
        return bytes.toByteArray();
    }

    private static long read(byte... bytes) throws IOException {
        return Varint.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Property
    void readsBackTheSame(@ForAll long value) throws IOException {
        assertThat(read(written(value))).isEqualTo(value);
    }

    @Test
    void takesAByteForEverySevenBits() throws IOException {
        assertThat(written(0)).containsExactly(0);
        assertThat(written(127)).containsExactly(127);
        assertThat(written(300)).containsExactly(0xac, 0x02);
        assertThat(written(Long.MAX_VALUE)).hasSize(9);
        assertThat(written(-1)).hasSize(10);
    }

    @Test
    void refusesANumberThatDoesNotEnd() {
        byte[] endless = new byte[20];
        Arrays.fill(endless, (byte) 0x80);

        assertThatThrownBy(() -> read(endless)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> read((byte) 0x80)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> read()).isInstanceOf(EOFException.class);
    }
}
