package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;
import io.compscan.core.chunk.rolling.BuzhashScan;
import io.compscan.core.chunk.rolling.BuzhashTable;
import io.compscan.core.chunk.rolling.CandidateSource;
import io.compscan.core.chunk.rolling.Candidates;
import io.compscan.core.chunk.rolling.RemainderScan;

/**
 * The buzhash of casync, that of Proxmox Backup, which derives from it, and that of Kopia: cuts where the hash of the last bytes leaves a
 * certain remainder.
 *
 * <p>Sources: casync's {@code cachunker.h} and {@code cachunker.c} for the table, the window of 48 bytes and the divisor. The window of 64
 * bytes and the remainders come from Proxmox Backup's {@code chunker.rs}. Both take a quarter of the average as the minimum and four times
 * the average as the maximum. Kopia's {@code splitter_buzhash32.go} has a window of 64 bytes, and takes half of the average and twice the
 * average. None draws anything at random.
 *
 * <pre>
 *   casync   h % divisor == divisor - 1,  divisor = average / (1.33237515 - 1.42888852e-7 * average), between min and max
 *   pxar     h % (2 * average) >= 2 * average - 3
 *   kopia    h % average == 0
 * </pre>
 */
final class CasyncChunker extends ContentChunker {

    /** Beyond this average, the divisor of casync would be negative. */
    private static final int MAX_AVERAGE_BYTES = 8 << 20;

    private static final double DIVISOR_BASE = 1.33237515;
    private static final double DIVISOR_SLOPE = -1.42888852e-7;

    /** The program that the rule comes from. */
    enum Kind {
        CASYNC("casync", 48, 1, 4),
        PXAR("pxar", 64, 3, 4),
        KOPIA("kopia", 64, 1, 2);

        private final String algorithm;
        private final int windowBytes;
        /** How many remainders allow a cut. */
        private final int remainders;
        /** The usual maximum is the average times this, and the minimum the average divided by it. */
        private final int factor;

        Kind(String algorithm, int windowBytes, int remainders, int factor) {
            this.algorithm = algorithm;
            this.windowBytes = windowBytes;
            this.remainders = remainders;
            this.factor = factor;
        }

        int usualMin(int averageBytes) {
            return Math.max(1, averageBytes / factor);
        }

        int usualMax(int averageBytes) {
            return (int) Math.min(Limits.MAX_BYTES, (long) factor * averageBytes);
        }
    }

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param kind the program that the rule comes from
     * @param averageBytes up to 8 MiB; a power of two unless it is {@link Kind#CASYNC}
     * @param minBytes at least the window
     * @param maxBytes the longest chunk
     */
    record Parameters(Kind kind, int averageBytes, int minBytes, int maxBytes) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.check(averageBytes <= MAX_AVERAGE_BYTES, "the average must not be above 8m");
            if (kind != Kind.CASYNC) {
                Limits.powerOfTwo(averageBytes);
            }
            Limits.atLeastWindow(minBytes, kind.windowBytes);
        }

        private String name() {
            return new Name(kind.algorithm, averageBytes)
                    .with("min", minBytes, kind.usualMin(averageBytes))
                    .with("max", maxBytes, kind.usualMax(averageBytes))
                    .toString();
        }

        private int divisor() {
            if (kind != Kind.CASYNC) {
                return kind == Kind.PXAR ? 2 * averageBytes : averageBytes;
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
        int window = parameters.kind.windowBytes;
        CandidateSource scan = parameters.kind == Kind.KOPIA
                ? BuzhashScan.ofLast(BuzhashTable.kopia(), window, parameters.divisor() - 1)::find
                : new RemainderScan(BuzhashTable.casync(), window, parameters.divisor(), parameters.kind.remainders)
                        ::find;
        return new CandidateCutter(window, 0, 0, parameters.minBytes, parameters.maxBytes) {
            @Override
            void find(byte[] data, int from, int to, Candidates candidates) {
                scan.find(data, from, to, candidates);
            }
        };
    }
}
