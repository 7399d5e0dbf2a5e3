package io.compscan.core.source.view;

import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Leaves out the bytes of units that the file systems in them call free, and reports the units for which it cannot. One thread. */
public final class Trimming {

    private final List<FileSystemFormat> formats;
    private final Views partitions;
    private final Consumer<String> warnings;
    private final Set<String> warned = new HashSet<>();

    /**
     * A trimming.
     *
     * @param formats the file systems that are known
     * @param views among them those that would look into a disk with partitions
     * @param warnings hears one line about each unit that stays as it is although it holds a file system
     */
    public Trimming(List<FileSystemFormat> formats, Views views, Consumer<String> warnings) {
        this.formats = List.copyOf(formats);
        this.partitions = views.of(Set.of(View.Kind.PARTITIONS));
        this.warnings = warnings;
    }

    /**
     * The unit without its free bytes; the unit itself if these are unknown.
     *
     * @param isPart whether it is a part of a disk; the one in front of all partitions holds their table
     */
    Unit apply(Unit unit, boolean isPart) {
        if (unit.sizeBytes() < Head.FIRST_BYTES) {
            return unit;
        }
        String name = "";
        try {
            for (FileSystemFormat format : formats) {
                FileSystemFormat.Found found = format.look(unit);
                if (found != null) {
                    name = found.name();
                    return format.trimmed(unit);
                }
            }
            if (!isPart && partitions.matching(Head.of(unit)) != null) {
                warn(unit, "it has partitions, which --into partitions looks into");
            }
        } catch (IOException e) {
            if (!name.isEmpty()) {
                warn(unit, name + ": " + ReadErrors.of(unit.name(), e, 0).reason());
            }
            // The scan meets the same failure, and reports it.
        }
        return unit;
    }

    private void warn(Unit unit, String reason) {
        if (warned.add(unit.name())) {
            warnings.accept(unit.name() + ": not trimmed: " + reason);
        }
    }
}
