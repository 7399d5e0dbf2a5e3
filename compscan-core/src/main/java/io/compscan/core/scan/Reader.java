package io.compscan.core.scan;

import io.compscan.core.chunk.Piece;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread that fills slabs: large units a body and its lookahead at a time, small ones whole, many to a slab.
 *
 * <p>Whatever goes wrong with a unit is noted with the unit; the reader goes on.
 */
final class Reader {

    /** How long a slab of small units waits for more of them before it is sent off as it is. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Handoff<ReadTask> tasks;
    private final BlockingQueue<Slab> freeSlabs;
    private final Handoff<Slab> filledSlabs;
    private final SlabGeometry geometry;
    private final Throttle throttle;
    private final StopSignal stop;
    private final ScanProgress.Counters progress;
    private final ReadTally tally;

    /** The slab that small units are being packed into. */
    private @Nullable Slab packing;
    /** What ended the last {@link #fill}, null if it was the end of the unit or of the request. */
    private @Nullable IOException fillFailure;

    Reader(
            Handoff<ReadTask> tasks,
            BlockingQueue<Slab> freeSlabs,
            Handoff<Slab> filledSlabs,
            SlabGeometry geometry,
            Throttle throttle,
            StopSignal stop,
            ScanProgress.Counters progress,
            ReadTally tally) {
        this.tasks = tasks;
        this.freeSlabs = freeSlabs;
        this.filledSlabs = filledSlabs;
        this.geometry = geometry;
        this.throttle = throttle;
        this.stop = stop;
        this.progress = progress;
        this.tally = tally;
    }

    /** Reads until there are no more tasks. */
    void run() throws InterruptedException {
        while (true) {
            ReadTask task;
            if (packing == null) {
                task = tasks.take();
            } else {
                Handoff.Poll<ReadTask> poll = tasks.poll(LINGER_NANOS);
                if (!poll.answered()) {
                    sendPacked();
                    continue;
                }
                task = poll.value();
            }
            if (task == null) {
                sendPacked();
                return;
            }
            if (!stop.isStopped()) {
                read(task);
            }
            task.unit().release();
        }
    }

    private void read(ReadTask task) throws InterruptedException {
        if (task.from() == 0) {
            tally.addFile(task.unit().typeId());
            progress.addFile();
        }
        if (task.isStream()) {
            sendPacked();
            readStream(task.unit());
        } else if (task.from() == 0
                && task.to() == task.unit().unit().sizeBytes()
                && task.bytes() <= geometry.bodyBytes()) {
            readWhole(task);
        } else {
            sendPacked();
            readSegment(task);
        }
    }

    private void readWhole(ReadTask task) throws InterruptedException {
        UnitReading unit = task.unit();
        int size = (int) task.bytes();
        account(unit, size);
        if (size == 0) {
            return;
        }
        Slab slab = packing;
        if (slab != null && (slab.freeBytes() <= size || slab.pieces.size() == Slab.MAX_PIECES)) {
            sendPacked();
            slab = null;
        }
        if (slab == null) {
            slab = freeSlabs.take();
            packing = slab;
        }
        int start = slab.usedBytes();
        UnitChannel channel = channelOf(unit, size);
        if (channel == null) {
            return;
        }
        // One byte more than there should be: a file that has grown is found out without another call.
        int filled = fill(channel, 0, slab.data, start, size + 1);
        int body = Math.min(filled, size);
        noteEnd(unit, filled, size, size - body);
        if (body > 0) {
            slab.add(unit, new Piece(start, body, body, 0, true, true));
        }
    }

