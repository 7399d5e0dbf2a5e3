package io.compscan.core.scan.read.task;

import io.compscan.core.Ranges;
import io.compscan.core.source.FileSample;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A unit on its way through a scan. Its holders are the tasks that read a part of it and the slabs that hold a piece of it. The last holder
 * to let go completes the unit. Any thread.
 */
public final class UnitTicket {

    /** The {@link #group} of a unit that is in no group. */
    public static final long NO_GROUP = -1;

    /** After this many failed tries in a row, a part of the unit that begins with an error is tried at its end, and not block by block. */
    static final int FAILURES_UNTIL_HOPELESS = 4096;
    /** After this many failed tries in a row, nothing more of the unit is read. */
    static final int FAILURES_UNTIL_GIVEN_UP = 8192;

    /** A listener for units that have been read and processed. */
    @FunctionalInterface
    public interface Listener {
        /** The unit is complete; called once, on the thread that did the last of its work. */
        void complete(UnitTicket unit);
    }

    /**
     * How the reading of a unit begins.
     *
     * @param taskCount the number of tasks that read it
     * @param group the number of the group of small files that it belongs to, or {@link #NO_GROUP}
     * @param chain its chain; null where no chunk crosses a task
     * @param isSegmented whether the tasks are segments, which may be done in any order
     * @param isForParts whether parts that lie far apart are read, and not all of the unit
     * @param before the part that an earlier session has read; null if it read none
     */
    public record Start(
            int taskCount,
            long group,
            @Nullable Chain chain,
            boolean isSegmented,
            boolean isForParts,
            @Nullable PartialUnit before) {

        private static final Start WHOLE_WITHOUT_GROUP = new Start(1, NO_GROUP, null, false, false, null);

        /** One task reads the unit whole. */
        public static Start whole(long group) {
            return group == NO_GROUP ? WHOLE_WITHOUT_GROUP : new Start(1, group, null, false, false, null);
        }

        /** So many tasks read a segment each. */
        public static Start segmented(int taskCount) {
            return new Start(taskCount, NO_GROUP, null, true, false, null);
        }

        /** Readers take turns along a chain. */
        public static Start chained(Chain chain) {
            return new Start(1, NO_GROUP, chain, false, false, null);
        }

        /** Parts that lie far apart are read. */
        public static Start parts() {
            return new Start(1, NO_GROUP, null, false, true, null);
        }

        /** Like {@link #segmented}, after an earlier session. */
        public static Start segmentedAfter(PartialUnit before, int taskCount) {
            return new Start(taskCount, NO_GROUP, null, true, false, before);
        }

        /** Like {@link #chained}, after an earlier session. */
        public static Start chainedAfter(PartialUnit before, Chain chain) {
            return new Start(1, NO_GROUP, chain, false, false, before);
        }
    }

    private final Unit unit;
    private final UnitVersion version;
    private final Listener listener;
    private final long group;
    private final @Nullable Chain chain;
    private final @Nullable DoneRanges done;
    private final SharedChannel channel;
    // Most units have no error, so the sum costs no object of its own. Guarded by this; read without a lock.
    private volatile @Nullable ReadError error;
    /** The tries in a row, of all readers, that have failed. Guarded by this; read without a lock. */
    private volatile int failuresInARow;

    private final AtomicLong logicalBytes = new AtomicLong();
    private final AtomicInteger holders;

    /** @param version the version; a mere size if no checkpoint will store it */
    public UnitTicket(Unit unit, UnitVersion version, Listener listener, Start start) {
        this.unit = unit;
        this.version = version;
        this.listener = listener;
        PartialUnit before = start.before();
        group = start.group();
        chain = start.chain();
        done = start.isSegmented() ? new DoneRanges(before == null ? List.of() : before.doneRanges()) : null;
        channel = new SharedChannel(unit, start.isForParts());
        holders = new AtomicInteger(start.taskCount());
        if (before != null) {
            logicalBytes.set(before.logicalBytes());
            if (before.error() != null) {
                error = before.error();
            }
        }
    }

    /** The unit itself. */
    public Unit unit() {
        return unit;
    }

    /** The version of the unit that is read. */
    public UnitVersion version() {
        return version;
    }

    /** The listener to tell when the unit is complete. */
    public Listener listener() {
        return listener;
    }

    /** The number of the group of small files that the unit belongs to, or {@link #NO_GROUP}. */
    public long group() {
        return group;
    }

    /** Holds the ticket once more. */
    public void retain() {
        holders.incrementAndGet();
    }

    /** Lets go of the ticket; the last holder completes the unit. */
    public void release() {
        if (holders.decrementAndGet() == 0) {
            close();
            listener.complete(this);
        }
    }

    /** Closes the unit before its last holder lets go of it, because all of it has been read. */
    public void close() {
        try {
            if (channel.close()) {
                add(new ReadError(
                        unit.name(),
                        ReadError.Kind.CHANGED,
                        0,
                        "its bytes, names or rights changed while it was read"));
            }
        } catch (IOException e) {
            // Every byte that counts has been read, so the failure changes no number.
            add(ReadErrors.of(unit.name(), e, 0));
        }
    }

    /** The unit's channel; the first caller opens it. */
    public UnitChannel channel() throws IOException {
        return channel.open();
    }

