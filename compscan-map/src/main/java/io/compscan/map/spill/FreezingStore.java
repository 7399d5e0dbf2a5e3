package io.compscan.map.spill;

import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.SpillException;
import io.compscan.map.SpillSettings;
import io.compscan.map.SpillStats;
import io.compscan.map.SpillStore;
import io.compscan.map.trie.TrieMap;
import org.jspecify.annotations.Nullable;

/**
 * The store: divides the budget, and connects the pages, the filters, the disk and the {@link Freezer} of its maps.
 *
 * <pre>
 *   budget  | pages 3/4: entries ................. | headroom 1/16 | | filters 1/8 | tables 1/16 | reserve 1/16 |
 * </pre>
 *
 * <p>Tables are the slot tables and free lists of the tries: all of their memory that is not in pages.
 */
public final class FreezingStore implements SpillStore {

    private static final int FILTER_SHARE = 8;
    private static final int QUARTER = 4;

    private final MemoryBudget budget;
    private final SpillDisk disk;
    private final FilterSpace filters;
    private final PagePools pages;
    private final Freezer freezer;
    private final int mostRuns;

    /** See {@link SpillStore#open}. */
    public FreezingStore(SpillSettings settings, MemoryBudget budget) {
        this(settings, budget, Compaction.MOST_RUNS);
    }

    /** @param mostRuns how many runs a shard may have before they are compacted */
    FreezingStore(SpillSettings settings, MemoryBudget budget, int mostRuns) {
        this.budget = budget;
        this.mostRuns = mostRuns;
        disk = new SpillDisk(settings);
        long limit = budget.limitBytes();
        filters = new FilterSpace(budget.partWithoutReserve(limit / FILTER_SHARE));
        pages = new PagePools(budget.partWithoutReserve(limit / QUARTER * 3));
        freezer = new Freezer(pages, budget);
    }

    @Override
    public void prepare() throws SpillException {
        disk.open();
    }

    @Override
    public FreezingMap openMap(MapOptions options, RecheckPolicy rechecks) {
        TrieMap tries = new TrieMap(options, budget.part(options.memoryBudgetBytes()), pages.poolFor(options));
        FreezingMap map = new FreezingMap(freezer, disk, filters, tries, rechecks, mostRuns);
        freezer.add(map);
        return map;
    }

    @Override
    public @Nullable SpillException failure() {
        return freezer.failure();
    }

    @Override
    public boolean isFreezing() {
        return freezer.isFreezing();
    }

    @Override
    public SpillStats stats() {
        return disk.stats();
    }

    @Override
    public SpillSettings settings() {
        return disk.settings();
    }

    /** Freezes the largest shard in any case, for tests; returns false if all shards are empty. */
    boolean freezeLargest() {
        return freezer.freezeLargest();
    }

    /** Checks all maps; see {@link Freezer#verify}. */
    void verify() {
        freezer.verify();
    }

    @Override
    public void removeFiles() {
        freezer.stop();
        disk.close();
    }

    @Override
    public void close() {
        freezer.maps().forEach(FreezableMap::close);
        removeFiles();
        pages.close();
    }
}
