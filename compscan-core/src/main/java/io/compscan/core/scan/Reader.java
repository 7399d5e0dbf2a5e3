package io.compscan.core.scan;

import io.compscan.core.chunk.Piece;
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
final class Reader {

    /** What a read error costs at least; the page cache reads no less at a time. */
    private static final int SECTOR_BYTES = 4096;
    /** So many bad sectors in a row are skipped singly; then ever larger steps, or a dead disk would take forever. */
    private static final int SINGLE_SECTORS = 256;

    /** A channel is told of reading in stripes of this length, so that it can look after the page cache meanwhile. */
    private static final long STRIPE_BYTES = 64L << 20;

    private static final byte[] NOTHING = {};

    /** What became of an attempt to fill a slab. */
    enum Outcome {
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
    /** Whether chunks start anew at {@link #position}. */
    private boolean startsRegion;
    /** Where the current region is known to end, because a read beyond it has failed; else the unit's size. */
    private long regionEnd;

    private int badSectorsInARow;

    /** Bytes behind {@link #position} that were read as the lookahead of the last body; the same bytes are the next body's first. */
    private byte[] ahead = NOTHING;

    private int aheadBytes;

    /** Where a stopped scan leaves the segment, once that is known: behind every chunk that was begun. */
    private long stopAt;

    /** What ended the last {@link #read}, null if it was the end of the unit or of the request. */
    private @Nullable IOException readFailure;

