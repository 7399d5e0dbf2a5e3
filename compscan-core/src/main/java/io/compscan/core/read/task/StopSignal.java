package io.compscan.core.read.task;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Tells all threads of a scan to end early, and why. The first reason stands. */
public final class StopSignal {

    /** The reason of a scan whose index has used up its memory. */
    public static final String INDEX_FULL = "the index has used up its memory";

    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

    /** Stops the scan unless it is stopped already. */
    public void stop(String why) {
        reason.compareAndSet(null, why);
    }

    /** Whether the scan is to end early. */
    public boolean isStopped() {
        return reason.get() != null;
    }

    /** Why the scan is to end early; null if it is not. */
    public @Nullable String reason() {
        return reason.get();
    }
}
