package io.compscan.core.scan;

import io.compscan.core.scan.measure.SlabProcessor;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.SlabReader;
import io.compscan.core.scan.read.SlabReader.Outcome;
import io.compscan.core.scan.read.task.PausePoint;
import io.compscan.core.scan.read.task.ThreadState;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a scan, which reads slabs and processes them until there is nothing more to read.
 *
 * <p>Its fields belong to its thread. Another thread may use them only while this one is paused, has ended, or is detached.
 */
final class ScanThread {

    private final Slab slab;
    private final SlabReader reader;
    private final ThreadState state;
    private final ThreadPermits permits;
    private final PausePoint pause;
    private final Supplier<SlabProcessor> newProcessor;
    private @Nullable SlabProcessor processor;

    /**
     * @param state the state of the thread, which the reader shares
     * @param newProcessor called on the thread
     */
    ScanThread(
            Slab slab,
            SlabReader reader,
            ThreadState state,
            ThreadPermits permits,
            PausePoint pause,
            Supplier<SlabProcessor> newProcessor) {
        this.slab = slab;
        this.reader = reader;
        this.state = state;
        this.permits = permits;
        this.pause = pause;
        this.newProcessor = newProcessor;
    }

    /** Reads and processes slabs; called once, on the thread itself. */
    void run() throws InterruptedException {
        try (SlabProcessor own = newProcessor.get()) {
            processor = own;
            work(own);
            own.finish();
        } finally {
            pause.leave();
            state.end();
        }
    }

    private void work(SlabProcessor own) throws InterruptedException {
        try (ThreadPermits.Holder permit = permits.new Holder(state)) {
            Outcome outcome = Outcome.FILLED;
            while (outcome != Outcome.ENDED) {
                outcome = permit.read(() -> reader.fill(slab));
                if (outcome == Outcome.FILLED) {
                    permit.awaitWork();
                    if (!own.cut(slab)) {
                        permit.withoutPermit(() -> own.awaitAndCut(slab));
                    }
                    own.process(slab);
                }
                permit.endSlab(outcome);
                if (outcome == Outcome.PAUSED) {
                    park();
                }
            }
        }
    }

    private void park() throws InterruptedException {
        state.block();
        try {
            pause.park();
        } finally {
            state.unblock();
        }
    }

    /** The state of the thread. */
    ThreadState state() {
        return state;
    }

    /** The processor of the thread's slabs; null before the thread has begun. */
    @Nullable SlabProcessor processor() {
        return processor;
    }

    /**
     * Takes over from the thread, which must be detached: ends its work, and the chain that it has in hand.
     *
     * @param substitute processes the end of that chain
     */
    void takeOver(SlabProcessor substitute) {
        Slab end = reader.endOfChain();
        if (end != null) {
            if (!substitute.cut(end)) {
                throw new IllegalStateException("another thread cuts a chain that was handed over");
            }
            substitute.process(end);
        }
        if (processor != null) {
            processor.finish();
        }
    }
}
