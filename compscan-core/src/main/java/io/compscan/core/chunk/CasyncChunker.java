package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;
import io.compscan.core.chunk.rolling.BuzhashTable;
import io.compscan.core.chunk.rolling.Candidates;
import io.compscan.core.chunk.rolling.RemainderScan;

/**
 * The buzhash of casync, and that of Proxmox Backup, which derives from it: cuts where the hash of the last bytes leaves a certain
 * remainder.
 *
 * <p>Sources: casync's {@code cachunker.h} and {@code cachunker.c} for the table, the window of 48 bytes and the divisor. The window of 64
 * bytes and the remainders come from Proxmox Backup's {@code chunker.rs}. Both take a quarter of the average as the minimum and four times
 * the average as the maximum. Neither draws anything at random.
 *
 * <pre>
 *   casync   h % divisor == divisor - 1,  divisor = average / (1.33237515 - 1.42888852e-7 * average), between min and max
 *   pxar     h % (2 * average) >= 2 * average - 3
 * </pre>
 */
final class CasyncChunker extends ContentChunker {

    /** Beyond this average, the divisor of casync would be negative. */
    private static final int MAX_AVERAGE_BYTES = 8 << 20;

    private static final double DIVISOR_BASE = 1.33237515;
    private static final double DIVISOR_SLOPE = -1.42888852e-7;

    /** The program that the rule comes from. */
    enum Kind {
        CASYNC("casync", 48, 1),
        PXAR("pxar", 64, 3);

        private final String algorithm;
        private final int windowBytes;
        /** How many of the largest remainders allow a cut. */
        private final int remainders;

        Kind(String algorithm, int windowBytes, int remainders) {
            this.algorithm = algorithm;
            this.windowBytes = windowBytes;
            this.remainders = remainders;
        }
    }

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param kind the program that the rule comes from
     * @param averageBytes up to 8 MiB; a power of two for {@link Kind#PXAR}
     * @param minBytes at least the window
     * @param maxBytes the longest chunk
     */
    record Parameters(Kind kind, int averageBytes, int minBytes, int maxBytes) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.check(averageBytes <= MAX_AVERAGE_BYTES, "the average must not be above 8m");
            if (kind == Kind.PXAR) {
                Limits.powerOfTwo(averageBytes);
            }
            Limits.atLeastWindow(minBytes, kind.windowBytes);
        }

        private String name() {
            return new Name(kind.algorithm, averageBytes)
                    .with("min", minBytes, Limits.usualMin(averageBytes))
                    .with("max", maxBytes, BuzhashChunker.Parameters.usualMax(averageBytes))
                    .toString();
        }

        private int divisor() {
            if (kind == Kind.PXAR) {
                return 2 * averageBytes;
            }
            int divisor = (int) (averageBytes / (DIVISOR_SLOPE * averageBytes + DIVISOR_BASE));
            return Math.max(minBytes, Math.min(maxBytes, divisor));
        }
    }

    CasyncChunker(Parameters parameters) {
        super(parameters.name(), parameters.maxBytes);
        this.parameters = parameters;
    }

    @Override
    public double expectedChunkBytes() {
        return expectedBytes(
                (double) parameters.kind.remainders / parameters.divisor(), parameters.minBytes, parameters.maxBytes);
    }

    @Override
    public Cutter cutter() {
        RemainderScan scan = new RemainderScan(
                BuzhashTable.casync(), parameters.kind.windowBytes, parameters.divisor(), parameters.kind.remainders);
        return new CandidateCutter(parameters.kind.windowBytes, 0, 0, parameters.minBytes, parameters.maxBytes) {
            @Override
            void find(byte[] data, int from, int to, Candidates candidates) {
                scan.find(data, from, to, candidates);
            }
        };
    }
}
