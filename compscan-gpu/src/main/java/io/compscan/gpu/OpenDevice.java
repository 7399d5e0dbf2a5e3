package io.compscan.gpu;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.rolling.CandidateRule;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A {@link Device} in use. */
public final class OpenDevice implements Accelerator {

    private final String name;
    private final Context context;
    private final AtomicInteger openQueues = new AtomicInteger();

    private OpenDevice(String name, Context context) {
        this.name = name;
        this.context = context;
    }

    /** Takes the device into use. */
    public static OpenDevice open(Device device) throws AcceleratorException {
        SignalHandlers handlers = SignalHandlers.now();
        try {
            return new OpenDevice(device.name() + " (" + device.id() + ")", device.open());
        } finally {
            handlers.restore();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public SlabQueue openQueue(int capacityBytes, List<CandidateRule> rules) throws AcceleratorException {
        DeviceQueue queue = DeviceQueue.open(context.openStream(), capacityBytes, rules, openQueues::decrementAndGet);
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
