package io.compscan.core.chunk;

/**
 * Sees where one unit is cut, in the order of the unit, and decides which of its chunks count.
 *
 * <p>It stands beside a {@link Chunker}, which stays immutable. Several threads may call it, one after the other.
 */
public interface CutObserver {

    /** Observes nothing: every chunk counts. */
    CutObserver NONE = new CutObserver() {
        @Override
        public boolean chunk(long from, long to) {
            return true;
        }

        @Override
        public void zeros(long from, long to) {}
    };

    /** Sees the next chunk, {@code [from, to)} of the unit; tells whether it counts. */
    boolean chunk(long from, long to);

    /** Sees zeros that were not read, {@code [from, to)} of the unit; all their chunks count. */
    void zeros(long from, long to);
}
