package io.compscan.core.estimate;

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

    /** @param most the largest number that occurs; 0 if there is none */
    IncidenceBins(long most) {
        int used = 0;
        while (used < STARTS.length && STARTS[used] <= most) {
            used++;
        }
        starts = Arrays.copyOf(STARTS, Math.min(used + 1, STARTS.length));
    }

    int count() {
        return starts.length;
    }

    long[] starts() {
        return starts;
    }

    /** The bin of the number; -1 for 0. */
    int of(long number) {
        int bin = -1;
        while (bin + 1 < starts.length && starts[bin + 1] <= number) {
            bin++;
        }
        return bin;
    }
}
