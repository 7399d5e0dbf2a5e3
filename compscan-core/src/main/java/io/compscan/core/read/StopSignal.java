package io.compscan.core.read;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether a scan is to end before it is through, and why; the first reason stands. */
public final class StopSignal {

    /** The reason of a scan whose index has used up its memory. */
    public static final String INDEX_FULL = "the index has used up its memory";

    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

    public void stop(String why) {
        reason.compareAndSet(null, why);
    }

    public boolean isStopped() {
        return reason.get() != null;
    }

    public @Nullable String reason() {
        return reason.get();
    }
}
