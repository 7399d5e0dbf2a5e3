package io.compscan.map.spill;

import io.compscan.map.MemoryBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The memory for the filters of all runs: a fixed share of the budget. When it is used up, the oldest filters go.
 *
 * <p>A key that memory does not hold is then called new without a look into runs that have no filter, which is never wrong.
 */
final class FilterSpace {

    private final MemoryBudget budget;
    private final Deque<FilterSlot> oldestFirst = new ArrayDeque<>();

    FilterSpace(MemoryBudget budget) {
        this.budget = budget;
    }

    /** A filter for so many keys. Null if the space is too small for it, or the system has refused memory: then tables need what is left. */
    synchronized @Nullable KeyFilter create(long keyCount) {
        if (budget.isRefused()) {
            return null;
        }
        long bytes = KeyFilter.bytes(keyCount);
        while (!budget.tryTake(bytes, false)) {
            FilterSlot oldest = oldestFirst.pollFirst();
            if (oldest == null) {
                return null;
            }
            empty(oldest);
        }
        return new KeyFilter(keyCount);
    }

    /** Makes a filter the youngest one; its run keeps the slot. */
    synchronized FilterSlot install(@Nullable KeyFilter filter) {
        FilterSlot slot = new FilterSlot(filter);
        if (filter != null) {
            oldestFirst.addLast(slot);
        }
        return slot;
    }

    /** Frees the memory of a filter that was not installed. */
    synchronized void discard(KeyFilter filter) {
        budget.giveBack(filter.bytes());
    }

    /** Frees the filter of a run that is gone. */
    synchronized void remove(FilterSlot slot) {
        if (oldestFirst.remove(slot)) {
            empty(slot);
        }
    }

    private void empty(FilterSlot slot) {
        KeyFilter filter = slot.clear();
        if (filter != null) {
            budget.giveBack(filter.bytes());
        }
    }
}
