package io.compscan.core.statistics;

import java.util.Arrays;

/**
 * The bins of the number of sampled extents that contain a chunk: the first five alone, then ever wider ones.
 *
 * <pre>
 *   1 | 2 | 3 | 4 | 5-6 | 7-10 | 11-18 | 19-34 | 35-66 | 67-130 | ...
 * </pre>
 *
 * <p>The bins in use are those up to the largest number and one empty one more; the last bin is open.
 */
final class IncidenceBins {

    private static final long[] STARTS = {1, 2, 3, 4, 5, 7, 11, 19, 35, 67, 131, 259, 515, 1027, 2051, 4099};

    private final long[] starts;

    /** The bin of each number up to the start of the last bin. It is a table, because each pair of an extent and a chunk asks twice. */
    private final byte[] bins;

    /** @param most the largest number that occurs; 0 if there is none */
    IncidenceBins(long most) {
        int used = 0;
        while (used < STARTS.length && STARTS[used] <= most) {
            used++;
        }
        starts = Arrays.copyOf(STARTS, Math.min(used + 1, STARTS.length));
        bins = new byte[(int) starts[starts.length - 1] + 1];
        bins[0] = -1;
        for (int bin = 0; bin < starts.length; bin++) {
            Arrays.fill(bins, (int) starts[bin], bins.length, (byte) bin);
        }
    }

    int count() {
        return starts.length;
    }

    long[] starts() {
        return starts;
    }

    /** The bin of the number; -1 for 0. */
    int of(long number) {
        return bins[(int) Math.min(number, bins.length - 1)];
    }
}
