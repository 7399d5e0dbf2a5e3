package io.compscan.core.fold;

import io.compscan.core.index.SampleLevels;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * Two threads ask a {@link Sampler} which chunks to compress, while their answers lower its limit. They may see any state of the limit. In
 * each case they compress every chunk of the level that is enough for all data, and the fold finds that level.
 */
@JCStressTest
@Outcome(id = "true, 2", expect = Expect.ACCEPTABLE, desc = "the level of all data, each of its chunks compressed")
@Outcome(expect = Expect.FORBIDDEN, desc = "the result depends on the order")
@State
public class SamplerRace {

    private static final int FULL = 100;
    private static final SampleLevels LEVELS = SampleLevels.ALL;
    /** Enough is a level with three full chunks: {@code Q / A^2 = 4 / 9}. */
    private static final SampleRule RULE = new SampleRule(LEVELS, 2.25);

    private static final int[] LEVEL_OF_CHUNK = {0, 2, 3, 1, 2, 0};

    private final Sampler sampler = new Sampler(RULE, FULL);
    private final boolean[] compressed = new boolean[LEVEL_OF_CHUNK.length];

    private static long key(int chunk) {
        return LEVELS.maxKey(LEVEL_OF_CHUNK[chunk]) - chunk;
    }

    private void compress(int chunk) {
        if (sampler.wants(key(chunk))) {
            compressed[chunk] = true;
            sampler.report(key(chunk), FULL);
        }
    }

    @Actor
    public void first() {
        compress(0);
        compress(1);
        compress(2);
    }

    @Actor
    public void second() {
        compress(3);
        compress(4);
        compress(5);
    }

    @Arbiter
    public void fold(ZI_Result result) {
        SampleFold fold = new SampleFold(RULE, FULL);
        for (int i = 0; i < compressed.length; i++) {
            fold.add(key(i), FULL, compressed[i] ? FULL : 0);
        }
        result.r2 = fold.level();
        boolean isComplete = true;
        for (int i = 0; i < compressed.length; i++) {
            isComplete &= compressed[i] || LEVEL_OF_CHUNK[i] < result.r2;
        }
        result.r1 = isComplete;
    }
}