    /** Samples the file that holds the unit, whole or as a stretch of it; the first caller reads the file. */
    public void sampleFile() throws IOException {
        channel.sampleFile();
    }

    /** Whether the file has been sampled. */
    public boolean hasSample() {
        return channel.hasSample();
    }

    /** The sample of the file; a sample of its size alone if nobody has sampled it. */
    public FileSample sample() {
        return channel.sample();
    }

    /** Asks whether the unit has holes; the first caller does. */
    public void askForHoles() throws IOException {
        channel.askForHoles();
    }

    /** Whether the unit belongs to a file longer than this that is known to have holes; false if nobody has asked. */
    public boolean isSparse(long longerThanBytes) {
        return unit.fileBytes() > longerThanBytes && channel.isSparse();
    }

    /** Accounts for more bytes, read or not. */
    public void addLogicalBytes(long bytes) {
        logicalBytes.addAndGet(bytes);
    }

    /** The bytes that readers have accounted for, read or not. */
    public long logicalBytes() {
        return logicalBytes.get();
    }

    /** Notes a segment as done. No effect on a unit that is not segmented. */
    public void addDone(ByteRange segment) {
        if (done != null) {
            done.add(segment);
        }
    }

    /** The part that is done; null if there is none. Only while no chunk of the unit is on its way. */
    public @Nullable PartialUnit partial() {
        ChainState state = chain == null ? null : chain.state();
        List<ByteRange> ranges = List.of();
        if (done != null) {
            ranges = done.ranges();
        } else if (state != null && state.claimedTo() > 0) {
            ranges = List.of(new ByteRange(0, state.claimedTo()));
        }
        return ranges.isEmpty() ? null : new PartialUnit(unit.name(), version, ranges, logicalBytes(), error(), state);
    }

    /** Notes that bytes of the unit could not be read. */
    public void fail(IOException e, long unreadBytes) {
        add(ReadErrors.of(unit.name(), e, unreadBytes));
    }

    /** Notes that bytes behind the end of a stream are left out. */
    public void remark(String remark) {
        add(new ReadError(unit.name(), ReadError.Kind.TRAILING, 0, remark));
    }

    /**
     * Counts a try that has failed.
     *
     * @return whether so many have failed in a row that the readers are to try little of the rest
     */
    public synchronized boolean readFailed() {
        failuresInARow++;
        return failuresInARow > FAILURES_UNTIL_HOPELESS;
    }

    /** Notes that a try has succeeded. */
    public void readSucceeded() {
        if (failuresInARow > 0) {
            forgetFailures();
        }
    }

    private synchronized void forgetFailures() {
        if (failuresInARow < FAILURES_UNTIL_GIVEN_UP) {
            failuresInARow = 0;
        }
    }

    /** Whether so many tries in a row have failed that nothing more of the unit is read. */
    public boolean isGivenUp() {
        return failuresInARow >= FAILURES_UNTIL_GIVEN_UP;
    }

    /** Notes bytes that nobody tries to read, because the unit is given up. */
    public void giveUp(long unreadBytes) {
        fail(new IOException("given up after " + FAILURES_UNTIL_GIVEN_UP + " failed reads in a row"), unreadBytes);
    }

    /** Notes that the unit ended early. */
    public void endedEarly(long unreadBytes) {
        add(new ReadError(
                unit.name(),
                ReadError.Kind.SHRANK,
                unreadBytes,
                "ended before the " + unit.sizeBytes() + " bytes it had"));
    }

    /** Notes that the unit is longer than it was when the walk found it. */
    public void grew() {
        add(new ReadError(
                unit.name(),
                ReadError.Kind.GREW,
                0,
                "grew beyond the " + unit.sizeBytes() + " bytes it had; those were read"));
    }

    /** Notes that the unit, whose bytes a caller hands over, has never been ended. */
    public void aborted(String reason) {
        add(new ReadError(unit.name(), ReadError.Kind.ABORTED, 0, reason));
    }

    /** Adds an error to the sum. The first reason stands, unless it is a change and a later one is a failure. */
    private synchronized void add(ReadError next) {
        ReadError sum = error;
        if (sum == null) {
            error = next;
            return;
        }
        ReadError reason = sum.kind().isChange() && !next.kind().isChange() ? next : sum;
        error = new ReadError(
                unit.name(), reason.kind(), sum.knownUnreadBytes() + next.knownUnreadBytes(), reason.reason());
    }

    /** The bytes that could not be read. */
    public long unreadBytes() {
        ReadError sum = error;
        return sum == null ? 0 : sum.knownUnreadBytes();
    }

    /** The sum of the unit's errors; null if there are none. */
    public @Nullable ReadError error() {
        return error;
    }

    /** The ranges of a unit that have been dealt with; ranges that touch are joined. Any thread. */
    private static final class DoneRanges {

        private final Ranges done = new Ranges();

        DoneRanges(List<ByteRange> done) {
            done.forEach(this::add);
        }

        synchronized void add(ByteRange range) {
            done.add(range.from(), range.to());
        }

        /** The ranges in ascending order. */
        synchronized List<ByteRange> ranges() {
            List<ByteRange> ranges = new ArrayList<>();
            done.forEach((from, to) -> ranges.add(new ByteRange(from, to)));
            return ranges;
        }
    }
}
