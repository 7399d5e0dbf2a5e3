package io.compscan.map.trie;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MapStats;
import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.Invariant;
import io.compscan.map.memory.PagePool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A map in memory: shards of tries over one pool of pages and one budget. */
public final class TrieMap implements FingerprintMap {

    /** The buffers that one thread uses to add a batch. */
    private record Work(BatchPlan plan, Lookahead ahead) {}

    private final MapOptions options;
    private final MapShape shape;
    private final MemoryBudget budget;
    private final PagePool pool;
    private final boolean ownsPool;
    private final Shard[] shards;
    private final Set<DetachedShard> detached = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Work> works;
    private volatile boolean closed;

    /** An empty map with its own budget; it takes memory with its first entry. */
    public TrieMap(MapOptions options, MemoryBudget budget) {
        this(options, MapShape.of(options, MapShape.pageBytes(options)), budget, null);
    }

    /**
     * An empty map that shares its pages with others.
     *
     * @param budget for all memory except the pages, of this map alone
     * @param sharedPool a pool with pages of at least {@link #leastPageBytes}
     */
    public TrieMap(MapOptions options, MemoryBudget budget, PagePool sharedPool) {
        this(options, MapShape.of(options, sharedPool.pageBytes()), budget, sharedPool);
    }

    private TrieMap(MapOptions options, MapShape shape, MemoryBudget budget, @Nullable PagePool sharedPool) {
        this.options = options;
        this.shape = shape;
        this.budget = budget;
        ownsPool = sharedPool == null;
        pool = sharedPool == null ? new PagePool(shape.pageBytes(), budget) : sharedPool;
        shards = new Shard[options.shardCount()];
        Arrays.setAll(shards, i -> new Shard());
        works = ThreadLocal.withInitial(() ->
                new Work(new BatchPlan(shape.entries().shardBits()), new Lookahead(shape.entries(), Lookahead.GROUP)));
    }

    /** The page size that suits a map of these options. */
    public static int pageBytes(MapOptions options) {
        return MapShape.pageBytes(options);
    }

    /** The smallest page size for a map of these options. */
    public static int leastPageBytes(MapOptions options) {
        return MapShape.leastPageBytes(options);
    }

    @Override
    public MapOptions options() {
        return options;
    }

    @Override
    public int addAll(EntryBatch batch) {
        return addAll(batch, null);
    }

    /** Adds the batch; see {@link FingerprintMap#addAll}. A listener learns about new entries while their shard is locked. */
    public int addAll(EntryBatch batch, @Nullable NewEntries listener) {
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
        Work work = works.get();
        BatchPlan plan = work.plan();
        plan.plan(batch);
        int rejected = 0;
        int busy = 0;
        // Shards locked by other threads come last; by then they are mostly free.
        for (int run = 0; run < plan.runCount(); run++) {
            Shard shard = shards[plan.shard(run)];
            if (shard.lock.tryLock()) {
                rejected += addRun(shard, batch, work, run, listener);
            } else {
                plan.defer(busy++, run);
            }
        }
        for (int i = 0; i < busy; i++) {
            int run = plan.deferred(i);
            Shard shard = shards[plan.shard(run)];
            shard.lock.lock();
            rejected += addRun(shard, batch, work, run, listener);
        }
        return rejected;
    }

