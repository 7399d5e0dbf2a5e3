package io.compscan.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class KernelRaceTest {

    private final KernelRace race = new KernelRace();

    /** Takes {@code count} turns, and returns how many used the fast kernel. */
    private int turns(int count, long plainNanos, long fastNanos) {
        Random noise = new Random(1);
        int fast = 0;
        for (int i = 0; i < count; i++) {
            boolean isFast = race.isFastNext();
            fast += isFast ? 1 : 0;
            // Something interrupts the thread now and then.
            long interruption = noise.nextInt(10) == 0 ? 1_000_000 : 0;
            race.note((isFast ? fastNanos : plainNanos) * 10 + interruption, 10);
        }
        return fast;
    }

    @Test
    void theFastKernelTakesAllTurnsButComparisons() {
        assertThat(turns(6400, 1000, 900)).isBetween(6200, 6301);
    }

    @Test
    void thePlainKernelTakesTheTurnsWhereItIsFaster() {
        assertThat(turns(6400, 900, 1000)).isBetween(99, 200);
    }

    @Test
    void noticesAChange() {
        turns(1000, 900, 1000);
        turns(64 * 40, 3000, 1000);
        assertThat(turns(640, 3000, 1000)).isGreaterThan(600);
    }
}
