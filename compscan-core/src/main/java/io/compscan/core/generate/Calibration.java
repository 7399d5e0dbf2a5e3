package io.compscan.core.generate;

import io.compscan.core.ByteSize;
import io.compscan.core.compress.Compressor;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Finds the share of random bytes at which the named compressor comes to the ratio asked for, by trying it on all chunks if
 * they are few, else on a sample.
 */
final class Calibration {

    private static final int SAMPLE_BYTES = 4 << 20;
    private static final int MIN_SAMPLES = 8;
    private static final int MAX_SAMPLES = 1024;
    private static final int MAX_STEPS = 40;

    private static final double GOOD_ENOUGH = 0.001;

    /** Below the 1 % that is promised: a sample is not the whole. */
    private static final double ACCEPTABLE = 0.006;

    /** How far single chunks lie from the mean at most. */
    private static final double SPREAD = 0.3;

    /** With fewer distinct chunks than this, of which a sample is taken, the spread would show in the mean. */
    private static final long MIN_CHUNKS_FOR_SPREAD = 256;

    private final DatasetSpec spec;
    private final int samples;
    private final boolean complete;
    private final boolean spreads;

    private Calibration(DatasetSpec spec, long uniqueChunks) {
        this.spec = spec;
        int affordable = Math.max(MIN_SAMPLES, Math.min(MAX_SAMPLES, SAMPLE_BYTES / spec.chunkBytes()));
        complete = uniqueChunks <= affordable;
        samples = complete ? (int) Math.max(1, uniqueChunks) : affordable;
        spreads = complete || uniqueChunks >= MIN_CHUNKS_FOR_SPREAD;
    }

    /**
     * Contents of the ratio asked for.
     *
     * @param uniqueChunks how many distinct chunks there will be
     * @throws IllegalArgumentException if the compressor does not come to that ratio on any chunk of this size
     */
    static ChunkContent calibrate(DatasetSpec spec, long uniqueChunks) {
        Calibration calibration = new Calibration(spec, uniqueChunks);
        if (spec.compress().compareTo(BigDecimal.ONE) == 0) {
            return calibration.content(1);
        }
        return calibration.content(calibration.search(1 / spec.compress().doubleValue()));
    }

    private ChunkContent content(double randomShare) {
        double spread = spreads ? Math.min(SPREAD, 1 / randomShare - 1) : 0;
        return new ChunkContent(spec.seed(), randomShare, spread);
    }

    /** The stored share grows with the random share, and nearly in proportion: regula falsi, each end's weight halved in turn (Illinois). */
    private double search(double target) {
        byte[] chunk = new byte[spec.chunkBytes()];
        try (Compressor compressor = spec.compressor().open()) {
            double low = (double) ChunkContent.MIN_RANDOM_BYTES / chunk.length;
            double lowError = storedShare(low, compressor, chunk) - target;
            if (lowError > target * ACCEPTABLE) {
                throw infeasible(lowError + target);
            }
            double high = 1;
            double highError = 1 - target;
            double best = low;
            double bestError = lowError;
            for (int step = 0; step < MAX_STEPS && Math.abs(bestError) > target * GOOD_ENOUGH; step++) {
                double share = (low * highError - high * lowError) / (highError - lowError);
                double error = storedShare(share, compressor, chunk) - target;
                if (Math.abs(error) < Math.abs(bestError)) {
                    best = share;
                    bestError = error;
                }
                if (error < 0) {
                    low = share;
                    lowError = error;
                    highError /= 2;
                } else {
                    high = share;
                    highError = error;
                    lowError /= 2;
                }
            }
            if (Math.abs(bestError) > target * ACCEPTABLE) {
                throw new IllegalArgumentException("compress " + spec.compress().toPlainString() + ": "
                        + spec.compressor().name() + " takes chunks of " + ByteSize.format(spec.chunkBytes())
                        + " to " + ratio(target + bestError) + " or its neighbours, but to nothing in between");
            }
            return best;
        }
    }

    private double storedShare(double randomShare, Compressor compressor, byte[] chunk) {
        ChunkContent content = content(randomShare);
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

    private IllegalArgumentException infeasible(double leastShare) {
        return new IllegalArgumentException("compress " + spec.compress().toPlainString() + ": "
                + spec.compressor().name() + " does not get beyond " + ratio(leastShare) + " on chunks of "
                + ByteSize.format(spec.chunkBytes()));
    }

    private static String ratio(double storedShare) {
        return BigDecimal.valueOf(1 / storedShare)
                .setScale(2, RoundingMode.DOWN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
