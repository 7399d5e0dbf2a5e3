package io.compscan.core.scan.measure;

import io.compscan.core.source.Unit;
import java.util.Set;

/**
 * The files that are also reported on their own, each deduplicated within itself.
 *
 * @param enabled whether any file is reported
 * @param minBytes the least size of such a file
 * @param extensions the extensions of such files: lower case, without the dot; empty for all
 */
public record FileSelection(boolean enabled, long minBytes, Set<String> extensions) {

    /** No file. */
    public static final FileSelection NONE = new FileSelection(false, 0, Set.of());

    /** Copies the set. */
    public FileSelection {
        extensions = Set.copyOf(extensions);
    }

    public boolean selects(Unit unit) {
        return enabled
                && (unit.sizeBytes() >= minBytes || unit.sizeBytes() == Unit.UNKNOWN_SIZE)
                && (extensions.isEmpty() || extensions.contains(unit.extension()));
    }
}
