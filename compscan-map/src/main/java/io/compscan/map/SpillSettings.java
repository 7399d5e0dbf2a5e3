package io.compscan.map;

import java.nio.file.Path;
import java.util.List;

/**
 * Where maps may spill, and how much.
 *
 * @param directories one or more, used in turn
 * @param limitBytes the maximum that may lie in them at any time; {@link Long#MAX_VALUE} for no limit
 * @param freeShare the maximum share, from 0 to 1, of the space that is free when the store opens its directories
 */
public record SpillSettings(List<Path> directories, long limitBytes, double freeShare) {

    /** Copies the list and rejects an empty one. */
    public SpillSettings {
        directories = List.copyOf(directories);
        if (directories.isEmpty()) {
            throw new IllegalArgumentException("spilling takes a directory");
        }
        if (!(freeShare >= 0 && freeShare <= 1)) {
            throw new IllegalArgumentException("freeShare = " + freeShare + " is not in 0..1");
        }
    }

    /** These directories, without a limit. */
    public static SpillSettings to(Path... directories) {
        return new SpillSettings(List.of(directories), Long.MAX_VALUE, 1);
    }
}
