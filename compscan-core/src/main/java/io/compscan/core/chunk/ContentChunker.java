package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.CandidateSource;
import org.jspecify.annotations.Nullable;

/**
 * A chunker that cuts where the content says so, between a minimum and a maximum.
 *
 * <p>Its name lists what differs from the defaults of its algorithm: {@code fastcdc:16384,max=65536}.
 */
abstract class ContentChunker implements Chunker {

    private final String name;
    private final int maxBytes;
    /** 0 until it is asked for. */
    private volatile int zeroChunkBytes;

    ContentChunker(String name, int maxBytes) {
        this.name = name;
        this.maxBytes = maxBytes;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int maxChunkBytes() {
        return maxBytes;
    }

    @Override
    public final boolean endsChunksAt(int bodyBytes) {
        return false;
    }

    @Override
    public final ZeroRun zeroRun(long from, long to, boolean endsRegion) {
        int full = zeroChunkBytes();
        // Where zeros do not end at the maximum, what is near their end must be cut as it lies.
        long far = full == maxBytes ? to - from : Math.max(0, to - from - maxBytes);
        long count = far / full;
        long bytes = count * full;
        int rest = (int) (to - from - bytes);
        if (full == maxBytes) {
            return endsRegion && rest > 0 ? new ZeroRun(count + 1, to - from) : new ZeroRun(count, bytes);
        }
        ChunkList chunks = new ChunkList();
        Cutter cutter = cutter();
        byte[] zeros = new byte[rest];
        cutter.scan(zeros, 0, rest);
        int cut = cutter.cut(zeros, new CutRange(0, 0, rest, from + bytes, endsRegion), chunks);
        return new ZeroRun(count + chunks.size(), bytes + cut);
    }

    /** The hash that decides where cuts are; null if its rule cannot be shared with other chunkers. */
    @Nullable CutRule cutRule() {
        return null;
    }

    /** A cutter that gets its candidates from a source. */
    Cutter cutter(CandidateSource source) {
        throw new UnsupportedOperationException(name + " has no rule to share");
    }

    /** The length of the chunks that many zeros are cut into. */
    private int zeroChunkBytes() {
        if (zeroChunkBytes == 0) {
            ChunkList chunks = new ChunkList();
            byte[] zeros = new byte[2 * maxBytes];
            cutter().cutRegion(zeros, 0, zeros.length, 0, chunks);
            zeroChunkBytes = chunks.length(0);
        }
        return zeroChunkBytes;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof ContentChunker chunker && name.equals(chunker.name);
    }

    @Override
    public final int hashCode() {
        return name.hashCode();
    }

    @Override
    public final String toString() {
        return name;
    }

    /**
     * The expected length of a chunk where each position from {@code min} on allows a cut with the same probability.
     *
     * @param probability of a cut at one position
     */
    static double expectedBytes(double probability, double min, double max) {
        return min + (1 - Math.pow(1 - probability, max - min)) / probability;
    }

    /** Writes names. */
    static final class Name {
        private final StringBuilder text;

        Name(String algorithm, long averageBytes) {
            text = new StringBuilder(algorithm).append(':').append(averageBytes);
        }

        Name with(String parameter, long value, long usual) {
            return value == usual ? this : with(parameter, Long.toString(value));
        }

        Name with(String parameter, String value) {
            text.append(',').append(parameter).append('=').append(value);
            return this;
        }

        Name withSeed(long seed) {
            return seed == 0 ? this : with("seed", Long.toUnsignedString(seed));
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
