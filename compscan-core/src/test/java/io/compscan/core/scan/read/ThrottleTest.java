package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Readers on a clock of their own that stands still while nobody waits. */
    private static final class SimulatedReaders implements Throttle.Clock {
        private static final long SECOND = 1_000_000_000L;

        private final long[] nowOfReader;
        private int reader;
        /** When how much was read. */
        private final TreeMap<Long, Long> reads = new TreeMap<>();

        SimulatedReaders(int count) {
            nowOfReader = new long[count];
        }

        @Override
        public long nanos() {
            return nowOfReader[reader];
        }

        @Override
        public void sleep(long nanos) {
            nowOfReader[reader] += nanos;
        }

        void read(long rate, long seconds, LongSupplier readNanos) throws InterruptedException {
            Throttle throttle = new Throttle(rate, this);
            while (true) {
                for (int i = 0; i < nowOfReader.length; i++) {
                    reader = nowOfReader[i] < nowOfReader[reader] ? i : reader;
                }
                if (nanos() > seconds * SECOND) {
                    return;
                }
                int bytes = throttle.step(1 << 20);
                throttle.await(bytes);
                reads.merge(nanos(), (long) bytes, Long::sum);
                nowOfReader[reader] += readNanos.getAsLong();
            }
        }

        /** The least and the most that was read in any ten seconds that lie within the first {@code seconds}. */
        LongSummaryStatistics inTenSeconds(long seconds) {
            LongSummaryStatistics statistics = new LongSummaryStatistics();
            for (long from : reads.headMap((seconds - 10) * SECOND).keySet()) {
                statistics.accept(reads.subMap(from, from + 10 * SECOND).values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
            }
            return statistics;
        }
    }

    @ParameterizedTest
    @CsvSource({"1000000, 1", "1000000, 8", "300000000, 2", "50000, 3"})
    void theRateHoldsWithinFivePercentOverAnyTenSeconds(long rate, int readers) throws Exception {
        Random random = new Random(rate + readers);
        SimulatedReaders simulated = new SimulatedReaders(readers);
        // A device that could give twice the rate.
        int bytes = new Throttle(rate).step(1 << 20);
        long meanNanos = Math.round(bytes * 1e9 * readers / (2 * rate));
        simulated.read(rate, 60, () -> (long) (2 * meanNanos * random.nextDouble()));
        LongSummaryStatistics inTenSeconds = simulated.inTenSeconds(60);
        assertThat(inTenSeconds.getMax()).isLessThan((long) (10.5 * rate));
        assertThat(inTenSeconds.getMin()).isGreaterThan((long) (9.5 * rate));
    }

    /** A reader does not make up for time in which it did not read. */
    @Test
    void afterAPauseTheRateIsTheSame() throws Exception {
        Random random = new Random(7);
        SimulatedReaders simulated = new SimulatedReaders(2);
        simulated.read(1_000_000, 120, () -> random.nextInt(200) == 0 ? 3_000_000_000L : 1_000_000L);
        assertThat(simulated.inTenSeconds(120).getMax()).isLessThan(10_500_000);
    }

    @Test
    void refusesARateOfNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Throttle(0));
    }
}
