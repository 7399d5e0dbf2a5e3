package io.compscan.map.spill;

import io.compscan.map.MemoryBudget;
import io.compscan.map.SpillException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next shard to freeze, and the time; thread-safe.
 *
 * <p>Freezing starts when less than the headroom is left, while other threads still add entries. It stops when the shards under way will
 * make up for the shortage. The largest shard of all maps goes first, so that runs are as long as possible. A thread without memory waits
 * for a shard under way, or freezes another one itself.
 *
 * <p>After a {@link #failure} nothing is frozen any more.
 */
final class Freezer {

    private static final int HEADROOM_SHARE = 16;

    private final PagePools pages;
    private final MemoryBudget budget;

    /** Guards all fields below. */
    private final Object monitor = new Object();

    private final Set<FreezableMap> maps = new LinkedHashSet<>();
    private final Map<FreezableMap, Integer> pins = new HashMap<>();
    /** One element for each freeze under way. */
    private final List<FreezableMap> freezing = new ArrayList<>();

    private long promisedBytes;
    private long freezesBegun;
    /** How many empty shards have given back their tables. */
    private long emptied;
    /** Written under the monitor. */
    private volatile long freezesEnded;

    private boolean stopped;
    private volatile @Nullable SpillException failure;

    /** @param budget the memory of all maps together; its limit may fall */
    Freezer(PagePools pages, MemoryBudget budget) {
        this.pages = pages;
        this.budget = budget;
    }

    private long headroomBytes() {
        return budget.limitBytes() / HEADROOM_SHARE;
    }

    void add(FreezableMap map) {
        synchronized (monitor) {
            maps.add(map);
        }
    }

    /** Forgets a map that is about to be closed; waits until none of its shards is under way. */
    void remove(FreezableMap map) {
        pin(map);
        synchronized (monitor) {
            maps.remove(map);
            pins.remove(map);
        }
    }

    /** The maps that are open. */
    List<FreezableMap> maps() {
        synchronized (monitor) {
            return List.copyOf(maps);
        }
    }

    @Nullable SpillException failure() {
        return failure;
    }

    boolean isFreezing() {
        synchronized (monitor) {
            return freezesBegun > freezesEnded;
        }
    }

    /** Ends all freezing for good. */
    void stop() {
        synchronized (monitor) {
            stopped = true;
        }
    }

    /** Freezes a shard if memory runs low; called after every batch, and nearly always returns at once. */
    void relieve() {
        if (pages.availableBytes() < headroomBytes() && failure == null) {
            Freeze freeze;
            synchronized (monitor) {
                freeze = pages.availableBytes() + promisedBytes < headroomBytes() ? begin() : null;
            }
            if (freeze != null) {
                freeze.run();
            }
        }
    }

    /** How many freezes have ended, for {@link #makeRoom}. */
    long freezesEnded() {
        return freezesEnded;
    }

    /** Whether another attempt to add rejected entries is worthwhile. */
    enum Room {
        NONE,
        MADE,
        /** Nothing more can be frozen; there will never be more memory. */
        LAST
    }

    /**
     * Waits until a shard has been frozen since a batch was rejected, or freezes one.
     *
     * @param freezesSeen the value of {@link #freezesEnded} before the batch was tried
     */
    Room makeRoom(long freezesSeen) {
        Freeze freeze;
        synchronized (monitor) {
            while (true) {
                if (stopped || failure != null) {
                    return Room.NONE;
                }
                if (freezesEnded > freezesSeen) {
                    return Room.MADE;
                }
                boolean underWay = freezesBegun > freezesEnded;
                long emptiedBefore = emptied;
                freeze = underWay && pages.availableBytes() + promisedBytes >= headroomBytes() ? null : begin();
                if (freeze != null) {
                    break;
                }
                if (!underWay) {
                    return emptied > emptiedBefore ? Room.LAST : Room.NONE;
                }
                awaitChange();
            }
        }
        freeze.run();
        return Room.MADE;
    }

    /** Freezes the largest shard in any case; returns false if all shards are empty. */
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

    /** Keeps a map's shards in place for a walk, until {@link #unpin}; waits for its freezes under way. */
    void pin(FreezableMap map) {
        synchronized (monitor) {
            pins.merge(map, 1, Integer::sum);
            while (freezing.contains(map)) {
                awaitChange();
            }
        }
    }

    void unpin(FreezableMap map) {
        synchronized (monitor) {
            pins.computeIfPresent(map, (pinned, count) -> count == 1 ? null : count - 1);
        }
    }

    private void awaitChange() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    monitor.wait();
                    return;
                } catch (InterruptedException e) {
                    // A freeze ends by itself, and a batch must not stay half added.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Takes the largest shard out of its map. Returns null if all shards are empty; empty ones give back their tables. */
    private @Nullable Freeze begin() {
        while (true) {
            FreezableMap largest = null;
            int shard = 0;
            long mostBytes = 0;
            for (FreezableMap map : maps) {
                if (pins.containsKey(map)) {
                    continue;
                }
                for (int s = 0; s < map.shardCount(); s++) {
                    long bytes = map.freezableBytes(s);
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
        private final FreezableMap map;
        private final int shard;
        private final TriePart part;
        private final long bytes;

        Freeze(FreezableMap map, int shard, TriePart part, long bytes) {
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

    private void fail(SpillException e) {
        synchronized (monitor) {
            if (failure == null) {
                failure = e;
            }
        }
    }

    /**
     * Checks every map, and that together they have all pages that are in use; no thread may write meanwhile.
     *
     * @throws IllegalStateException naming the first violated invariant
     */
    void verify() {
        long verified = maps().stream().mapToLong(FreezableMap::verifyPages).sum();
        long inUse = pages.pagesInUse();
        if (verified != inUse) {
            throw new IllegalStateException("maps have " + verified + " pages, " + inUse + " are in use");
        }
    }
}