    Reader(
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
    Outcome fill(Slab slab) throws InterruptedException {
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
            segment = next;
            position = next.from();
            stripeFrom = position;
            stripeTo = position;
            startsRegion = position == 0;
            regionEnd = next.unit().unit().sizeBytes();
            badSectorsInARow = 0;
            aheadBytes = 0;
            stopAt = Long.MAX_VALUE;
        }
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
                segmentsAhead.add(new ReadTask.Segment(unit, 0, size));
                return;
            }
            int body = Math.min(got, size);
            if (got > size) {
                unit.grew();
            } else if (body < size) {
                unit.endedEarly(size - body);
            }
            if (body > 0) {
                slab.add(unit, new Piece(start, body, body, 0, true, true));
            }
        }
        countFile(unit);
        account(unit, size);
    }

    private void continueSegment(ReadTask.Segment current, Slab slab) throws InterruptedException {
        UnitReading unit = current.unit();
        if (mayStop()) {
            segment = null;
            unit.release();
            return;
        }
        UnitChannel channel = channelOf(unit, current.to() - position);
        if (channel == null) {
            account(unit, current.to() - position);
            position = current.to();
        } else {
            enterStripe(current, channel);
            if (!skipHole(current, channel, slab)) {
                readBody(current, channel, slab);
            }
            if (position >= current.to()) {
                channel.afterStripe(stripeFrom, position);
            }
        }
        if (position >= current.to()) {
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

    /** Whether to leave the segment here: when the scan is to stop, and no chunk reaches from what was read into what was not. */
    private boolean mayStop() {
        if (!stop.isStopped()) {
            return false;
        }
        if (stopAt == Long.MAX_VALUE) {
            stopAt = position + geometry.lookaheadBytes();
            regionEnd = Math.min(regionEnd, stopAt);
        }
        return startsRegion || position >= stopAt;
    }

    private void readBody(ReadTask.Segment current, UnitChannel channel, Slab slab) throws InterruptedException {
        UnitReading unit = current.unit();
        long size = unit.unit().sizeBytes();
        // Bodies end at multiples of their length, also behind a gap, so that chunks reach no further than the
        // lookahead.
        long bodyEnd = Math.min(
                Math.min(current.to(), regionEnd), (position / geometry.bodyBytes() + 1) * geometry.bodyBytes());
        long end = Math.min(regionEnd, bodyEnd + geometry.lookaheadBytes());
        int wanted = (int) (end - position);
        boolean atUnitEnd = end == size;
        System.arraycopy(ahead, 0, slab.data, 0, aheadBytes);
        int missing = wanted - aheadBytes;
        int got = aheadBytes + read(channel, position + aheadBytes, slab.data, aheadBytes, missing, atUnitEnd ? 1 : 0);
        int available = Math.min(got, wanted);
        int body = (int) Math.min(available, bodyEnd - position);
        if (got > wanted) {
            unit.grew();
        } else if (available < wanted) {
            regionEnd = position + available;
        }
        if (body > 0) {
            badSectorsInARow = 0;
            slab.add(unit, new Piece(0, body, available, position, startsRegion, position + available == regionEnd));
            account(unit, body);
            position += body;
            startsRegion = false;
        }
        keepAhead(slab, body, available);
        if (position == regionEnd && position < current.to()) {
            leaveRegion(current, body);
        }
    }

    private void keepAhead(Slab slab, int body, int available) {
        aheadBytes = available - body;
        if (aheadBytes > 0) {
            if (ahead.length < aheadBytes) {
                ahead = new byte[geometry.lookaheadBytes()];
            }
            System.arraycopy(slab.data, body, ahead, 0, aheadBytes);
        }
    }

    /** The region has ended before the segment has: at bytes that cannot be read, or at an end of the unit that comes too early. */
    private void leaveRegion(ReadTask.Segment current, int bodyBeforeIt) {
        UnitReading unit = current.unit();
        IOException failure = readFailure;
        if (failure == null && bodyBeforeIt > 0) {
            // Reached the end of a region that an earlier read had found; what is there now, the next read will tell.
            startsRegion = true;
            regionEnd = unit.unit().sizeBytes();
            return;
        }
        long skipped;
        if (failure == null) {
            skipped = current.to() - position;
            unit.endedEarly(skipped);
        } else {
            badSectorsInARow++;
            long step = SECTOR_BYTES * Math.max(1L, badSectorsInARow - SINGLE_SECTORS);
            long next = (position + step) / SECTOR_BYTES * SECTOR_BYTES;
            skipped = Math.min(current.to(), next) - position;
            unit.fail(failure, skipped);
        }
        account(unit, skipped);
        position += skipped;
        startsRegion = true;
        regionEnd = unit.unit().sizeBytes();
    }

    /** Puts a hole that starts at the current position into the slab, if there is one. */
    private boolean skipHole(ReadTask.Segment current, UnitChannel channel, Slab slab) {
        long size = current.unit().unit().sizeBytes();
        long data;
        try {
            data = channel.nextData(position);
        } catch (IOException e) {
            return false;
        }
        // Every chunk that starts in the part to be skipped must end in the hole, too.
        long skippable = data;
        if (data < size) {
            skippable = (data - geometry.lookaheadBytes()) / geometry.bodyBytes() * geometry.bodyBytes();
        }
        long end = Math.min(skippable, current.to());
        if (end <= position || regionEnd < size) {
            return false;
        }
        slab.add(new Slab.Hole(current.unit(), position, end, startsRegion, size));
        account(current.unit(), end - position);
        position = end;
        startsRegion = false;
        aheadBytes = 0;
        return true;
    }

    private void readStream(ReadTask.Stream stream, Slab slab) throws InterruptedException {
        UnitReading unit = stream.unit();
        readFailure = null;
        if (stream.position() == 0 && stream.lookahead().length == 0) {
            countFile(unit);
        }
        UnitChannel channel = channelOf(unit, 0);
        int carried = stream.lookahead().length;
        System.arraycopy(stream.lookahead(), 0, slab.data, 0, carried);
        int wanted = geometry.capacityBytes() - carried;
        int got = channel == null || stop.isStopped()
                ? 0
                : read(channel, stream.position() + carried, slab.data, carried, wanted, 0);
        int available = carried + got;
        boolean ended = got < wanted;
        if (channel != null && readFailure != null) {
            unit.fail(readFailure, 0);
        }
        int body = ended ? available : geometry.bodyBytes();
        if (body > 0) {
            slab.add(unit, new Piece(0, body, available, stream.position(), stream.position() == 0, ended));
            account(unit, body);
        }
        if (ended) {
            unit.release();
            tasks.endStream();
        } else {
            byte[] lookahead = available == body ? NOTHING : Arrays.copyOfRange(slab.data, body, available);
            tasks.putBack(new ReadTask.Stream(unit, stream.position() + body, lookahead));
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
                int step = throttle.step(length + beyond - done);
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
        progress.addFile();
    }

    private void account(UnitReading unit, long bytes) {
        unit.addLogicalBytes(bytes);
        tally.addLogicalBytes(bytes);
        progress.addDone(bytes);
    }
}
