package io.compscan.core.scan;

import io.compscan.core.result.ReadError;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A unit while it is read: the channel that its readers share, what went wrong, and when it is over.
 *
 * <p>Each task and each piece on its way holds the unit; the one that lets go last completes it.
 */
final class UnitReading {

    private final Unit unit;
    private final int typeId;
    private final @Nullable FileScan fileScan;
    private final Consumer<UnitReading> whenComplete;
    private final AtomicInteger holders;

    private @Nullable UnitChannel channel;
    private @Nullable IOException openFailure;
    private ReadError.@Nullable Kind errorKind;
    private String reason = "";
    private long unreadBytes;
    private long logicalBytes;

    /**
     * @param taskCount how many tasks the unit's reading is cut into
     * @param fileScan where it is deduplicated within itself, or null
     */
    UnitReading(Unit unit, int typeId, int taskCount, @Nullable FileScan fileScan, Consumer<UnitReading> whenComplete) {
        this.unit = unit;
        this.typeId = typeId;
        this.fileScan = fileScan;
        this.whenComplete = whenComplete;
        holders = new AtomicInteger(taskCount);
    }

    Unit unit() {
        return unit;
    }

    int typeId() {
        return typeId;
    }

    @Nullable FileScan fileScan() {
        return fileScan;
    }

    void retain() {
        holders.incrementAndGet();
    }

    void release() {
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

    synchronized long logicalBytes() {
        return logicalBytes;
    }

    synchronized long unreadBytes() {
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
        if (errorKind == null || errorKind == ReadError.Kind.GREW) {
            errorKind = error.kind();
            reason = error.reason();
        }
    }

    synchronized @Nullable ReadError error() {
        return errorKind == null ? null : new ReadError(unit.name(), errorKind, unreadBytes, reason);
    }
}
