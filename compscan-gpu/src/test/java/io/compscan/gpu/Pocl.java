package io.compscan.gpu;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.testing.Needs;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** OpenCL on this machine's processor, for tests that name it in their {@link Needs}. CI installs it. */
public final class Pocl implements Needs.Need {

    @Override
    public Optional<String> missing() {
        try {
            device();
            return Optional.empty();
        } catch (AcceleratorException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** The device. */
    public static Device device() throws AcceleratorException {
        return Found.DEVICES.named("opencl:0");
    }

    /** Looked for where a test asks. */
    private static final class Found {
        static final Devices DEVICES = Devices.find();
    }

    /** The device in use, for all tests of a JVM: to build the kernels takes seconds. */
    public static Accelerator accelerator() throws AcceleratorException {
        device();
        return Shared.ACCELERATOR;
    }

    /** The device; whoever opens it gets the context that all tests of a JVM share. */
    public static Device shared() throws AcceleratorException {
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
                return OpenDevice.open(device());
            } catch (AcceleratorException e) {
                throw new AssertionError(e);
            }
        }
    }
}
