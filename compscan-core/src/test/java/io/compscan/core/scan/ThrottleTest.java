package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ThrottleTest {

    @Test
    void noLimitCostsNothing() throws Exception {
        Throttle throttle = new Throttle(Throttle.UNLIMITED);
        assertThat(throttle.step(1 << 30)).isEqualTo(1 << 30);
        throttle.await(1 << 30);
    }

    @Test
    void readsAreCutIntoStepsOfATwentiethOfASecond() {
        assertThat(new Throttle(20 << 20).step(16 << 20)).isEqualTo(1 << 20);
        assertThat(new Throttle(1).step(16 << 20)).isEqualTo(4096);
        assertThat(new Throttle(1L << 40).step(1000)).isEqualTo(1000);
    }

    /** A bound from below is no matter of a machine's speed: what takes 500 ms at the rate cannot be through in 350. */
    @Test
    void bytesTakeTheirTime() throws Exception {
        Throttle throttle = new Throttle(1_000_000);
        long start = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            throttle.await(50_000);
        }
        throttle.await(1);
        assertThat(System.nanoTime() - start).isGreaterThan(350_000_000L);
    }

    @Test
    void refusesARateOfNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Throttle(0));
    }
}
