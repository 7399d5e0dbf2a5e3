package io.compscan.core.read;

import io.compscan.core.result.Container;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.Totals;
import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.Packer;
import io.compscan.core.source.PathName;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.attribute.AttributeTally;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the entries of a walk that are not read. One thread. */
public final class WalkCounts {

    private final Map<Skip, Long> skipped = new EnumMap<>(Skip.class);
    private long hardLinkBytes;
    private long hardLinkCount;
    private long directoryCount;
    private long nameBytes;
    private long packedNameBytes;
    private long targetBytes;
    private Packer namePacker = (names, offset, length) -> 0;
    private @Nullable AttributeTally attributes;
    private long linkedDirectoryCount;
    private long repeatedLinkCount;
    private RepeatedEntries repeated = new RepeatedEntries(List.of());
    private final List<Container> containers = new ArrayList<>();

    /**
     * Has names packed from now on; without a packer they count as nothing.
     *
     * @param attributesToo whether attributes are counted, which the walk must ask for
     */
    public void packBy(Packer packer, boolean attributesToo) {
        namePacker = packer;
        attributes = attributesToo ? new AttributeTally(packer) : null;
    }

    /** Whether attributes are counted. */
    public boolean wantsAttributes() {
        return attributes != null;
    }

    /** Counts the attributes of a file, a directory or a link. */
    public void attributes(List<FileAttribute> found, boolean isLink) {
        if (attributes != null) {
            attributes.add(found, isLink);
        }
    }

    /** Begins the walk of a source with these paths. */
    public void begin(List<String> paths) {
        repeated = new RepeatedEntries(paths);
    }

    /** Notes a file that the scan reads. */
    public void file(String name, long sizeBytes) {
        nameBytes += PathName.lastNameBytes(name);
        repeated.add(name, sizeBytes);
    }

    /** Counts the names of files that no walk has found. */
    public void names(long bytes) {
        nameBytes += bytes;
    }

    /** Counts what names of one directory take, compressed as a tree or a table of them is. */
    public void names(byte[] names, int length) {
        packedNameBytes += namePacker.packedBytes(names, 0, length);
    }

    /** Counts the bytes of the name of a symbolic link, or of a further name of a file, and the bytes of a link's target. */
    public void named(int bytes, long toBytes) {
        nameBytes += bytes;
        targetBytes += toBytes;
    }

    /** Counts a further name of an inode. */
    public void hardLink(long sizeBytes) {
        hardLinkBytes += sizeBytes;
        hardLinkCount++;
    }

    /** Counts a directory. */
    public void directory() {
        directoryCount++;
        if (attributes != null) {
            attributes.endDirectory();
        }
    }

    /** Notes that the directory counted last has no entries. */
    public void emptyDirectory() {
        repeated.addEmptyDirectory();
    }

    /** Notes that the directory counted last holds the same names of the same files as one before. */
    public void linkedDirectory(long linkCount) {
        linkedDirectoryCount++;
        repeatedLinkCount += linkCount;
    }

    /** Counts an entry that is left alone on purpose. */
    public void skipped(Skip skip) {
        skipped.merge(skip, 1L, Long::sum);
    }

    /** Keeps a container. */
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
                attributes == null ? null : attributes.totals());
    }

    /**
     * The sums of errors.
     *
     * @param unreadBytes bytes that could not be read
     * @param unreadPaths paths that could not be read whole
     * @param changedPaths paths that were read whole but changed
     */
    public record Errors(long unreadBytes, long unreadPaths, long changedPaths) {

        /** Sums the errors up; it reads the list once, since the list may be a file. */
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
