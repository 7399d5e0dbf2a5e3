package io.compscan.map.spill;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MapStats;
import io.compscan.map.run.MergeCursor;
import io.compscan.map.run.RunFile;
import io.compscan.map.run.RunWriter;
import io.compscan.map.run.TableSpec;
import io.compscan.map.trie.TrieMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A map that outgrows its memory: a trie for each shard, and for each of its shards the parts that were taken out of it.
 *
 * <pre>
 *   shard  | trie: being written to | part being frozen | run | run | run | ...      oldest first
 * </pre>
 *
 * <p>A key may be in any number of them; what is known of it is the sum of its references and the largest of its fields. The list of a
 * shard's parts is replaced as a whole, while the shard is locked. So whoever adds a key that is not in the trie knows which parts
 * could have held it at that moment, and only these are asked whether it is new: of any two who add the same key, the second one finds
 * it in the trie, or in a part.
 */
public final class SpillingMap implements FingerprintMap {

    private static final Part[] NONE = {};

    private final SpillStore store;
    private final TrieMap tries;
    private final RecheckPolicy rechecks;
    private final TableSpec spec;
    private final boolean hasFields;
    private final AtomicReferenceArray<Part[]> parts;
    private final AtomicBoolean[] compacting;
    /** Shards that hold fields of entries whose references are in a part. */
    private final AtomicBoolean[] fieldsAlone;

    private final ThreadLocal<NewKeys> newKeys;
    private volatile boolean anyParts;
    private volatile boolean closed;

    SpillingMap(SpillStore store, TrieMap tries, RecheckPolicy rechecks) {
        this.store = store;
        this.tries = tries;
        this.rechecks = rechecks;
        MapOptions options = tries.options();
        spec = TableSpec.of("spilled", options.keyBytes(), options.layout());
        hasFields = options.layout().fieldCount() > 0;
        int shards = options.shardCount();
        Part[][] none = new Part[shards][];
        Arrays.fill(none, NONE);
        parts = new AtomicReferenceArray<>(none);
        compacting = new AtomicBoolean[shards];
        Arrays.setAll(compacting, i -> new AtomicBoolean());
        fieldsAlone = new AtomicBoolean[shards];
        Arrays.setAll(fieldsAlone, i -> new AtomicBoolean());
        newKeys = ThreadLocal.withInitial(() -> new NewKeys(this));
    }

    @Override
    public MapOptions options() {
        return tries.options();
    }

    // --------------------------------------------------------------------------------------------------- adding

    @Override
    public int addAll(EntryBatch batch) {
        long freezesSeen = store.freezesEnded();
        int rejected = addOnce(batch);
        SpillStore.Room room = SpillStore.Room.MADE;
        while (rejected > 0 && room == SpillStore.Room.MADE) {
            room = store.makeRoom(freezesSeen);
            if (room != SpillStore.Room.NONE) {
                freezesSeen = store.freezesEnded();
                rejected = retry(batch, rejected);
            }
        }
        store.relieve();
        return rejected;
    }

    private int addOnce(EntryBatch batch) {
        if (!rechecks.wantsLookups()) {
            int rejected = tries.addAll(batch);
            noteFieldsAlone(batch);
            return rejected;
        }
        NewKeys listener = newKeys.get();
        listener.clear();
        int rejected = tries.addAll(batch, listener);
        noteFieldsAlone(batch);
        int looked = listener.markThosePresent(batch, rechecks);
        if (looked > 0) {
            store.disk().countRechecks(looked);
        }
        return rejected;
    }

    /** Tries the rejected entries once more, in a batch of their own. */
    private int retry(EntryBatch batch, int rejected) {
        EntryBatch rest = new EntryBatch(options(), rejected);
        int[] places = new int[rejected];
        for (int i = 0; i < batch.size(); i++) {
            if (batch.isRejected(i)) {
                int j = rest.add(batch.keys(), i * batch.keyBytes(), batch.references(i));
                for (int f = 0; f < batch.fieldCount(); f++) {
                    rest.setField(j, f, batch.field(i, f));
                }
                places[j] = i;
            }
        }
        int left = addOnce(rest);
        for (int j = 0; j < rejected; j++) {
            if (rest.isNew(j)) {
                batch.markNew(places[j]);
            } else if (!rest.isRejected(j)) {
                batch.markPresent(places[j]);
            }
        }
        return left;
    }

    /** See {@link #writeChanges}. */
    private void noteFieldsAlone(EntryBatch batch) {
        if (hasFields && anyParts) {
            for (int i = 0; i < batch.size(); i++) {
                if (batch.references(i) == 0 && batch.isNew(i)) {
                    fieldsAlone[tries.shardOf(batch.keys(), i * batch.keyBytes())].set(true);
                }
            }
        }
    }

    @Override
    public boolean callsKeysNewOnce() {
        return !anyParts || rechecks.isAlways();
    }

    /** The parts of a shard; to be asked while it is locked, or by nobody who minds if there are others a moment later. */
    Part[] parts(int shard) {
        return parts.get(shard);
    }

    // -------------------------------------------------------------------------------------------------- reading

