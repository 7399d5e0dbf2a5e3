package io.compscan.map.spill;

import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.PagePool;
import io.compscan.map.trie.TrieMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The pages that the maps of a store share; thread-safe.
 *
 * <p>A page that one map returns is of use to another only if both have pages of one size. So a map accepts the pages of an earlier map
 * where they fit. One size serves nearly all maps, because the maps of a scan differ by a few fields.
 */
final class PagePools {

    /** A map accepts pages down to this fraction of the size that suits it. */
    private static final int WORST_PAGE_FIT = 8;

    private final MemoryBudget budget;
    private final List<PagePool> pools = new ArrayList<>();

    PagePools(MemoryBudget budget) {
        this.budget = budget;
    }

    /** The pool for a map of these options, limited to what the budget can ever give. */
    synchronized PagePool poolFor(MapOptions options) {
        MapOptions affordable =
                options.withMemoryBudgetBytes(Math.max(1, Math.min(options.memoryBudgetBytes(), budget.limitBytes())));
        int wanted = TrieMap.pageBytes(affordable);
        int least = TrieMap.leastPageBytes(affordable);
        for (PagePool pool : pools) {
            if (pool.pageBytes() >= least && pool.pageBytes() >= wanted / WORST_PAGE_FIT) {
                return pool;
            }
        }
        // Leaves room for later maps whose records have some more fields.
        int pageBytes = Math.max(wanted, Integer.highestOneBit(2 * least - 1) * 2);
        PagePool pool = new PagePool(pageBytes, budget);
        pools.add(pool);
        return pool;
    }

    /** How much the pools can still hand out, without the reserve of the budget. */
    synchronized long availableBytes() {
        long available = 0;
        for (int i = 0; i < pools.size(); i++) {
            // The budget is behind each pool, and counts once.
            available = i == 0
                    ? pools.get(i).availableBytes()
                    : available + pools.get(i).availableBytes() - budget.availableBytes();
        }
        return available;
    }

    /** How many pages the maps have. */
    synchronized long pagesInUse() {
        return pools.stream().mapToLong(PagePool::pagesInUse).sum();
    }

    /** Frees all pages. */
    synchronized void close() {
        pools.forEach(PagePool::close);
        pools.clear();
    }
}
