package io.compscan.core.index;

import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.SpillSettings;
import io.compscan.map.SpillStore;
import org.jspecify.annotations.Nullable;

/** The memory budget that indexes share, and the disk space that they spill to, if there is any. */
public final class IndexSpace implements AutoCloseable {

    /** More than all threads of a scan have in flight. */
    private static final long BALLAST_BYTES = 8 << 20;

    private final MemoryBudget budget;
    private final @Nullable SpillStore store;

    /** @param spill null for memory alone */
    public IndexSpace(long budgetBytes, @Nullable SpillSettings spill) {
        budget = MemoryBudget.withBallast(budgetBytes, BALLAST_BYTES);
        store = spill == null ? null : SpillStore.open(spill, budget);
    }

    /** Memory alone. */
    public static IndexSpace ofMemory(long budgetBytes) {
        return new IndexSpace(budgetBytes, null);
    }

    /** Lets every index take what its threads have in flight, beyond the budget; the caller stops the scan. */
    void lift() {
        budget.lift();
    }

    /** Whether the system gave less memory than the budget allows. */
    public boolean isRefused() {
        return budget.isRefused();
    }

    FingerprintMap openMap(MapOptions options, RecheckPolicy rechecks) {
        return store == null ? FingerprintMap.open(options, budget) : store.openMap(options, rechecks);
    }

    /** The disk space that indexes spill to; null if there is none. */
    public @Nullable SpillStore store() {
        return store;
    }

    /** Removes spilled files; every index must be closed. */
    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
        budget.close();
    }
}
