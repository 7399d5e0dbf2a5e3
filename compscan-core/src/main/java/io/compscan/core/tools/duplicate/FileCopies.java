package io.compscan.core.tools.duplicate;

import io.compscan.core.fold.Scheme;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.result.duplicate.Duplicates.Copies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts files by what they hold, and names those that are copies of each other.
 *
 * <p>An index counts the keys, in memory or on disk. The names of all files wait on disk until it is known which keys matter. Any thread adds.
 */
final class FileCopies implements AutoCloseable {

    private final int mostGroups;
    private final KeyCounts keys;
    private final NameList names;

    /**
     * What was found.
     *
     * @param groups that save most, the best first
     * @param fileCount how many files are copies of another one, in all groups
     * @param bytes of these files that are not zero
     */
    record Found(List<Copies> groups, long fileCount, long bytes) {}

    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    private record Group(byte[] key, long copies) {
        static final Comparator<Group> ORDER = Comparator.comparingLong(Group::savedBytes)
                .reversed()
                .thenComparing(Group::key, Arrays::compareUnsigned);

        long savedBytes() {
            return (copies - 1) * FileKey.nonZeroBytes(key);
        }
    }

    /** The sums over all groups. */
    private static final class Counts {
        private long files;
        private long bytes;

        void add(Group group) {
            files += group.copies() - 1;
            bytes += group.savedBytes();
        }
    }

    /** The names of a group, as far as they are told. */
    private static final class Names {
        private long bytes;
        private final TreeSet<String> paths = new TreeSet<>();

        void add(long size, String path) {
            bytes = size;
            paths.add(path);
            if (paths.size() > Copies.MOST_PATHS) {
                paths.pollLast();
            }
        }
    }

    /**
     * No file yet.
     *
     * @param mostGroups that are told
     * @param memory for the index
     * @param scheme any; keys stand in the index for its full chunks
     * @param directory for the list of names
     */
    FileCopies(int mostGroups, IndexMemory memory, Scheme scheme, Path directory) throws IOException, ScanException {
        this.mostGroups = mostGroups;
        keys = new KeyCounts(memory, scheme);
        try {
            names = NameList.in(directory);
        } catch (IOException e) {
            keys.close();
            throw e;
        }
    }

    synchronized void add(byte[] key, long bytes, String name) {
        keys.add(key);
        try {
            names.add(key, bytes, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The copies, after the last file.
     *
     * @throws IOException if the index had no place left, or the list of names cannot be read
     */
    synchronized Found top() throws IOException {
        Best<Group> best = new Best<>(mostGroups, Group.ORDER);
        Counts counts = new Counts();
        keys.forEachRepeated((key, copies) -> {
            Group group = new Group(key.clone(), copies);
            counts.add(group);
            best.add(group);
        });
        List<Group> groups = best.list();
        Map<byte[], Names> byKey = new TreeMap<>(Arrays::compareUnsigned);
        groups.forEach(group -> byKey.put(group.key(), new Names()));
        if (!byKey.isEmpty()) {
            names.forEach((key, bytes, name) -> {
                Names group = byKey.get(key);
                if (group != null) {
                    group.add(bytes, name);
                }
            });
        }
        List<Copies> told = groups.stream()
                .map(group -> copies(group, byKey.getOrDefault(group.key(), new Names())))
                .toList();
        return new Found(told, counts.files, counts.bytes);
    }

    private static Copies copies(Group group, Names names) {
        return new Copies(
                names.bytes,
                FileKey.nonZeroBytes(group.key()),
                group.copies(),
                group.savedBytes(),
                new ArrayList<>(names.paths));
    }

    @Override
    public synchronized void close() throws IOException {
        keys.close();
        names.close();
    }
}
