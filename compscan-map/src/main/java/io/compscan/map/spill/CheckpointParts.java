package io.compscan.map.spill;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.MergeCursor;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Saves what a map has in memory to runs of a checkpoint and adopts such runs as parts.
 *
 * <p>After a save, a trie keeps its keys and fields but has no references, so the next save writes only what has changed. Fields that
 * arrive without references, for an entry whose references are in a part, are changes as well: such a shard is marked.
 */
final class CheckpointParts {

    private final ShardParts shards;
    /** Whether a shard has new entries without references. */
    private final AtomicBoolean[] hasFieldsAlone;

    CheckpointParts(ShardParts shards) {
        this.shards = shards;
        hasFieldsAlone = new AtomicBoolean[shards.shardCount()];
        Arrays.setAll(hasFieldsAlone, i -> new AtomicBoolean());
    }

    /** Marks the shards of a batch that took new entries without references. */
    void noteFieldsAlone(EntryBatch batch) {
        if (batch.fieldCount() > 0 && shards.any()) {
            for (int i = 0; i < batch.size(); i++) {
                if (batch.references(i) == 0 && batch.isNew(i)) {
                    hasFieldsAlone[shards.tries().shardOf(batch.keys(), i * batch.keyBytes())].set(true);
                }
            }
        }
    }

    /** See {@link io.compscan.map.SpillingMap#writeChanges}. */
    void writeChanges(RunWriter writer) throws IOException {
        int[] fields = new int[shards.options().layout().fieldCount()];
        for (int shard = 0; shard < shards.shardCount(); shard++) {
            boolean all = hasFieldsAlone[shard].get();
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

    /** The entries of a shard's trie and of the parts that could not be frozen. */
    private EntryCursor inMemory(int shard) {
        List<EntryCursor> cursors = new ArrayList<>();
        for (Part part : shards.of(shard)) {
            if (part instanceof TriePart) {
                cursors.add(part.cursor());
            }
        }
        cursors.add(shards.tries().cursor(shard));
        return cursors.size() == 1
                ? cursors.get(0)
                : MergeCursor.of(cursors, shards.options().layout());
    }

    /** See {@link io.compscan.map.SpillingMap#changesWritten}. */
    void changesWritten(RunFile run, int table) {
        for (int shard = 0; shard < shards.shardCount(); shard++) {
            shards.tries().clearReferences(shard);
            hasFieldsAlone[shard].set(false);
            List<Part> inRuns = new ArrayList<>();
            for (Part part : shards.of(shard)) {
                if (part instanceof TriePart) {
                    part.close();
                } else {
                    inRuns.add(part);
                }
            }
            shards.update(shard, now -> inRuns.toArray(Part[]::new));
        }
        adopt(run, table);
    }

    /** See {@link io.compscan.map.SpillingMap#adopt}. */
    void adopt(RunFile run, int table) {
        TableSummary adopted = run.tables().get(table);
        TableSpec found = adopted.spec();
        if (found.keyBytes() != shards.options().keyBytes()
                || !found.layout().equals(shards.options().layout())) {
            throw new IllegalArgumentException(
                    run.path() + ": table " + found.name() + " holds other entries than the map");
        }
        if (adopted.entryCount() == 0) {
            return;
        }
        int shardBits = Integer.numberOfTrailingZeros(shards.shardCount());
        int first = shards.tries().shardOf(adopted.firstKey(), 0);
        int last = shards.tries().shardOf(adopted.lastKey(), 0);
        // Keys are uniform.
        long entries = adopted.entryCount() / (last - first + 1) + 1;
        for (int shard = first; shard <= last; shard++) {
            shards.add(shard, new AdoptedPart(run, table, shard, shardBits, entries));
        }
    }

    /** See {@link io.compscan.map.SpillingMap#replaceAdopted}. */
    void replaceAdopted(Collection<RunFile> gone, RunFile run, int table) {
        for (int shard = 0; shard < shards.shardCount(); shard++) {
            shards.update(
                    shard,
                    now -> Arrays.stream(now)
                            .filter(part -> !(part instanceof AdoptedPart adopted && gone.contains(adopted.file())))
                            .toArray(Part[]::new));
        }
        adopt(run, table);
    }

    /** See {@link io.compscan.map.SpillingMap#spilledRuns}. */
    List<Path> spilledRuns() {
        List<Path> files = new ArrayList<>();
        for (int shard = 0; shard < shards.shardCount(); shard++) {
            for (Part part : shards.of(shard)) {
                if (part instanceof RunPart run) {
                    files.add(run.file().path());
                }
            }
        }
        return files;
    }
}
