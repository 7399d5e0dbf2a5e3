package io.compscan.map.spill;

import io.compscan.map.MemoryBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The memory for the filters of all runs, a fixed share of the budget: when it is used up, the oldest filters go. Keys of runs without a
 * filter are called new when memory does not hold them, which is never wrong.
 */
final class FilterSpace {

    private final MemoryBudget budget;
    private final Deque<RunPart> oldestFirst = new ArrayDeque<>();

    FilterSpace(MemoryBudget budget) {
        this.budget = budget;
    }

    /** A filter for so many keys, or null if the space could never hold it. */
    synchronized @Nullable KeyFilter create(long keyCount) {
        long bytes = KeyFilter.bytes(keyCount);
        while (!budget.tryTake(bytes, false)) {
            RunPart oldest = oldestFirst.pollFirst();
            if (oldest == null) {
                return null;
            }
            drop(oldest);
        }
        return new KeyFilter(keyCount);
    }

    /** Hands a filter over to its run, which has it until it is the oldest. */
    synchronized void install(KeyFilter filter, RunPart run) {
        run.setFilter(filter);
        oldestFirst.addLast(run);
    }

    /** Gives back the memory of a filter that was not installed. */
    synchronized void discard(KeyFilter filter) {
        budget.giveBack(filter.bytes());
    }

    /** The run is gone. */
    synchronized void remove(RunPart run) {
        if (oldestFirst.remove(run)) {
            drop(run);
        }
    }

    private void drop(RunPart run) {
        KeyFilter filter = run.filter();
        run.setFilter(null);
        if (filter != null) {
            budget.giveBack(filter.bytes());
        }
    }
}
