package io.compscan.spark;

import java.io.Serializable;
import java.util.List;

/** A task of the cluster: one executor runs it at once. */
sealed interface ScanTask extends Serializable {

    /** The number of the task, unique in a job; its output carries it. */
    int id();

    /**
     * Reads units whole.
     *
     * @param pieces small units, or one large unit
     */
    record WholeUnits(int id, List<Piece> pieces) implements ScanTask {}

    /**
     * Reads a stretch of a large unit. It leaves content-defined chunks that begin near its start, and the unfinished one at its end, to a
     * {@link Seam}.
     *
     * @param piece the stretch
     * @param skipTo the place in the unit where chunks begin to count; {@code piece.from()} if all count
     */
    record Segment(int id, Piece piece, long skipTo) implements ScanTask {}

    /**
     * Cuts the chunks of one scheme around an edge between segments, or over whole segments where their cuts do not meet.
     *
     * @param scheme its number
     * @param piece from the start of the unfinished chunk to a place behind the last target
     * @param targets places in the unit, ascending, where segments have begun to count; may include the end of the unit. The first target
     *     with a cut ends the seam
     */
    record Seam(int id, int scheme, Piece piece, List<Long> targets) implements ScanTask {}
}
