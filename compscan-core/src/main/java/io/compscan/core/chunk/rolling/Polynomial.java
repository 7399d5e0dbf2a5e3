package io.compscan.core.chunk.rolling;

import java.math.BigInteger;

/**
 * A polynomial over GF(2) of degree 8 to 63, bit {@code i} being the coefficient of x^i, and arithmetic modulo it.
 *
 * @param bits the coefficients
 */
public record Polynomial(long bits) {

    private static final int MIN_DEGREE = 8;

    public Polynomial {
        if (bits >= 0 && bits < 1L << MIN_DEGREE) {
            throw new IllegalArgumentException(
                    "poly must be of degree 8 or more: the leading 1 is part of it, as in 0x145c2b6a1");
        }
    }

    public int degree() {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    }

    /** {@code a} times x, for {@code a} that is reduced already. */
    private long timesX(long a) {
        boolean overflows = (a >>> (degree() - 1) & 1) != 0;
        return overflows ? (a << 1) ^ bits : a << 1;
    }

    /** {@code a} times x^{@code power}. */
    long shift(long a, long power) {
        long product = a;
        for (long i = 0; i < power; i++) {
            product = timesX(product);
        }
        return product;
    }

    private long multiply(long a, long b) {
        long product = 0;
        for (int i = degree() - 1; i >= 0; i--) {
            product = timesX(product);
            if ((b >>> i & 1) != 0) {
                product ^= a;
            }
        }
        return product;
    }

    /**
     * Whether the polynomial is no product of smaller ones. Rabin's test: first, x^(2^n) is x. Second, for each prime p that divides n,
     * x^(2^(n/p)) - x has no factor in common with the polynomial.
     */
    public boolean isIrreducible() {
        int n = degree();
        long x = 2;
        long power = x;
        for (int i = 1; i <= n; i++) {
            power = multiply(power, power);
            boolean dividesByPrime =
                    i < n && n % i == 0 && BigInteger.valueOf(n / i).isProbablePrime(30);
            if (dividesByPrime && gcd(bits, power ^ x) != 1) {
                return false;
            }
        }
        return power == x;
    }

    private static long gcd(long a, long b) {
        long x = a;
        long y = b;
        while (y != 0) {
            long rest = remainder(x, y);
            x = y;
            y = rest;
        }
        return x;
    }

    private static long remainder(long a, long divisor) {
        int divisorLength = Long.SIZE - Long.numberOfLeadingZeros(divisor);
        long rest = a;
        while (true) {
            int length = Long.SIZE - Long.numberOfLeadingZeros(rest);
            if (length < divisorLength) {
                return rest;
            }
            rest ^= divisor << (length - divisorLength);
        }
    }
}
