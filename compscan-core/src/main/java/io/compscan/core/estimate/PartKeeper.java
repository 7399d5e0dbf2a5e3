package io.compscan.core.estimate;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes the checkpoints of an estimate when it is time to. The thread that names the extents uses it. */
final class PartKeeper {

    /** Taking checkpoints may cost one part in so many of the time. */
    private static final int COST_SHARE = 20;

    private final ExtentRequest.@Nullable Keep plan;
    private final Supplier<PartState> state;
    private final List<IncidenceTable> tables;
    private long waitNanos;
    private long lastNanos = System.nanoTime();
    private boolean isOver;

    /** @param plan null if there are no checkpoints */
    PartKeeper(ExtentRequest.@Nullable Keep plan, Supplier<PartState> state, List<IncidenceTable> tables) {
        this.plan = plan;
        this.state = state;
        this.tables = tables;
        waitNanos = plan == null ? 0 : plan.interval().toNanos();
        isOver = plan == null || plan.directory() == null;
    }

    /** Whether it is time for a checkpoint. */
    boolean isDue() {
        return !isOver && System.nanoTime() - lastNanos >= waitNanos;
    }

    /** Waits once more before the next checkpoint. */
    void postpone() {
        lastNanos = System.nanoTime();
    }

    /** Takes a checkpoint, while nobody reads an extent. */
    void save() {
        ExtentRequest.Keep keep = plan;
        if (isOver || keep == null || keep.directory() == null) {
            return;
        }
        long start = System.nanoTime();
        try {
            keep.directory().save(state.get(), tables);
        } catch (IOException e) {
            isOver = true;
            keep.whenFailed()
                    .accept(keep.directory().failureText() + ": "
                            + PartFile.asPartException(keep.directory().path(), e)
                                    .getMessage());
        }
        lastNanos = System.nanoTime();
        waitNanos = Math.max(keep.interval().toNanos(), COST_SHARE * (lastNanos - start));
    }
}
