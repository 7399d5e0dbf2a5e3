package io.compscan.core.scan.read;

import io.compscan.core.LongSet;
import io.compscan.core.SplitMix;
import io.compscan.result.Totals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Counts the entries that the later of several paths have in the same places as an earlier one. The paths are states of a tree, as backups
 * see them.
 *
 * <p>Two files count as the same if they have the same place below their path, and the same size. A directory is repeated if the earlier
 * directory in the same place had the same files, and if this holds for all directories below it. A run is some hundred consecutive files;
 * a hash of a file's place decides whether the run ends behind it. A run is repeated if all its files are. With one path nothing is counted
 * and nothing is kept. A directory takes up to 27 bytes. Empty directories are all alike, wherever they lie: all but one are repeated. One
 * thread.
 */
final class RepeatedEntries {

    /**
     * The number of repeated entries.
     *
     * @param directories with files in them or below them, and empty ones
     * @param files in such directories
     * @param filesInRuns files in repeated runs
     */
    record Counts(long directories, long files, long filesInRuns) {}

    /** A directory whose files, or those below it, are being walked. */
    private static final class Open {
        private final String place;
        /** Grows by a number for each file and directory in it, so their order does not matter. */
        private long content;

        private long fileCount;
        private boolean isChanged;

        Open(String place) {
            this.place = place;
        }
    }

    private static final long FNV_PRIME = 0x100000001b3L;

    private final List<String> paths;
    private final LongSet directories = new LongSet();
    private final LongSet runs = new LongSet();

    private int path = -1;
    /** The open directories, innermost first; the last is the path itself, whose place is empty. */
    private final Deque<Open> open = new ArrayDeque<>();

    private long runContent;
    private int runFiles;

    private long emptyDirectories;
    private long repeatedDirectories;
    private long repeatedFiles;
    private long repeatedInRuns;

    RepeatedEntries(List<String> paths) {
        this.paths = paths.size() > 1 ? paths : List.of();
    }

    /** Adds the next file of the walk; all files below a directory follow each other. */
    void add(String name, long sizeBytes) {
        if (paths.isEmpty()) {
            return;
        }
        int owner = ownerOf(name);
        if (owner != path) {
            endPath();
            path = owner;
        }
        if (owner < 0) {
            return;
        }
        int from = paths.get(owner).length();
        long file = hash(name, from, name.length());
        long content = SplitMix.mix(file ^ SplitMix.mix(sizeBytes));
        Open directory = enter(name.substring(from, Math.max(from, name.lastIndexOf('/'))));
        directory.content += content;
        directory.fileCount++;
        runContent = SplitMix.mix(runContent + content);
        runFiles++;
        if ((file & (Totals.FILES_PER_RUN - 1)) == 0) {
            endRun();
        }
    }

    /** Adds a directory without entries. */
    void addEmptyDirectory() {
        emptyDirectories++;
    }

    /** The repeated entries, at the end of the walk. */
    Counts counts() {
        endPath();
        long alike = Math.max(0, emptyDirectories - 1);
        return new Counts(repeatedDirectories + alike, repeatedFiles, repeatedInRuns);
    }

    /** The path that a file lies below, -1 if none: most often that of the file before. */
    private int ownerOf(String name) {
        if (path >= 0 && liesBelow(name, paths.get(path))) {
            return path;
        }
        for (int i = 0; i < paths.size(); i++) {
            if (liesBelow(name, paths.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean liesBelow(String name, String path) {
        return name.startsWith(path) && name.length() > path.length() && name.charAt(path.length()) == '/';
    }

    /** Leaves the directories that do not contain this one, and enters those that are missing down to it. */
    private Open enter(String place) {
        while (!open.isEmpty() && !contains(open.element().place, place)) {
            leave();
        }
        if (open.isEmpty()) {
            open.push(new Open(""));
        }
        int at = open.element().place.length();
        while (at < place.length()) {
            int slash = place.indexOf('/', at + 1);
            at = slash < 0 ? place.length() : slash;
            open.push(new Open(place.substring(0, at)));
        }
        return open.element();
    }

    private static boolean contains(String directory, String place) {
        return place.equals(directory) || directory.isEmpty() || liesBelow(place, directory);
    }

    private void leave() {
        Open left = open.pop();
        long where = hash(left.place, 0, left.place.length());
        boolean isNew = directories.add(SplitMix.mix(where) ^ left.content);
        left.isChanged |= isNew;
        if (!left.isChanged) {
            repeatedDirectories++;
            repeatedFiles += left.fileCount;
        }
        if (!open.isEmpty()) {
            open.element().content += SplitMix.mix(where + 1);
            open.element().isChanged |= left.isChanged;
        }
    }

    private void endRun() {
        if (runFiles > 0 && !runs.add(runContent)) {
            repeatedInRuns += runFiles;
        }
        runContent = 0;
        runFiles = 0;
    }

    private void endPath() {
        while (!open.isEmpty()) {
            leave();
        }
        endRun();
    }

    private static long hash(String text, int from, int to) {
        long hash = SplitMix.GOLDEN;
        for (int i = from; i < to; i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return SplitMix.mix(hash);
    }
}
