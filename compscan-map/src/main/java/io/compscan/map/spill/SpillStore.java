package io.compscan.map.spill;

import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.PagePool;
import io.compscan.map.trie.TrieMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What maps that spill share: memory, the {@link SpillDisk}, and the decision which shard of which map is frozen next.
 *
 * <pre>
 *   budget  | pages 3/4: entries ................. | headroom 1/16 | | filters 1/8 | tables 1/16 | reserve 1/16 |
 * </pre>
 *
 * <p>Freezing begins when less than the headroom is left, while others still add; it ends when the shards under way are going to make up for
 * it. Of all maps the largest shard goes first, so runs are as long as they can be. Whoever finds no memory at all waits for a shard that
 * is on its way, or freezes another. The pages of a shard that has been frozen serve any shard of any map.
 *
 * <p>Once a directory fails (it is full, gone, not to be written to, or the limit is reached), nothing is frozen any more: {@link #failure}
 * says why, what is in memory stays there, and maps reject what does not fit. Nothing that they have taken is lost.
 */
public final class SpillStore implements AutoCloseable {

    private static final int WORST_PAGE_FIT = 8;
    private static final int HEADROOM_SHARE = 16;
    private static final int FILTER_SHARE = 8;
    /** Three quarters. The tables are directories of slots and lists of free blocks: whatever of a trie is not in pages. */
    private static final int QUARTER = 4;

    private final SpillDisk disk;
    private final MemoryBudget budget;
    private final MemoryBudget pageBudget;
    private final FilterSpace filters;
    private final long headroomBytes;
    private final int mostRuns;
    private final List<PagePool> pools = new ArrayList<>();

    /** Guards all that follows. */
    private final Object monitor = new Object();

    private final Set<SpillingMap> maps = new LinkedHashSet<>();
    private final Map<SpillingMap, Integer> pins = new HashMap<>();
    /** A map for each shard of it that is on its way. */
    private final List<SpillingMap> freezing = new ArrayList<>();

    private long promisedBytes;
    private long freezesBegun;
    /** Shards without an entry whose tables were given back. */
    private long emptied;
    /** Written within the monitor. */
    private volatile long freezesEnded;

    private boolean closed;
    private volatile @Nullable SpillException failure;

    /** A store whose directories are made when the first run is written. */
    public SpillStore(SpillSettings settings, MemoryBudget budget) {
        this(settings, budget, Compaction.MOST_RUNS);
    }

    /** @param mostRuns how many runs a shard may have before they are compacted */
    SpillStore(SpillSettings settings, MemoryBudget budget, int mostRuns) {
        this.mostRuns = mostRuns;
        disk = new SpillDisk(settings);
        this.budget = budget;
        long limit = budget.limitBytes();
        headroomBytes = limit / HEADROOM_SHARE;
        filters = new FilterSpace(budget.partWithoutReserve(limit / FILTER_SHARE));
        pageBudget = budget.partWithoutReserve(limit / QUARTER * 3);
    }

    /**
     * Makes the directories now rather than later, and clears up what dead processes have left in them.
     *
     * @throws SpillException naming the directory that cannot be used
     */
    public void prepare() throws SpillException {
        disk.open();
    }

    /** An empty map that takes its memory from this store; its owner closes it, before the store. */
    public SpillingMap openMap(MapOptions options, RecheckPolicy rechecks) {
        MapOptions affordable = options.withMemoryBudgetBytes(
                Math.max(1, Math.min(options.memoryBudgetBytes(), pageBudget.limitBytes())));
        TrieMap tries = new TrieMap(options, budget.part(options.memoryBudgetBytes()), poolFor(affordable));
        SpillingMap map = new SpillingMap(this, tries, rechecks);
        synchronized (monitor) {
            maps.add(map);
        }
        return map;
    }

    /**
     * What one map gives back another one gets only if their pages are of one size, so maps make do with what the first one has chosen. Pages of one size serve nearly all maps: those of a scan differ by a few fields.
     */
    private PagePool poolFor(MapOptions options) {
        int wanted = TrieMap.pageBytes(options);
        int least = TrieMap.leastPageBytes(options);
        synchronized (pools) {
            for (PagePool pool : pools) {
                if (pool.pageBytes() >= least && pool.pageBytes() >= wanted / WORST_PAGE_FIT) {
                    return pool;
                }
            }
            // Room for the records of maps to come that have some fields more.
            int pageBytes = Math.max(wanted, Integer.highestOneBit(2 * least - 1) * 2);
            PagePool pool = new PagePool(pageBytes, pageBudget);
            pools.add(pool);
            return pool;
        }
    }

    /** Why nothing can be spilled any more; null as long as it can. */
    public @Nullable SpillException failure() {
        return failure;
    }

    /** Whether a shard is being frozen at this moment. */
    public boolean isFreezing() {
        synchronized (monitor) {
            return freezesBegun > freezesEnded;
        }
    }

    /** What has been spilled so far. */
    public SpillStats stats() {
        return disk.stats();
    }

    /** Where it spills to. */
    public SpillSettings settings() {
        return disk.settings();
    }

    // ------------------------------------------------------------------------------------------------ memory

    /** Freezes a shard if memory runs low; called after every batch, and nearly always done at once. */
    void relieve() {
        if (availableBytes() < headroomBytes && failure == null) {
            Freeze freeze;
            synchronized (monitor) {
                freeze = availableBytes() + promisedBytes < headroomBytes ? begin() : null;
            }
            if (freeze != null) {
                freeze.run();
            }
        }
    }

    /** How many freezes have ended, to be told to {@link #makeRoom}. */
    long freezesEnded() {
        return freezesEnded;
    }

    /** Whether it is worth trying again to add what was rejected. */
    enum Room {
        NONE,
        MADE,
        /** There is nothing more to be frozen: it is all there will ever be. */
        LAST
    }

    /**
     * Waits until some shard has been frozen since a batch was rejected, or freezes one.
     *
     * @param freezesSeen what {@link #freezesEnded} was before the batch was tried
     */
    Room makeRoom(long freezesSeen) {
        Freeze freeze;
        synchronized (monitor) {
            while (true) {
                if (closed || failure != null) {
                    return Room.NONE;
                }
                if (freezesEnded > freezesSeen) {
                    return Room.MADE;
                }
                boolean underWay = freezesBegun > freezesEnded;
                long emptiedBefore = emptied;
                freeze = underWay && availableBytes() + promisedBytes >= headroomBytes ? null : begin();
                if (freeze != null) {
                    break;
                }
                if (!underWay) {
                    return emptied > emptiedBefore ? Room.LAST : Room.NONE;
                }
                waitForFreezes();
            }
        }
        freeze.run();
        return Room.MADE;
    }

    /** Freezes the largest shard, whether there is need to or not; false if all are empty. */
    boolean freezeLargest() {
        Freeze freeze;
        synchronized (monitor) {
            freeze = begin();
        }
        if (freeze != null) {
            freeze.run();
        }
        return freeze != null;
    }

    int mostRuns() {
        return mostRuns;
    }

    private long availableBytes() {
        synchronized (pools) {
            long available = 0;
            for (int i = 0; i < pools.size(); i++) {
                // The budget is behind each of them, and counts once.
                available = i == 0
                        ? pools.get(i).availableBytes()
                        : available + pools.get(i).availableBytes() - pageBudget.availableBytes();
            }
            return available;
        }
    }

    private void waitForFreezes() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    monitor.wait();
                    return;
                } catch (InterruptedException e) {
                    // A freeze ends by itself; what is half done must not be left behind.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Keeps a map's shards where they are, for somebody who walks over them, until {@link #unpin}; waits for those on their way to disk. */
    void pin(SpillingMap map) {
        synchronized (monitor) {
            pins.merge(map, 1, Integer::sum);
            while (freezing.contains(map)) {
                waitForFreezes();
            }
        }
    }

    void unpin(SpillingMap map) {
        synchronized (monitor) {
            pins.computeIfPresent(map, (pinned, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Takes the largest shard there is out of its map; null if all are empty, which then have given back what they had all the same. */
    private @Nullable Freeze begin() {
        while (true) {
            SpillingMap largest = null;
            int shard = 0;
            long mostBytes = 0;
            for (SpillingMap map : maps) {
                if (pins.containsKey(map)) {
                    continue;
                }
                for (int s = 0; s < map.options().shardCount(); s++) {
                    long bytes = map.entryBytes(s);
                    if (bytes > mostBytes) {
                        mostBytes = bytes;
                        largest = map;
                        shard = s;
                    }
                }
            }
            TriePart part = largest == null ? null : largest.detach(shard);
            if (largest == null || part == null) {
                return null;
            }
            if (part.entryCount() == 0) {
                largest.drop(shard, part);
                emptied++;
                continue;
            }
            long bytes = part.pageBytes();
            promisedBytes += bytes;
            freezesBegun++;
            freezing.add(largest);
            return new Freeze(largest, shard, part, bytes);
        }
    }

    /** One shard on its way to disk. */
    private final class Freeze {
        private final SpillingMap map;
        private final int shard;
        private final TriePart part;
        private final long bytes;

        Freeze(SpillingMap map, int shard, TriePart part, long bytes) {
            this.map = map;
            this.shard = shard;
            this.part = part;
            this.bytes = bytes;
        }

        void run() {
            try {
                map.freeze(shard, part);
            } catch (SpillException e) {
                fail(e);
            } finally {
                synchronized (monitor) {
                    promisedBytes -= bytes;
                    freezesEnded++;
                    freezing.remove(map);
                    monitor.notifyAll();
                }
            }
        }
    }

    void fail(SpillException e) {
        synchronized (monitor) {
            if (failure == null) {
                failure = e;
            }
        }
    }

    SpillDisk disk() {
        return disk;
    }

    FilterSpace filters() {
        return filters;
    }

    // ----------------------------------------------------------------------------------------------- the end

    /** The map is about to be closed: nothing of it is going to be frozen, or is being frozen, any more. */
    void remove(SpillingMap map) {
        pin(map);
        synchronized (monitor) {
            maps.remove(map);
            pins.remove(map);
        }
    }

    /**
     * Checks every map, and that the pages of all of them are those that are out; nobody may write meanwhile.
     *
     * @throws IllegalStateException naming what does not hold
     */
    void verify() {
        List<SpillingMap> all;
        synchronized (monitor) {
            all = List.copyOf(maps);
        }
        long pages = all.stream().mapToLong(SpillingMap::verifyPages).sum();
        long inUse;
        synchronized (pools) {
            inUse = pools.stream().mapToLong(PagePool::pagesInUse).sum();
        }
        if (pages != inUse) {
            throw new IllegalStateException("maps have " + pages + " pages, " + inUse + " are out");
        }
    }

    /** Removes all files at once, whoever still needs them: for a process that is about to end in a hurry. */
    public void removeFiles() {
        synchronized (monitor) {
            closed = true;
        }
        disk.close();
    }

    /** Closes the maps that are still open, removes all files and gives all memory back. */
    @Override
    public void close() {
        List<SpillingMap> left;
        synchronized (monitor) {
            left = List.copyOf(maps);
        }
        left.forEach(SpillingMap::close);
        removeFiles();
        synchronized (pools) {
            pools.forEach(PagePool::close);
            pools.clear();
        }
    }
}
