package io.compscan.core.tools.generate;

import io.compscan.core.ByteSize;
import io.compscan.core.compress.Compressor;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Finds the share of random bytes at which the named compressor reaches the requested ratio. It tries all chunks if they are few, else
 * a sample.
 */
final class ContentSearch {

    private static final int SAMPLE_BYTES = 4 << 20;
    private static final int MIN_SAMPLES = 8;
    private static final int MAX_SAMPLES = 1024;
    private static final int MAX_STEPS = 12;
    private static final int NEIGHBOURS = 100;

    /** With two small chunks, one draw in ten has no share that comes near enough; with 20, none of thousands. */
    private static final int FEW_CHUNKS = 64;

    private static final int DRAWS_OF_FEW = 24;

    private static final double GOOD_ENOUGH = 0.001;

    /** The 1 % that is promised, and what is left of it where a sample stands for the whole. */
    private static final double ACCEPTABLE = 0.0099;

    private static final double ACCEPTABLE_IN_SAMPLE = 0.006;

    /** How far single chunks lie from the mean at most. */
    private static final double SPREAD = 0.3;

    /** If a sample is taken from fewer distinct chunks than this, the spread would show in the mean. */
    private static final long MIN_CHUNKS_FOR_SPREAD = 256;

    private final DatasetSpec spec;
    private final int samples;
    private final boolean complete;
    private final boolean spreads;
    private final double acceptable;

    private ContentSearch(DatasetSpec spec, long uniqueChunks) {
        this.spec = spec;
        int affordable = Math.max(MIN_SAMPLES, Math.min(MAX_SAMPLES, SAMPLE_BYTES / spec.chunkBytes()));
        complete = uniqueChunks <= affordable;
        samples = complete ? (int) Math.max(1, uniqueChunks) : affordable;
        acceptable = complete ? ACCEPTABLE : ACCEPTABLE_IN_SAMPLE;
        spreads = complete || uniqueChunks >= MIN_CHUNKS_FOR_SPREAD;
    }

    /**
     * Contents of the ratio asked for.
     *
     * @param uniqueChunks how many distinct chunks there will be
     * @throws IllegalArgumentException if the compressor does not come to that ratio on any chunk of this size
     */
    static ChunkContent calibrate(DatasetSpec spec, long uniqueChunks) {
        ContentSearch search = new ContentSearch(spec, uniqueChunks);
        if (spec.compress().compareTo(BigDecimal.ONE) == 0) {
            return search.content(1, 0);
        }
        return search.search(1 / spec.compress().doubleValue());
    }

    private ChunkContent content(double randomShare, int draw) {
        double spread = spreads ? Math.min(SPREAD, 1 / randomShare - 1) : 0;
        return new ChunkContent(spec.seed(), draw, randomShare, spread);
    }

    private ChunkContent search(double target) {
        byte[] chunk = new byte[spec.chunkBytes()];
        try (Compressor compressor = spec.compressor().open()) {
            int draws = samples <= FEW_CHUNKS ? DRAWS_OF_FEW : 1;
            Trial best = search(0, target, compressor, chunk);
            for (int draw = 1; draw < draws && !best.isWithin(target * acceptable); draw++) {
                best = best.orBetter(search(draw, target, compressor, chunk));
            }
            if (!best.isWithin(target * acceptable)) {
                boolean leastIsTooMuch = best.randomShare <= leastRandomShare();
                throw infeasible(
                        leastIsTooMuch
                                ? "does not get beyond " + ratio(target + best.error)
                                : "comes to " + ratio(target + best.error) + " at the nearest");
            }
            return content(best.randomShare, best.draw);
        }
    }

    private Trial search(int draw, double target, Compressor compressor, byte[] chunk) {
        double low = leastRandomShare();
        Trial least = tryOut(draw, low, target, compressor, chunk);
        if (least.error > 0) {
            return least;
        }
        Trial best = between(least, new Trial(draw, 1, 1 - target), target, compressor, chunk);
        for (int i = 1; i <= NEIGHBOURS && !best.isWithin(target * acceptable); i++) {
            // Luck: with a few small chunks, a byte more can make a difference in either direction.
            double share = best.randomShare * (1 + (i % 2 == 0 ? i : -i) * 0.001);
            best = best.orBetter(tryOut(draw, Math.max(low, Math.min(1, share)), target, compressor, chunk));
        }
        return best;
    }

    private double leastRandomShare() {
        return (double) ChunkContent.MIN_RANDOM_BYTES / spec.chunkBytes();
    }

    /** The stored share grows nearly in proportion: regula falsi, where an end that stays loses half its weight (Illinois). */
    private Trial between(Trial least, Trial most, double target, Compressor compressor, byte[] chunk) {
        Trial low = least;
        Trial high = most;
        Trial best = low;
        for (int step = 0; step < MAX_STEPS && !best.isWithin(target * GOOD_ENOUGH); step++) {
            double share = (low.randomShare * high.error - high.randomShare * low.error) / (high.error - low.error);
            Trial trial = tryOut(least.draw, share, target, compressor, chunk);
            best = best.orBetter(trial);
            if (trial.error < 0) {
                low = trial;
                high = new Trial(high.draw, high.randomShare, high.error / 2);
            } else {
                high = trial;
                low = new Trial(low.draw, low.randomShare, low.error / 2);
            }
        }
        return best;
    }

    /** A draw and a random share, and by how much the stored share is then too large. */
    private record Trial(int draw, double randomShare, double error) {

        boolean isWithin(double limit) {
            return Math.abs(error) <= limit;
        }

        Trial orBetter(Trial other) {
            return Math.abs(other.error) < Math.abs(error) ? other : this;
        }
    }

    private Trial tryOut(int draw, double randomShare, double target, Compressor compressor, byte[] chunk) {
        return new Trial(draw, randomShare, storedShare(content(randomShare, draw), compressor, chunk) - target);
    }

    private double storedShare(ChunkContent content, Compressor compressor, byte[] chunk) {
        long stored = 0;
        for (int i = 0; i < samples; i++) {
            if (complete) {
                content.fill(i, chunk, 0, chunk.length);
            } else {
                content.fill(i, (i + 0.5) / samples, chunk, 0, chunk.length);
            }
            stored += compressor.storedBytes(chunk, 0, chunk.length);
        }
        return (double) stored / ((long) samples * chunk.length);
    }

    private IllegalArgumentException infeasible(String why) {
        return new IllegalArgumentException("compress " + spec.compress().toPlainString() + ": "
                + spec.compressor().name() + " " + why + " on chunks of " + ByteSize.format(spec.chunkBytes()));
    }

    private static String ratio(double storedShare) {
        return BigDecimal.valueOf(1 / storedShare)
                .setScale(2, RoundingMode.DOWN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
