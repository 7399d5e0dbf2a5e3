package io.compscan.core.scan.read;

import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.UnitTicket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buffer in which a thread reads and works. It holds one piece of a large unit, many small units whole, or a hole, which has no
 * bytes. Belongs to one thread, which fills it again and again.
 *
 * <pre>
 *   large unit    |  room for unfinished chunks   |=== piece ===|          |
 *   small units   |== piece ==|= piece =|=== piece ===|                    |
 * </pre>
 */
public final class Slab {

    /**
     * A piece of a unit; empty where a region ends behind its last byte.
     *
     * @param unit the unit
     * @param start where the piece starts in the buffer
     * @param end where it ends in the buffer
     * @param unitOffset where it starts in the unit
     * @param endsRegion whether the last chunk ends here, because the bytes behind cannot be read or do not exist
     */
    public record UnitPiece(UnitTicket unit, int start, int end, long unitOffset, boolean endsRegion) {
        /** The length in bytes. */
        public int bytes() {
            return end - start;
        }

        /** Whether the piece holds its unit from the first byte to the last. */
        public boolean isWholeUnit() {
            return bytes() == unit.unit().sizeBytes();
        }
    }

    /**
     * A range of zeros that was not read.
     *
     * @param unit the unit
     * @param from where it starts in the unit
     * @param to where it ends in the unit
     * @param endsRegion as for a {@link UnitPiece}
     */
    public record Hole(UnitTicket unit, long from, long to, boolean endsRegion) {}

    /** The bytes. */
    public final byte[] data;

    /** The pieces, in the order of their bytes. */
    public final List<UnitPiece> pieces = new ArrayList<>();

    /** The holes; they lie behind the pieces of the same unit. */
    public final List<Hole> holes = new ArrayList<>();

    private @Nullable ByteBuffer mirror;
    private Chain.@Nullable Claim claim;
    private boolean endsClaim;
    private int usedBytes;

    /** An empty slab; one more byte than it keeps lets a reader find out that a file has grown. */
    public Slab(int capacityBytes) {
        data = new byte[capacityBytes + 1];
    }

    /**
     * From now on all that is read into the slab comes into this memory, too, at the same place. A device can fetch it from there.
     *
     * @param memory outside the Java heap, as long as the slab; null for none
     */
    public void mirrorTo(@Nullable ByteBuffer memory) {
        mirror = memory;
    }

    /** Memory that holds the same bytes as the pieces; null if there is none. */
    public @Nullable ByteBuffer mirror() {
        return mirror;
    }

    /** Fills a range with zeros. */
    void fillZeros(int start, int bytes) {
        Arrays.fill(data, start, start + bytes, (byte) 0);
        if (mirror != null) {
            mirror.put(start, data, start, bytes);
        }
    }

    int usedBytes() {
        return usedBytes;
    }

    boolean isEmpty() {
        return pieces.isEmpty() && holes.isEmpty();
    }

    /** Adds a piece whose bytes lie behind those used so far. */
    void add(UnitPiece piece) {
        piece.unit().retain();
        pieces.add(piece);
        usedBytes = piece.end();
    }

    void add(Hole hole) {
        hole.unit().retain();
        holes.add(hole);
    }

    /** Adds an empty piece: the region ends at {@code unitOffset}, or where its last byte was read. */
    void addRegionEnd(UnitTicket unit, int start, long unitOffset) {
        add(new UnitPiece(unit, start, start, unitOffset, true));
    }

    /** The slab holds a claim or a part of it. */
    void setClaim(Chain.Claim belongsTo, boolean ends) {
        claim = belongsTo;
        endsClaim = ends;
    }

    /** The claim that the slab holds, or holds a part of; null if the slab can be cut on its own. */
    public Chain.@Nullable Claim claim() {
        return claim;
    }

    /** Whether the slab holds the last part of its claim. */
    public boolean endsClaim() {
        return endsClaim;
    }

    /** Empties the slab. */
    public void clear() {
        pieces.clear();
        holes.clear();
        usedBytes = 0;
        claim = null;
        endsClaim = false;
    }
}
