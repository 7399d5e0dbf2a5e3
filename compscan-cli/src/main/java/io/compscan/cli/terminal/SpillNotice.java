package io.compscan.cli.terminal;

import io.compscan.core.scan.ScanProgress;
import io.compscan.core.scan.Spilling;
import io.compscan.report.Figures;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells once that an index has outgrown its memory, where it continues, and how much it will take there. */
final class SpillNotice {

    private final Supplier<@Nullable Spilling> spilling;
    private boolean said;

    SpillNotice(Supplier<@Nullable Spilling> spilling) {
        this.spilling = spilling;
    }

    /** The next message; null if there is none. */
    @Nullable String next(ScanProgress progress) {
        if (said) {
            return null;
        }
        Spilling now = spilling.get();
        if (now == null || !now.hasSpilled()) {
            return null;
        }
        said = true;
        String where = now.directories().stream().map(Path::toString).collect(Collectors.joining(", "));
        String limit = now.limitBytes() == Long.MAX_VALUE
                ? ""
                : ", of at most " + Figures.human(now.limitBytes()) + " it may take";
        return "the index has outgrown its memory and goes on in " + where + need(progress, now) + limit;
    }

    /** The space that the index needs there, if the data to come is like the data that was read. */
    private static String need(ScanProgress progress, Spilling now) {
        boolean ends = progress.allFound() && progress.sizeKnown() && progress.doneBytes() > 0;
        if (!ends) {
            return ", so far with " + Figures.human(now.heldBytes());
        }
        double share = (double) progress.foundBytes() / progress.doneBytes();
        return ", where it will need about " + Figures.human((long) (now.indexBytes() * share));
    }
}
