package io.compscan.core.scan;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether a scan is to end before it is through, and why; the first reason stands. */
final class StopSignal {

    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

    void stop(String why) {
        reason.compareAndSet(null, why);
    }

    boolean isStopped() {
        return reason.get() != null;
    }

    @Nullable String reason() {
        return reason.get();
    }
}
