package io.compscan.core.source.space;

import java.io.IOException;

/** Numbers in ascending order, taken one by one. */
interface SortedLongs {

    /** Whether none is left. */
    boolean isEmpty() throws IOException;

    /** Takes the next one. */
    long take() throws IOException;

    /** The first {@code count} numbers of an array, which are sorted. */
    static SortedLongs of(long[] sorted, int count) {
        return new SortedLongs() {
            private int taken;

            @Override
            public boolean isEmpty() {
                return taken == count;
            }

            @Override
            public long take() {
                return sorted[taken++];
            }
        };
    }
}
