package io.compscan.core.fold;

import io.compscan.core.fold.SampleRule.SizeSums;

/**
 * Tells the workers which new chunks one compressor is to be given, and learns from what they find that fewer will do; shared by
 * all of them.
 *
 * <p>Why the outcome does not depend on when a worker asks or reports is said in {@link SampleRule}. It takes one thing of the index: no
 * chunk may be reported twice. An index that cannot tell whether it has seen a chunk before has to leave it unreported, which only
 * makes this control slower to relent.
 */
public final class SampleControl {

    private final SampleRule rule;
    private final int fullChunkBytes;

    /** What is known of each level alone, and of all levels after the current one together. */
    private final SizeSums[] sumsOfLevel;

    private final SizeSums sumsOfNext = new SizeSums();
    private int level;
    private volatile long maxKey;

    SampleControl(SampleRule rule, int fullChunkBytes) {
        this.rule = rule;
        this.fullChunkBytes = fullChunkBytes;
        sumsOfLevel = new SizeSums[rule.levels().count()];
        for (int i = 0; i < sumsOfLevel.length; i++) {
            sumsOfLevel[i] = new SizeSums();
        }
        maxKey = rule.levels().maxKey(0);
    }

    /** Whether the new chunk with this key is to be compressed. */
    public boolean wants(long key) {
        return Long.compareUnsigned(key, maxKey) <= 0;
    }

    /** A new chunk was compressed; called once for each. */
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
