package io.compscan.core.scan;

import io.compscan.core.chunk.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * The buffer in which a thread reads and works: one piece of a large unit, or many small units whole, or a hole that has no bytes.
 * Belongs to one thread and is filled again and again.
 */
final class Slab {

    /**
     * A piece of a unit.
     *
     * @param unit what it is a piece of
     * @param piece where its bytes are
     */
    record UnitPiece(UnitReading unit, Piece piece) {}

    /**
     * A stretch of nothing but zeros that was not read.
     *
     * @param unit what it is a stretch of
     * @param from where it starts in the unit
     * @param to where it ends
     * @param startsRegion as for a {@link Piece}
     * @param regionEnd as for {@link io.compscan.core.chunk.Chunker#zeroRun}
     */
    record Hole(UnitReading unit, long from, long to, boolean startsRegion, long regionEnd) {}

    final byte[] data;
    final List<UnitPiece> pieces = new ArrayList<>();
    final List<Hole> holes = new ArrayList<>();
    private int usedBytes;

    /** One byte more than is ever kept, so that a file can be asked for more than it had and found to have grown. */
    Slab(int capacityBytes) {
        data = new byte[capacityBytes + 1];
    }

    int usedBytes() {
        return usedBytes;
    }

    boolean isEmpty() {
        return pieces.isEmpty() && holes.isEmpty();
    }

    /** Takes a piece whose bytes lie behind those used so far. */
    void add(UnitReading unit, Piece piece) {
        unit.retain();
        pieces.add(new UnitPiece(unit, piece));
        usedBytes = piece.start() + piece.availableBytes();
    }

    void add(Hole hole) {
        hole.unit().retain();
        holes.add(hole);
    }

    void clear() {
        pieces.clear();
        holes.clear();
        usedBytes = 0;
    }
}
