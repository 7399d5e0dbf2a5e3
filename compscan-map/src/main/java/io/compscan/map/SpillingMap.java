package io.compscan.map;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * A map that outgrows its memory: a {@link SpillStore} moves its shards to runs on disk.
 *
 * <p>Its entry count is an upper bound, because two runs may hold the same key. The methods of this interface save and restore a map for
 * checkpoints; no other thread may use the map during such a call.
 */
public interface SpillingMap extends FingerprintMap {

    /**
     * Appends to a table every entry in memory that no run holds: references, and fields that arrived without references. The map does
     * not change; nobody may write to it before {@link #changesWritten}.
     *
     * @param writer has an open table with the keys and records of this map
     */
    void writeChanges(RunWriter writer) throws IOException;

    /**
     * Confirms that the output of {@link #writeChanges} is safe: the table replaces the references in memory. Keys and fields stay in
     * memory, so the map still knows which keys are new.
     *
     * @param run complete; it stays open as long as the map, and its owner closes it
     */
    void changesWritten(RunFile run, int table);

    /**
     * Adds the entries of a table to the map without copying them.
     *
     * @param run stays open as long as the map; its owner closes it
     */
    void adopt(RunFile run, int table);

    /**
     * Replaces adopted runs, first table each, by a table with the same entries.
     *
     * @param run stays open as long as the map; its owner closes it
     */
    void replaceAdopted(Collection<RunFile> gone, RunFile run, int table);

    /** The files that this map has spilled and still needs, one table each, without the adopted ones. */
    List<Path> spilledRuns();
}
