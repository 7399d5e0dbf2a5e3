package io.compscan.core.source.file;

import io.compscan.core.LongSet;
import io.compscan.core.SplitMix;
import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.NamePieces;
import io.compscan.core.source.PathName;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.attribute.AttributeReader;
import io.compscan.core.source.file.FileStatus.Inode;
import io.compscan.core.source.file.FileStatus.Kind;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a visitor of the names in a directory, in pieces of bounded length, and of attributes. It also tells of a directory that holds the
 * same names of the same files as one before, and nothing else.
 *
 * <p>Backups that link what has not changed are full of such directories. A program that keeps a directory's tree by its content keeps it
 * once. A directory whose files all have several names takes up to 27 bytes here, others take nothing. One thread.
 */
final class DirectoryNames {

    private final SourceVisitor visitor;
    private final NamePieces pieces;
    /** Null where nobody wants attributes, or the system has none. */
    private final @Nullable AttributeReader attributes;

    private final LongSet directories = new LongSet();
    /** Grows by a number for each name, so their order does not matter. */
    private long content;

    private long linkCount;
    private boolean hasOthers;

    DirectoryNames(SourceVisitor visitor) {
        this.visitor = visitor;
        pieces = new NamePieces(visitor);
        attributes = visitor.wantsAttributes() ? AttributeReader.open() : null;
    }

    /** Begins a directory. */
    void begin() {
        content = 0;
        linkCount = 0;
        hasOthers = false;
    }

    /** Notes an entry of the directory, whether the walk accepts it or not. */
    void met(FoundPath place, FileStatus status) {
        if (status.kind() != Kind.FILE || status.linkCount() < 2) {
            hasOthers = true;
        } else if (!hasOthers) {
            String name = place.name();
            long hash = status.identity() instanceof Inode inode
                    ? SplitMix.mix(inode.number() + SplitMix.mix(inode.device()))
                    : status.identity().hashCode();
            for (int i = name.lastIndexOf('/') + 1; i < name.length(); i++) {
                hash = SplitMix.mix(hash + name.charAt(i));
            }
            content += hash;
            linkCount++;
        }
    }

    /** Notes an entry that cannot be told. */
    void unknown() {
        hasOthers = true;
    }

    /** Adds the last name of a path that the walk accepts. */
    void add(Path path) {
        pieces.add(PathName.bytesOf(FoundPath.lastName(path)));
    }

    /**
     * Tells of the attributes of a file, a directory or a link that is not followed, where somebody wants them.
     *
     * @param followsLink whether the status is that of the target of a link
     */
    void attributes(Path open, FileStatus status, boolean followsLink) {
        if (attributes != null) {
            boolean isLink = status.kind() == Kind.SYMLINK;
            List<FileAttribute> found = attributes.of(open, isLink, followsLink && !isLink, status.device());
            if (!found.isEmpty()) {
                visitor.attributes(found, isLink);
            }
        }
    }

    /** Tells what is left at the end of a directory that could be listed whole, or not. */
    void end(boolean isWhole) {
        pieces.handOver();
        if (isWhole && !hasOthers && linkCount > 0 && !directories.add(content)) {
            visitor.linkedDirectory(linkCount);
        }
    }
}
