package io.compscan.core.index.sketch;

import io.compscan.core.index.SampleLevels;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Two threads fill a {@link Sketch}, which raises its level meanwhile and looks at its limit without a lock. The data alone decides which
 * chunks the sketch keeps. It counts each reference to them.
 */
@JCStressTest
@Outcome(id = "level 3: 3x2 5x1 ", expect = Expect.ACCEPTABLE, desc = "the sketch of the data")
@Outcome(expect = Expect.FORBIDDEN, desc = "a chunk or a reference is lost, or there is one too many")
@State
public class SketchRace {

    private static final SampleLevels LEVELS = SampleLevels.ALL;
    private static final int[] STORED = {1};

    private final Sketch sketch = new Sketch(20, 100, 1, 2);

    private void add(int level) {
        sketch.add(LEVELS.maxKey(level), 1, 100, STORED);
    }

    public SketchRace() {
        add(2);
        add(3);
    }

    @Actor
    public void first() {
        add(1);
    }

    /** Raises the level: a chunk that has passed the first look at the limit must not come back. */
    @Actor
    public void second() {
        add(5);
        add(3);
    }

    @Arbiter
    public void look(L_Result result) {
        StringBuilder kept = new StringBuilder("level " + sketch.kept().level() + ": ");
        sketch.forEach((fingerprint, references, lengthBytes, storedBytes) -> kept.append(
                        LEVELS.levelOf(SampleLevels.key(fingerprint, 0, fingerprint.length)))
                .append('x')
                .append(references)
                .append(' '));
        result.r1 = kept.toString();
    }
}
