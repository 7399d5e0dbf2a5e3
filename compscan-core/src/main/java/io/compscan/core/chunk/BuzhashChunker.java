package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;
import io.compscan.core.chunk.rolling.BuzhashScan;
import io.compscan.core.chunk.rolling.BuzhashTable;
import io.compscan.core.chunk.rolling.CandidateSource;
import io.compscan.core.chunk.rolling.Candidates;

/**
 * Buzhash: cuts like BorgBackup, where the lowest bits of a cyclic polynomial of the following bytes are clear.
 *
 * <p>Sources: Uzgalis and Tong: Hashing myths. TR 97, University of Auckland (1994), for the hash; BorgBackup's {@code chunker} for the
 * table, the limits and the window behind the cut. The window has 4095 bytes, because with a length divisible by 32 the seed would cancel
 * out. Like Borg, the chunker makes no cut where less than a window and a byte remain before the maximum or the end. Borg's own defaults
 * are {@code buzhash:2m,min=512k,max=8m}.
 */
final class BuzhashChunker extends ContentChunker {

    /** Borg's window. */
    static final int USUAL_WINDOW_BYTES = 4095;

    private static final int MAX_WINDOW_BYTES = 65_535;
    private static final int USUAL_MAX_FACTOR = 4;

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param averageBytes a power of two: one position in so many allows a cut
     * @param minBytes the shortest chunk
     * @param maxBytes the longest chunk, longer than minimum and window together
     * @param windowBytes how many bytes are hashed
     * @param seed changes where the cuts are, XORed to the table; 0 for the table as it is
     */
    record Parameters(int averageBytes, int minBytes, int maxBytes, int windowBytes, int seed) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.powerOfTwo(averageBytes);
            Limits.check(windowBytes >= 1 && windowBytes <= MAX_WINDOW_BYTES, "window must be 1 to 65535 bytes");
            Limits.check(
                    (long) minBytes + windowBytes + 1 <= maxBytes,
                    "max must be above min and the window of " + windowBytes + " bytes together");
        }

        /** Half of the usual maximum of other chunkers, as in Borg and casync. The larger the average, the more a larger maximum costs. */
        static int usualMax(int averageBytes) {
            return (int) Math.min(Limits.MAX_BYTES, (long) USUAL_MAX_FACTOR * averageBytes);
        }

        private String name() {
            return new Name("buzhash", averageBytes)
                    .with("min", minBytes, Limits.usualMin(averageBytes))
                    .with("max", maxBytes, usualMax(averageBytes))
                    .with("window", windowBytes, USUAL_WINDOW_BYTES)
                    .withSeed(Integer.toUnsignedLong(seed))
                    .toString();
        }
    }

    BuzhashChunker(Parameters parameters) {
        super(parameters.name(), parameters.maxBytes);
        this.parameters = parameters;
    }

    @Override
    public double expectedChunkBytes() {
        return expectedBytes(1.0 / parameters.averageBytes, parameters.minBytes, parameters.maxBytes);
    }

    /** The hash of a window of this length, with the unchanged table of Borg. */
    private record Hash(int windowBytes) implements CutRule.Hash {
        @Override
        public CandidateSource source(long mask, long value) {
            return new BuzhashScan(BuzhashTable.of(0), windowBytes, (int) mask, (int) value)::findHashes;
        }
    }

    /** The difference that a seed makes to the hash of any window: each byte contributes the seed, rotated by its place. */
    private static int share(int seed, int windowBytes) {
        int share = 0;
        for (int i = 0; i < windowBytes; i++) {
            share ^= Integer.rotateLeft(seed, i);
        }
        return share;
    }

    @Override
    CutRule cutRule() {
        int mask = parameters.averageBytes - 1;
        return new CutRule(
                new Hash(parameters.windowBytes), mask, share(parameters.seed, parameters.windowBytes) & mask);
    }

    @Override
    public Cutter cutter() {
        return cutter(
                parameters.averageBytes - 1,
                parameters.minBytes,
                parameters.maxBytes,
                parameters.windowBytes,
                parameters.seed);
    }

    @Override
    Cutter cutter(CandidateSource source) {
        return cutter(source, parameters.minBytes, parameters.maxBytes, parameters.windowBytes);
    }

    /** Also serves parameters that occur only in published test vectors. */
    static Cutter cutter(int mask, int minBytes, int maxBytes, int windowBytes, int seed) {
        return cutter(new BuzhashScan(BuzhashTable.of(seed), windowBytes, mask)::find, minBytes, maxBytes, windowBytes);
    }

    private static Cutter cutter(CandidateSource source, int minBytes, int maxBytes, int windowBytes) {
        return new CandidateCutter(0, windowBytes, windowBytes + 1, minBytes, maxBytes) {
            @Override
            void find(byte[] data, int from, int to, Candidates candidates) {
                source.find(data, from, to, candidates);
            }
        };
    }
}
