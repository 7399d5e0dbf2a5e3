package io.compscan.core.read;

import io.compscan.core.read.Slab.UnitPiece;
import io.compscan.core.scan.ScanProgress;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Fills slabs with what is to be read next: a body of a large unit, as many small units as fit, a hole. Belongs to one thread.
 *
 * <p>Whatever goes wrong with a unit is noted with the unit; the reader goes on. What cannot be read in the middle of a unit is skipped
 * a sector at a time, and chunks start anew behind it.
 */
public final class Reader {

    /** What a read error costs at least; the page cache reads no less at a time. */
    private static final int SECTOR_BYTES = 4096;
    /** So many bad sectors in a row are skipped singly; then ever larger steps, or a dead disk would take forever. */
    private static final int SINGLE_SECTORS = 256;

    /** A channel is told of reading in stripes of this length, so that it can look after the page cache meanwhile. */
    private static final long STRIPE_BYTES = 64L << 20;

    /** The JDK reads through a buffer of its own outside the heap; this much of it stays in the second-level cache until it is copied. */
    private static final int MAX_READ_BYTES = 1 << 18;

    /** What became of an attempt to fill a slab. */
    public enum Outcome {
        /** There is something in it. */
        FILLED,
        /** There is not, for a standstill is wanted; the reader has nothing in hand. */
        PAUSED,
        /** There is not and will not be. */
        ENDED
    }

    private final TaskQueue tasks;
    private final SlabGeometry geometry;
    private final Throttle throttle;
    private final StopSignal stop;
    private final Standstill standstill;
    private final ScanProgress.Counters progress;
    private final ReadTally tally;

    /** Small units that turned out to be damaged and are read again, with care. */
    private final Deque<ReadTask.Segment> segmentsAhead = new ArrayDeque<>();

    /** The segment that is being read, and how far. */
    private ReadTask.@Nullable Segment segment;

    private long position;
    /** The stripe that {@link #position} is in; empty before the first. */
    private long stripeFrom;

    private long stripeTo;
    /** Where the current region is known to end, because a read beyond it has failed; else the unit's size. */
    private long regionEnd;

    private int badSectorsInARow;

    /** The failure at {@link #position} that is to be skipped when the turn of the segment's claim has come; else null. */
    private @Nullable IOException failureAhead;

    /** What ended the last {@link #read}, null if it was the end of the unit or of the request. */
    private @Nullable IOException readFailure;

    public Reader(
            TaskQueue tasks,
            SlabGeometry geometry,
            Throttle throttle,
            StopSignal stop,
            Standstill standstill,
            ScanProgress.Counters progress,
            ReadTally tally) {
        this.tasks = tasks;
        this.geometry = geometry;
        this.throttle = throttle;
        this.stop = stop;
        this.standstill = standstill;
        this.progress = progress;
        this.tally = tally;
    }

    /** Fills the empty slab. */
    public Outcome fill(Slab slab) throws InterruptedException {
        while (slab.isEmpty()) {
            if (segment != null) {
                continueSegment(segment, slab);
                continue;
            }
            ReadTask task = segmentsAhead.isEmpty() ? tasks.take() : segmentsAhead.remove();
            if (task == null) {
                return standstill.isWanted() ? Outcome.PAUSED : Outcome.ENDED;
            }
            begin(task, slab);
        }
        return Outcome.FILLED;
    }

    private void begin(ReadTask task, Slab slab) throws InterruptedException {
        if (task instanceof ReadTask.Stream stream) {
            readStream(stream, slab);
        } else if (task instanceof ReadTask.Chained chained) {
            claim(chained, slab);
        } else if (stop.isStopped()) {
            task.release();
        } else if (task instanceof ReadTask.Pack pack) {
            for (UnitReading unit : pack.units()) {
                if (!stop.isStopped()) {
                    readWhole(unit, slab);
                }
                unit.release();
            }
        } else if (task instanceof ReadTask.Segment next) {
            if (next.from() == 0) {
                countFile(next.unit());
            }
            begin(next);
        }
    }

