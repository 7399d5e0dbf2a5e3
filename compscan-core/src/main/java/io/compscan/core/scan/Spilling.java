package io.compscan.core.scan;

import io.compscan.map.SpillException;
import io.compscan.map.SpillStats;
import io.compscan.map.SpillStore;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an index on disk, at one moment.
 *
 * @param directories its directories
 * @param hasSpilled whether the index has outgrown its memory
 * @param heldBytes the bytes that it has there
 * @param limitBytes the most that it may have there
 * @param indexBytes the bytes that the whole index would take there at its present size; 0 if they are not known
 * @param failure the reason why nothing more can be written there; null if there is none
 */
public record Spilling(
        List<Path> directories,
        boolean hasSpilled,
        long heldBytes,
        long limitBytes,
        long indexBytes,
        @Nullable String failure) {

    static @Nullable Spilling of(@Nullable SpillStore store, long distinctChunkCount) {
        if (store == null) {
            return null;
        }
        SpillStats stats = store.stats();
        SpillException failure = store.failure();
        double entryBytes = stats.entryCount() == 0 ? 0 : (double) stats.writtenBytes() / stats.entryCount();
        return new Spilling(
                store.settings().directories(),
                stats.hasSpilled(),
                stats.heldBytes(),
                stats.limitBytes(),
                (long) (distinctChunkCount * entryBytes),
                failure == null ? null : failure.getMessage());
    }
}
