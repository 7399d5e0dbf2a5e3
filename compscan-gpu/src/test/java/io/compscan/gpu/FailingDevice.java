package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A device one of whose calls fails, counted from 1 over all its streams; calls before it are those of the device behind it. */
public final class FailingDevice implements Device {

    private final Device device;
    private final int failingCall;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger openStreams = new AtomicInteger();

    /** With a number beyond all calls nothing fails, and {@link #calls} says how many there were. */
    public FailingDevice(Device device, int failingCall) {
        this.device = device;
        this.failingCall = failingCall;
    }

    /** How many calls there were. */
    public int calls() {
        return calls.get();
    }

    /** How many streams have been opened and not been closed. */
    public int openStreams() {
        return openStreams.get();
    }

    private void call(String name) throws AcceleratorException {
        if (calls.incrementAndGet() == failingCall) {
            throw new AcceleratorException(name + " failed with error 42");
        }
    }

    @Override
    public String id() {
        return "failing:0";
    }

    @Override
    public String name() {
        return "a device that fails";
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
        call("open");
        return new FailingContext(device.open());
    }

    private final class FailingContext implements Context {

        private final Context context;

        FailingContext(Context context) {
            this.context = context;
        }

        @Override
        public Stream openStream() throws AcceleratorException {
            call("openStream");
            Stream stream = context.openStream();
            openStreams.incrementAndGet();
            return new FailingStream(stream);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private final class FailingStream implements Stream {

        private @Nullable Stream stream;

        FailingStream(Stream stream) {
            this.stream = stream;
        }

        private Stream open() {
            if (stream == null) {
                throw new IllegalStateException("closed");
            }
            return stream;
        }

        @Override
        public DeviceMemory allocate(long bytes) throws AcceleratorException {
            call("allocate");
            return open().allocate(bytes);
        }

        @Override
        public HostMemory allocateHost(int bytes) throws AcceleratorException {
            call("allocateHost");
            return open().allocateHost(bytes);
        }

        @Override
        public void upload(HostMemory from, long fromByte, DeviceMemory to, long toByte, long bytes)
                throws AcceleratorException {
            call("upload");
            open().upload(from, fromByte, to, toByte, bytes);
        }

        @Override
        public void download(DeviceMemory from, long fromByte, HostMemory to, long toByte, long bytes)
                throws AcceleratorException {
            call("download");
            open().download(from, fromByte, to, toByte, bytes);
        }

        @Override
        public void launch(Kernel kernel, long items, long... arguments) throws AcceleratorException {
            call("launch");
            open().launch(kernel, items, arguments);
        }

        @Override
        public void finish() throws AcceleratorException {
            call("finish");
            open().finish();
        }

        @Override
        public void close() {
            open().close();
            stream = null;
            openStreams.decrementAndGet();
        }
    }
}
