package io.compscan.gpu;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.compscan.core.accelerator.AcceleratorException;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the CUDA driver API that compscan needs; handles and sizes are {@code long}.
 *
 * <p>Nothing here may be called before {@link #isAvailable} has said yes. A context belongs to a thread once that has made it current.
 */
final class Cuda {

    private static final String LIBRARY = "libcuda.so.1";

    static final int SUCCESS = 0;
    static final int NO_DEVICE = 100;
    /** A thread that waits for the device sleeps: there are more threads than cores. */
    static final int CTX_SCHED_BLOCKING_SYNC = 4;
    /** A stream that waits for no other one. */
    static final int STREAM_NON_BLOCKING = 1;

    static final int MEMHOSTALLOC_PORTABLE = 1;

    private Cuda() {}

    /** Happens once, to whoever asks first. */
    private static final class Registration {
        static final boolean SUCCEEDED = register();

        private static boolean register() {
            try {
                if (Platform.isLinux() && Platform.is64Bit()) {
                    Native.register(Cuda.class, LIBRARY);
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

    static native int cuInit(int flags);

    static native int cuGetErrorString(int error, long[] text);

    static native int cuDeviceGetCount(int[] count);

    static native int cuDeviceGet(int[] device, int ordinal);

    static native int cuDeviceGetName(byte[] name, int capacity, int device);

    static native int cuDeviceTotalMem_v2(long[] bytes, int device);

    static native int cuCtxCreate_v2(long[] context, int flags, int device);

    static native int cuCtxDestroy_v2(long context);

    static native int cuCtxSetCurrent(long context);

    static native int cuModuleLoadData(long[] module, byte[] image);

    static native int cuModuleGetFunction(long[] function, long module, byte[] name);

    static native int cuMemAlloc_v2(long[] address, long bytes);

    static native int cuMemFree_v2(long address);

    static native int cuMemHostAlloc(long[] address, long bytes, int flags);

    static native int cuMemFreeHost(long address);

    static native int cuStreamCreate(long[] stream, int flags);

    static native int cuStreamDestroy_v2(long stream);

    static native int cuStreamSynchronize(long stream);

    static native int cuMemcpyHtoDAsync_v2(long to, long from, long bytes, long stream);

    static native int cuMemcpyDtoHAsync_v2(long to, long from, long bytes, long stream);

    static native int cuLaunchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            Pointer parameters,
            @Nullable Pointer extra);

    /** Turns an error code into a failure. */
    static void check(String call, int error) throws AcceleratorException {
        if (error != SUCCESS) {
            long[] text = new long[1];
            boolean isKnown = cuGetErrorString(error, text) == SUCCESS && text[0] != 0;
            throw new AcceleratorException(
                    call + " failed with error " + error + (isKnown ? ": " + new Pointer(text[0]).getString(0) : ""));
        }
    }
}
