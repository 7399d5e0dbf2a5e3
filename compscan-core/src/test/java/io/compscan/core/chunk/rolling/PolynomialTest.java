package io.compscan.core.chunk.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The test for factors agrees with trial division. */
final class PolynomialTest {

    /** The polynomials of degree 8 to 11, by trial division. */
    @Test
    void irreduciblePolynomialsHaveNoFactor() {
        for (int bits = 1 << 8; bits < 1 << 12; bits++) {
            boolean hasFactor = false;
            for (int factor = 2; !hasFactor && factor < bits && 2 * degree(factor) <= degree(bits); factor++) {
                hasFactor = remainder(bits, factor) == 0;
            }
            assertThat(new Polynomial(bits).isIrreducible())
                    .as(Integer.toBinaryString(bits))
                    .isEqualTo(!hasFactor);
        }
    }

    private static int degree(int bits) {
        return Integer.toBinaryString(bits).length() - 1;
    }

    private static int remainder(int bits, int divisor) {
        int rest = bits;
        while (rest != 0 && degree(rest) >= degree(divisor)) {
            rest ^= divisor << (degree(rest) - degree(divisor));
        }
        return rest;
    }
}
