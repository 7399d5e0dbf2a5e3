package io.compscan.core.source.file;

import io.compscan.core.LongSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The files or directories that a walk has reached, by identity.
 *
 * <p>There may be tens of millions of files with several names, so an inode costs only 11 to 16 bytes. Each file system has an open hash
 * table of the inodes' numbers.
 */
final class InodeSet {

    private final Map<Long, LongSet> inodesOfDevice = new HashMap<>();
    /** The identities on platforms without inodes. */
    private final Set<Object> others = new HashSet<>();

    /** Adds an identity; false if it was there. */
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
