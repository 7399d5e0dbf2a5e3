package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** A GPU in use through CUDA. */
final class CudaContext implements Context {

    private final long context;
    private final Map<Kernel, Long> functions = new EnumMap<>(Kernel.class);

    private CudaContext(long context) {
        this.context = context;
    }

    static CudaContext open(int device) throws AcceleratorException {
        byte[] ptx = Kernel.resource(Kernel.PTX);
        long[] handle = new long[1];
        Cuda.check("cuCtxCreate", Cuda.cuCtxCreate_v2(handle, Cuda.CTX_SCHED_BLOCKING_SYNC, device));
        CudaContext context = new CudaContext(handle[0]);
        try {
            // The driver compiles it for this GPU, which takes up to a second, and keeps the result. The text ends with
            // a zero byte.
            Cuda.check("cuModuleLoadData", Cuda.cuModuleLoadData(handle, Arrays.copyOf(ptx, ptx.length + 1)));
            long module = handle[0];
            for (Kernel kernel : Kernel.values()) {
                Cuda.check(
                        "cuModuleGetFunction",
                        Cuda.cuModuleGetFunction(handle, module, CText.bytes(kernel.functionName())));
                context.functions.put(kernel, handle[0]);
            }
            return context;
        } catch (AcceleratorException e) {
            context.close();
            throw e;
        }
    }

    @Override
    public Stream openStream() throws AcceleratorException {
        return CudaStream.open(context, functions);
    }

    /** The module goes with the context. */
    @Override
    public void close() {
        Cuda.cuCtxDestroy_v2(context);
    }
}