    private void begin(ReadTask.Segment next) {
        segment = next;
        position = next.from();
        stripeFrom = position;
        stripeTo = position;
        regionEnd = next.unit().unit().sizeBytes();
        badSectorsInARow = 0;
        failureAhead = null;
    }

    /** Takes the next body, or the hole there, and leaves the rest to others. */
    private void claim(ReadTask.Chained chained, Slab slab) {
        UnitReading unit = chained.unit();
        Chain chain = chained.chain();
        long size = unit.unit().sizeBytes();
        long from = chain.claimedTo();
        if (stop.isStopped()) {
            tasks.end(chained);
            if (from > 0) {
                endRegion(slab, unit, from, chain.claim(from), true);
            }
            unit.release();
            return;
        }
        if (from == 0) {
            countFile(unit);
        }
        UnitChannel channel = channelOf(unit, size - from);
        if (channel == null) {
            // What cannot be opened is not opened by anybody, so there has been no claim, unless in an earlier session.
            account(unit, size - from);
            tasks.end(chained);
            if (from > 0) {
                endRegion(slab, unit, from, chain.claim(from), true);
            }
            unit.release();
            return;
        }
        long holeEnd = holeEnd(channel, from, size);
        long to = holeEnd > from ? holeEnd : Math.min(size, (from / geometry.bodyBytes() + 1) * geometry.bodyBytes());
        Chain.Claim claim = chain.claim(to);
        if (to == size) {
            // The claim takes over the task's hold on the unit.
            tasks.end(chained);
        } else {
            unit.retain();
            tasks.putBack(chained);
        }
        if (to == holeEnd) {
            addHole(slab, unit, claim, size);
            channel.afterStripe(from, to);
            unit.release();
        } else {
            begin(new ReadTask.Segment(unit, from, to, claim));
        }
    }

    /** Zeros as far as an unfinished chunk may reach into the hole; the rest of it by arithmetic. */
    private void addHole(Slab slab, UnitReading unit, Chain.Claim claim, long size) {
        int start = geometry.carryBytes();
        int zeros = (int) Math.min(claim.to() - claim.from(), geometry.carryBytes());
        long zerosEnd = claim.from() + zeros;
        Arrays.fill(slab.data, start, start + zeros, (byte) 0);
        slab.add(new UnitPiece(unit, start, start + zeros, claim.from(), zerosEnd == size));
        if (zerosEnd < claim.to()) {
            slab.add(new Slab.Hole(unit, zerosEnd, claim.to(), claim.to() == size));
        }
        slab.setClaim(claim, true);
        account(unit, claim.to() - claim.from());
    }

    /** Lets chunks end at {@code unitOffset}, or where the bytes before it ended. */
    private void endRegion(Slab slab, UnitReading unit, long unitOffset, Chain.Claim claim, boolean endsClaim) {
        int start = geometry.carryBytes();
        slab.add(new UnitPiece(unit, start, start, unitOffset, true));
        slab.setClaim(claim, endsClaim);
    }

    /**
     * What ends the claim that this reader is reading and does not come back from, so that what those before have left is cut; null if
     * there is none. For another thread, once the scan is stopped.
     */
    public @Nullable Slab abandonedClaim() {
        ReadTask.Segment current = segment;
        Chain.Claim claim = current == null ? null : current.claim();
        if (current == null || claim == null) {
            return null;
        }
        Slab end = new Slab(geometry.capacityBytes());
        endRegion(end, current.unit(), claim.to(), claim.chain().claim(claim.to()), true);
        return end;
    }

    private void readWhole(UnitReading unit, Slab slab) throws InterruptedException {
        int size = (int) unit.unit().sizeBytes();
        UnitChannel channel = size == 0 ? null : channelOf(unit, size);
        if (channel != null) {
            int start = slab.usedBytes();
            // One byte more than there should be: that a file has grown is found out without another call.
            int got = read(channel, 0, slab.data, start, size, 1);
            if (readFailure != null) {
                // Worth the care that large units get: what can be read around the fault is read.
                unit.retain();
                Chain.Claim claim = geometry.isChained() ? new Chain(geometry.chunkerCount()).claim(size) : null;
                segmentsAhead.add(new ReadTask.Segment(unit, 0, size, claim));
                return;
            }
            int body = Math.min(got, size);
            if (got > size) {
                unit.grew();
            } else if (body < size) {
                unit.endedEarly(size - body);
            }
            if (body > 0) {
                slab.add(new UnitPiece(unit, start, start + body, 0, true));
            }
        }
        countFile(unit);
        account(unit, size);
    }

