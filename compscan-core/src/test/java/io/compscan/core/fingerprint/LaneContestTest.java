package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.kernel.KernelTrial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneContestTest {

    private static final long SLAB_NANOS = 500_000;
    private static final int SLAB_BLOCKS = 12_500;
    private static final int SLABS_UNTIL_WORTH_WHILE =
            (int) (KernelTrial.WORTH_WHILE_NANOS / (SLAB_NANOS - SLAB_BLOCKS * LaneContest.LEAST_NANOS_A_BLOCK));
    private static final long MICROS = 1000;

    private long nanos;
    private int rounds;

    /** Digests nothing, in so much time for each chunk of 4 KiB. */
    private Fingerprinter taking(long nanosAChunk) {
        return (data, chunks, fingerprints) -> {
            rounds++;
            nanos += nanosAChunk * chunks.size() * chunks.length(0) / 4096;
        };
    }

    private KernelTrial trial(Fingerprinter lanes, Fingerprinter jdk) {
        return LaneContest.trial(() -> lanes, () -> jdk, () -> nanos);
    }

    /** Returns after how many slabs, of half a millisecond each, there is nothing more to try. */
    private int scan(KernelTrial trial) {
        int slabs = 0;
        for (; trial.isOpen(); slabs++) {
            nanos += SLAB_NANOS;
            trial.proceed(SLAB_NANOS, SLAB_BLOCKS);
        }
        return slabs;
    }

    @Test
    void lanesThatTakeHalfTheTimeCostHalfABlockForEach() {
        KernelTrial trial = trial(taking(MICROS), taking(2 * MICROS));
        scan(trial);
        assertThat(trial.fastShare()).isCloseTo(1 / 2.0, within(1e-9));
    }

    @Test
    void whatTheyTakeOnceTheyAreCompiledIsWhatCounts() {
        Fingerprinter cold = taking(200 * MICROS);
        Fingerprinter warm = taking(2 * MICROS);
        Fingerprinter hot = taking(MICROS);
        KernelTrial trial = trial(
                (data, chunks, fingerprints) ->
                        (rounds < 100 ? cold : rounds < 150 ? warm : hot).fingerprint(data, chunks, fingerprints),
                taking(4 * MICROS));
        scan(trial);
        assertThat(trial.fastShare()).isCloseTo(1 / 4.0, within(1e-9));
    }

    @Test
    void slowLanesAreGivenUpAndHaveHadATenthOfTheTime() {
        KernelTrial trial = trial(taking(20 * MICROS), taking(2 * MICROS));
        scan(trial);
        assertThat(trial.fastShare()).isInfinite();
        assertThat(nanos).isGreaterThan(3_800_000 * MICROS);
    }

    @Test
    void lanesThatAreHardlyFasterAreNotUsed() {
        KernelTrial trial = trial(taking(97), taking(100));
        scan(trial);
        assertThat(trial.fastShare()).isInfinite();
    }

    @Test
    void lanesThatDifferAreNeverUsed() {
        KernelTrial trial =
                trial((data, chunks, fingerprints) -> fingerprints[fingerprints.length - 1] = 1, taking(2 * MICROS));
        assertThat(scan(trial)).isEqualTo(SLABS_UNTIL_WORTH_WHILE);
        assertThat(trial.fastShare()).isInfinite();
        assertThat(rounds).isEqualTo(1);
    }

    @Test
    void lanesThatDifferAfterTheyHaveWonAreNotUsedAnyMore() {
        Fingerprinter fast = taking(MICROS);
        KernelTrial trial = trial(
                (data, chunks, fingerprints) -> {
                    fast.fingerprint(data, chunks, fingerprints);
                    fingerprints[0] = (byte) (rounds > 50 ? 1 : 0);
                },
                taking(2 * MICROS));
        scan(trial);
        assertThat(rounds).isBetween(50, 53);
        assertThat(trial.fastShare()).isInfinite();
    }

    @Test
    void aShortScanIsNotDelayed() {
        KernelTrial trial = trial(taking(MICROS), taking(MICROS));
        for (int slab = 0; slab < SLABS_UNTIL_WORTH_WHILE - 1; slab++) {
            trial.proceed(SLAB_NANOS, SLAB_BLOCKS);
        }
        assertThat(rounds).isZero();
        assertThat(trial.isOpen()).isTrue();
        trial.proceed(SLAB_NANOS, SLAB_BLOCKS);
        assertThat(rounds).isEqualTo(2);
    }

    @Test
    void whatTheJvmHadNotCompiledYetDoesNotCount() {
        KernelTrial trial = trial(taking(MICROS), taking(MICROS));
        trial.proceed(SLAB_NANOS, SLAB_BLOCKS);
        for (int slab = 1; slab < SLABS_UNTIL_WORTH_WHILE - 1; slab++) {
            trial.proceed(10 * SLAB_NANOS, SLAB_BLOCKS);
        }
        assertThat(rounds).isZero();
    }

    @Test
    void aSlowDigestIsTriedAgainstTheLanesSooner() {
        KernelTrial trial = trial(taking(MICROS), taking(MICROS));
        int slabs = 0;
        for (; rounds == 0; slabs++) {
            trial.proceed(5 * SLAB_NANOS, SLAB_BLOCKS);
        }
        assertThat(slabs).isLessThan(SLABS_UNTIL_WORTH_WHILE / 10);
    }

    /** Whatever it is: not every CPU has such registers. */
    @Test
    void endsOnThisMachineWithAnAnswer() {
        KernelTrial trial = LaneContest.trial(LaneSha1::new, () -> new JdkDigest("SHA-1"), System::nanoTime);
        while (trial.isOpen()) {
            trial.proceed(SLAB_NANOS, SLAB_BLOCKS);
            Thread.onSpinWait();
        }
        assertThat(trial.fastShare())
                .satisfiesAnyOf(
                        cost -> assertThat(cost).isInfinite(),
                        cost -> assertThat(cost).isBetween(1.0 / LaneSha1.LANES, 1.0));
    }
}
