package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.fold.SampleRule.SizeSums;
import io.compscan.core.index.SampleLevels;
import org.junit.jupiter.api.Test;

/** The rule that decides how many chunks are enough, by hand. */
final class SampleRuleTest {

    private static final int FULL = 4096;
    private static final SampleLevels LEVELS = SampleLevels.ALL;

    private static SizeSums sums(int chunks, int storedBytes) {
        SizeSums sums = new SizeSums();
        for (int i = 0; i < chunks; i++) {
            sums.add(storedBytes, FULL);
        }
        return sums;
    }

    /** {@code A = 3, Q = 4}, so no further chunk makes it worse: Q / A^2. */
    @Test
    void fewLargeChunks() {
        assertThat(sums(3, FULL).bound()).isEqualTo(4.0 / 9);
    }

    /** {@code A = 1000 / 8 = 125, Q = 1 + 1000 / 64 = 16.625}, and A > 2Q: full chunks can still come, 1 / (4 (A - Q)). */
    @Test
    void manySmallChunks() {
        assertThat(sums(1000, FULL / 8).bound()).isEqualTo(1 / (4 * (125 - 16.625)));
    }

    @Test
    void aSizeIsRoundedUpTo15Bits() {
        SizeSums sums = new SizeSums();
        sums.add(1, 1 << 20);
        assertThat(sums.hasAny()).isTrue();
        double size = 0x1p-15;
        assertThat(sums.bound()).isEqualTo((1 + size * size) / (size * size));
        SizeSums third = new SizeSums();
        third.add(1, 3);
        double a = 10_923 * 0x1p-15;
        assertThat(third.bound()).isCloseTo((1 + a * a) / (a * a), within(1e-12));
    }

    @Test
    void sumsAddAndSubtract() {
        SizeSums sums = sums(5, FULL);
        sums.add(sums(2, FULL));
        assertThat(sums.bound()).isEqualTo(8.0 / 49);
        sums.subtract(sums(4, FULL));
        assertThat(sums.bound()).isEqualTo(4.0 / 9);
        assertThat(new SizeSums().hasAny()).isFalse();
    }

    /** Level 4 holds half of the chunks: {@code 4.5 (1 - 0.5) 4/9 = 1} is just enough. */
    @Test
    void enoughIsTheHalfWidthItself() {
        assertThat(new SampleRule(LEVELS, 4.5).isEnough(4, sums(3, FULL))).isTrue();
        assertThat(new SampleRule(LEVELS, 4.6).isEnough(4, sums(3, FULL))).isFalse();
        assertThat(new SampleRule(LEVELS, 4.6).isEnough(0, sums(3, FULL))).isTrue();
        assertThat(new SampleRule(LEVELS, 0).isEnough(1, new SizeSums())).isFalse();
    }

    @Test
    void theLastKeyOfALevelBelongsToTheSample() {
        SampleRule rule = new SampleRule(LEVELS, 1e-9);
        Sampler sampler = new Sampler(rule, FULL);
        assertThat(sampler.wants(-1L)).isTrue();
        long key = LEVELS.maxKey(3);
        sampler.report(key, FULL);
        assertThat(sampler.wants(key)).isTrue();
        assertThat(sampler.wants(key + 1)).isFalse();
        assertThat(sampler.wants(-1L)).isFalse();
    }

    /** A rate that was asked for is the last level: the sampler goes no further. */
    @Test
    void theLastLevelIsTheRateAskedFor() {
        SampleRule rule = new SampleRule(new SampleLevels(0.5), 1e-9);
        assertThat(rule.levels().count()).isEqualTo(5);
        Sampler sampler = new Sampler(rule, FULL);
        for (int i = 0; i < 10; i++) {
            sampler.report(i, FULL);
        }
        long half = Long.MAX_VALUE;
        assertThat(sampler.wants(half)).isTrue();
        assertThat(sampler.wants(half + 1)).isFalse();
    }

    private static SampleFold fold(double fullSizesNeeded, int chunksALevel, int unknownLevel) {
        SampleFold fold = new SampleFold(new SampleRule(LEVELS, fullSizesNeeded), FULL);
        for (int level = 0; level < 8; level++) {
            for (int i = 0; i < chunksALevel; i++) {
                boolean isUnknown = level == unknownLevel && i == 0;
                fold.add(LEVELS.maxKey(level) - i, FULL, isUnknown ? 0 : FULL);
            }
        }
        return fold;
    }

    /** Levels 5, 6 and 7 hold 9 chunks: {@code (1 - rate) 10 / 81} is 0.0715 at level 5, and {@code (1 - rate) 7 / 36} is 0.126 at 6. */
    @Test
    void theFoldTakesTheLastLevelThatIsEnough() {
        assertThat(fold(1 / 0.08, 3, -1).level()).isEqualTo(5);
        assertThat(fold(1 / 0.08, 3, 4).level()).isEqualTo(5);
    }

    @Test
    void aLevelWithAChunkOfUnknownSizeIsNotTaken() {
        assertThat(fold(1 / 0.08, 3, 5).level()).isEqualTo(6);
        assertThat(fold(1e9, 3, 2).level()).isEqualTo(3);
        assertThat(fold(1e9, 3, -1).level()).isZero();
        SampleFold merged = fold(1e9, 3, 1);
        merged.merge(fold(1e9, 3, 3));
        merged.merge(fold(1e9, 3, 2));
        assertThat(merged.level()).isEqualTo(4);
    }
}
