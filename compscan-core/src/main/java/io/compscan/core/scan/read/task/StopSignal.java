package io.compscan.core.scan.read.task;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Tells all threads of a scan to end early, and why. The first reason stands. */
public final class StopSignal {

    private final AtomicReference<@Nullable StopReason> reason = new AtomicReference<>();

    /** Stops the scan unless it is stopped already. */
    public void stop(StopReason why) {
        reason.compareAndSet(null, why);
    }

    /** Whether the scan ends early. */
    public boolean isStopped() {
        return reason.get() != null;
    }

    /** The reason why the scan ends early; null if it does not. */
    public @Nullable StopReason reason() {
        return reason.get();
    }
}
