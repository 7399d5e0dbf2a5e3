package io.compscan.core.scan.read;

import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.Packer;
import io.compscan.core.source.PathName;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.attribute.AttributeTally;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import io.compscan.result.Totals;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the entries of a walk, and keeps its containers. One thread. */
public final class WalkCounts implements SourceVisitor {

    private final Map<Skip, Long> skipped = new EnumMap<>(Skip.class);
    private long hardLinkBytes;
    private long hardLinkCount;
    private long directoryCount;
    private long nameBytes;
    private long packedNameBytes;
    private long targetBytes;
    private Packer namePacker = (names, offset, length) -> 0;
    private @Nullable AttributeTally attributes;
    private @Nullable ShapeTally shapes;
    private long linkedDirectoryCount;
    private long repeatedLinkCount;
    private RepeatedEntries repeated = new RepeatedEntries(List.of());
    private final List<Container> containers = new ArrayList<>();

    /**
     * Has names packed from now on; without a packer they count as nothing.
     *
     * @param attributesToo whether attributes are counted, which the walk must ask for
     * @param shapesToo whether files and directories are counted by size
     */
    public void packBy(Packer packer, boolean attributesToo, boolean shapesToo) {
        namePacker = packer;
        attributes = attributesToo ? new AttributeTally(packer) : null;
        shapes = shapesToo ? new ShapeTally() : null;
    }

    @Override
    public boolean wantsAttributes() {
        return attributes != null;
    }

    @Override
    public void attributes(List<FileAttribute> found, boolean isLink) {
        if (attributes != null) {
            attributes.add(found, isLink);
        }
        if (shapes != null) {
            shapes.attributes(found);
        }
    }

    /** Errors have a log of their own. */
    @Override
    public void error(ReadError error) {}

    @Override
    public boolean isStopped() {
        return false;
    }

    /** Begins the walk of a source with these paths. */
    public void begin(List<String> paths) {
        repeated = new RepeatedEntries(paths);
    }

    @Override
    public void unit(Unit unit) {
        nameBytes += PathName.lastNameBytes(unit.name());
        repeated.add(unit.name(), unit.sizeBytes());
        if (shapes != null) {
            shapes.file(unit.sizeBytes());
        }
    }

    /** Counts the names of files that no walk has found. */
    public void names(long bytes) {
        nameBytes += bytes;
    }

    @Override
    public void names(byte[] names, int length) {
        packedNameBytes += namePacker.packedBytes(names, 0, length);
        if (shapes != null) {
            shapes.names(names, length);
        }
    }

    @Override
    public void named(int bytes, long toBytes) {
        nameBytes += bytes;
        targetBytes += toBytes;
    }

    @Override
    public void hardLink(long sizeBytes) {
        hardLinkBytes += sizeBytes;
        hardLinkCount++;
    }

    @Override
    public void directory() {
        directoryCount++;
        if (attributes != null) {
            attributes.endDirectory();
        }
        if (shapes != null) {
            shapes.directory();
        }
    }

    @Override
    public void emptyDirectory() {
        repeated.addEmptyDirectory();
    }

    @Override
    public void linkedDirectory(long linkCount) {
        linkedDirectoryCount++;
        repeatedLinkCount += linkCount;
    }

    @Override
    public void skipped(Skip skip) {
        skipped.merge(skip, 1L, Long::sum);
    }

    @Override
    public void container(Container container) {
        containers.add(container);
    }

    /** The containers, in the order of the walk. */
    public List<Container> containers() {
        return List.copyOf(containers);
    }

    private long skippedCount(Skip skip) {
        return skipped.getOrDefault(skip, 0L);
    }

    /**
     * The totals of these entries and of the units.
     *
     * @param unitCount the number of units
     * @param unitBytes their bytes, read or not
     * @param errors the sums of all errors
     */
    public Totals totals(long unitCount, long unitBytes, Errors errors) {
        RepeatedEntries.Counts again = repeated.counts();
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
                errors.changedPaths(),
                skippedCount(Skip.CONSUMED),
                again.directories() + linkedDirectoryCount,
                again.files(),
                again.filesInRuns(),
                repeatedLinkCount,
                nameBytes,
                packedNameBytes,
                targetBytes,
                errors.unlisted(),
                attributes == null ? null : attributes.totals(),
                shapes == null ? null : shapes.totals(unitBytes));
    }

    /**
     * The sums of errors.
     *
     * @param unreadBytes bytes that could not be read
     * @param unreadPaths paths that could not be read whole
     * @param changedPaths paths that were read whole but changed
     * @param unlisted of the unread paths, those of unknown size
     */
    public record Errors(long unreadBytes, long unreadPaths, long changedPaths, long unlisted) {

        /** Sums the errors up; it reads the list once, since the list may be a file. */
        public static Errors of(List<ReadError> errors) {
            long unreadBytes = 0;
            long unread = 0;
            long changed = 0;
            long unlisted = 0;
            for (ReadError error : errors) {
                unreadBytes += error.knownUnreadBytes();
                if (error.kind().isChange()) {
                    changed++;
                } else if (error.kind().isUnread()) {
                    unread++;
                }
                unlisted += error.kind() == ReadError.Kind.UNLISTED ? 1 : 0;
            }
            return new Errors(unreadBytes, unread, changed, unlisted);
        }
    }
}
