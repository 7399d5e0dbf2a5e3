package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.MemoryBudget;
import org.junit.jupiter.api.Test;

/** Filters share a fixed memory; the oldest ones make way. */
final class FilterSpaceTest {

    private static final int KEYS = 6400;

    private final MemoryBudget whole = new MemoryBudget(1 << 20);
    private final MemoryBudget budget = whole.partWithoutReserve(2L * KEYS);
    private final FilterSpace space = new FilterSpace(budget);

    private KeyFilter create() {
        KeyFilter filter = space.create(KEYS);
        assertThat(filter).isNotNull();
        return filter;
    }

    @Test
    void theOldestFilterMakesWayForANewOne() {
        FilterSlot first = space.install(create());
        FilterSlot second = space.install(create());
        assertThat(budget.heldBytes()).isEqualTo(2L * KEYS);
        KeyFilter third = create();
        assertThat(first.filter()).isNull();
        assertThat(second.filter()).isNotNull();
        assertThat(budget.heldBytes()).isEqualTo(2L * KEYS);
        FilterSlot last = space.install(third);
        create();
        assertThat(second.filter()).isNull();
        assertThat(last.filter()).isSameAs(third);
    }

    @Test
    void aFilterLargerThanTheSpaceIsNotMadeAndCostsAllOthers() {
        FilterSlot slot = space.install(create());
        assertThat(space.create(3L * KEYS)).isNull();
        assertThat(slot.filter()).isNull();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void memoryOfRemovedAndDiscardedFiltersReturns() {
        FilterSlot slot = space.install(create());
        KeyFilter unused = create();
        space.discard(unused);
        assertThat(budget.heldBytes()).isEqualTo(KEYS);
        space.remove(slot);
        space.remove(slot);
        assertThat(slot.filter()).isNull();
        assertThat(budget.heldBytes()).isZero();
        assertThat(whole.heldBytes()).isZero();
    }

    @Test
    void aRunWithoutAFilterHasAnEmptySlot() {
        FilterSlot slot = space.install(null);
        assertThat(slot.filter()).isNull();
        space.remove(slot);
        assertThat(budget.heldBytes()).isZero();
    }
}
