package io.compscan.core.estimate;

import io.compscan.core.source.Unit;
import java.util.List;

/**
 * The unit of a partial read: some consecutive bytes of one unit, or several small units whole.
 *
 * @param number in the order of the frame
 * @param pieces in the order of the walk
 */
record Extent(long number, List<Piece> pieces) {

    /** Copies the list. */
    Extent {
        pieces = List.copyOf(pieces);
    }

    /**
     * Bytes of one unit.
     *
     * @param unit that holds them
     * @param from the first byte
     * @param to the byte behind the last one
     */
    record Piece(Unit unit, long from, long to) {}

    long bytes() {
        long bytes = 0;
        for (Piece piece : pieces) {
            bytes += piece.to() - piece.from();
        }
        return bytes;
    }
}
