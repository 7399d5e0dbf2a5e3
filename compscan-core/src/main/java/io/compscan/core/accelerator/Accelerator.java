package io.compscan.core.accelerator;

import io.compscan.core.chunk.rolling.CandidateRule;
import java.util.List;

/**
 * A device in use, shared by threads.
 *
 * <p>Closed after all queues that were opened on it. A thread that hangs never closes its queue; the device then stays in use until the
 * process ends.
 */
public interface Accelerator extends AutoCloseable {

    /** The device's name and id. */
    String name();

    /**
     * A queue for the calling thread.
     *
     * @param capacityBytes the length of its slab
     * @param rules the rules by which the queue finds candidates
     */
    SlabQueue openQueue(int capacityBytes, List<CandidateRule> rules) throws AcceleratorException;

    @Override
    void close();
}
