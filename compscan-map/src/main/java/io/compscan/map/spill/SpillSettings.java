package io.compscan.map.spill;

import java.nio.file.Path;
import java.util.List;

/**
 * Where maps may spill to, and how much.
 *
 * @param directories one or more, used in turn and at the same time
 * @param limitBytes the most that may lie in them at any time, {@link Long#MAX_VALUE} for no limit of this kind
 * @param freeShare the most of the space that is free there when the first run is written, from 0 to 1
 */
public record SpillSettings(List<Path> directories, long limitBytes, double freeShare) {

    /** Copies the list and refuses an empty one. */
    public SpillSettings {
        directories = List.copyOf(directories);
        if (directories.isEmpty()) {
            throw new IllegalArgumentException("spilling takes a directory");
        }
        if (!(freeShare >= 0 && freeShare <= 1)) {
            throw new IllegalArgumentException("freeShare = " + freeShare + " is not in 0..1");
        }
    }

    /** These directories, to the last byte. */
    public static SpillSettings to(Path... directories) {
        return new SpillSettings(List.of(directories), Long.MAX_VALUE, 1);
    }
}
