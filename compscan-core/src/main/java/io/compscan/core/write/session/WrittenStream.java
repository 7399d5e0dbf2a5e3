package io.compscan.core.write.session;

import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.measure.ReadTally;
import io.compscan.core.scan.read.PushedUnit;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.write.session.Desks.Desk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a session on its way from the first byte to the last. Any thread, one at a time.
 *
 * <p>Short writes are collected. The thread that fills the collection up, or that writes more at once, does the work.
 */
final class WrittenStream {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int LEAST_COLLECTION_BYTES = 4 << 10;

    /** The session, as its streams see it. */
    interface Owner {
        /** Requires that the session takes more bytes. */
        void requireWritable() throws IOException;

        /** Called once, at the desk, when the end of the stream is in the index. */
        void leave(WrittenStream stream);

        /** Called once, away from the desk, when the stream has left. */
        void ended(boolean isWhole) throws IOException;

        /** Called when the work on a stream has failed for a reason other than its bytes. */
        void failed(Throwable thrown);
    }

    private final PushedUnit unit;
    private final StreamCounts counts;
    private final Schemes schemes;
    private final Desks desks;
    private final int bodyBytes;
    private final int collectedBytes;
    private final Owner owner;

    private byte[] collected = {};
    private int pendingBytes;
    private long stalledNanos;
    private @Nullable StreamSummary summary;
    private volatile boolean isOpen = true;

    /** @param counts filled while the unit is measured */
    WrittenStream(PushedUnit unit, StreamCounts counts, WriteRequest request, Desks desks, Owner owner) {
        this.unit = unit;
        this.counts = counts;
        this.desks = desks;
        this.owner = owner;
        schemes = request.options().schemes();
        bodyBytes = request.geometry().bodyBytes();
        collectedBytes = request.collectedBytes();
    }

    String name() {
        return unit.ticket().unit().name();
    }

    boolean isOpen() {
        return isOpen;
    }

    /** The part that is in the index; null if there is none. Only while no thread is at a desk. */
    @Nullable PartialUnit partial() {
        return unit.partial();
    }

    synchronized int write(ByteBuffer bytes) throws IOException {
        if (!isOpen) {
            throw new ClosedChannelException();
        }
        owner.requireWritable();
        int count = bytes.remaining();
        while (bytes.hasRemaining() && pendingBytes + (long) bytes.remaining() >= collectedBytes) {
            work(bytes, false);
        }
        collect(bytes);
        return count;
    }

    private void collect(ByteBuffer bytes) {
        int count = bytes.remaining();
        if (collected.length < pendingBytes + count) {
            int wanted = Math.max(LEAST_COLLECTION_BYTES, Math.max(pendingBytes + count, 2 * collected.length));
            collected = Arrays.copyOf(collected, Math.min(wanted, collectedBytes));
        }
        bytes.get(collected, pendingBytes, count);
        pendingBytes += count;
    }

    /** Measures the collected bytes. */
    synchronized void flush() throws IOException {
        if (pendingBytes > 0) {
            work(NOTHING, false);
        }
    }

    /** Ends the stream; no effect on a stream that is over. */
    synchronized StreamSummary finish() throws IOException {
        return end(null);
    }

    /** Ends the stream, which nobody has finished. The written bytes count. */
    synchronized StreamSummary abort(String reason) throws IOException {
        return end(reason);
    }

    /** @param abortReason null if the stream is whole */
    private StreamSummary end(@Nullable String abortReason) throws IOException {
        StreamSummary known = summary;
        if (known != null) {
            return known;
        }
        if (!isOpen) {
            throw new ClosedChannelException();
        }
        isOpen = false;
        if (abortReason != null) {
            unit.ticket().aborted(abortReason);
        }
        work(NOTHING, true);
        collected = new byte[0];
        StreamSummary last = StreamSummary.of(name(), unit.bytes(), stalledNanos, counts, schemes);
        summary = last;
        owner.ended(abortReason == null);
        return last;
    }

    /** Takes a body to a desk. */
    private void work(ByteBuffer bytes, boolean endsUnit) throws IOException {
        int count = Math.min(bytes.remaining(), bodyBytes - pendingBytes);
        ByteBuffer more = bytes.slice().limit(count);
        try {
            stalledNanos += desks.work(desk -> measure(desk, more, endsUnit));
        } catch (RuntimeException | Error e) {
            owner.failed(e);
            throw e;
        }
        bytes.position(bytes.position() + count);
        pendingBytes = 0;
    }

    private void measure(Desk desk, ByteBuffer more, boolean endsUnit) {
        ByteBuffer held = ByteBuffer.wrap(collected, 0, pendingBytes);
        unit.fill(desk.slab(), held, more, endsUnit, new ReadTally(desk.tally()));
        if (!desk.processor().cut(desk.slab())) {
            throw new IllegalStateException("another thread cuts this stream");
        }
        desk.processor().process(desk.slab());
        if (endsUnit) {
            unit.ticket().release();
            owner.leave(this);
        }
    }
}
