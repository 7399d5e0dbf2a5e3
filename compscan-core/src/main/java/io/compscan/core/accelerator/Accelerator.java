package io.compscan.core.accelerator;

import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.core.libc.SignalHandlers;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A device in use, shared by threads.
 *
 * <p>Closed after all queues that were opened on it. A thread that hangs never closes its queue; the device then stays in use until the
 * process ends.
 */
public final class Accelerator implements AutoCloseable {

    private final String name;
    private final Context context;
    private final AtomicInteger openQueues = new AtomicInteger();

    private Accelerator(String name, Context context) {
        this.name = name;
        this.context = context;
    }

    /** Takes the device into use. */
    public static Accelerator open(Device device) throws AcceleratorException {
        SignalHandlers handlers = SignalHandlers.now();
        try {
            return new Accelerator(device.name() + " (" + device.id() + ")", device.open());
        } finally {
            handlers.restore();
        }
    }

    /** The device's name and id. */
    public String name() {
        return name;
    }

    /**
     * A queue for the calling thread.
     *
     * @param capacityBytes the length of its slab
     * @param rules the rules by which the queue finds candidates
     */
    public SlabQueue openQueue(int capacityBytes, List<CandidateRule> rules) throws AcceleratorException {
        SlabQueue queue = SlabQueue.open(context.openStream(), capacityBytes, rules, openQueues::decrementAndGet);
        openQueues.incrementAndGet();
        return queue;
    }

    @Override
    public void close() {
        if (openQueues.get() == 0) {
            context.close();
        }
    }
}
