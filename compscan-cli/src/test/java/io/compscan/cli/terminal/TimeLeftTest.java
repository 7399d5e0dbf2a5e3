package io.compscan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeLeftTest {

    private static final long MIB = 1L << 20;

    private long nowNanos;
    private long doneBytes;
    private final TimeLeft timeLeft = new TimeLeft(0);

    /** Half a second at this speed. */
    private void tick(long totalBytes, double bytesPerSecond) {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(500);
        doneBytes = Math.min(totalBytes, doneBytes + (long) (bytesPerSecond / 2));
        timeLeft.update(nowNanos, doneBytes, totalBytes - doneBytes);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 10 s",
        "12, 20 s",
        "50, 50 s",
        "61, 1 min",
        "100, 2 min",
        "599, 10 min",
        "700, 15 min",
        "3500, 1 h",
        "5000, 1 h 30 min",
        "30000, 9 h",
        "200000, 3 d"
    })
    void isRoundedToWhatAPersonWouldSay(double seconds, String text) {
        assertThat(TimeLeft.rounded(seconds)).isEqualTo(text);
    }

    @Test
    void nothingIsSaidInTheFirstSecondsAndWithoutATotal() {
        for (int i = 0; i < 8; i++) {
            tick(1000 * MIB, MIB);
            assertThat(timeLeft.text()).isNull();
        }
        nowNanos += TimeUnit.SECONDS.toNanos(10);
        timeLeft.update(nowNanos, 20 * MIB, -1);
        assertThat(timeLeft.text()).isNull();
    }

    @Test
    void aSteadyScanCountsDown() {
        for (int i = 0; i < 40; i++) {
            tick(1000 * MIB, MIB);
        }
        assertThat(timeLeft.text()).isEqualTo("20 min left");
        for (int i = 0; i < 1000; i++) {
            tick(1000 * MIB, MIB);
        }
        assertThat(timeLeft.text()).isEqualTo("8 min left");
    }

    @Test
    void twoSpeedsMakeARangeAndVeryDifferentOnesNothing() {
        for (int i = 0; i < 400; i++) {
            tick(100_000 * MIB, 100 * MIB);
        }
        assertThat(timeLeft.text()).isEqualTo("15 min left");
        for (int i = 0; i < 100; i++) {
            tick(100_000 * MIB, 40 * MIB);
        }
        assertThat(timeLeft.text()).contains(" to ").endsWith(" min left");
        for (int i = 0; i < 400; i++) {
            tick(100_000 * MIB, MIB);
        }
        assertThat(timeLeft.text()).isNull();
    }

    /** Large files and small ones in turn: speeds from 10 to 300 MiB/s, a new one every two seconds. */
    @Test
    void itDoesNotJump() {
        Random random = new Random(7);
        double speed = 0;
        List<Double> minutes = new ArrayList<>();
        for (int i = 0; i < 4000 && doneBytes < 90_000 * MIB; i++) {
            speed = i % 4 == 0 ? (10 + 290 * random.nextDouble()) * MIB : speed;
            tick(100_000 * MIB, speed);
            String text = timeLeft.text();
            if (i > 120 && text != null && text.matches("[0-9]+ min left")) {
                minutes.add(Double.valueOf(text.split(" ", -1)[0]));
            }
        }
        assertThat(minutes).hasSizeGreaterThan(200);
        for (int i = 1; i < minutes.size(); i++) {
            assertThat(Math.abs(minutes.get(i) - minutes.get(i - 1))).isLessThanOrEqualTo(5);
        }
    }
}
