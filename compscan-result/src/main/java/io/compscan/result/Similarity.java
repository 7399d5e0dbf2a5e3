package io.compscan.result;

import java.util.List;

/**
 * The potential of delta compression against similar chunks, beyond deduplication and compression. No model of a system has it.
 *
 * @param chunkings one for each chunking that cut a chunk which is not all zero
 */
public record Similarity(List<OfChunking> chunkings) {

    /** Copies the list. */
    public Similarity {
        chunkings = List.copyOf(chunkings);
    }

    /**
     * The chunks of one chunking.
     *
     * @param chunking canonical name, such as {@code fixed:4096}
     * @param compressor what compresses a chunk by itself, and against another
     * @param sampledChunkCount the chunks that were compressed
     * @param sampleRate the share of the groups of similar chunks that the sample holds; 1 if it holds all
     * @param savedShare the part of the bytes of all distinct chunks, each compressed by itself, that deltas save
     * @param savedShareLow the lower end of its 95 % interval
     * @param savedShareHigh the upper end
     */
    public record OfChunking(
            String chunking,
            String compressor,
            long sampledChunkCount,
            double sampleRate,
            double savedShare,
            double savedShareLow,
            double savedShareHigh) {

        /** Refuses shares that make no sense. */
        public OfChunking {
            if (sampledChunkCount < 1
                    || !(sampleRate > 0 && sampleRate <= 1)
                    || !(savedShareLow >= 0 && savedShareLow <= savedShare)
                    || !(savedShare <= savedShareHigh && savedShareHigh <= 1)) {
                throw new IllegalStateException("similarity of " + chunking + ": savedShare " + savedShareLow + " to "
                        + savedShare + " to " + savedShareHigh + " of " + sampledChunkCount + " chunks, sampleRate "
                        + sampleRate + ", makes no sense");
            }
        }
    }
}