    private void readSegment(ReadTask task) throws InterruptedException {
        UnitReading unit = task.unit();
        long size = unit.unit().sizeBytes();
        UnitChannel channel = channelOf(unit, task.bytes());
        if (channel == null) {
            account(unit, task.bytes());
            return;
        }
        long position = task.from();
        while (position < task.to() && !stop.isStopped()) {
            long afterHole = skipHole(task, channel, position);
            if (afterHole > position) {
                account(unit, afterHole - position);
                position = afterHole;
                continue;
            }
            int body = (int) Math.min(geometry.bodyBytes(), task.to() - position);
            int wanted = (int) Math.min((long) body + geometry.lookaheadBytes(), size - position);
            boolean endsUnit = position + wanted == size;
            Slab slab = freeSlabs.take();
            int filled = fill(channel, position, slab.data, 0, endsUnit ? wanted + 1 : wanted);
            int available = Math.min(filled, wanted);
            int bodyRead = Math.min(available, body);
            boolean cutShort = bodyRead < body;
            long unread = cutShort ? task.to() - position - bodyRead : 0;
            if (endsUnit || available < wanted) {
                noteEnd(unit, filled, wanted, unread);
            }
            if (bodyRead > 0) {
                boolean endsRegion = endsUnit || available < wanted;
                slab.add(unit, new Piece(0, bodyRead, available, position, position == 0, endsRegion));
                filledSlabs.put(slab);
            } else {
                freeSlabs.put(slab);
            }
            account(unit, bodyRead + unread);
            position += bodyRead + unread;
        }
    }

    /** Sends off a hole that starts at {@code position} and tells where to go on; {@code position} itself if there is none. */
    private long skipHole(ReadTask task, UnitChannel channel, long position) throws InterruptedException {
        long size = task.unit().unit().sizeBytes();
        long data;
        try {
            data = channel.nextData(position);
        } catch (IOException e) {
            return position;
        }
        // Every chunk that starts in the part to be skipped must end in the hole, too.
        long skippable = data;
        if (data < size) {
            skippable = (data - geometry.lookaheadBytes()) / geometry.bodyBytes() * geometry.bodyBytes();
        }
        long end = Math.min(skippable, task.to());
        if (end <= position) {
            return position;
        }
        Slab slab = freeSlabs.take();
        slab.add(new Slab.Hole(task.unit(), position, end, position == 0, size));
        filledSlabs.put(slab);
        return end;
    }

    private void readStream(UnitReading unit) throws InterruptedException {
        UnitChannel channel = channelOf(unit, 0);
        if (channel == null) {
            return;
        }
        long position = 0;
        byte[] lookahead = new byte[geometry.lookaheadBytes()];
        int carried = 0;
        boolean ended = false;
        while (!ended) {
            Slab slab = freeSlabs.take();
            System.arraycopy(lookahead, 0, slab.data, 0, carried);
            int wanted = geometry.capacityBytes() - carried;
            int filled = stop.isStopped() ? 0 : fill(channel, position + carried, slab.data, carried, wanted);
            int available = carried + filled;
            ended = filled < wanted;
            if (fillFailure != null) {
                unit.fail(fillFailure, 0);
            }
            int body = ended ? available : geometry.bodyBytes();
            if (body == 0) {
                freeSlabs.put(slab);
                return;
            }
            carried = available - body;
            System.arraycopy(slab.data, body, lookahead, 0, carried);
            slab.add(unit, new Piece(0, body, available, position, position == 0, ended));
            filledSlabs.put(slab);
            account(unit, body);
            position += body;
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

    /** Reads until the request or the unit ends or an error stops it, which {@link #fillFailure} then holds. */
    private int fill(UnitChannel channel, long position, byte[] data, int offset, int length)
            throws InterruptedException {
        fillFailure = null;
        int filled = 0;
        try {
            while (filled < length) {
                int step = throttle.step(length - filled);
                throttle.await(step);
                int got = channel.read(position + filled, data, offset + filled, step);
                if (got < 0) {
                    break;
                }
                filled += got;
            }
        } catch (IOException e) {
            fillFailure = e;
        }
        progress.addRead(filled);
        return filled;
    }

    /** Tells the unit how its reading ended: as expected, in an error, too early or too late. */
    private void noteEnd(UnitReading unit, int filled, int expected, long unread) {
        if (filled > expected) {
            unit.grew();
        } else if (fillFailure != null && filled < expected) {
            unit.fail(fillFailure, unread);
        } else if (filled < expected) {
            unit.endedEarly(unread);
        }
    }

    private void account(UnitReading unit, long bytes) {
        unit.addLogicalBytes(bytes);
        tally.addLogicalBytes(bytes);
    }

    private void sendPacked() throws InterruptedException {
        Slab slab = packing;
        packing = null;
        if (slab == null) {
            return;
        }
        if (slab.isEmpty()) {
            freeSlabs.put(slab);
        } else {
            filledSlabs.put(slab);
        }
    }
}
