package io.compscan.core.scan.catalog;

import io.compscan.core.SplitMix;
import io.compscan.core.source.PathName;
import io.compscan.result.Changes;
import io.compscan.result.Changes.Files;
import io.compscan.result.Changes.Group;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up the files that have changed since the last scan, by directory and type. Any thread. */
final class ChangeTally {

    /** Beyond, the deepest directories count as the ones above them. */
    private static final int MOST_DIRECTORIES = 16_384;

    /** Beyond, a new file is not compared with those that are gone. */
    private static final int MOST_COMPARED = 1 << 20;

    private static final String ROOT = "";

    /** What has happened to a file. */
    enum Kind {
        ADDED,
        CHANGED,
        DELETED,
        MOVED
    }

    /** Files of each kind. */
    private static final class Sums {
        private static final Files NONE = new Files(0, 0);

        private final Map<Kind, Files> files = new EnumMap<>(Kind.class);

        void add(Kind kind, Files more) {
            files.merge(kind, more, (one, two) -> new Files(one.count() + two.count(), one.bytes() + two.bytes()));
        }

        void add(Sums other) {
            other.files.forEach(this::add);
        }

        private Files of(Kind kind) {
            return files.getOrDefault(kind, NONE);
        }

        Group group(String name) {
            return new Group(name, of(Kind.ADDED), of(Kind.CHANGED), of(Kind.DELETED), of(Kind.MOVED));
        }
    }

    /** A new file that may have been somewhere else. */
    private record Newcomer(String directory, String type, long bytes) {}

    private final Sums all = new Sums();
    private final Map<String, Sums> directories = new HashMap<>();
    private final Map<String, Sums> types = new HashMap<>();
    private final Map<Long, Deque<Newcomer>> newcomers = new HashMap<>();
    private int comparedCount;

    /**
     * Adds a file.
     *
     * @param content follows from its chunks
     */
    synchronized void add(Kind kind, String name, long bytes, long content) {
        int end = name.lastIndexOf(PathName.SEPARATOR);
        String directory = end < 0 ? ROOT : name.substring(0, end);
        String type = PathName.extensionOf(name.substring(end < 0 ? 0 : end + PathName.SEPARATOR.length()));
        add(kind, directory, type, bytes);
        long key = SplitMix.mix(content + bytes);
        if (kind == Kind.ADDED && bytes > 0 && comparedCount < MOST_COMPARED) {
            comparedCount++;
            newcomers.computeIfAbsent(key, unused -> new ArrayDeque<>(1)).add(new Newcomer(directory, type, bytes));
        }
        if (kind == Kind.DELETED) {
            Deque<Newcomer> alike = newcomers.get(key);
            Newcomer moved = alike == null ? null : alike.poll();
            if (moved != null) {
                add(Kind.MOVED, moved.directory, moved.type, moved.bytes);
            }
        }
    }

    private void add(Kind kind, String directory, String type, long bytes) {
        Files file = new Files(1, bytes);
        all.add(kind, file);
        types.computeIfAbsent(type, unused -> new Sums()).add(kind, file);
        directories.computeIfAbsent(directory, unused -> new Sums()).add(kind, file);
        while (directories.size() > MOST_DIRECTORIES) {
            foldDeepest();
        }
    }

    private void foldDeepest() {
        int deepest =
                directories.keySet().stream().mapToInt(ChangeTally::depth).max().orElse(0);
        for (Map.Entry<String, Sums> entry : List.copyOf(directories.entrySet())) {
            String directory = entry.getKey();
            if (depth(directory) == deepest) {
                directories.remove(directory);
                int end = directory.lastIndexOf(PathName.SEPARATOR);
                directories
                        .computeIfAbsent(end < 0 ? ROOT : directory.substring(0, end), unused -> new Sums())
                        .add(entry.getValue());
            }
        }
    }

    /** The number of its names; 0 for what lies in none. */
    private static int depth(String directory) {
        int depth = directory.isEmpty() ? 0 : 1;
        for (int at = directory.indexOf(PathName.SEPARATOR);
                at >= 0;
                at = directory.indexOf(PathName.SEPARATOR, at + PathName.SEPARATOR.length())) {
            depth++;
        }
        return depth;
    }

    /** The sums, once all files are added, the deleted ones behind all others. */
    synchronized Changes changes(Instant since) {
        return new Changes(since, all.group(""), largest(directories), largest(types));
    }

    private static List<Group> largest(Map<String, Sums> sums) {
        List<Group> groups = new ArrayList<>();
        sums.forEach((name, each) -> groups.add(each.group(name)));
        groups.sort(Comparator.comparingLong(Group::bytes).reversed().thenComparing(Group::name));
        return groups.subList(0, Math.min(groups.size(), Changes.MOST_GROUPS));
    }
}
