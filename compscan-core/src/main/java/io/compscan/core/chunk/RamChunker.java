package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;

/**
 * RAM, rapid asymmetric maximum: cuts behind the first byte after a window that is as large as the largest byte in it.
 *
 * <p>Source: Widodo, Lim, Atiquzzaman: A new content-defined chunking algorithm for data deduplication in cloud storage. Future
 * Generation Computer Systems 71 (2017). As published, zeros would end in the shortest chunks, one behind each window. Here a byte of 0
 * never ends a chunk, so zeros end in chunks of the maximum.
 */
final class RamChunker extends ContentChunker {

    private static final int BYTE_VALUES = 256;
    private static final int MIN_AVERAGE_BYTES = 1024;

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param averageBytes of random data, where the next 255 is 256 bytes away; the window is the rest
     * @param minBytes at least the window and a byte, which no chunk is shorter than
     * @param maxBytes the longest chunk
     */
    record Parameters(int averageBytes, int minBytes, int maxBytes) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.check(averageBytes >= MIN_AVERAGE_BYTES, "the average must be 1024 or more");
            Limits.atLeastWindow(minBytes, usualMin(averageBytes));
        }

        static int usualMin(int averageBytes) {
            return averageBytes - BYTE_VALUES + 1;
        }

        private String name() {
            return new Name("ram", averageBytes)
                    .with("min", minBytes, usualMin(averageBytes))
                    .with("max", maxBytes, Limits.usualMax(averageBytes))
                    .toString();
        }

        private int windowBytes() {
            return averageBytes - BYTE_VALUES;
        }
    }

    RamChunker(Parameters parameters) {
        super(parameters.name(), parameters.maxBytes);
        this.parameters = parameters;
    }

    @Override
    public double expectedChunkBytes() {
        int windowBytes = parameters.windowBytes();
        double expected = windowBytes;
        for (int max = 0; max < BYTE_VALUES; max++) {
            double isMax = Math.pow((max + 1.0) / BYTE_VALUES, windowBytes)
                    - Math.pow((double) max / BYTE_VALUES, windowBytes);
            expected += isMax * BYTE_VALUES / (BYTE_VALUES - max);
        }
        return expected;
    }

    @Override
    public Cutter cutter() {
        return new RamCutter(parameters.windowBytes(), parameters.minBytes, parameters.maxBytes);
    }
}
