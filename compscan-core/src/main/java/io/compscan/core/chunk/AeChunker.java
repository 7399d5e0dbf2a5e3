package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;

/**
 * AE, asymmetric extremum: cuts behind a fixed number of values that are all smaller than the one before them.
 *
 * <p>Source: Zhang, Jiang, Feng, Xia, Fu, Huang, Zhou: AE, an asymmetric extremum content defined chunking algorithm for fast and
 * bandwidth-efficient data deduplication. INFOCOM 2015. A value is eight bytes. The paper keeps the first of equal values, which would
 * cut a run of zeros into the shortest chunks. Here the last one stands, so a run of zeros ends in chunks of the maximum.
 */
final class AeChunker extends ContentChunker {

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param averageBytes the window is this over e - 1
     * @param minBytes at least {@link #windowBytes}, which no chunk is shorter than
     * @param maxBytes the longest chunk
     */
    record Parameters(int averageBytes, int minBytes, int maxBytes) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.atLeastWindow(minBytes, windowBytes(averageBytes));
        }

        private String name() {
            return new Name("ae", averageBytes)
                    .with("min", minBytes, windowBytes(averageBytes))
                    .with("max", maxBytes, Limits.usualMax(averageBytes))
                    .toString();
        }
    }

    AeChunker(Parameters parameters) {
        super(parameters.name(), parameters.maxBytes);
        this.parameters = parameters;
    }

    /** The largest value and those behind it: the shortest chunk. */
    static int windowBytes(int averageBytes) {
        return windowValues(averageBytes) + Long.BYTES;
    }

    private static int windowValues(int averageBytes) {
        return (int) Math.round((averageBytes - Long.BYTES) / (Math.E - 1));
    }

    @Override
    public double expectedChunkBytes() {
        return Long.BYTES + (Math.E - 1) * windowValues(parameters.averageBytes);
    }

    @Override
    public Cutter cutter() {
        return new AeCutter(windowValues(parameters.averageBytes), parameters.minBytes, parameters.maxBytes);
    }
}
