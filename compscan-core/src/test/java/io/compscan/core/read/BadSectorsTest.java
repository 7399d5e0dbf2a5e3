package io.compscan.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BadSectorsTest {

    @Test
    void anErrorCostsTheRestOfItsSector() {
        assertThat(BadSectors.end(0, 1)).isEqualTo(4096);
        assertThat(BadSectors.end(4095, 1)).isEqualTo(4096);
        assertThat(BadSectors.end(4096, 1)).isEqualTo(8192);
        assertThat(BadSectors.end(10_000, 256)).isEqualTo(12_288);
    }

    @Test
    void manyErrorsInARowCostEverLargerSteps() {
        assertThat(BadSectors.end(0, 257)).isEqualTo(4096);
        assertThat(BadSectors.end(0, 258)).isEqualTo(2 * 4096);
        assertThat(BadSectors.end(0, 1256)).isEqualTo(1000 * 4096);
        int errors = 0;
        for (long at = 0; at < 1L << 30; at = BadSectors.end(at, errors)) {
            errors++;
        }
        assertThat(errors).as("for a gigabyte of bad sectors").isEqualTo(980);
    }
}
