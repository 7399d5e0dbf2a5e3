package io.compscan.map.spill;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.MapOptions;
import io.compscan.map.MapStats;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.SpillException;
import io.compscan.map.SpillingMap;
import io.compscan.map.TableSpec;
import io.compscan.map.trie.TrieMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A map that makes room when it has no memory, and searches its runs for new keys if the {@link RecheckPolicy} says so.
 *
 * <p>Of two threads that add the same key, the second one finds it in the trie or in one of the parts that {@link NewKeys} noted.
 */
final class FreezingMap implements SpillingMap, FreezableMap {

    private final Freezer freezer;
    private final SpillDisk disk;
    private final RecheckPolicy rechecks;
    private final int mostRuns;
    /** The key, the fields and the smallest count of an entry. */
    private final int entryBytes;

    private final ShardParts shards;
    private final CheckpointParts checkpoint;
    private final RunOutput output;
    private final AtomicBoolean[] compacting;
    private final ThreadLocal<NewKeys> newKeys;
    private volatile boolean closed;

    /** @param mostRuns how many runs a shard may have before they are compacted */
    FreezingMap(
            Freezer freezer, SpillDisk disk, FilterSpace filters, TrieMap tries, RecheckPolicy rechecks, int mostRuns) {
        this.freezer = freezer;
        this.disk = disk;
        this.rechecks = rechecks;
        this.mostRuns = mostRuns;
        shards = new ShardParts(tries);
        checkpoint = new CheckpointParts(shards);
        MapOptions options = tries.options();
        entryBytes = options.keyBytes() + options.layout().fieldBytes() + 1;
        output = new RunOutput(disk, filters, TableSpec.of("spilled", options.keyBytes(), options.layout()), rechecks);
        compacting = new AtomicBoolean[options.shardCount()];
        Arrays.setAll(compacting, i -> new AtomicBoolean());
        newKeys = ThreadLocal.withInitial(() -> new NewKeys(shards));
    }

    @Override
    public MapOptions options() {
        return shards.options();
    }

    // --------------------------------------------------------------------------------------------------- adding

    @Override
    public int addAll(EntryBatch batch) {
        long freezesSeen = freezer.freezesEnded();
        int rejected = addOnce(batch);
        Freezer.Room room = Freezer.Room.MADE;
        while (rejected > 0 && room == Freezer.Room.MADE) {
            room = freezer.makeRoom(freezesSeen);
            if (room != Freezer.Room.NONE) {
                freezesSeen = freezer.freezesEnded();
                rejected = batch.retryRejected(this::addOnce);
            }
        }
        freezer.relieve();
        return rejected;
    }

    private int addOnce(EntryBatch batch) {
        TrieMap tries = shards.tries();
        if (!rechecks.wantsLookups()) {
            int rejected = tries.addAll(batch);
            checkpoint.noteFieldsAlone(batch);
            return rejected;
        }
        NewKeys listener = newKeys.get();
        listener.clear();
        int rejected = tries.addAll(batch, listener);
        checkpoint.noteFieldsAlone(batch);
        int looked = listener.markPresent(batch, rechecks);
        if (looked > 0) {
            disk.countRechecks(looked);
        }
        return rejected;
    }

    @Override
    public boolean callsKeysNewOnce() {
        return !shards.any() || rechecks.isAlways();
    }

    // -------------------------------------------------------------------------------------------------- reading

    @Override
    public long get(byte[] key, int offset, int[] fields) {
        return shards.get(key, offset, fields);
    }

    @Override
    public EntryCursor cursor() {
        return cursor(0, shardCount());
    }

    @Override
    public EntryCursor cursor(int shard) {
        return cursor(shard, shard + 1);
    }

    private EntryCursor cursor(int fromShard, int toShard) {
        requireOpen();
        freezer.pin(this);
        return new ShardsCursor(shards, fromShard, toShard, () -> freezer.unpin(this));
    }

    @Override
    public MapStats stats() {
        MapStats inMemory = shards.tries().stats();
        return new MapStats(
                inMemory.entryCount() + shards.entryCount(),
                inMemory.accountedBytes() + shards.memoryBytes(),
                inMemory.leafCount(),
                inMemory.largeCountEntries());
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the map is closed");
        }
    }

    // ------------------------------------------------------------------------------------------------- freezing

    @Override
    public int shardCount() {
        return shards.shardCount();
    }

    @Override
    public long freezableBytes(int shard) {
        return 1 + shards.tries().entryCount(shard) * entryBytes;
    }

    @Override
    public @Nullable TriePart detach(int shard) {
        return shards.detach(shard);
    }

    @Override
    public void drop(int shard, TriePart part) {
        shards.remove(shard, part);
        part.close();
    }

    @Override
    public void freeze(int shard, TriePart part) throws SpillException {
        RunPart run = output.write(part);
        shards.replace(shard, List.of(part), run);
        part.replaceBy(run);
        compact(shard);
    }

    private void compact(int shard) {
        if (compacting[shard].compareAndSet(false, true)) {
            try {
                merge(shard, Compaction.tierToMerge(shards.of(shard), mostRuns));
            } finally {
                compacting[shard].set(false);
            }
        }
    }

    private void merge(int shard, List<RunPart> tier) {
        if (tier.isEmpty()) {
            return;
        }
        try {
            RunPart merged = output.merge(tier);
            shards.replace(shard, tier, merged);
            tier.forEach(run -> run.replaceBy(merged));
        } catch (SpillException e) {
            // The disk may have room for the memory's content, but not for a second copy of runs. Many runs work, too.
        } catch (UncheckedIOException e) {
            // One of them is damaged. They stay as they are, and the last walk loses no more than it must.
            tier.forEach(RunPart::keepApart);
        }
    }

    // ---------------------------------------------------------------------------------------------- checkpoints

    @Override
    public void writeChanges(RunWriter writer) throws IOException {
        requireOpen();
        freezer.pin(this);
        try {
            checkpoint.writeChanges(writer);
        } finally {
            freezer.unpin(this);
        }
    }

    @Override
    public void changesWritten(RunFile run, int table) {
        requireOpen();
        checkpoint.changesWritten(run, table);
    }

    @Override
    public void adopt(RunFile run, int table) {
        requireOpen();
        checkpoint.adopt(run, table);
    }

    @Override
    public void replaceAdopted(Collection<RunFile> gone, RunFile run, int table) {
        checkpoint.replaceAdopted(gone, run, table);
    }

    @Override
    public List<Path> spilledRuns() {
        requireOpen();
        freezer.pin(this);
        try {
            return checkpoint.spilledRuns();
        } finally {
            freezer.unpin(this);
        }
    }

    // -------------------------------------------------------------------------------------------------- the end

    @Override
    public void verify() {
        requireOpen();
        freezer.verify();
    }

    @Override
    public long verifyPages() {
        return shards.tries().verifyPages();
    }

    @Override
    public void close() {
        if (!closed) {
            freezer.remove(this);
            closed = true;
            shards.close();
        }
    }
}
