package io.compscan.core.source.file;

import io.compscan.core.LongSet;
import io.compscan.core.SplitMix;
import io.compscan.core.source.file.FileStatus.Inode;
import io.compscan.core.source.file.FileStatus.Kind;

/**
 * Tells which directories hold the same names of the same files as one before, and nothing else.
 *
 * <p>Backups that link what has not changed are full of them. A program that keeps a directory's tree by its content keeps it once. A
 * directory whose files all have several names takes up to 27 bytes here, others take nothing. One thread.
 */
final class LinkedDirectories {

    private final LongSet directories = new LongSet();
    /** Grows by a number for each name, so their order does not matter. */
    private long content;

    private long linkCount;
    private boolean hasOthers;

    /** Begins a directory. */
    void begin() {
        content = 0;
        linkCount = 0;
        hasOthers = false;
    }

    /** Adds an entry of the directory. */
    void entry(FoundPath place, FileStatus status) {
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

    /** Adds an entry that cannot be told. */
    void other() {
        hasOthers = true;
    }

    /** Ends the directory: the number of its names if a directory before holds the same, else 0. */
    long end() {
        return hasOthers || linkCount == 0 || directories.add(content) ? 0 : linkCount;
    }
}
