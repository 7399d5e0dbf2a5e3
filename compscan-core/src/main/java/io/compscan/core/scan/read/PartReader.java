package io.compscan.core.scan.read;

import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.UnitCalls.Blocks;
import io.compscan.core.scan.read.UnitCalls.ReadResult;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.scan.read.task.UnitTicket.Start;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of units into a slab, one behind another. Belongs to one thread.
 *
 * <pre>
 *   part      |===== region =====|x|======= region =======|x|x|== region ==|
 *   slab      |===== region =====|======= region =======|== region ==|          a piece each
 * </pre>
 *
 * <p>A bad block costs itself, as in a {@link SegmentReader}. Bad blocks without a good one between them are in a row, also where they lie in
 * different parts of a unit: so a device that is dead costs few tries.
 */
public final class PartReader implements AutoCloseable {

    private final UnitCalls calls;
    private final int bodyBytes;
    private final BooleanSupplier isStopped;
    private final UnitTicket.Listener whenComplete;
    private @Nullable UnitTicket open;
    private int badSectorsInARow;

    /**
     * A reader for the calling thread.
     *
     * @param state of the thread, by which it can be left behind where it hangs; then every method throws
     * @param isStopped asked behind each body; if it is so, a part ends there, and what is missing is no loss
     * @param whenComplete is told of a unit when its last part has left the slab
     */
    public PartReader(
            SlabGeometry geometry,
            Throttle throttle,
            ThreadState state,
            BooleanSupplier isStopped,
            UnitTicket.Listener whenComplete) {
        calls = new UnitCalls(geometry, throttle, new ReadCounters(), state);
        bodyBytes = geometry.bodyBytes();
        this.isStopped = isStopped;
        this.whenComplete = whenComplete;
    }

    /**
     * Bytes that could not be read.
     *
     * @param note notes so many of them with their unit
     */
    public record Loss(ByteRange range, LongConsumer note) {

        /** Notes those in a range, and returns how many they are. */
        public long note(ByteRange in) {
            long bytes = Math.min(range.to(), in.to()) - Math.max(range.from(), in.from());
            if (bytes <= 0) {
                return 0;
            }
            note.accept(bytes);
            return bytes;
        }
    }

    /** Opens a unit, unless it is open; null if it cannot be opened, in which case {@code unreadBytes} are noted as unread. */
    public @Nullable UnitTicket open(Unit unit, long unreadBytes) throws InterruptedException {
        UnitTicket ticket = open;
        if (ticket == null || ticket.unit() != unit) {
            close();
            ticket = new UnitTicket(unit, UnitVersion.ofSize(unit.sizeBytes()), whenComplete, Start.parts());
            open = ticket;
            badSectorsInARow = 0;
        }
        if (calls.open(ticket, unreadBytes) == null) {
            close();
            return null;
        }
        return ticket;
    }

    /**
     * Reads a part of the open unit behind all that the slab holds. Each piece that comes into the slab is a region.
     *
     * @param areHolesApart whether a part that is one hole becomes one of the slab; else its zeros are filled in
     * @param losses receives what could not be read
     * @return false if the part has ended early because reading is stopped
     */
    public boolean read(UnitTicket unit, ByteRange part, Slab slab, boolean areHolesApart, List<Loss> losses)
            throws InterruptedException {
        UnitChannel channel = calls.open(unit, 0);
        if (channel == null) {
            throw new IllegalStateException("the unit is not open");
        }
        if (calls.nextData(channel, part.from()) >= part.to()) {
            addHole(unit, part, slab, areHolesApart);
            return true;
        }
        calls.beforeStripe(channel, part.from(), part.to());
        long position = part.from();
        do {
            position = unit.isGivenUp()
                    ? lose(position, part.to(), unit::giveUp, losses)
                    : readRegion(unit, channel, new ByteRange(position, part.to()), slab, losses);
        } while (position < part.to() && !isStopped.getAsBoolean());
        calls.afterStripe(channel, part.from(), part.to());
        return position == part.to();
    }

    private static void addHole(UnitTicket unit, ByteRange part, Slab slab, boolean isApart) {
        if (isApart) {
            slab.add(new Hole(unit, part.from(), part.to(), true));
            return;
        }
        int start = slab.usedBytes();
        int bytes = (int) (part.to() - part.from());
        slab.fillZeros(start, bytes);
        slab.add(new UnitPiece(unit, start, start + bytes, part.from(), true));
    }

    /** Returns where to read on: behind the region, and behind the bad blocks that have ended it. */
    private long readRegion(UnitTicket unit, UnitChannel channel, ByteRange part, Slab slab, List<Loss> losses)
            throws InterruptedException {
        int start = slab.usedBytes();
        int done = 0;
        ReadResult read;
        int wanted;
        do {
            long position = part.from() + done;
            wanted = (int) Math.min(part.to() - position, bodyBytes);
            Blocks blocks = badSectorsInARow > 0 ? Blocks.FIRST : Blocks.AFTER_FAILURE;
            read = calls.read(channel, position, slab, start + done, wanted, 0, blocks);
            done += read.bytes();
            if (read.bytes() > 0) {
                badSectorsInARow = 0;
                unit.readSucceeded();
            }
        } while (read.bytes() == wanted && part.from() + done < part.to() && !isStopped.getAsBoolean());
        if (done > 0) {
            slab.add(new UnitPiece(unit, start, start + done, part.from(), true));
        }
        long end = part.from() + done;
        IOException failure = read.failure();
        if (read.bytes() == wanted) {
            return end;
        }
        if (failure == null) {
            return lose(end, part.to(), unit::endedEarly, losses);
        }
        long next = calls.endOfBadSectors(unit, channel, end, part.to(), ++badSectorsInARow);
        return lose(end, next, bytes -> unit.fail(failure, bytes), losses);
    }

    private static long lose(long from, long to, LongConsumer note, List<Loss> losses) {
        losses.add(new Loss(new ByteRange(from, to), note));
        return to;
    }

    /** Empties a slab, and lets go of the units in it. */
    public static void empty(Slab slab) {
        for (UnitPiece piece : slab.pieces) {
            piece.unit().release();
        }
        for (Hole hole : slab.holes) {
            hole.unit().release();
        }
        slab.clear();
    }

    /** Closes the open unit. */
    @Override
    public void close() {
        UnitTicket ticket = open;
        open = null;
        if (ticket != null) {
            ticket.close();
            ticket.release();
        }
    }
}
