package io.compscan.core.scan.read;

import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.Unit;
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
            add(size, 1, size);
        }

        /** Adds things that are taken to be of one size. */
        void add(long size, long count, long sum) {
            int row = size == 0 ? 0 : 1 + Long.SIZE - Long.numberOfLeadingZeros(size - 1);
            counts[row] += count;
            sums[row] += sum;
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

    private static final int WORD_BYTES = 4;
    /** The encoding, version and flags of a list, and its end. */
    private static final int LIST_HEAD_BYTES = 20;
    /** The two lengths of a pair, that of its name, its type, and that of its value. */
    private static final int PAIR_HEAD_BYTES = 20;

    private final Tally files = new Tally();
    private long sizedBytes;
    private long streamCount;
    private final Tally directories = new Tally();
    private final Tally longNamed = new Tally();
    private final Tally longAttributed = new Tally();
    private boolean isInDirectory;
    private long entryBytes;
    private boolean hasLongName;

    /** @param bytes its size; {@link Unit#UNKNOWN_SIZE} of a stream */
    void file(long bytes) {
        if (bytes == Unit.UNKNOWN_SIZE) {
            streamCount++;
        } else {
            files.add(bytes);
            sizedBytes += bytes;
        }
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

    /** Counts the attributes of a file, a directory or a link as a packed list: a head, and a pair of a name and a value for each, in words. */
    void attributes(List<FileAttribute> found) {
        long bytes = LIST_HEAD_BYTES;
        for (FileAttribute attribute : found) {
            bytes += PAIR_HEAD_BYTES + words(attribute.name()) + words(attribute.value());
        }
        if (bytes > Totals.Shapes.ATTRIBUTE_LIST_BYTES) {
            longAttributed.add(bytes);
        }
    }

    private static int words(byte[] bytes) {
        return (bytes.length + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
    }

    /**
     * The counts, with the directory that was begun last. Streams are taken to be of one size.
     *
     * @param bytes of all files; what those of known size do not have is that of the streams
     */
    Totals.Shapes totals(long bytes) {
        endDirectory();
        if (streamCount > 0) {
            long sum = Math.max(0, bytes - sizedBytes);
            files.add(sum / streamCount, streamCount, sum);
            sizedBytes += sum;
            streamCount = 0;
        }
        return new Totals.Shapes(files.rows(), directories.rows(), longNamed.rows(), longAttributed.rows());
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
