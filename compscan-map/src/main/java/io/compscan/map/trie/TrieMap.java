package io.compscan.map.trie;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MapStats;
import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.PagePool;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/** The map: shards of tries over one pool of pages and one budget. */
public final class TrieMap implements FingerprintMap {

    private final MapOptions options;
    private final TrieShape shape;
    private final MemoryBudget budget;
    private final PagePool pool;
    private final Shard[] shards;
    private final ThreadLocal<BatchPlan> plans;
    private volatile boolean closed;

    /** An empty map with a budget of its own, from which it takes memory with its first entry. */
    public TrieMap(MapOptions options, MemoryBudget budget) {
        this.options = options;
        shape = TrieShape.of(options);
        this.budget = budget;
        pool = new PagePool(shape.pageBytes(), budget);
        shards = new Shard[options.shardCount()];
        Arrays.setAll(shards, i -> new Shard());
        plans = ThreadLocal.withInitial(() -> new BatchPlan(shape.shardBits()));
    }

    @Override
    public MapOptions options() {
        return options;
    }

    @Override
    public int addAll(EntryBatch batch) {
        requireOpen();
        if (batch.keyBytes() != options.keyBytes()
                || batch.fieldCount() != options.layout().fieldCount()) {
            throw new IllegalArgumentException("a batch of " + batch.keyBytes() + "-byte keys and " + batch.fieldCount()
                    + " fields for a map of " + options.keyBytes() + " and "
                    + options.layout().fieldCount());
        }
        if (batch.size() == 0) {
            return 0;
        }
        BatchPlan plan = plans.get();
        plan.plan(batch);
        int rejected = 0;
        int busy = 0;
        // Shards that others are at work in come last: by then they are free, most of the time.
        for (int run = 0; run < plan.runCount(); run++) {
            Shard shard = shards[plan.shard(run)];
            if (shard.lock.tryLock()) {
                rejected += addRun(shard, batch, plan, run);
            } else {
                plan.defer(busy++, run);
            }
        }
        for (int i = 0; i < busy; i++) {
            int run = plan.deferred(i);
            Shard shard = shards[plan.shard(run)];
            shard.lock.lock();
            rejected += addRun(shard, batch, plan, run);
        }
        return rejected;
    }

    /** Adds a run to a shard that this thread has locked, and unlocks it. */
    private int addRun(Shard shard, EntryBatch batch, BatchPlan plan, int run) {
        try {
            requireOpen();
            int from = plan.start(run);
            int to = plan.end(run);
            Trie trie = shard.openTrie(shape, pool, budget);
            if (trie != null) {
                return trie.addRun(batch, plan, from, to);
            }
            for (int place = from; place < to; place++) {
                batch.markRejected(plan.entry(place));
            }
            return to - from;
        } finally {
            shard.lock.unlock();
        }
    }

    @Override
    public long get(byte[] key, int offset, int[] fields) {
        requireOpen();
        Objects.checkFromIndexSize(offset, options.keyBytes(), key.length);
        long word = LeafLayout.word(key, offset);
        Shard shard = shards[(int) (word >>> 1 >>> (Long.SIZE - 1 - shape.shardBits()))];
        shard.lock.lock();
        try {
            requireOpen();
            Trie trie = shard.trie();
            return trie == null ? -1 : trie.get(key, offset, fields);
        } finally {
            shard.lock.unlock();
        }
    }

    @Override
    public EntryCursor cursor() {
        requireOpen();
        return new MapCursor(
                Arrays.stream(shards)
                        .map(Shard::trie)
                        .flatMap(Stream::ofNullable)
                        .iterator(),
                shape,
                () -> closed);
    }

    @Override
    public MapStats stats() {
        requireOpen();
        long entries = 0;
        long leaves = 0;
        long large = 0;
        for (Shard shard : shards) {
            shard.lock.lock();
            try {
                Trie trie = shard.trie();
                if (trie != null) {
                    entries += trie.entryCount();
                    leaves += trie.leafCount();
                    large += trie.largeEntries();
                }
            } finally {
                shard.lock.unlock();
            }
        }
        return new MapStats(entries, budget.heldBytes(), leaves, large);
    }

    @Override
    public void verify() {
        requireOpen();
        long pages = 0;
        long bytes = pool.heldBytes();
        for (int s = 0; s < shards.length; s++) {
            Trie trie = shards[s].trie();
            if (trie != null) {
                pages += new Verifier(trie, shape, s).verify();
                bytes += Shard.HEAP_BYTES
                        + trie.directory().heldBytes()
                        + trie.blocks().heapBytes();
            }
        }
        Invariant.holds(pages == pool.pagesInUse(), "shards have %d pages, %d are out", pages, pool.pagesInUse());
        Invariant.holds(bytes == budget.heldBytes(), "%d bytes are accounted, %d are held", budget.heldBytes(), bytes);
        Invariant.holds(
                bytes <= budget.limitBytes(), "%d bytes are held of a budget of %d", bytes, budget.limitBytes());
    }

    @Override
    public void close() {
        closed = true;
        for (Shard shard : shards) {
            shard.lock.lock();
            try {
                shard.clear(budget);
            } finally {
                shard.lock.unlock();
            }
        }
        pool.close();
        Invariant.holds(budget.heldBytes() == 0, "%d bytes are accounted after close", budget.heldBytes());
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the map is closed");
        }
    }
}
