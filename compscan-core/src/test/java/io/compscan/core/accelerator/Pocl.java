package io.compscan.core.accelerator;

import org.jspecify.annotations.Nullable;
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

    /** The device; whoever opens it gets the context that all tests of a JVM share. */
    public static Device shared() {
        return new SharedDevice(device());
    }

    private record SharedDevice(Device device) implements Device {
        private static @Nullable Context context;

        @Override
        public String id() {
            return device.id();
        }

        @Override
        public String name() {
            return device.name();
        }

        @Override
        public Type type() {
            return device.type();
        }

        @Override
        public long memoryBytes() {
            return device.memoryBytes();
        }

        @Override
        public Context open() throws AcceleratorException {
            Context opened = context(device);
            return new Context() {
                @Override
                public Stream openStream() throws AcceleratorException {
                    return opened.openStream();
                }

                @Override
                public void close() {
                    // Others use it.
                }
            };
        }

        private static synchronized Context context(Device device) throws AcceleratorException {
            if (context == null) {
                context = device.open();
            }
            return context;
        }
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
