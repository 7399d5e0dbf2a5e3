package io.compscan.core.source.view;

import java.io.IOException;
import java.util.List;

/** A unit whose bytes are pieces of its container, such as a partition or a disk. */
public interface Placed {

    /**
     * Bytes that are contiguous in the unit and in the container.
     *
     * @param position their start in the unit
     * @param offset their start in the container, or in the file of the container that holds them
     * @param length the number of bytes
     */
    record Piece(long position, long offset, long length) {}

    /**
     * The pieces, ascending by their position, as long as possible. No piece has holes, compressed clusters or bytes of a parent.
     *
     * @param most the most pieces to return; the rest is left out
     */
    List<Piece> pieces(int most) throws IOException;
}
