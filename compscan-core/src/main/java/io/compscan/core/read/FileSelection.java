package io.compscan.core.read;

import io.compscan.core.source.Unit;
import java.util.Set;

/**
 * Which files are also reported on their own, deduplicated within themselves.
 *
 * @param enabled whether any are
 * @param minBytes the least size
 * @param extensions lower case, without the dot; empty for all
 */
public record FileSelection(boolean enabled, long minBytes, Set<String> extensions) {

    /** No file. */
    public static final FileSelection NONE = new FileSelection(false, 0, Set.of());

    /** Copies the set. */
    public FileSelection {
        extensions = Set.copyOf(extensions);
    }

    boolean selects(Unit unit) {
        return enabled
                && (unit.sizeBytes() >= minBytes || unit.sizeBytes() == Unit.UNKNOWN_SIZE)
                && (extensions.isEmpty() || extensions.contains(unit.extension()));
    }
}
