package io.compscan.core.source.file;

import io.compscan.core.LongSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The files or directories that a walk has reached, by identity.
 *
 * <p>Of files with several names there may be tens of millions, so an inode costs 11 to 16 bytes: its number alone, in an open hash
 * table for each file system.
 */
final class InodeSet {

    private final Map<Long, LongSet> inodesOfDevice = new HashMap<>();
    /** Where the platform has no inodes. */
    private final Set<Object> others = new HashSet<>();

    /** Adds what has this identity; false if it was there. */
    boolean add(Object identity) {
        if (identity instanceof FileStatus.Inode inode) {
            return inodesOfDevice
                    .computeIfAbsent(inode.device(), device -> new LongSet())
                    .add(inode.number());
        }
        return others.add(identity);
    }

    boolean contains(Object identity) {
        if (identity instanceof FileStatus.Inode inode) {
            LongSet inodes = inodesOfDevice.get(inode.device());
            return inodes != null && inodes.contains(inode.number());
        }
        return others.contains(identity);
    }
}
