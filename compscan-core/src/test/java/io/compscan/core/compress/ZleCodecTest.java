package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes by {@code zle.c} of OpenZFS: a run of up to 64 bytes, or of up to 192 zeros, has a byte in front. */
class ZleCodecTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "z1, 1",
        "z192, 1",
        "z193, 2",
        "x1, 2",
        "x64, 65",
        "x65, 67",
        "x128, 130",
        "x1 z1, 3", // a run of one, and of zeros
        "x1 z2, 3",
        "x1 z1 x1, 4", // a single zero is part of the run
        "x1 z2 x1, 5",
        "x63 z1 x1, 67", // but not its last byte
        "z1 x1, 3",
        "x62 z1 x1, 65",
    })
    void sizes(String runs, int expected) {
        byte[] data = new byte[1024];
        int at = 5;
        for (String run : runs.split(" ", -1)) {
            int length = Integer.parseInt(run.substring(1));
            Arrays.fill(data, at, at + length, run.charAt(0) == 'z' ? (byte) 0 : (byte) 7);
            at += length;
        }
        Arrays.fill(data, at, data.length, (byte) 9);
        try (Compressor compressor = CompressorSpec.parse("zle").open()) {
            assertThat(compressor.compressedBytes(data, 5, at - 5)).isEqualTo(expected);
        }
    }
}
