package io.compscan.core.tools.generate;

import io.compscan.core.ByteSize;
import io.compscan.core.SplitMix;
import java.util.Locale;

/**
 * The files of a data set: of very different sizes (log-normally distributed), which are whole chunks and add up exactly.
 *
 * <pre>
 *   each file   | shift: 0 or 1 .. shiftBytes - 1 random bytes | chunk | chunk | ... |
 *   the last                                                   | chunk | chunk | ... | tail: less than a chunk |
 * </pre>
 */
final class FileTable {

    private static final int FILES_PER_DIRECTORY = 1000;

    private final int chunkBytes;
    private final int shiftBytes;
    private final int tailBytes;
    private final long shiftKey;
    private final long[] firstPosition;

    /** Lays out {@code chunks} chunks and a tail. */
    FileTable(DatasetSpec spec, long chunks, int tailBytes) {
        chunkBytes = spec.chunkBytes();
        shiftBytes = spec.shiftBytes();
        shiftKey = shiftKey(spec);
        this.tailBytes = tailBytes;
        int files = spec.fileCount();
        if (chunks < files) {
            throw new IllegalArgumentException("files " + files + ": there are only " + chunks + " chunks of "
                    + ByteSize.format(chunkBytes) + " for them");
        }
        double[] weights = new double[files];
        long sizeKey = SplitMix.key(spec.seed(), "sizes");
        double total = 0;
        for (int i = 0; i < files; i++) {
            weights[i] = logNormal(sizeKey, i);
            total += weights[i];
        }
        firstPosition = new long[files + 1];
        double before = 0;
        for (int i = 1; i < files; i++) {
            before += weights[i - 1];
            firstPosition[i] = i + Math.min(chunks - files, (long) ((chunks - files) * (before / total)));
        }
        firstPosition[files] = chunks;
    }

    /** The random bytes at the beginning of all files together, known before the files are laid out. */
    static long totalShiftBytes(DatasetSpec spec) {
        long total = 0;
        for (int i = 0; i < spec.fileCount(); i++) {
            total += shiftBytes(shiftKey(spec), spec.shiftBytes(), i);
        }
        return total;
    }

    int count() {
        return firstPosition.length - 1;
    }

    /** Relative, with {@code /} between directory and name. */
    String name(int file) {
        return String.format(Locale.ROOT, "d%04d/f%07d.bin", file / FILES_PER_DIRECTORY, file);
    }

    /** The random bytes at the beginning of {@code file}. */
    int shiftBytes(int file) {
        return shiftBytes(shiftKey, shiftBytes, file);
    }

    /** The short chunk at the end of {@code file}. */
    int tailBytes(int file) {
        return file == count() - 1 ? tailBytes : 0;
    }

    /** The position of the first whole chunk of {@code file}. */
    long firstPosition(int file) {
        return firstPosition[file];
    }

    /** The bytes of the whole chunks of {@code file}. */
    long bodyBytes(int file) {
        return (firstPosition[file + 1] - firstPosition[file]) * chunkBytes;
    }

    long bytes(int file) {
        return shiftBytes(file) + bodyBytes(file) + tailBytes(file);
    }

    private static long shiftKey(DatasetSpec spec) {
        return SplitMix.key(spec.seed(), "shifts");
    }

    private static int shiftBytes(long key, int limit, int file) {
        return limit == 0 ? 0 : 1 + (int) Long.remainderUnsigned(SplitMix.mix(key + file * SplitMix.GOLDEN), limit - 1);
    }

    /** Box and Muller (1958), with StrictMath, whose results are the same everywhere. */
    private static double logNormal(long key, int file) {
        double radius = StrictMath.sqrt(-2
                * StrictMath.log(1 - SplitMix.unit(SplitMix.mix(key + 2L * file * SplitMix.GOLDEN))));
        double angle = 2 * Math.PI * SplitMix.unit(SplitMix.mix(key + (2L * file + 1) * SplitMix.GOLDEN));
        return StrictMath.exp(radius * StrictMath.cos(angle));
    }
}
