package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.memory.RawMemory;
import org.junit.jupiter.api.Test;

/** A budget whose memory the system does not have. */
final class MemoryBudgetTest {

    private static final long LIMIT_BYTES = 16_000_000;

    @Test
    void whatIsHeldWhenTheSystemRefusesIsTheLimit() {
        try (MemoryBudget budget = new MemoryBudget(LIMIT_BYTES)) {
            MemoryBudget part = budget.part(LIMIT_BYTES);
            assertThat(part.tryTake(3_000_000, false)).isTrue();
            part.refused();
            assertThat(budget.isRefused()).isTrue();
            assertThat(part.isRefused()).isTrue();
            assertThat(budget.limitBytes()).isEqualTo(3_000_000);
            assertThat(part.availableBytes()).isZero();
            assertThat(part.tryTake(1, false)).isFalse();
            assertThat(part.tryTake(1, true)).isFalse();
            // What one map gives back another one may take.
            part.giveBack(1_000_000);
            assertThat(budget.tryTake(500_000, false)).isTrue();
            assertThat(budget.tryTake(1_000_000, true)).isFalse();
        }
    }

    @Test
    void afterARefusalALiftedBudgetGivesWhatTheSystemHas() {
        try (MemoryBudget budget = MemoryBudget.withBallast(LIMIT_BYTES, 1 << 20)) {
            budget.refused();
            assertThat(budget.tryTake(1, false)).isFalse();
            budget.lift();
            assertThat(budget.tryTake(2 * LIMIT_BYTES, false)).isTrue();
            budget.giveBack(2 * LIMIT_BYTES);
        }
    }

    @Test
    void aBallastIsNobodysMemory() {
        long before = RawMemory.liveBytes();
        try (MemoryBudget budget = MemoryBudget.withBallast(LIMIT_BYTES, 1 << 20)) {
            assertThat(RawMemory.liveBytes()).isEqualTo(before);
            assertThat(budget.heldBytes()).isZero();
            budget.refused();
            assertThat(RawMemory.liveBytes()).isEqualTo(before);
        }
        assertThat(RawMemory.liveBytes()).isEqualTo(before);
    }
}
