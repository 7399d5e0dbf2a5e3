package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.core.chunk.rolling.CandidateSource;
import io.compscan.core.chunk.rolling.Candidates;
import io.compscan.core.chunk.rolling.Polynomial;
import io.compscan.core.chunk.rolling.RabinScan;

/**
 * Rabin: cuts where the lowest bits of the Rabin fingerprint of the last bytes have a certain value.
 *
 * <p>Sources: Rabin: Fingerprinting by random polynomials. Harvard TR-15-81 (1981); Muthitacharoen, Chen, Mazieres: A low-bandwidth
 * network file system. SOSP 2001 (LBFS), whose window of 48 bytes, polynomial, value 0x78 and limits are the defaults; Bienia, Kumar,
 * Singh, Li: The PARSEC benchmark suite. PACT 2008, whose kernel {@code dedup} has a window of 32 bytes and a polynomial of degree 32. A
 * fourth source is restic's {@code chunker}, with a window of 64 bytes and a random polynomial of degree 53 for each repository. The last
 * two cut where the bits are 0. A window of zeros has these bits everywhere, so zeros end in chunks of the minimum. With the value of LBFS
 * they end in chunks of the maximum.
 */
final class RabinChunker extends ContentChunker {

    /** The window of LBFS. */
    static final int USUAL_WINDOW_BYTES = 48;
    /** The polynomial of LBFS, of degree 63. */
    static final long USUAL_POLYNOMIAL = 0xbfe6b8a5bf378d83L;

    private static final int MIN_WINDOW_BYTES = 16;
    private static final int MAX_WINDOW_BYTES = 256;
    /** The bits at which LBFS cuts; the average decides how many of them count. */
    static final int USUAL_VALUE = 0x78;

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param averageBytes a power of two: one position in so many allows a cut
     * @param minBytes at least the window
     * @param maxBytes the longest chunk
     * @param windowBytes 16 to 256
     * @param polynomial irreducible, of a degree that leaves enough bits for the average
     * @param mask the bits of the fingerprint that count, as many as the average has zeros; usually the lowest
     * @param value what they are where a chunk may end; no other bits
     */
    record Parameters(
            int averageBytes, int minBytes, int maxBytes, int windowBytes, long polynomial, long mask, long value) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.powerOfTwo(averageBytes);
            Limits.check(
                    windowBytes >= MIN_WINDOW_BYTES && windowBytes <= MAX_WINDOW_BYTES,
                    "window must be 16 to 256 bytes");
            Limits.atLeastWindow(minBytes, windowBytes);
            Polynomial modulus = new Polynomial(polynomial);
            Limits.check(
                    modulus.degree() > Integer.numberOfTrailingZeros(averageBytes),
                    "poly has too small a degree for this average");
            Limits.check(modulus.isIrreducible(), "poly must be irreducible over GF(2)");
            Limits.check(
                    mask >= 0
                            && mask >>> modulus.degree() == 0
                            && Long.bitCount(mask) == Integer.numberOfTrailingZeros(averageBytes),
                    "mask must have as many bits as the average has zeros, below the degree of poly");
            Limits.check((value & ~mask) == 0, "value must lie within the mask, the bits below the average");
        }

        static long usualMask(int averageBytes) {
            return averageBytes - 1L;
        }

        private String name() {
            Name name = new Name("rabin", averageBytes)
                    .with("min", minBytes, Limits.usualMin(averageBytes))
                    .with("max", maxBytes, Limits.usualMax(averageBytes))
                    .with("window", windowBytes, USUAL_WINDOW_BYTES);
            if (polynomial != USUAL_POLYNOMIAL) {
                name.with("poly", "0x" + Long.toHexString(polynomial));
            }
            if (mask != usualMask(averageBytes)) {
                name.with("mask", "0x" + Long.toHexString(mask));
            }
            return name.with("value", value, USUAL_VALUE).toString();
        }
    }

    RabinChunker(Parameters parameters) {
        super(parameters.name(), parameters.maxBytes);
        this.parameters = parameters;
    }

    @Override
    public double expectedChunkBytes() {
        return expectedBytes(1.0 / parameters.averageBytes, parameters.minBytes, parameters.maxBytes);
    }

    /** The fingerprint of this window modulo this polynomial. */
    private record Print(long polynomial, int windowBytes) implements CutRule.Hash {
        @Override
        public CandidateSource source(long mask, long value) {
            return new RabinScan(new Polynomial(polynomial), windowBytes, mask, value)::findPrints;
        }
    }

    private RabinScan scan() {
        return new RabinScan(
                new Polynomial(parameters.polynomial), parameters.windowBytes, parameters.mask, parameters.value);
    }

    @Override
    public CandidateRule candidateRule() {
        return scan().rule();
    }

    @Override
    CutRule cutRule() {
        return new CutRule(new Print(parameters.polynomial, parameters.windowBytes), parameters.mask, parameters.value);
    }

    @Override
    public Cutter cutter() {
        return cutter(scan()::find);
    }

    @Override
    Cutter cutter(CandidateSource source) {
        return new CandidateCutter(parameters.windowBytes, 0, 0, parameters.minBytes, parameters.maxBytes) {
            @Override
            void find(byte[] data, int from, int to, Candidates candidates) {
                source.find(data, from, to, candidates);
            }
        };
    }
}
