package io.compscan.spark;

import io.compscan.core.scan.DividedScan.FoundUnit;
import io.compscan.spark.place.UnitLocation;
import java.io.Serializable;

/**
 * A unit, or a stretch of one, to be read by one task.
 *
 * @param name of the unit, as reports show it
 * @param extension under which it is counted
 * @param account the number of the account that it is charged to
 * @param group the small files that one task must read together, see {@link FoundUnit}
 * @param location the place of its bytes
 * @param unitBytes the size of the unit when it was found; {@link io.compscan.core.source.Unit#UNKNOWN_SIZE} of a stream, which is never divided
 * @param from where the stretch starts in the unit
 * @param to where it ends
 */
record Piece(
        String name,
        String extension,
        int account,
        long group,
        UnitLocation location,
        long unitBytes,
        long from,
        long to)
        implements Serializable {

    /** A unit that the walk has found. */
    static Piece whole(FoundUnit found, UnitLocation location) {
        long unitBytes = found.unit().sizeBytes();
        return new Piece(
                found.unit().name(),
                found.extension(),
                found.account(),
                found.group(),
                location,
                unitBytes,
                0,
                unitBytes);
    }

    Piece stretch(long newFrom, long newTo) {
        return new Piece(name, extension, account, group, location, unitBytes, newFrom, newTo);
    }

    long bytes() {
        return to - from;
    }

    /** About how many bytes are read for it: of a stream, as many as what it is unpacked from. */
    long weight() {
        return unitBytes < 0 && location instanceof UnitLocation.Inside inside
                ? inside.containerBytes()
                : Math.max(0, unitBytes);
    }

    /** Whether the unit ends with the stretch. */
    boolean endsUnit() {
        return to == unitBytes;
    }
}
