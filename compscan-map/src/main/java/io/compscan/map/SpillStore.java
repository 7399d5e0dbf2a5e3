package io.compscan.map;

import org.jspecify.annotations.Nullable;

/**
 * Memory and disk space that several spilling maps share.
 *
 * <p>When memory runs low, the store writes the largest shard of any of its maps to a run on disk. It stops spilling when a directory
 * fails: full, gone, read-only, or at the limit. Then {@link #failure} gives the reason, memory keeps its content, and the maps reject
 * entries that do not fit. No accepted entry is lost.
 */
public interface SpillStore extends AutoCloseable {

    /** A store that creates its directories when it writes the first run. */
    static SpillStore open(SpillSettings settings, MemoryBudget budget) {
        return Implementations.openStore(settings, budget);
    }

    /**
     * Creates the directories now, and removes the leftovers of dead processes in them.
     *
     * @throws SpillException naming the unusable directory
     */
    void prepare() throws SpillException;

    /** An empty map that takes its memory from this store; its owner closes it before the store. */
    SpillingMap openMap(MapOptions options, RecheckPolicy rechecks);

    /** The reason why the store can spill no more; null while it can. */
    @Nullable SpillException failure();

    /** Whether a thread is writing a shard to disk at this moment. */
    boolean isFreezing();

    /** Counts of the data spilled so far. */
    SpillStats stats();

    /** Where the store spills to. */
    SpillSettings settings();

    /** Removes all files at once, even those in use: for a process that is about to exit. */
    void removeFiles();

    /** Closes the maps that are still open, removes all files and frees all memory. */
    @Override
    void close();
}
