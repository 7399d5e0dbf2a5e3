package io.compscan.core.read;

import io.compscan.core.checkpoint.Checkpoint.ChainState;
import io.compscan.core.checkpoint.Checkpoint.PartialUnit;
import io.compscan.core.checkpoint.Checkpoint.Range;
import io.compscan.core.ledger.Account;
import io.compscan.core.measure.FileScan;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A unit while it is read: the channel that its readers share, what went wrong, and when it is over.
 *
 * <p>Each task and each piece on its way holds the unit; the one that lets go last completes it.
 */
public final class UnitReading {

    private final Unit unit;
    private final UnitVersion version;
    private final int typeId;
    private final Account account;
    private final @Nullable FileScan fileScan;
    private final Consumer<UnitReading> whenComplete;
    private final AtomicInteger holders;
    private long group = FileGroups.NONE;

    /** Parts that have been dealt with, apart and ascending; of units that are cut into segments only, null if there are none. */
    private @Nullable NavigableMap<Long, Long> doneRanges;

    private @Nullable Chain chain;
    private @Nullable UnitChannel channel;
    private @Nullable IOException openFailure;
    private ReadError.@Nullable Kind errorKind;
    private String reason = "";
    private long unreadBytes;
    private long logicalBytes;

    /**
     * @param version of the unit, where somebody is going to ask for it
     * @param taskCount how many tasks the unit's reading is cut into
     * @param fileScan where it is deduplicated within itself, or null
     */
    UnitReading(
            Unit unit,
            UnitVersion version,
            int typeId,
            Account account,
            int taskCount,
            @Nullable FileScan fileScan,
            Consumer<UnitReading> whenComplete) {
        this.unit = unit;
        this.version = version;
        this.typeId = typeId;
        this.account = account;
        this.fileScan = fileScan;
        this.whenComplete = whenComplete;
        holders = new AtomicInteger(taskCount);
    }

    public Unit unit() {
        return unit;
    }

    public UnitVersion version() {
        return version;
    }

    public int typeId() {
        return typeId;
    }

    /** Who is charged with the unit. */
    public Account account() {
        return account;
    }

    public @Nullable FileScan fileScan() {
        return fileScan;
    }

    /** Which small files this one lies with, {@link FileGroups#NONE} if with none. */
    public long group() {
        return group;
    }

    /** Only before the reading is handed to others. */
    void setGroup(long number) {
        group = number;
    }

    void retain() {
        holders.incrementAndGet();
    }

    public void release() {
        if (holders.decrementAndGet() == 0) {
            close();
            whenComplete.accept(this);
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

    /** The unit is not cut into segments but claimed along a chain. */
    synchronized void setChain(Chain itsChain) {
        chain = itsChain;
    }

    /** What has been dealt with, null if nothing; only while nothing of the unit is on its way. */
    public synchronized @Nullable PartialUnit partial() {
        ChainState state = chain == null ? null : chain.state();
        List<Range> done = new ArrayList<>();
        if (state == null) {
            doneRanges().forEach((from, to) -> done.add(new Range(from, to)));
        } else if (state.claimedTo() > 0) {
            done.add(new Range(0, state.claimedTo()));
        }
        return done.isEmpty() ? null : new PartialUnit(unit.name(), version, done, logicalBytes, error(), state);
    }

    /** Goes on from where an interrupted scan has left the unit. */
    synchronized void restore(PartialUnit partial) {
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