    @Override
    public long get(byte[] key, int offset, int[] fields) {
        int shard = tries.shardOf(key, offset);
        Part[][] seen = {NONE};
        long references = tries.get(key, offset, fields, () -> seen[0] = parts.get(shard));
        if (references < 0) {
            Arrays.fill(fields, 0, spec.layout().fieldCount(), 0);
        }
        long hash = KeyFilter.hash(key, offset, spec.keyBytes());
        for (Part part : seen[0]) {
            KeyFilter filter = part.filter();
            if (filter == null || filter.mayHold(hash)) {
                long found = part.find(key, offset, fields);
                if (found >= 0) {
                    references = Math.addExact(Math.max(0, references), found);
                }
            }
        }
        return references;
    }

    @Override
    public EntryCursor cursor() {
        return cursor(0, options().shardCount());
    }

    @Override
    public EntryCursor cursor(int shard) {
        return cursor(shard, shard + 1);
    }

    private EntryCursor cursor(int fromShard, int toShard) {
        requireOpen();
        store.pin(this);
        return new SpillCursor(this, fromShard, toShard, () -> store.unpin(this));
    }

    /** Everything of one shard, each source a cursor of its own; to be closed where they can be. */
    List<EntryCursor> cursors(int shard) {
        List<EntryCursor> cursors = new ArrayList<>();
        for (Part part : parts.get(shard)) {
            cursors.add(part.cursor());
        }
        if (tries.entryCount(shard) > 0) {
            cursors.add(tries.cursor(shard));
        }
        return cursors;
    }

