package io.compscan.core.accelerator;

import org.junit.jupiter.api.Assumptions;

/** OpenCL on this machine's processor, for tests. They are skipped where it is not installed; CI installs it. */
public final class Pocl {

    private static final Devices DEVICES = Devices.find();

    private Pocl() {}

    /** The device. */
    public static Device device() {
        try {
            return DEVICES.named("opencl:0");
        } catch (AcceleratorException e) {
            Assumptions.abort(e.getMessage());
            throw new AssertionError(e);
        }
    }

    /** The device in use, for all tests of a JVM: to build the kernels takes seconds. */
    public static Accelerator accelerator() throws AcceleratorException {
        device();
        return Shared.ACCELERATOR;
    }

    private static final class Shared {
        static final Accelerator ACCELERATOR = open();

        private static Accelerator open() {
            try {
                return Accelerator.open(device());
            } catch (AcceleratorException e) {
                throw new AssertionError(e);
            }
        }
    }
}
