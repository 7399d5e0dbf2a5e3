package io.compscan.core.scan.read;

import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.UnitCalls.ReadResult;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.Chain.Claim;
import io.compscan.core.scan.read.task.ReadTask;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one segment of a unit, a slab at a time. Belongs to one thread.
 *
 * <pre>
 *   segment   |== body ==|== body ==|== bo!    sector    =====|== body ==|--- hole ---|
 *   region    |                          |     skipped   |                            |
 * </pre>
 *
 * <p>A region is a range without errors; chunks end where it ends. An error ends a region: the reader skips the bad sector and begins
 * a region behind it. The end of a unit that has shrunk ends a region too.
 */
final class SegmentReader {

    private final ReadTask.Segment segment;
    private final UnitTicket unit;
    private final @Nullable Claim claim;
    private final long end;
    private final SlabGeometry geometry;
    private final UnitCalls calls;
    private final ReadAccounts accounts;
    private final Stripes stripes;

    private long position;
    /** The known end of the region, because a read beyond it has failed; else the unit's size. */
    private long regionEnd;

    private int badSectorsInARow;
    /** Whether the block before {@code position} cannot be read. */
    private boolean isBehindError;

    /** The error at {@code position}, to be skipped in the turn of the claim; null if there is none. */
    private @Nullable IOException pendingFailure;

    SegmentReader(ReadTask.Segment segment, SlabGeometry geometry, UnitCalls calls, ReadAccounts accounts) {
        this.segment = segment;
        unit = segment.unit();
        claim = segment.claim();
        end = segment.range().to();
        this.geometry = geometry;
        this.calls = calls;
        this.accounts = accounts;
        stripes = new Stripes(segment.range(), calls);
        position = segment.range().from();
        regionEnd = sizeBytes();
    }

    private long sizeBytes() {
        return unit.unit().sizeBytes();
    }

    /** The claim that is being read; null where no chunk crosses the end of the segment. */
    @Nullable Claim claim() {
        return claim;
    }

    /** The unit that is being read. */
    UnitTicket unit() {
        return unit;
    }

    /**
     * Reads on into an empty slab, which may stay empty.
     *
     * @param isStopped whether the segment is to end here
     * @return whether the segment has ended
     */
    boolean readInto(Slab slab, boolean isStopped) throws InterruptedException {
        UnitChannel channel = isStopped ? null : calls.open(unit, end - position);
        if (isStopped) {
            end(slab);
            return true;
        }
        if (channel == null) {
            accounts.unread(unit, end - position);
            position = end;
            pendingFailure = null;
        } else if (unit.isGivenUp()) {
            unit.giveUp(end - position);
            accounts.unread(unit, end - position);
            position = end;
            pendingFailure = null;
        } else if (pendingFailure != null) {
            skipBadSector(channel, pendingFailure);
            pendingFailure = null;
        } else {
            stripes.enter(channel, position);
            if (!skipHole(channel, slab)) {
                readBody(channel, slab);
            }
        }
        if (position < end) {
            if (claim != null && !slab.isEmpty()) {
                slab.setClaim(claim, false);
            }
            return false;
        }
        if (channel != null) {
            stripes.end(channel, position);
        }
        end(slab);
        return true;
    }

    /** Whether {@link #putDown} may be called: what has been read ends with a body, and no bad sector is being passed. */
    boolean canPutDown() {
        return claim == null
                && position > segment.range().from()
                && position % geometry.bodyBytes() == 0
                && regionEnd == sizeBytes()
                && badSectorsInARow == 0;
    }

    /** Ends the segment here, after all that has been read was processed. Returns the rest for any reader. */
    ReadTask.Segment putDown() throws InterruptedException {
        UnitChannel channel = calls.open(unit, 0);
        if (channel != null) {
            stripes.end(channel, position);
        }
        unit.addDone(new ByteRange(segment.range().from(), position));
        return new ReadTask.Segment(unit, new ByteRange(position, end), null);
    }

    private void end(Slab slab) {
        if (claim != null && slab.isEmpty()) {
            slab.addRegionEnd(unit, geometry.carryBytes(), position);
        }
        if (claim != null) {
            slab.setClaim(claim, true);
        }
        unit.addDone(segment.range());
        unit.release();
    }

