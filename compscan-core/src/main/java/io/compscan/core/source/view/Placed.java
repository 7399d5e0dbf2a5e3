package io.compscan.core.source.view;

import java.io.IOException;
import java.util.List;

/** A unit whose bytes lie in its container, piece by piece, as those of a partition or of a disk do. */
public interface Placed {

    /**
     * Bytes that lie behind each other in the unit and in the container.
     *
     * @param position where they begin in the unit
     * @param offset where they begin in the container, or in the one of its files that holds them
     * @param length how many there are
     */
    record Piece(long position, long offset, long length) {}

    /**
     * The pieces, ascending by their position, as long as possible. Holes, compressed clusters and bytes of a parent are in none.
     *
     * @param most how many pieces are told; what lies behind them is left out
     */
    List<Piece> pieces(int most) throws IOException;
}
