package io.compscan.core.scan;

import io.compscan.map.SpillException;
import io.compscan.map.SpillStats;
import io.compscan.map.SpillStore;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an index has on disk, at one moment.
 *
 * @param directories where
 * @param hasSpilled whether the index has outgrown its memory
 * @param heldBytes what it has there
 * @param limitBytes the most that it may have there
 * @param indexBytes what the whole index, as far as it has grown, would take there; 0 if that is not known
 * @param failure why nothing more can be written there; null as long as it can
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