    private void readBody(UnitChannel channel, Slab slab) throws InterruptedException {
        // Bodies end at multiples of their length, also behind a bad sector, so that fixed chunks do not cross their
        // ends.
        long bodyEnd = Math.min(Math.min(end, regionEnd), (position / geometry.bodyBytes() + 1) * geometry.bodyBytes());
        int wanted = (int) (bodyEnd - position);
        int start = geometry.carryBytes();
        ReadResult read = calls.read(
                channel,
                position,
                slab,
                start,
                wanted,
                bodyEnd == sizeBytes() ? 1 : 0,
                isBehindError ? UnitCalls.Blocks.FIRST : UnitCalls.Blocks.AFTER_FAILURE);
        isBehindError = false;
        int body = Math.min(read.bytes(), wanted);
        if (read.bytes() > wanted) {
            unit.grew();
        } else if (body < wanted) {
            regionEnd = position + body;
        }
        if (body > 0) {
            badSectorsInARow = 0;
            unit.readSucceeded();
            slab.add(new UnitPiece(unit, start, start + body, position, position + body == regionEnd));
            accounts.bytes(unit, body);
            position += body;
        }
        if (position == regionEnd && position < end) {
            leaveRegion(channel, slab, read.failure());
        }
    }

    /** The region has ended before the segment has: at an error, or at an end of the unit that comes too early. */
    private void leaveRegion(UnitChannel channel, Slab slab, @Nullable IOException failure)
            throws InterruptedException {
        if (failure == null) {
            long missing = end - position;
            unit.endedEarly(missing);
            accounts.unread(unit, missing);
            position = end;
        } else if (claim == null || (claim.hasTurn() && slab.isEmpty())) {
            skipBadSector(channel, failure);
        } else {
            // The length of the skip depends on the errors before, which are known when everything before has been cut.
            pendingFailure = failure;
            if (slab.isEmpty()) {
                slab.addRegionEnd(unit, geometry.carryBytes(), position);
            }
        }
    }

    private void skipBadSector(UnitChannel channel, IOException failure) throws InterruptedException {
        badSectorsInARow = claim == null ? badSectorsInARow + 1 : claim.chain().addBadSector(claim);
        long to = calls.endOfBadSectors(unit, channel, position, end, badSectorsInARow);
        unit.fail(failure, to - position);
        accounts.unread(unit, to - position);
        position = to;
        regionEnd = sizeBytes();
        isBehindError = true;
    }

    /** Adds the hole at the current position to the slab, if there is one. The holes of a chained unit are claims of their own. */
    private boolean skipHole(UnitChannel channel, Slab slab) throws InterruptedException {
        long size = sizeBytes();
        if (claim != null || regionEnd < size) {
            return false;
        }
        long holeEnd = Math.min(geometry.holeEnd(calls.nextData(channel, position), size), end);
        if (holeEnd <= position) {
            return false;
        }
        slab.add(new Hole(unit, position, holeEnd, holeEnd == size));
        accounts.bytes(unit, holeEnd - position);
        position = holeEnd;
        return true;
    }

    /** Tells a channel of the stripes in which a segment is read, so that it can look after the page cache. Belongs to one thread. */
    private static final class Stripes {

        /** The length of a stripe, in bytes. */
        static final long STRIPE_BYTES = 64L << 20;

        private final ByteRange segment;
        private final UnitCalls calls;
        /** The stripe that is being read; empty before the first. */
        private long from;

        private long to;

        Stripes(ByteRange segment, UnitCalls calls) {
            this.segment = segment;
            this.calls = calls;
            from = segment.from();
            to = from;
        }

        /** To be called before a read at {@code position}; begins a new stripe where the last one has been read. */
        void enter(UnitChannel channel, long position) throws InterruptedException {
            if (position >= to) {
                if (from < to) {
                    calls.afterStripe(channel, from, position);
                }
                from = position;
                to = Math.min(segment.to(), position + STRIPE_BYTES);
                calls.beforeStripe(channel, from, to);
            }
        }

        /** The segment has been read up to {@code position}, and will not be read further. */
        void end(UnitChannel channel, long position) throws InterruptedException {
            calls.afterStripe(channel, from, position);
        }
    }
}
