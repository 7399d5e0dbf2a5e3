package io.compscan.core.read;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buffer in which a thread reads and works: one piece of a large unit, or many small units whole, or a hole that has no bytes.
 * Belongs to one thread and is filled again and again.
 *
 * <pre>
 *   large unit    |  room for what is carried over  |=== piece ===|        |
 *   small units   |== piece ==|= piece =|=== piece ===|                    |
 * </pre>
 */
public final class Slab {

    /**
     * A piece of a unit; one without bytes where a region ends that nothing more can be read of.
     *
     * @param unit what it is a piece of
     * @param start where it starts in the buffer
     * @param end where it ends in the buffer
     * @param unitOffset where it starts in the unit
     * @param endsRegion whether what follows it cannot be read, or does not exist, so that the last chunk ends here
     */
    public record UnitPiece(UnitReading unit, int start, int end, long unitOffset, boolean endsRegion) {
        public int bytes() {
            return end - start;
        }
    }

    /**
     * A stretch of nothing but zeros that was not read.
     *
     * @param unit what it is a stretch of
     * @param from where it starts in the unit
     * @param to where it ends
     * @param endsRegion as for a {@link UnitPiece}
     */
    public record Hole(UnitReading unit, long from, long to, boolean endsRegion) {}

    public final byte[] data;
    public final List<UnitPiece> pieces = new ArrayList<>();
    /** Behind the pieces, if there are any of the same unit. */
    public final List<Hole> holes = new ArrayList<>();

    private Chain.@Nullable Claim claim;
    private boolean endsClaim;
    private int usedBytes;

    /** One byte more than is ever kept, so that a file can be asked for more than it had and found to have grown. */
    public Slab(int capacityBytes) {
        data = new byte[capacityBytes + 1];
    }

    int usedBytes() {
        return usedBytes;
    }

    boolean isEmpty() {
        return pieces.isEmpty() && holes.isEmpty();
    }

    /** Takes a piece whose bytes lie behind those used so far. */
    void add(UnitPiece piece) {
        piece.unit().retain();
        pieces.add(piece);
        usedBytes = piece.end();
    }

    void add(Hole hole) {
        hole.unit().retain();
        holes.add(hole);
    }

    /** What is in here is, or belongs to, what was claimed of a chained unit. */
    void setClaim(Chain.Claim belongsTo, boolean ends) {
        claim = belongsTo;
        endsClaim = ends;
    }

    /** Null if what is in here can be cut without knowing more. */
    public Chain.@Nullable Claim claim() {
        return claim;
    }

    /** Whether the next claim's turn has come once this is cut. */
    public boolean endsClaim() {
        return endsClaim;
    }

    public void clear() {
        pieces.clear();
        holes.clear();
        usedBytes = 0;
        claim = null;
        endsClaim = false;
    }
}
