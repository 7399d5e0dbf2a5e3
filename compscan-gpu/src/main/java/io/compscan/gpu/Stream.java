package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.nio.ByteBuffer;

/**
 * A sequence of commands that a device executes one after another. Belongs to one thread.
 *
 * <p>Commands are only noted; {@link #finish} waits until all have been executed. Until then the host memory that they name must be left
 * alone. A failure may be told by any later call.
 */
public interface Stream extends AutoCloseable {

    /**
     * Memory of the device.
     *
     * @param handle by which the driver knows the memory
     * @param bytes its size
     */
    record DeviceMemory(long handle, long bytes) {}

    /**
     * Memory of this machine that the device can reach by itself.
     *
     * @param address where it is
     * @param bytes the same for Java, in the machine's byte order; not to be touched once the stream is closed
     */
    record HostMemory(long address, ByteBuffer bytes) {}

    /** Memory of the device, which lives as long as the stream. */
    DeviceMemory allocate(long bytes) throws AcceleratorException;

    /** Memory of this machine, which lives as long as the stream. */
    HostMemory allocateHost(int bytes) throws AcceleratorException;

    /** Copies to the device. */
    void upload(HostMemory from, long fromByte, DeviceMemory to, long toByte, long bytes) throws AcceleratorException;

    /** Copies from the device. */
    void download(DeviceMemory from, long fromByte, HostMemory to, long toByte, long bytes) throws AcceleratorException;

    /**
     * Runs a kernel.
     *
     * <p>Give a kernel the same number of items each time. PoCL before 6.0 loads a kernel again for each larger number, miscounts who uses which, and
     * aborts the process.
     *
     * @param items the least number of items that run; the kernel itself stops those beyond
     * @param arguments handles of device memory, and numbers
     */
    void launch(Kernel kernel, long items, long... arguments) throws AcceleratorException;

    /** Waits until everything has been executed. */
    void finish() throws AcceleratorException;

    /** Waits for what is under way and gives all memory back. Ignores failures. */
    @Override
    void close();
}
