package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;
import io.compscan.core.chunk.rolling.Candidates;
import io.compscan.core.chunk.rolling.GearScan;
import io.compscan.core.chunk.rolling.GearTable;

/**
 * Gear: cuts where the highest bits of the gear hash of the last 64 bytes are clear.
 *
 * <p>Source: Xia, Jiang, Feng, Tian, Fu, Zhou: Ddelta, a deduplication-inspired fast delta compression approach. Performance Evaluation
 * 79 (2014). All 64 bytes have a share in the highest bits.
 */
final class GearChunker extends ContentChunker {

    private static final int WINDOW_BYTES = Long.SIZE;

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param averageBytes a power of two: one position in so many allows a cut
     * @param minBytes at least the window of 64
     * @param maxBytes the longest chunk
     * @param seed changes where the cuts are, XORed to the table; 0 for the table as it is
     */
    record Parameters(int averageBytes, int minBytes, int maxBytes, long seed) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.powerOfTwo(averageBytes);
            Limits.atLeastWindow(minBytes, WINDOW_BYTES);
        }

        private String name() {
            return new Name("gear", averageBytes)
                    .with("min", minBytes, Limits.usualMin(averageBytes))
                    .with("max", maxBytes, Limits.usualMax(averageBytes))
                    .withSeed(seed)
                    .toString();
        }

        private long mask() {
            return -1L << (Long.SIZE - Integer.numberOfTrailingZeros(averageBytes));
        }
    }

    GearChunker(Parameters parameters) {
        super(parameters.name(), parameters.maxBytes);
        this.parameters = parameters;
    }

    @Override
    public double expectedChunkBytes() {
        return expectedBytes(1.0 / parameters.averageBytes, parameters.minBytes, parameters.maxBytes);
    }

    @Override
    public Cutter cutter() {
        GearScan scan = new GearScan(GearTable.of(parameters.seed), parameters.mask(), WINDOW_BYTES);
        return new CandidateCutter(WINDOW_BYTES, 0, 0, parameters.minBytes, parameters.maxBytes) {
            @Override
            void find(byte[] data, int from, int to, Candidates candidates) {
                scan.find(data, from, to, candidates);
            }
        };
    }
}
