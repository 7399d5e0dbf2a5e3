package io.compscan.gpu;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.compscan.core.accelerator.AcceleratorException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A stream of CUDA. */
final class CudaStream implements Stream {

    private static final int MAX_ARGUMENTS = 16;

    private final long context;
    private final Map<Kernel, Long> functions;
    private final long stream;
    private final List<Long> deviceMemory = new ArrayList<>();
    private final List<Long> hostMemory = new ArrayList<>();

    /** The arguments, and behind them the address of each. */
    private final Memory arguments = new Memory(2 * MAX_ARGUMENTS * Long.BYTES);

    private CudaStream(long context, Map<Kernel, Long> functions, long stream) {
        this.context = context;
        this.functions = functions;
        this.stream = stream;
        for (int i = 0; i < MAX_ARGUMENTS; i++) {
            arguments.setPointer((long) (MAX_ARGUMENTS + i) * Long.BYTES, arguments.share((long) i * Long.BYTES));
        }
    }

    static CudaStream open(long context, Map<Kernel, Long> functions) throws AcceleratorException {
        long[] handle = new long[1];
        enter(context);
        Cuda.check("cuStreamCreate", Cuda.cuStreamCreate(handle, Cuda.STREAM_NON_BLOCKING));
        return new CudaStream(context, functions, handle[0]);
    }

    /** Lets the calling thread use the context. */
    private static void enter(long context) throws AcceleratorException {
        Cuda.check("cuCtxSetCurrent", Cuda.cuCtxSetCurrent(context));
    }

    @Override
    public DeviceMemory allocate(long bytes) throws AcceleratorException {
        long[] handle = new long[1];
        enter(context);
        Cuda.check("cuMemAlloc", Cuda.cuMemAlloc_v2(handle, bytes));
        deviceMemory.add(handle[0]);
        return new DeviceMemory(handle[0], bytes);
    }

    @Override
    public HostMemory allocateHost(int bytes) throws AcceleratorException {
        long[] address = new long[1];
        enter(context);
        Cuda.check("cuMemHostAlloc", Cuda.cuMemHostAlloc(address, bytes, Cuda.MEMHOSTALLOC_PORTABLE));
        hostMemory.add(address[0]);
        ByteBuffer view = new Pointer(address[0]).getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
        return new HostMemory(address[0], view);
    }

    @Override
    public void upload(HostMemory from, long fromByte, DeviceMemory to, long toByte, long bytes)
            throws AcceleratorException {
        enter(context);
        Cuda.check(
                "cuMemcpyHtoDAsync",
                Cuda.cuMemcpyHtoDAsync_v2(to.handle() + toByte, from.address() + fromByte, bytes, stream));
    }

    @Override
    public void download(DeviceMemory from, long fromByte, HostMemory to, long toByte, long bytes)
            throws AcceleratorException {
        enter(context);
        Cuda.check(
                "cuMemcpyDtoHAsync",
                Cuda.cuMemcpyDtoHAsync_v2(to.address() + toByte, from.handle() + fromByte, bytes, stream));
    }

    @Override
    public void launch(Kernel kernel, long items, long... values) throws AcceleratorException {
        enter(context);
        for (int i = 0; i < values.length; i++) {
            arguments.setLong((long) i * Long.BYTES, values[i]);
        }
        Pointer addresses = arguments.share((long) MAX_ARGUMENTS * Long.BYTES);
        Cuda.check(
                "cuLaunchKernel",
                Cuda.cuLaunchKernel(
                        Objects.requireNonNull(functions.get(kernel)),
                        kernel.groups(items),
                        1,
                        1,
                        kernel.groupItems(),
                        1,
                        1,
                        0,
                        stream,
                        addresses,
                        null));
    }

    @Override
    public void finish() throws AcceleratorException {
        enter(context);
        Cuda.check("cuStreamSynchronize", Cuda.cuStreamSynchronize(stream));
    }

    @Override
    public void close() {
        try {
            enter(context);
        } catch (AcceleratorException e) {
            // Then nothing can be given back; the context takes it along.
            return;
        }
        Cuda.cuStreamSynchronize(stream);
        deviceMemory.forEach(Cuda::cuMemFree_v2);
        hostMemory.forEach(Cuda::cuMemFreeHost);
        Cuda.cuStreamDestroy_v2(stream);
        arguments.close();
    }
}
