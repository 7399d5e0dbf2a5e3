package io.compscan.spark;

import java.io.Serializable;
import java.util.List;

/** What one executor does at once. */
sealed interface ScanTask extends Serializable {

    /** Unique within a job; what comes of the task is marked with it. */
    int id();

    /**
     * Units that are read whole.
     *
     * @param pieces as many as make a task, or one that is large
     */
    record WholeUnits(int id, List<Piece> pieces) implements ScanTask {}

    /**
     * A stretch of a large unit. Content-defined chunks that begin near its start are left to a {@link Seam}, and so is the one that
     * is not finished at its end.
     *
     * @param piece the stretch
     * @param skipTo where in the unit chunks begin to count, {@code piece.from()} for all
     */
    record Segment(int id, Piece piece, long skipTo) implements ScanTask {}

    /**
     * The chunks of one scheme around an edge between segments, or over whole segments where their cuts do not meet.
     *
     * @param scheme whose chunks
     * @param piece from where the unfinished chunk begins to somewhere behind the last target
     * @param targets places in the unit, ascending, where segments have begun to count; the end of the unit may be one. The first at
     *     which there is a cut ends the seam
     */
    record Seam(int id, int scheme, Piece piece, List<Long> targets) implements ScanTask {}
}
