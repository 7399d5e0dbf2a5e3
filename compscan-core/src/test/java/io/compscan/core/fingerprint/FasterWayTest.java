package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FasterWayTest {

    private final FasterWay way = new FasterWay();

    /** Takes so many turns, and returns in how many of them the second way was gone. */
    private int turns(int count, long firstNanos, long secondNanos) {
        Random noise = new Random(1);
        int second = 0;
        for (int i = 0; i < count; i++) {
            boolean isSecond = way.isSecondNext();
            second += isSecond ? 1 : 0;
            // Now and then the thread is interrupted.
            long interruption = noise.nextInt(10) == 0 ? 1_000_000 : 0;
            way.note((isSecond ? secondNanos : firstNanos) * 10 + interruption, 10);
        }
        return second;
    }

    @Test
    void theFasterIsGoneButForComparisons() {
        assertThat(turns(6400, 1000, 900)).isBetween(6200, 6301);
    }

    @Test
    void theFirstIsGoneWhereItIsFaster() {
        assertThat(turns(6400, 900, 1000)).isBetween(99, 200);
    }

    @Test
    void aChangeIsNoticed() {
        turns(1000, 900, 1000);
        turns(64 * 40, 3000, 1000);
        assertThat(turns(640, 3000, 1000)).isGreaterThan(600);
    }
}
