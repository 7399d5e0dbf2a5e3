package io.compscan.core.scan.read;

import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.scan.read.task.UnitTicket.Start;
import io.compscan.core.source.Unit;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A unit whose bytes a caller hands over, from the first to the last; the counterpart of a unit that is read.
 *
 * <p>Each body is cut when it comes, so the {@link Chain} always has its turn. One thread at a time; the bodies of different units are
 * filled at the same time.
 */
public final class PushedUnit {

    private final UnitTicket ticket;
    private final Chain chain;
    private final SlabGeometry geometry;
    private boolean isCounted;

    private PushedUnit(UnitTicket ticket, Chain chain, SlabGeometry geometry, boolean isCounted) {
        this.ticket = ticket;
        this.chain = chain;
        this.geometry = geometry;
        this.isCounted = isCounted;
    }

    /**
     * A unit without a byte.
     *
     * @param geometry the sizes from {@link SlabGeometry#ofPushed}
     */
    public static PushedUnit begin(Unit unit, UnitTicket.Listener listener, SlabGeometry geometry) {
        Chain chain = new Chain(geometry.chunkerCount());
        return new PushedUnit(
                new UnitTicket(unit, unit.version(), listener, Start.chained(chain)), chain, geometry, false);
    }

    /** A unit whose first part an earlier session has processed. */
    public static PushedUnit resume(
            Unit unit, UnitTicket.Listener listener, SlabGeometry geometry, PartialUnit before) {
        if (before.chain() == null) {
            throw new IllegalArgumentException(before.name() + ": was not handed over from its first byte to its last");
        }
        Chain chain = new Chain(before.chain());
        return new PushedUnit(
                new UnitTicket(unit, before.version(), listener, Start.chainedAfter(before, chain)),
                chain,
                geometry,
                true);
    }

    /** The unit on its way. */
    public UnitTicket ticket() {
        return ticket;
    }

    /** The bytes handed over so far. */
    public long bytes() {
        return chain.claimedTo();
    }

    /** The part handed over so far; null if there is none. Not while a slab holds some of it. */
    public @Nullable PartialUnit partial() {
        return ticket.partial();
    }

    /**
     * Fills the empty slab with the next body.
     *
     * @param held the bytes that come first
     * @param more the bytes behind them; together no more than {@link SlabGeometry#bodyBytes}
     * @param endsUnit whether nothing follows
     * @param listener the listener to tell about the unit and its bytes
     */
    public void fill(Slab slab, ByteBuffer held, ByteBuffer more, boolean endsUnit, ReadListener listener) {
        if (!isCounted) {
            isCounted = true;
            listener.file(ticket);
        }
        int start = geometry.carryBytes();
        int heldBytes = held.remaining();
        int bytes = heldBytes + more.remaining();
        if (bytes > geometry.bodyBytes()) {
            throw new IllegalArgumentException(bytes + " bytes do not fit in a body of " + geometry.bodyBytes());
        }
        held.get(slab.data, start, heldBytes);
        more.get(slab.data, start + heldBytes, bytes - heldBytes);
        long from = chain.claimedTo();
        slab.add(new UnitPiece(ticket, start, start + bytes, from, endsUnit));
        slab.setClaim(chain.claim(from + bytes), true);
        ticket.addLogicalBytes(bytes);
        listener.logicalBytes(ticket, bytes);
    }
}