    /** Adds a run to a shard that this thread has locked, and unlocks it. */
    private int addRun(Shard shard, EntryBatch batch, Work work, int run, @Nullable NewEntries listener) {
        BatchPlan plan = work.plan();
        try {
            requireOpen();
            int from = plan.start(run);
            int to = plan.end(run);
            CountingTrie trie = shard.openTrie(shape, pool, budget);
            if (trie != null) {
                int rejected = trie.addRun(batch, plan, work.ahead(), from, to);
                if (listener != null && listener.of(plan.shard(run))) {
                    for (int place = from; place < to; place++) {
                        if (batch.isNew(plan.entry(place))) {
                            listener.add(plan.entry(place));
                        }
                    }
                }
                return rejected;
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
        return get(key, offset, fields, () -> {});
    }

    /** Looks a key up; see {@link FingerprintMap#get}. The action runs while its shard is locked. */
    public long get(byte[] key, int offset, int[] fields, Runnable whileLocked) {
        requireOpen();
        Shard shard = shards[shardOf(key, offset)];
        shard.lock.lock();
        try {
            requireOpen();
            whileLocked.run();
            CountingTrie trie = shard.trie();
            return trie == null ? -1 : trie.get(key, offset, fields);
        } finally {
            shard.lock.unlock();
        }
    }

    /** The number of the shard that a key belongs to. */
    public int shardOf(byte[] key, int offset) {
        Objects.checkFromIndexSize(offset, options.keyBytes(), key.length);
        return (int) (LeafLayout.word(key, offset)
                >>> 1
                >>> (Long.SIZE - 1 - shape.entries().shardBits()));
    }

    /**
     * About how many entries a shard holds; the caller need not lock it.
     *
     * @return -1 if the shard has no trie
     */
    public long entryCount(int shard) {
        CountingTrie trie = shards[shard].trie();
        return trie == null ? -1 : trie.entryCount();
    }

    /**
     * Detaches the entries of a shard; the map continues with an empty shard.
     *
     * @param whileLocked receives the entries while the shard is locked
     * @return the entries, which the caller closes before the map; null if there is no trie
     */
    public @Nullable DetachedShard detach(int number, Consumer<DetachedShard> whileLocked) {
        Shard shard = shards[number];
        shard.lock.lock();
        try {
            requireOpen();
            CountingTrie trie = shard.detach();
            if (trie == null) {
                return null;
            }
            DetachedShard taken = new DetachedShard(trie, shape, number, budget, detached::remove);
            detached.add(taken);
            whileLocked.accept(taken);
            return taken;
        } finally {
            shard.lock.unlock();
        }
    }

    /** Runs an action while a shard is locked. */
    public void whileLocked(int number, Runnable action) {
        Shard shard = shards[number];
        shard.lock.lock();
        try {
            action.run();
        } finally {
            shard.lock.unlock();
        }
    }

    @Override
    public EntryCursor cursor(int shard) {
        requireOpen();
        return cursorOver(Stream.of(shards[shard]));
    }

    /** Takes all references from the entries of a shard; keys and fields stay. No thread may use the shard meanwhile. */
    public void clearReferences(int shard) {
        requireOpen();
        CountingTrie trie = shards[shard].trie();
        if (trie != null) {
            trie.clearReferences();
        }
    }

    @Override
    public EntryCursor cursor() {
        requireOpen();
        return cursorOver(Arrays.stream(shards));
    }

    private MapCursor cursorOver(Stream<Shard> some) {
        return new MapCursor(some.map(Shard::trie).flatMap(Stream::ofNullable).iterator(), shape, () -> closed);
    }

    @Override
    public MapStats stats() {
        requireOpen();
        long entries = 0;
        long leaves = 0;
        long large = 0;
        long pages = 0;
        for (Shard shard : shards) {
            shard.lock.lock();
            try {
                CountingTrie trie = shard.trie();
                if (trie != null) {
                    entries += trie.entryCount();
                    leaves += trie.trie().leafCount();
                    large += trie.largeEntries();
                    pages += trie.pageCount();
                }
            } finally {
                shard.lock.unlock();
            }
        }
        // The budget includes the slabs of a pool of its own.
        long pageBytes = ownsPool ? 0 : pages * shape.pageBytes();
        return new MapStats(entries, budget.heldBytes() + pageBytes, leaves, large);
    }

    @Override
    public void verify() {
        verifyPages();
    }

    /** Checks the map as {@link #verify} does and returns its number of pages, for a pool that several maps share. */
    public long verifyPages() {
        requireOpen();
        long pages = 0;
        long bytes = ownsPool ? pool.heldBytes() : 0;
        List<CountingTrie> tries = new ArrayList<>();
        for (int s = 0; s < shards.length; s++) {
            CountingTrie trie = shards[s].trie();
            if (trie != null) {
                pages += Verifier.verify(trie, shape, s);
                tries.add(trie);
            }
        }
        for (DetachedShard each : detached) {
            pages += Verifier.verify(each.trie(), shape, each.shard());
            tries.add(each.trie());
        }
        for (CountingTrie trie : tries) {
            bytes += Shard.HEAP_BYTES + trie.tableBytes();
        }
        Invariant.holds(
                !ownsPool || pages == pool.pagesInUse(), "shards have %d pages, %d are out", pages, pool.pagesInUse());
        Invariant.holds(bytes == budget.heldBytes(), "%d bytes are accounted, %d are held", budget.heldBytes(), bytes);
        Invariant.holds(
                bytes <= budget.limitBytes() || budget.isLifted(),
                "%d bytes are held of a budget of %d",
                bytes,
                budget.limitBytes());
        return pages;
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
        if (ownsPool) {
            pool.close();
        }
        Invariant.holds(budget.heldBytes() == 0, "%d bytes are accounted after close", budget.heldBytes());
    }

    /** Throws an {@link IllegalStateException} if the map is closed. */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the map is closed");
        }
    }
}
