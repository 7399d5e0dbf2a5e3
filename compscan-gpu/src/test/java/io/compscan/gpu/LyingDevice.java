package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A device whose results of one kind are wrong, from one launch on. It fails no call. */
public final class LyingDevice implements Device {

    /** What is wrong. */
    public enum Lie {
        /** Bits of candidates. */
        CANDIDATES,
        /** Digests of chunks. */
        DIGESTS,
        /** Which chunks are all zero. */
        ZEROS
    }

    private final Device device;
    private final Lie lie;
    private final int honestLaunches;
    private final AtomicInteger launches = new AtomicInteger();

    /** @param honestLaunches how many launches of the kernels in question give what they should */
    public LyingDevice(Device device, Lie lie, int honestLaunches) {
        this.device = device;
        this.lie = lie;
        this.honestLaunches = honestLaunches;
    }

    @Override
    public String id() {
        return "lying:0";
    }

    @Override
    public String name() {
        return "a device that lies";
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
        Context context = device.open();
        return new Context() {
            @Override
            public Stream openStream() throws AcceleratorException {
                return new LyingStream(context.openStream());
            }

            @Override
            public void close() {
                context.close();
            }
        };
    }

    private record Download(ByteBuffer bytes, int from, int to) {}

    private final class LyingStream implements Stream {

        private final Stream stream;
        /** For the handle of each output in question whether its content is wrong. */
        private final Map<Long, Boolean> outputs = new HashMap<>();

        private final List<Download> wrong = new ArrayList<>();

        LyingStream(Stream stream) {
            this.stream = stream;
        }

        @Override
        public DeviceMemory allocate(long bytes) throws AcceleratorException {
            return stream.allocate(bytes);
        }

        @Override
        public HostMemory allocateHost(int bytes) throws AcceleratorException {
            return stream.allocateHost(bytes);
        }

        @Override
        public void upload(HostMemory from, long fromByte, DeviceMemory to, long toByte, long bytes)
                throws AcceleratorException {
            stream.upload(from, fromByte, to, toByte, bytes);
        }

        @Override
        public void download(DeviceMemory from, long fromByte, HostMemory to, long toByte, long bytes)
                throws AcceleratorException {
            stream.download(from, fromByte, to, toByte, bytes);
            if (outputs.getOrDefault(from.handle(), false)) {
                wrong.add(new Download(to.bytes(), (int) toByte, (int) (toByte + bytes)));
            }
        }

        @Override
        public void launch(Kernel kernel, long items, long... arguments) throws AcceleratorException {
            stream.launch(kernel, items, arguments);
            boolean isDigest = kernel == Kernel.SHA1;
            if (isDigest != (lie == Lie.CANDIDATES)) {
                long output = arguments[arguments.length - (lie == Lie.DIGESTS ? 2 : 1)];
                outputs.put(output, launches.incrementAndGet() > honestLaunches);
            }
        }

        @Override
        public void finish() throws AcceleratorException {
            stream.finish();
            for (Download download : wrong) {
                for (int at = download.from; at < download.to; at++) {
                    download.bytes.put(at, (byte) (download.bytes.get(at) ^ 1));
                }
            }
            wrong.clear();
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
