package io.compscan.core.source;

import io.compscan.result.Container;
import io.compscan.result.ReadError;
import java.util.List;

/** Receives the findings of a walk. Most events have no effect by default. */
public interface SourceVisitor {

    /** A unit to read. May wait until there is room for it. */
    void unit(Unit unit) throws InterruptedException;

    /** A further name of a file of {@code sizeBytes} bytes that was already handed over under another name. */
    default void hardLink(long sizeBytes) {}

    /**
     * A name that is no unit of its own: a further name of a file, or a symbolic link that is not followed. The call comes in addition to
     * {@link #hardLink} or {@link #skipped}.
     *
     * @param nameBytes its length, without the directory's
     * @param targetBytes the length of a symbolic link's target; 0 for other names
     */
    default void named(int nameBytes, long targetBytes) {}

    /** A directory that is being walked. */
    default void directory() {}

    /**
     * The names of entries of the directory that was reported last, links and directories included, each with a line feed behind it. Of a
     * large directory they come in pieces. The array is the caller's.
     */
    default void names(byte[] names, int length) {}

    /** Whether the walk should read extended attributes, which costs it a call for each file. */
    default boolean wantsAttributes() {
        return false;
    }

    /**
     * The attributes of a file, a directory or a link in the directory that was reported last. A file with several names is told of once.
     *
     * @param isLink whether they are those of a symbolic link that is not followed
     */
    default void attributes(List<FileAttribute> attributes, boolean isLink) {}

    /** The directory that was reported last has no entries. */
    default void emptyDirectory() {}

    /** The directory that was reported last holds the same names of the same files as one before, {@code linkCount} of them, and nothing else. */
    default void linkedDirectory(long linkCount) {}

    /** A file or directory that is left alone on purpose. */
    default void skipped(Skip skip) {}

    /** A container that was looked into; its units come in calls of their own. */
    default void container(Container container) {}

    /** An unreadable path. */
    void error(ReadError error);

    /** Whether the walk should end. */
    boolean isStopped();

    /** The reason why a file or directory was left alone. */
    enum Skip {
        /** A symbolic link that is not followed. */
        SYMLINK,
        /** A FIFO, socket or device. */
        SPECIAL_FILE,
        /** A file or directory ruled out by the include and exclude globs. */
        EXCLUDED,
        /** A directory on another file system. */
        MOUNT_POINT,
        /** A file that belongs to an image which is read: an extent or a parent. */
        CONSUMED
    }
}
