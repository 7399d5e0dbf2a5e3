package io.compscan.core.scan;

import io.compscan.map.SpillSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The place where an index spills to when its memory is used up.
 *
 * @param directories the directories; none if the scan should stop instead
 * @param limitBytes the most that may lie there at any time
 * @param freeShare the most of the free space that may be taken, from 0 to 1
 */
public record SpillSpace(List<Path> directories, long limitBytes, double freeShare) {

    /** Nowhere. */
    public static final SpillSpace NONE = new SpillSpace(List.of(), 0, 0);

    /** The share of the free space that a scan may take of a directory that the user has not named. */
    private static final double UNASKED_SHARE = 0.5;

    private static final Path LASTING_TEMPORARY = Path.of("/var/tmp");
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** Copies the list. */
    public SpillSpace {
        directories = List.copyOf(directories);
    }

    /** These directories, whose space the scan may use up. */
    public static SpillSpace in(List<Path> directories, long limitBytes) {
        return new SpillSpace(directories, limitBytes, 1);
    }

    /**
     * At most half of the free space of the system's directory for temporary files. A directory in memory, as {@code /tmp} often is, does
     * not count; {@code /var/tmp} is next. Nowhere if both are in memory.
     */
    public static SpillSpace temporary(long limitBytes) {
        for (Path directory : List.of(Path.of(System.getProperty("java.io.tmpdir")), LASTING_TEMPORARY)) {
            if (isOnDisk(directory)) {
                return new SpillSpace(List.of(directory), limitBytes, UNASKED_SHARE);
            }
        }
        return NONE;
    }

    private static boolean isOnDisk(Path directory) {
        if (!Files.isWritable(directory)) {
            return false;
        }
        try {
            return !IN_MEMORY.contains(Files.getFileStore(directory).type());
        } catch (IOException e) {
            // No mount is known to have it, as in a chroot, whose files are seldom in memory.
            return true;
        }
    }

    /** Whether the user named the directories, so that a scan must not begin without them. */
    boolean isNamed() {
        return freeShare == 1;
    }

    /** The settings for the map; null for nowhere. */
    @Nullable SpillSettings settings() {
        return directories.isEmpty() ? null : new SpillSettings(directories, limitBytes, freeShare);
    }
}
