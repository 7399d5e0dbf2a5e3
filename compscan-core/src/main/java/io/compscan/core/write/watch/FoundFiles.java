package io.compscan.core.write.watch;

import io.compscan.core.source.UnitVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that were found by listing a new directory. Programs may have closed them before the watch began, or may still write them.
 *
 * <p>A file that stays unchanged for a while counts as closed. A report of the kernel counts at once, and the file does not count twice.
 * One thread.
 */
final class FoundFiles {

    private static final int MAX_FILES = 100_000;
    private static final long SETTLE_NANOS = 1_000_000_000;

    /** The files that may still change, in the order in which they settle. */
    private final Map<Path, Found> unsettled = new LinkedHashMap<>();
    /** The files that have settled, and their versions then. */
    private final Map<Path, UnitVersion> settled = new HashMap<>();

    private record Found(UnitVersion version, long sinceNanos) {}

    /** Adds a file. False if there are too many files to keep, so that it counts as closed. */
    boolean add(Path file, long nowNanos) {
        if (unsettled.size() + settled.size() >= MAX_FILES) {
            return false;
        }
        unsettled.put(file, new Found(UnitVersion.of(file), nowNanos));
        return true;
    }

    /** Whether the present version of a file that the kernel reports has not counted yet. */
    boolean isNews(Path closed) {
        unsettled.remove(closed);
        UnitVersion before = settled.remove(closed);
        return before == null || !before.equals(UnitVersion.of(closed));
    }

    /** The files that have been unchanged for long enough; each is returned once. */
    List<Path> settled(long nowNanos) {
        List<Path> files = new ArrayList<>();
        Map<Path, Found> changed = new LinkedHashMap<>();
        Iterator<Map.Entry<Path, Found>> entries = unsettled.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Path, Found> entry = entries.next();
            if (nowNanos - entry.getValue().sinceNanos < SETTLE_NANOS) {
                break;
            }
            entries.remove();
            Path file = entry.getKey();
            UnitVersion now = UnitVersion.of(file);
            if (now.equals(entry.getValue().version)) {
                settled.put(file, now);
                files.add(file);
            } else if (now.sizeBytes() >= 0) {
                changed.put(file, new Found(now, nowNanos));
            }
        }
        unsettled.putAll(changed);
        return files;
    }

    /**
     * At the end of the watch, the files that are unchanged since they were found. The others are still open in the programs that write
     * them.
     */
    List<Path> rest() {
        return unsettled.entrySet().stream()
                .filter(entry -> entry.getValue().version.equals(UnitVersion.of(entry.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }
}
