package io.compscan.core.scan.read;

import io.compscan.result.Totals;
import java.util.ArrayList;
import java.util.List;

/** Counts files and directories by size. One thread. */
final class ShapeTally {

    /** Things by size: those of size 0, and those of up to each power of two. */
    private static final class Tally {

        private final long[] counts = new long[Long.SIZE + 1];
        private final long[] sums = new long[Long.SIZE + 1];

        void add(long size) {
            int row = size == 0 ? 0 : 1 + Long.SIZE - Long.numberOfLeadingZeros(size - 1);
            counts[row]++;
            sums[row] += size;
        }

        List<Totals.Sizes> rows() {
            List<Totals.Sizes> rows = new ArrayList<>();
            for (int row = 0; row < counts.length; row++) {
                if (counts[row] > 0) {
                    rows.add(new Totals.Sizes(row == 0 ? 0 : 1L << (row - 1), counts[row], sums[row]));
                }
            }
            return rows;
        }
    }

    private final Tally files = new Tally();
    private final Tally directories = new Tally();
    private final Tally longNamed = new Tally();
    private boolean isInDirectory;
    private long entryBytes;
    private boolean hasLongName;

    void file(long bytes) {
        files.add(bytes);
    }

    /** Begins a directory; {@link #names} adds its entries. */
    void directory() {
        endDirectory();
        isInDirectory = true;
    }

    /** Counts names, each with a line feed behind it. A line feed inside a name counts as the end of one: such names are rare. */
    void names(byte[] names, int length) {
        int begin = 0;
        for (int i = 0; i < length; i++) {
            if (names[i] == '\n') {
                entryBytes += Totals.Shapes.ENTRY_BYTES + i - begin;
                hasLongName |= i - begin > Totals.Shapes.LONG_NAME_BYTES;
                begin = i + 1;
            }
        }
    }

    /** The counts so far, with the directory that was begun last. */
    Totals.Shapes totals() {
        endDirectory();
        return new Totals.Shapes(files.rows(), directories.rows(), longNamed.rows());
    }

    private void endDirectory() {
        if (isInDirectory) {
            (hasLongName ? longNamed : directories).add(entryBytes);
        }
        isInDirectory = false;
        entryBytes = 0;
        hasLongName = false;
    }
}
