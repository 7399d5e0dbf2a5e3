package io.compscan.core.read;

import io.compscan.core.result.ReadError;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A unit while it is read: the channel that its readers share, what went wrong, and when it is over.
 *
 * <p>Each task and each piece on its way holds the unit; the one that lets go last completes it.
 */
public final class UnitTicket {

    /** Told when a unit has been read and processed. */
    @FunctionalInterface
    public interface Listener {
        /** The unit is complete; called once, on the thread that did the last of its work. */
        void complete(UnitTicket unit);
    }

    /**
     * How the reading of a unit begins.
     *
     * @param taskCount the number of tasks that read it
     * @param group the number of its {@link FileGroups} group
     * @param chain its chain; null where no chunk crosses a task
     * @param before the part that an earlier session has read; null if it read none
     */
    record Start(
            int taskCount,
            long group,
            @Nullable Chain chain,
            @Nullable PartialUnit before) {
        static Start segmented(int taskCount) {
            return new Start(taskCount, FileGroups.NONE, null, null);
        }

        static Start grouped(long group) {
            return new Start(1, group, null, null);
        }

        static Start chained(Chain chain) {
            return new Start(1, FileGroups.NONE, chain, null);
        }

        static Start resumed(PartialUnit before, int taskCount, @Nullable Chain chain) {
            return new Start(taskCount, FileGroups.NONE, chain, before);
        }
    }

    private final Unit unit;
    private final UnitVersion version;
    private final Listener listener;
    private final long group;
    private final @Nullable Chain chain;
    private final AtomicInteger holders;

    /** Parts that have been dealt with, apart and ascending; of units that are cut into segments only, null if there are none. */
    private @Nullable NavigableMap<Long, Long> doneRanges;

    private @Nullable UnitChannel channel;
    private @Nullable IOException openFailure;
    private ReadError.@Nullable Kind errorKind;
    private String reason = "";
    private long unreadBytes;
    private long logicalBytes;

    /** @param version a mere size where no checkpoint will store it */
    UnitTicket(Unit unit, UnitVersion version, Listener listener, Start start) {
        this.unit = unit;
        this.version = version;
        this.listener = listener;
        group = start.group();
        chain = start.chain();
        holders = new AtomicInteger(start.taskCount());
        PartialUnit before = start.before();
        if (before != null) {
            restore(before);
        }
    }

    public Unit unit() {
        return unit;
    }

    public UnitVersion version() {
        return version;
    }

    public Listener listener() {
        return listener;
    }

    /** Which small files this one lies with, {@link FileGroups#NONE} if with none. */
    public long group() {
        return group;
    }

    void retain() {
        holders.incrementAndGet();
    }

    public void release() {
        if (holders.decrementAndGet() == 0) {
            close();
            listener.complete(this);
        }
    }

    /** The unit's channel, opened by whoever asks first; a failure to open it is remembered for the others. */
    synchronized UnitChannel channel() throws IOException {
        if (openFailure != null) {
            throw openFailure;
        }
        if (channel == null) {
            try {
                channel = unit.open();
            } catch (IOException e) {
                openFailure = e;
                throw e;
            }
        }
        return channel;
    }

    private synchronized void close() {
        if (channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            // Every byte that counts has been read; that the descriptor was hard to give back changes no number.
            note(ReadErrors.of(unit.name(), e, 0));
        }
    }

    /** Takes note of bytes that a task was responsible for: read or not. */
    synchronized void addLogicalBytes(long bytes) {
        logicalBytes += bytes;
    }

    /** Takes note that a segment has been dealt with, and joins it to those beside it. */
    synchronized void rangeDone(long from, long to) {
        NavigableMap<Long, Long> done = doneRanges();
        Map.Entry<Long, Long> before = done.floorEntry(from);
        long start = before != null && before.getValue() == from ? before.getKey() : from;
        Long end = done.remove(to);
        done.put(start, end == null ? to : end);
    }

    private NavigableMap<Long, Long> doneRanges() {
        NavigableMap<Long, Long> done = doneRanges;
        if (done == null) {
            done = new TreeMap<>();
            doneRanges = done;
        }
        return done;
    }

    /** What has been dealt with, null if nothing; only while nothing of the unit is on its way. */
    public synchronized @Nullable PartialUnit partial() {
        ChainState state = chain == null ? null : chain.state();
        List<ByteRange> done = new ArrayList<>();
        if (state == null) {
            doneRanges().forEach((from, to) -> done.add(new ByteRange(from, to)));
        } else if (state.claimedTo() > 0) {
            done.add(new ByteRange(0, state.claimedTo()));
        }
        return done.isEmpty() ? null : new PartialUnit(unit.name(), version, done, logicalBytes, error(), state);
    }

    /** Goes on from where an interrupted scan has left the unit. */
    private void restore(PartialUnit partial) {
        if (partial.chain() == null) {
            partial.doneRanges().forEach(range -> doneRanges().put(range.from(), range.to()));
        }
        logicalBytes = partial.logicalBytes();
        ReadError error = partial.error();
        if (error != null) {
            note(error);
        }
    }

    public synchronized long logicalBytes() {
        return logicalBytes;
    }

    public synchronized long unreadBytes() {
        return unreadBytes;
    }

    synchronized void fail(IOException e, long unread) {
        note(ReadErrors.of(unit.name(), e, unread));
    }

    synchronized void endedEarly(long unread) {
        note(new ReadError(
                unit.name(), ReadError.Kind.SHRANK, unread, "ended before the " + unit.sizeBytes() + " bytes it had"));
    }

    synchronized void grew() {
        note(new ReadError(
                unit.name(),
                ReadError.Kind.GREW,
                0,
                "grew beyond the " + unit.sizeBytes() + " bytes it had; those were read"));
    }

    /** The first reason stands, but what could not be read weighs more than what only changed. */
    private void note(ReadError error) {
        unreadBytes += error.unreadBytes();
        if (errorKind == null || errorKind.isChange()) {
            errorKind = error.kind();
            reason = error.reason();
        }
    }

    public synchronized @Nullable ReadError error() {
        return errorKind == null ? null : new ReadError(unit.name(), errorKind, unreadBytes, reason);
    }
}
