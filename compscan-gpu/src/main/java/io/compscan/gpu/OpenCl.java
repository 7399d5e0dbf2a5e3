package io.compscan.gpu;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.compscan.core.accelerator.AcceleratorException;
import org.jspecify.annotations.Nullable;

/**
 * The calls of OpenCL 1.2 that compscan needs; handles and sizes are {@code long}, as on all 64-bit systems.
 *
 * <p>Nothing here may be called before {@link #isAvailable} has said yes.
 */
final class OpenCl {

    private static final String LIBRARY = "libOpenCL.so.1";

    static final int SUCCESS = 0;
    static final int DEVICE_NOT_FOUND = -1;
    static final int BUILD_PROGRAM_FAILURE = -11;
    /** The answer of a loader that knows no driver. */
    static final int PLATFORM_NOT_FOUND = -1001;

    static final long DEVICE_TYPE_CPU = 1 << 1;
    static final long DEVICE_TYPE_GPU = 1 << 2;
    static final long DEVICE_TYPE_ALL = 0xffffffffL;
    static final int DEVICE_TYPE = 0x1000;
    static final int DEVICE_GLOBAL_MEM_SIZE = 0x101f;
    static final int DEVICE_ENDIAN_LITTLE = 0x1026;
    static final int DEVICE_AVAILABLE = 0x1027;
    static final int DEVICE_COMPILER_AVAILABLE = 0x1028;
    static final int DEVICE_NAME = 0x102b;
    static final int PROGRAM_BUILD_LOG = 0x1183;
    static final long MEM_READ_WRITE = 1;
    static final long MEM_ALLOC_HOST_PTR = 1 << 4;
    static final long MAP_READ_WRITE = 3;

    private OpenCl() {}

    /** Happens once, to whoever asks first. */
    private static final class Registration {
        static final boolean SUCCEEDED = register();

        private static boolean register() {
            try {
                if (Platform.isLinux() && Platform.is64Bit()) {
                    Native.register(OpenCl.class, LIBRARY);
                    return true;
                }
            } catch (LinkageError e) {
                // There is no such library, or it is older than these calls.
            }
            return false;
        }
    }

    /** Loads the library if that has not been done. */
    static boolean isAvailable() {
        return Registration.SUCCEEDED;
    }

    static native int clGetPlatformIDs(int capacity, long @Nullable [] platforms, int @Nullable [] count);

    static native int clGetDeviceIDs(
            long platform, long type, int capacity, long @Nullable [] devices, int @Nullable [] count);

    static native int clGetDeviceInfo(long device, int what, long bytes, byte[] answer, long @Nullable [] answerBytes);

    static native long clCreateContext(
            long @Nullable [] properties,
            int deviceCount,
            long[] devices,
            @Nullable Pointer callback,
            @Nullable Pointer user,
            int[] error);

    static native int clReleaseContext(long context);

    static native long clCreateCommandQueue(long context, long device, long properties, int[] error);

    static native int clReleaseCommandQueue(long queue);

    static native long clCreateProgramWithSource(long context, int count, Pointer texts, long[] lengths, int[] error);

    static native int clBuildProgram(
            long program,
            int deviceCount,
            long[] devices,
            byte[] options,
            @Nullable Pointer callback,
            @Nullable Pointer user);

    static native int clGetProgramBuildInfo(
            long program, long device, int what, long bytes, byte[] answer, long @Nullable [] answerBytes);

    static native int clReleaseProgram(long program);

    static native long clCreateKernel(long program, byte[] name, int[] error);

    static native int clReleaseKernel(long kernel);

    static native int clSetKernelArg(long kernel, int index, long bytes, long[] value);

    static native long clCreateBuffer(long context, long flags, long bytes, @Nullable Pointer host, int[] error);

    static native int clReleaseMemObject(long buffer);

    static native @Nullable Pointer clEnqueueMapBuffer(
            long queue,
            long buffer,
            int blocking,
            long flags,
            long offset,
            long bytes,
            int eventCount,
            @Nullable Pointer events,
            @Nullable Pointer event,
            int[] error);

    static native int clEnqueueUnmapMemObject(
            long queue, long buffer, Pointer mapped, int eventCount, @Nullable Pointer events, @Nullable Pointer event);

    static native int clEnqueueWriteBuffer(
            long queue,
            long buffer,
            int blocking,
            long offset,
            long bytes,
            long host,
            int eventCount,
            @Nullable Pointer events,
            @Nullable Pointer event);

    static native int clEnqueueReadBuffer(
            long queue,
            long buffer,
            int blocking,
            long offset,
            long bytes,
            long host,
            int eventCount,
            @Nullable Pointer events,
            @Nullable Pointer event);

    static native int clEnqueueNDRangeKernel(
            long queue,
            long kernel,
            int dimensions,
            long @Nullable [] offset,
            long[] items,
            long[] groupItems,
            int eventCount,
            @Nullable Pointer events,
            @Nullable Pointer event);

    static native int clFinish(long queue);

    /** Turns an error code into a failure. */
    static void check(String call, int error) throws AcceleratorException {
        if (error != SUCCESS) {
            throw new AcceleratorException(call + " failed with error " + error);
        }
    }
}
