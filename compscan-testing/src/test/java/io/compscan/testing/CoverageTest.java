package io.compscan.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CoverageTest {

    private static final int TRIALS = 200;

    @Test
    void aSuspicionIsLookedInto() throws Exception {
        AtomicInteger trials = new AtomicInteger();
        Coverage.require("unlucky", TRIALS, trial -> new boolean[] {true, trials.getAndIncrement() >= 30});
        assertEquals(6 * TRIALS, trials.get());
    }

    @Test
    void theFirstTrialsAreEnoughWithoutOne() throws Exception {
        AtomicInteger trials = new AtomicInteger();
        Coverage.require("held by 95 %", TRIALS, trial -> new boolean[] {trials.getAndIncrement() % 20 > 0});
        assertEquals(TRIALS, trials.get());
    }

    @Test
    void aFigureThatIsHeldTooRarelyFails() {
        long seed = 1;
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> Coverage.require("narrow", TRIALS, seed, trial -> new boolean[] {true, isHeld(trial, 0.85)}));
        assertTrue(error.getMessage().startsWith("narrow: the intervals hold [1000, 8"), error.getMessage());
        assertTrue(error.getMessage().endsWith("seeds from " + (seed + TRIALS)), error.getMessage());
    }

    private static boolean isHeld(long seed, double share) {
        return new Random(seed * 0x9E3779B97F4A7C15L).nextDouble() < share;
    }
}
