package io.compscan.gpu;

import com.sun.jna.Pointer;
import io.compscan.core.accelerator.AcceleratorException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An in-order command queue of OpenCL. Has kernels of its own, for their arguments belong to them. */
final class OpenClStream implements Stream {

    private static final int BLOCKING = 1;
    private static final int NOT_BLOCKING = 0;

    private final long context;
    private final long queue;
    private final Map<Kernel, Long> kernels = new EnumMap<>(Kernel.class);
    private final List<Long> buffers = new ArrayList<>();
    private final List<Mapping> mappings = new ArrayList<>();
    private final long[] argument = new long[1];

    private record Mapping(long buffer, Pointer address) {}

    private OpenClStream(long context, long queue) {
        this.context = context;
        this.queue = queue;
    }

    static OpenClStream open(long context, long device, long program) throws AcceleratorException {
        int[] error = new int[1];
        long queue = OpenCl.clCreateCommandQueue(context, device, 0, error);
        OpenCl.check("clCreateCommandQueue", error[0]);
        OpenClStream stream = new OpenClStream(context, queue);
        for (Kernel kernel : Kernel.values()) {
            long handle = OpenCl.clCreateKernel(program, CText.bytes(kernel.functionName()), error);
            if (error[0] != OpenCl.SUCCESS) {
                stream.close();
            }
            OpenCl.check("clCreateKernel", error[0]);
            stream.kernels.put(kernel, handle);
        }
        return stream;
    }

    @Override
    public DeviceMemory allocate(long bytes) throws AcceleratorException {
        return new DeviceMemory(createBuffer(OpenCl.MEM_READ_WRITE, bytes), bytes);
    }

    private long createBuffer(long flags, long bytes) throws AcceleratorException {
        int[] error = new int[1];
        long buffer = OpenCl.clCreateBuffer(context, flags, bytes, null, error);
        OpenCl.check("clCreateBuffer", error[0]);
        buffers.add(buffer);
        return buffer;
    }

    @Override
    public HostMemory allocateHost(int bytes) throws AcceleratorException {
        long buffer = createBuffer(OpenCl.MEM_READ_WRITE | OpenCl.MEM_ALLOC_HOST_PTR, bytes);
        int[] error = new int[1];
        Pointer address = OpenCl.clEnqueueMapBuffer(
                queue, buffer, BLOCKING, OpenCl.MAP_READ_WRITE, 0, bytes, 0, null, null, error);
        OpenCl.check("clEnqueueMapBuffer", error[0]);
        if (address == null) {
            throw new AcceleratorException("clEnqueueMapBuffer gave no memory");
        }
        mappings.add(new Mapping(buffer, address));
        ByteBuffer view = address.getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
        return new HostMemory(Pointer.nativeValue(address), view);
    }

    @Override
    public void upload(HostMemory from, long fromByte, DeviceMemory to, long toByte, long bytes)
            throws AcceleratorException {
        OpenCl.check(
                "clEnqueueWriteBuffer",
                OpenCl.clEnqueueWriteBuffer(
                        queue, to.handle(), NOT_BLOCKING, toByte, bytes, from.address() + fromByte, 0, null, null));
    }

    @Override
    public void download(DeviceMemory from, long fromByte, HostMemory to, long toByte, long bytes)
            throws AcceleratorException {
        OpenCl.check(
                "clEnqueueReadBuffer",
                OpenCl.clEnqueueReadBuffer(
                        queue, from.handle(), NOT_BLOCKING, fromByte, bytes, to.address() + toByte, 0, null, null));
    }

    @Override
    public void launch(Kernel kernel, long items, long... arguments) throws AcceleratorException {
        long handle = Objects.requireNonNull(kernels.get(kernel));
        for (int i = 0; i < arguments.length; i++) {
            argument[0] = arguments[i];
            OpenCl.check("clSetKernelArg", OpenCl.clSetKernelArg(handle, i, Long.BYTES, argument));
        }
        long groupItems = kernel.groupItems();
        OpenCl.check(
                "clEnqueueNDRangeKernel",
                OpenCl.clEnqueueNDRangeKernel(
                        queue,
                        handle,
                        1,
                        null,
                        new long[] {kernel.groups(items) * groupItems},
                        new long[] {groupItems},
                        0,
                        null,
                        null));
    }

    @Override
    public void finish() throws AcceleratorException {
        OpenCl.check("clFinish", OpenCl.clFinish(queue));
    }

    @Override
    public void close() {
        OpenCl.clFinish(queue);
        mappings.forEach(
                mapping -> OpenCl.clEnqueueUnmapMemObject(queue, mapping.buffer, mapping.address, 0, null, null));
        OpenCl.clFinish(queue);
        buffers.forEach(OpenCl::clReleaseMemObject);
        kernels.values().forEach(OpenCl::clReleaseKernel);
        OpenCl.clReleaseCommandQueue(queue);
    }
}
