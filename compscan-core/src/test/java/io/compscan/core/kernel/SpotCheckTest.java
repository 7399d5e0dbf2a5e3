package io.compscan.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SpotCheckTest {

    @Test
    void picksOneResultOfTheBatchThatFillsTheCount() {
        SpotCheck check = new SpotCheck(100);
        assertThat(check.next(60)).isEqualTo(-1);
        assertThat(check.next(60)).isEqualTo(120 % 60);
        assertThat(check.next(99)).isEqualTo(-1);
        assertThat(check.next(7)).isEqualTo(106 % 7);
    }

    @Test
    void checksAboutOneResultInAHundred() {
        Random random = new Random(1);
        SpotCheck check = new SpotCheck(100);
        int results = 0;
        int checks = 0;
        for (int i = 0; i < 10_000; i++) {
            int count = 1 + random.nextInt(20);
            int picked = check.next(count);
            assertThat(picked).isBetween(-1, count - 1);
            results += count;
            checks += picked < 0 ? 0 : 1;
        }
        assertThat(checks).isBetween(results / 120, results / 100);
    }
}
