package io.compscan.core.read.task;

import io.compscan.core.result.ReadError;
import org.jspecify.annotations.Nullable;

/** Adds the errors of one unit up to one error. The first reason stands, unless it is a change and a later one is a failure. */
final class UnitErrors {

    private ReadError.@Nullable Kind kind;
    private String reason = "";
    private long unreadBytes;

    synchronized void add(ReadError error) {
        unreadBytes += error.unreadBytes();
        if (kind == null || kind.isChange()) {
            kind = error.kind();
            reason = error.reason();
        }
    }

    /** The sum of the errors; null if there are none. */
    synchronized @Nullable ReadError sum(String unitName) {
        return kind == null ? null : new ReadError(unitName, kind, unreadBytes, reason);
    }

    synchronized long unreadBytes() {
        return unreadBytes;
    }
}
