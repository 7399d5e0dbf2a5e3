package io.compscan.core.accelerator;

import io.compscan.core.chunk.rolling.CandidateRule;
import java.util.List;

/** A device in use, shared by threads. Closed after all queues that were opened on it. */
public final class Accelerator implements AutoCloseable {

    private final String name;
    private final Context context;

    private Accelerator(String name, Context context) {
        this.name = name;
        this.context = context;
    }

    /** Takes the device into use. */
    public static Accelerator open(Device device) throws AcceleratorException {
        return new Accelerator(device.name() + " (" + device.id() + ")", device.open());
    }

    /** The device's name and id. */
    public String name() {
        return name;
    }

    /**
     * A queue for the calling thread.
     *
     * @param capacityBytes the length of its slab
     * @param rules what it is to find candidates by
     */
    public SlabQueue openQueue(int capacityBytes, List<CandidateRule> rules) throws AcceleratorException {
        return SlabQueue.open(context.openStream(), capacityBytes, rules);
    }

    @Override
    public void close() {
        context.close();
    }
}