    private void continueSegment(ReadTask.Segment current, Slab slab) throws InterruptedException {
        UnitReading unit = current.unit();
        boolean stopped = stop.isStopped();
        UnitChannel channel = stopped ? null : channelOf(unit, current.to() - position);
        if (failureAhead != null && !stopped) {
            skipUnreadable(current, failureAhead);
            failureAhead = null;
        } else if (channel != null) {
            enterStripe(current, channel);
            if (!skipHole(current, channel, slab)) {
                readBody(current, channel, slab);
            }
        } else if (!stopped) {
            account(unit, current.to() - position);
            position = current.to();
        }
        boolean over = stopped || position >= current.to();
        if (over && channel != null) {
            channel.afterStripe(stripeFrom, position);
        }
        Chain.Claim claim = current.claim();
        if (claim != null) {
            if (!slab.isEmpty()) {
                slab.setClaim(claim, over);
            } else if (over) {
                endRegion(slab, unit, position, claim, true);
            }
        }
        if (over) {
            segment = null;
            unit.rangeDone(current.from(), current.to());
            unit.release();
        }
    }

    /** Tells the channel of the next stripe, once the last one has been read. */
    private void enterStripe(ReadTask.Segment current, UnitChannel channel) {
        if (position >= stripeTo) {
            if (stripeFrom < stripeTo) {
                channel.afterStripe(stripeFrom, position);
            }
            stripeFrom = position;
            stripeTo = Math.min(current.to(), position + STRIPE_BYTES);
            channel.beforeStripe(stripeFrom, stripeTo);
        }
    }

    private void readBody(ReadTask.Segment current, UnitChannel channel, Slab slab) throws InterruptedException {
        UnitReading unit = current.unit();
        long size = unit.unit().sizeBytes();
        // Bodies end at multiples of their length, also behind a gap, so that fixed chunks do not reach beyond them.
        long bodyEnd = Math.min(
                Math.min(current.to(), regionEnd), (position / geometry.bodyBytes() + 1) * geometry.bodyBytes());
        int wanted = (int) (bodyEnd - position);
        int start = geometry.carryBytes();
        int got = read(channel, position, slab.data, start, wanted, bodyEnd == size ? 1 : 0);
        int body = Math.min(got, wanted);
        if (got > wanted) {
            unit.grew();
        } else if (body < wanted) {
            regionEnd = position + body;
        }
        if (body > 0) {
            badSectorsInARow = 0;
            slab.add(new UnitPiece(unit, start, start + body, position, position + body == regionEnd));
            account(unit, body);
            position += body;
        }
        if (position == regionEnd && position < current.to()) {
            leaveRegion(current, slab);
        }
    }

    /** The region has ended before the segment has: at bytes that cannot be read, or at an end of the unit that comes too early. */
    private void leaveRegion(ReadTask.Segment current, Slab slab) {
        UnitReading unit = current.unit();
        IOException failure = readFailure;
        if (failure == null) {
            long missing = current.to() - position;
            unit.endedEarly(missing);
            account(unit, missing);
            position += missing;
            return;
        }
        Chain.Claim claim = current.claim();
        if (claim == null || (claim.hasTurn() && slab.isEmpty())) {
            skipUnreadable(current, failure);
            return;
        }
        // How far to skip depends on what was skipped before, which is known once everything before it has been cut.
        failureAhead = failure;
        if (slab.isEmpty()) {
            endRegion(slab, unit, position, claim, false);
        }
    }

