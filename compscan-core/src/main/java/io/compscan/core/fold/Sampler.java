package io.compscan.core.fold;

import io.compscan.core.fold.SampleRule.SizeSums;
import io.compscan.core.fold.calibrate.BlockSample;
import io.compscan.core.fold.calibrate.Calibration;
import io.compscan.core.fold.calibrate.Calibrations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the new chunks that one compressor is given, and lowers the rate as the sizes reported show that fewer chunks are enough.
 *
 * <p>All threads share it. {@link SampleRule} explains why the outcome does not depend on the time at which a thread asks or reports. No
 * chunk may be reported twice. A thread that cannot tell whether the index has seen a chunk before leaves it unreported, which only delays
 * the lower rate.
 */
public final class Sampler {

    private final SampleRule rule;
    private final @Nullable BlockSample blocks;
    private final int fullChunkBytes;

    /** The sums of each level without the next, and of all levels after the current one together. */
    private final SizeSums[] sumsOfLevel;

    private final SizeSums sumsOfNext = new SizeSums();
    private int level;
    private volatile long maxKey;

    Sampler(SampleRule rule, int fullChunkBytes) {
        this(rule, fullChunkBytes, null);
    }

    /** @param blocks null unless the compressor is given a sample of blocks */
    Sampler(SampleRule rule, int fullChunkBytes, @Nullable BlockSample blocks) {
        this.rule = rule;
        this.blocks = blocks;
        this.fullChunkBytes = fullChunkBytes;
        sumsOfLevel = new SizeSums[rule.levels().count()];
        for (int i = 0; i < sumsOfLevel.length; i++) {
            sumsOfLevel[i] = new SizeSums();
        }
        maxKey = rule.levels().maxKey(0);
    }

    /** The sample of blocks that the compressor is given in place of chunks, which a quick one sizes; null if it is given chunks. */
    public @Nullable BlockSample blocks() {
        return blocks;
    }

    /**
     * Ends the samples of blocks, which takes some seconds where they have blocks left to compress.
     *
     * @param samplers those of one index, in the order of its fields
     * @param threadCount threads to compress with
     */
    public static Calibrations calibrations(List<Sampler> samplers, int threadCount) {
        List<@Nullable Calibration> all = new ArrayList<>();
        for (Sampler sampler : samplers) {
            all.add(sampler.blocks == null ? null : sampler.blocks.finish(threadCount));
        }
        return new Calibrations(all);
    }

    /** Whether the sample holds the new chunk with this key. */
    public boolean wants(long key) {
        return Long.compareUnsigned(key, maxKey) <= 0;
    }

    /** Learns the stored size of a new chunk; called at most once for each chunk. */
    public void report(long key, int storedBytes) {
        if (rule.samples()) {
            add(rule.levels().levelOf(key), storedBytes);
        }
    }

    private synchronized void add(int levelOfChunk, int storedBytes) {
        sumsOfLevel[levelOfChunk].add(storedBytes, fullChunkBytes);
        if (levelOfChunk > level) {
            sumsOfNext.add(storedBytes, fullChunkBytes);
            while (level + 1 < sumsOfLevel.length && rule.isEnough(level + 1, sumsOfNext)) {
                level++;
                sumsOfNext.subtract(sumsOfLevel[level]);
                maxKey = rule.levels().maxKey(level);
            }
        }
    }
}
