package io.compscan.core.source.space;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The space of ranges of a file system: the bytes that they cover, and the bytes that just one range covers. Ranges may overlap, and the
 * same range may come several times.
 *
 * <p>The depth at a place is the number of ranges that have begun by there, less those that have ended. So begins and ends are two sorted
 * lists, and their pairing does not matter:
 *
 * <pre>
 *   ranges   [0, 8) [4, 12) [4, 8)        begins 0 4 4    ends 8 8 12
 *   depth    0..4: 1    4..8: 3    8..12: 1                covered 12, of which once 8
 * </pre>
 *
 * <p>Memory holds up to {@value #EXTENTS_IN_MEMORY} ranges, 16 MiB. When it is full, neighbours of the same depth become one range, and a
 * depth of more than two becomes two. If this does not free half of the memory, the ranges go to a file as a sorted run, 16 bytes a range.
 * In the end the runs are merged, through {@value SortedRun#BUFFER_BYTES} bytes of memory each. One thread.
 */
final class PhysicalSpace implements Closeable {

    static final int EXTENTS_IN_MEMORY = 1 << 20;
    private static final int FIRST_ROOM = 64;

    private final Path spillDirectory;
    private final int most;
    private long[] begins = {};
    private long[] ends = {};
    private int count;
    private final List<SortedRun> runs = new ArrayList<>();

    /** @param most the most ranges in memory */
    PhysicalSpace(Path spillDirectory, int most) {
        this.spillDirectory = spillDirectory;
        this.most = most;
    }

    /** A run that cannot be written to disk. */
    static final class SpillException extends IOException {
        private static final long serialVersionUID = 1L;

        SpillException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /**
     * The bytes that ranges cover.
     *
     * @param bytes all bytes that they cover
     * @param onceBytes the bytes that only one range covers
     */
    record Cover(long bytes, long onceBytes) {}

    /** Adds {@code [from, to)}; empty ranges have no effect. */
    void add(long from, long to) throws SpillException {
        if (from >= to) {
            return;
        }
        if (count == most) {
            compact();
            if (count > most / 2) {
                spill();
            }
        }
        if (count == begins.length) {
            int room = Math.min(most, Math.max(FIRST_ROOM, 2 * count));
            begins = Arrays.copyOf(begins, room);
            ends = Arrays.copyOf(ends, room);
        }
        begins[count] = from;
        ends[count++] = to;
    }

    /** The number of runs on disk. */
    int runCount() {
        return runs.size();
    }

    private void sort() {
        Arrays.sort(begins, 0, count);
        Arrays.sort(ends, 0, count);
    }

    /** Replaces all ranges by the fewest with the same depths, where depths above two count as two. There are never more than before. */
    private void compact() {
        sort();
        long[] newBegins = new long[begins.length];
        long[] newEnds = new long[ends.length];
        int kept = 0;
        int keptEnds = 0;
        int depth = 0;
        int ended = 0;
        int begun = 0;
        while (ended < count) {
            long place = begun < count ? Math.min(begins[begun], ends[ended]) : ends[ended];
            int before = Math.min(2, depth);
            while (begun < count && begins[begun] == place) {
                begun++;
                depth++;
            }
            while (ended < count && ends[ended] == place) {
                ended++;
                depth--;
            }
            for (int i = before; i < Math.min(2, depth); i++) {
                newBegins[kept++] = place;
            }
            for (int i = Math.min(2, depth); i < before; i++) {
                newEnds[keptEnds++] = place;
            }
        }
        begins = newBegins;
        ends = newEnds;
        count = kept;
    }

    private void spill() throws SpillException {
        try {
            runs.add(SortedRun.write(spillDirectory, begins, ends, count));
        } catch (IOException e) {
            throw new SpillException(e);
        }
        count = 0;
    }

    /** The bytes that all ranges cover together. */
    Cover cover() throws IOException {
        sort();
        List<SortedLongs> allBegins = new ArrayList<>();
        List<SortedLongs> allEnds = new ArrayList<>();
        allBegins.add(SortedLongs.of(begins, count));
        allEnds.add(SortedLongs.of(ends, count));
        for (SortedRun run : runs) {
            allBegins.add(run.begins());
            allEnds.add(run.ends());
        }
        return cover(new MergedLongs(allBegins), new MergedLongs(allEnds));
    }

    private static Cover cover(MergedLongs begins, MergedLongs ends) throws IOException {
        long bytes = 0;
        long onceBytes = 0;
        long depth = 0;
        long place = 0;
        while (!ends.isEmpty()) {
            long next = begins.isEmpty() ? ends.first() : Math.min(begins.first(), ends.first());
            bytes += depth > 0 ? next - place : 0;
            onceBytes += depth == 1 ? next - place : 0;
            place = next;
            while (!begins.isEmpty() && begins.first() == place) {
                begins.take();
                depth++;
            }
            while (!ends.isEmpty() && ends.first() == place) {
                ends.take();
                depth--;
            }
        }
        return new Cover(bytes, onceBytes);
    }

    @Override
    public void close() throws IOException {
        for (SortedRun run : runs) {
            run.close();
        }
    }

    /** Several ascending lists of numbers as one. */
    private static final class MergedLongs {

        private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(head -> head.first));

        private static final class Head {
            private final SortedLongs rest;
            private long first;

            Head(SortedLongs rest, long first) {
                this.rest = rest;
                this.first = first;
            }
        }

        MergedLongs(List<SortedLongs> lists) throws IOException {
            for (SortedLongs list : lists) {
                if (!list.isEmpty()) {
                    heads.add(new Head(list, list.take()));
                }
            }
        }

        boolean isEmpty() {
            return heads.isEmpty();
        }

        /** The least that is left. */
        long first() {
            return heads.element().first;
        }

        /** Takes the least that is left. */
        void take() throws IOException {
            Head head = heads.remove();
            if (!head.rest.isEmpty()) {
                head.first = head.rest.take();
                heads.add(head);
            }
        }
    }
}