    private void skipUnreadable(ReadTask.Segment current, IOException failure) {
        UnitReading unit = current.unit();
        Chain.Claim claim = current.claim();
        if (claim != null) {
            badSectorsInARow = claim.chain().badSectorsInARow();
        }
        badSectorsInARow++;
        if (claim != null) {
            claim.chain().setBadSectorsInARow(badSectorsInARow);
        }
        long step = SECTOR_BYTES * Math.max(1L, badSectorsInARow - SINGLE_SECTORS);
        long next = (position + step) / SECTOR_BYTES * SECTOR_BYTES;
        long skipped = Math.min(current.to(), next) - position;
        unit.fail(failure, skipped);
        account(unit, skipped);
        position += skipped;
        regionEnd = unit.unit().sizeBytes();
    }

    /** Puts a hole that starts at the current position into the slab, if there is one. Claims have been asked for holes before. */
    private boolean skipHole(ReadTask.Segment current, UnitChannel channel, Slab slab) {
        long size = current.unit().unit().sizeBytes();
        if (current.claim() != null || regionEnd < size) {
            return false;
        }
        long end = Math.min(holeEnd(channel, position, size), current.to());
        if (end <= position) {
            return false;
        }
        slab.add(new Slab.Hole(current.unit(), position, end, end == size));
        account(current.unit(), end - position);
        position = end;
        return true;
    }

    /** Where a hole at {@code from} ends: the end of the unit or else of the last body that lies in it; {@code from} or less if none does. */
    private long holeEnd(UnitChannel channel, long from, long size) {
        try {
            long data = channel.nextData(from);
            return data >= size ? size : data / geometry.bodyBytes() * geometry.bodyBytes();
        } catch (IOException e) {
            return from;
        }
    }

    private void readStream(ReadTask.Stream stream, Slab slab) throws InterruptedException {
        UnitReading unit = stream.unit();
        Chain chain = stream.chain();
        long from = chain.claimedTo();
        readFailure = null;
        if (from == 0) {
            countFile(unit);
        }
        UnitChannel channel = channelOf(unit, 0);
        int start = geometry.carryBytes();
        int wanted = geometry.bodyBytes();
        int got = channel == null || stop.isStopped() ? 0 : read(channel, from, slab.data, start, wanted, 0);
        boolean ended = got < wanted;
        if (channel != null && readFailure != null) {
            unit.fail(readFailure, 0);
        }
        Chain.Claim claim = chain.claim(from + got);
        if (got > 0 || geometry.isChained()) {
            slab.add(new UnitPiece(unit, start, start + got, from, ended));
            account(unit, got);
        }
        if (geometry.isChained()) {
            slab.setClaim(claim, true);
        }
        if (ended) {
            unit.release();
            tasks.end(stream);
        } else {
            tasks.putBack(stream);
        }
    }

    /** Opens the unit, or notes that the bytes asked for cannot be read. */
    private @Nullable UnitChannel channelOf(UnitReading unit, long bytes) {
        try {
            return unit.channel();
        } catch (IOException e) {
            unit.fail(e, bytes);
            return null;
        }
    }

    /**
     * Reads until the request or the unit ends or an error stops it, which {@link #readFailure} then holds.
     *
     * @param length how much is wanted
     * @param beyond how much more is asked for, only to find out whether it is there
     */
    private int read(UnitChannel channel, long from, byte[] data, int offset, int length, int beyond)
            throws InterruptedException {
        readFailure = null;
        int done = 0;
        try {
            while (done < length + beyond) {
                int step = throttle.step(Math.min(length + beyond - done, MAX_READ_BYTES));
                throttle.await(step);
                int got = channel.read(from + done, data, offset + done, step);
                if (got < 0) {
                    break;
                }
                done += got;
                if (got < step && done >= length) {
                    // Less than was asked for, and all that there should be: the end, without another call to hear of
                    // it.
                    break;
                }
            }
        } catch (IOException e) {
            readFailure = e;
        }
        progress.addRead(done);
        return done;
    }

    private void countFile(UnitReading unit) {
        tally.addFile(unit.typeId());
        unit.account().addFile();
        progress.addFile();
    }

    private void account(UnitReading unit, long bytes) {
        unit.addLogicalBytes(bytes);
        tally.addLogicalBytes(bytes);
        progress.addDone(bytes);
    }
}