    @Override
    public MapStats stats() {
        MapStats inMemory = tries.stats();
        long entries = inMemory.entryCount();
        long bytes = inMemory.accountedBytes();
        for (int shard = 0; shard < parts.length(); shard++) {
            for (Part part : parts.get(shard)) {
                entries += part.entryCount();
                bytes += part.memoryBytes();
            }
        }
        return new MapStats(entries, bytes, inMemory.leafCount(), inMemory.largeCountEntries());
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the map is closed");
        }
    }

    // ------------------------------------------------------------------------------------------------- freezing

    /** How much the trie of a shard has to give, about: a little even if it is empty, for it has tables, and nothing if there is none. */
    long entryBytes(int shard) {
        return 1 + tries.entryCount(shard) * (spec.keyBytes() + spec.layout().fieldBytes() + 1);
    }

    /** Takes what a shard's trie holds out of it, to be frozen; null if that is nothing. */
    @Nullable TriePart detach(int shard) {
        TriePart[] detached = new TriePart[1];
        tries.detach(shard, entries -> {
            detached[0] = new TriePart(entries);
            update(shard, now -> with(now, detached[0]));
        });
        return detached[0];
    }

    /** Gives back what a part without entries has. */
    void drop(int shard, TriePart part) {
        tries.whileLocked(shard, () -> update(shard, now -> without(now, part)));
        part.close();
    }

    /**
     * Writes a part that was detached to a run, which takes its place; compacts the shard's runs if there are too many.
     *
     * @throws SpillException if no run could be written; the part then stays in memory
     */
    void freeze(int shard, TriePart part) throws SpillException {
        RunPart run = new RunOutput(store, options(), spec, rechecks).write(part);
        tries.whileLocked(shard, () -> update(shard, now -> replaced(now, List.of(part), run)));
        part.replaceBy(run);
        compact(shard);
    }

    private void compact(int shard) {
        if (compacting[shard].compareAndSet(false, true)) {
            try {
                List<RunPart> tier = Compaction.tierToMerge(parts.get(shard), store.mostRuns());
                if (!tier.isEmpty()) {
                    RunPart merged = new RunOutput(store, options(), spec, rechecks).merge(tier);
                    tries.whileLocked(shard, () -> update(shard, now -> replaced(now, tier, merged)));
                    tier.forEach(run -> run.replaceBy(merged));
                }
            } catch (SpillException e) {
                // There may be room for what is in memory, if not for a second copy of runs. Many runs can be read,
                // too.
            } finally {
                compacting[shard].set(false);
            }
        }
    }

    private void update(int shard, UnaryOperator<Part[]> change) {
        parts.set(shard, change.apply(parts.get(shard)));
        anyParts = true;
    }

    private static Part[] with(Part[] now, Part further) {
        Part[] more = Arrays.copyOf(now, now.length + 1);
        more[now.length] = further;
        return more;
    }

    private static Part[] without(Part[] now, Part gone) {
        return Arrays.stream(now).filter(part -> part != gone).toArray(Part[]::new);
    }

    /** One part in the place of some, where the first of them was. */
    private static Part[] replaced(Part[] now, List<? extends Part> gone, Part by) {
        List<Part> left = new ArrayList<>(List.of(now));
        int at = left.indexOf(gone.get(0));
        left.set(at, by);
        left.removeAll(gone);
        return left.toArray(Part[]::new);
    }

    // ---------------------------------------------------------------------------------------------- checkpoints

    /**
     * Appends to a table everything in memory that no run has: entries with references, and fields that came without. Nobody may write
     * to the map meanwhile or before {@link #changesWritten}; the map itself does not change.
     *
     * @param writer has begun a table for the keys and records of this map
     */
    public void writeChanges(RunWriter writer) throws IOException {
        requireOpen();
        store.pin(this);
        try {
            appendChanges(writer);
        } finally {
            store.unpin(this);
        }
    }

    private void appendChanges(RunWriter writer) throws IOException {
        int[] fields = new int[spec.layout().fieldCount()];
        for (int shard = 0; shard < parts.length(); shard++) {
            boolean all = fieldsAlone[shard].get();
            EntryCursor entries = inMemory(shard);
            while (entries.next()) {
                if (all || entries.references() > 0) {
                    for (int f = 0; f < fields.length; f++) {
                        fields[f] = entries.field(f);
                    }
                    writer.append(entries.key(), 0, entries.references(), fields);
                }
            }
        }
    }

    /** A shard's trie and what could not be frozen of it. */
    private EntryCursor inMemory(int shard) {
        List<EntryCursor> cursors = new ArrayList<>();
        for (Part part : parts.get(shard)) {
            if (part instanceof TriePart) {
                cursors.add(part.cursor());
            }
        }
        cursors.add(tries.cursor(shard));
        return cursors.size() == 1 ? cursors.get(0) : new MergeCursor(cursors, spec.layout());
    }

    /**
     * What {@link #writeChanges} has appended is safe: the table takes the place of the references in memory. Keys and fields stay there, so
     * that what is new is known as well as before.
     *
     * @param run whole, open as long as the map is, and its owner's to close
     */
    public void changesWritten(RunFile run, int table) {
        requireOpen();
        for (int s = 0; s < parts.length(); s++) {
            int shard = s;
            EntryCursor entries = tries.drain(shard);
            while (entries.next()) {
                // Each step takes the references from the entry before it.
            }
            fieldsAlone[shard].set(false);
            List<Part> inRuns = new ArrayList<>();
            for (Part part : parts.get(shard)) {
                if (part instanceof TriePart) {
                    part.close();
                } else {
                    inRuns.add(part);
                }
            }
            tries.whileLocked(shard, () -> update(shard, now -> inRuns.toArray(Part[]::new)));
        }
        adopt(run, table);
    }

    /**
     * Takes the entries of a table for its own, as if all of them had been added.
     *
     * @param run open as long as the map is, and its owner's to close
     */
    public void adopt(RunFile run, int table) {
        requireOpen();
        TableSpec found = run.tables().get(table).spec();
        if (found.keyBytes() != spec.keyBytes() || !found.layout().equals(spec.layout())) {
            throw new IllegalArgumentException(
                    run.path() + ": table " + found.name() + " holds other entries than the map");
        }
        if (run.tables().get(table).entryCount() == 0) {
            return;
        }
        int shardBits = Integer.numberOfTrailingZeros(parts.length());
        int first = tries.shardOf(run.tables().get(table).firstKey(), 0);
        int last = tries.shardOf(run.tables().get(table).lastKey(), 0);
        // Keys are uniform.
        long entries = run.tables().get(table).entryCount() / (last - first + 1) + 1;
        for (int s = first; s <= last; s++) {
            int shard = s;
            AdoptedPart part = new AdoptedPart(run, table, shard, shardBits, entries);
            tries.whileLocked(shard, () -> update(shard, now -> with(now, part)));
        }
    }

    /**
     * Takes the entries of a table in the place of those of the first tables of runs that were adopted before; they must be the same.
     * Nobody may use the map meanwhile.
     *
     * @param run open as long as the map is, and its owner's to close
     */
    public void replaceAdopted(Collection<RunFile> gone, RunFile run, int table) {
        for (int s = 0; s < parts.length(); s++) {
            int shard = s;
            tries.whileLocked(
                    shard,
                    () -> update(
                            shard,
                            now -> Arrays.stream(now)
                                    .filter(part ->
                                            !(part instanceof AdoptedPart adopted && gone.contains(adopted.file())))
                                    .toArray(Part[]::new)));
        }
        adopt(run, table);
    }

    /** The files of all runs that this map has spilled and still needs, each with one table; adopted ones are not among them. */
    public List<Path> spilledRuns() {
        requireOpen();
        store.pin(this);
        try {
            List<Path> files = new ArrayList<>();
            for (int shard = 0; shard < parts.length(); shard++) {
                for (Part part : parts.get(shard)) {
                    if (part instanceof RunPart run) {
                        files.add(run.file().path());
                    }
                }
            }
            return files;
        } finally {
            store.unpin(this);
        }
    }

    // -------------------------------------------------------------------------------------------------- the end

    @Override
    public void verify() {
        requireOpen();
        store.verify();
    }

    long verifyPages() {
        return tries.verifyPages();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        store.remove(this);
        closed = true;
        for (int shard = 0; shard < parts.length(); shard++) {
            Part[] all = parts.getAndSet(shard, NONE);
            for (Part part : all) {
                part.close();
            }
        }
        tries.close();
    }
}
