package io.compscan.core.fold;

import io.compscan.core.result.ReadError;
import io.compscan.core.result.Totals;
import io.compscan.core.source.SourceVisitor.Skip;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a walk has met and nobody reads. One thread. */
public final class WalkCounts {

    private final Map<Skip, Long> skipped = new EnumMap<>(Skip.class);
    private long hardLinkBytes;
    private long hardLinkCount;
    private long directoryCount;

    public void hardLink(long sizeBytes) {
        hardLinkBytes += sizeBytes;
        hardLinkCount++;
    }

    public void directory() {
        directoryCount++;
    }

    public void skipped(Skip skip) {
        skipped.merge(skip, 1L, Long::sum);
    }

    private long skippedCount(Skip skip) {
        return skipped.getOrDefault(skip, 0L);
    }

    /**
     * Together with what was to be read.
     *
     * @param unitCount units, each once
     * @param unitBytes their bytes, read or not
     * @param errors all of them
     */
    public Totals totals(long unitCount, long unitBytes, Errors errors) {
        return new Totals(
                unitBytes + hardLinkBytes,
                hardLinkBytes,
                errors.unreadBytes(),
                unitBytes - errors.unreadBytes(),
                unitCount + hardLinkCount,
                directoryCount,
                hardLinkCount,
                skippedCount(Skip.SYMLINK),
                skippedCount(Skip.SPECIAL_FILE),
                skippedCount(Skip.EXCLUDED) + skippedCount(Skip.MOUNT_POINT),
                errors.unreadPaths(),
                errors.changedPaths());
    }

    /**
     * What errors add up to.
     *
     * @param unreadBytes that are missing for them
     * @param unreadPaths that could not be read, or not whole
     * @param changedPaths that were read whole, but changed
     */
    public record Errors(long unreadBytes, long unreadPaths, long changedPaths) {

        /** Goes through the list once, for it may be in a file. */
        public static Errors of(List<ReadError> errors) {
            long unreadBytes = 0;
            long unread = 0;
            long changed = 0;
            for (ReadError error : errors) {
                unreadBytes += error.unreadBytes();
                if (error.kind().isChange()) {
                    changed++;
                } else if (error.kind() != ReadError.Kind.LOOP) {
                    unread++;
                }
            }
            return new Errors(unreadBytes, unread, changed);
        }
    }
}
