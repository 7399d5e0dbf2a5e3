package io.compscan.gpu;

import com.sun.jna.Memory;
import io.compscan.core.accelerator.AcceleratorException;

/** A device in use through OpenCL. */
final class OpenClContext implements Context {

    /** Without warnings: NVIDIA's compiler writes their number to standard error. */
    private static final String BUILD_OPTIONS = "-cl-std=CL1.2 -w";

    private static final int MAX_LOG_BYTES = 64 << 10;

    private final long device;
    private final long context;
    private final long program;

    private OpenClContext(long device, long context, long program) {
        this.device = device;
        this.context = context;
        this.program = program;
    }

    static OpenClContext open(long device) throws AcceleratorException {
        int[] error = new int[1];
        long context = OpenCl.clCreateContext(null, 1, new long[] {device}, null, null, error);
        OpenCl.check("clCreateContext", error[0]);
        try {
            return new OpenClContext(device, context, build(device, context));
        } catch (AcceleratorException e) {
            OpenCl.clReleaseContext(context);
            throw e;
        }
    }

    private static long build(long device, long context) throws AcceleratorException {
        byte[] source = Kernel.resource(Kernel.SOURCE);
        int[] error = new int[1];
        long program;
        try (Memory text = new Memory(source.length);
                Memory texts = new Memory(Long.BYTES)) {
            text.write(0, source, 0, source.length);
            texts.setPointer(0, text);
            program = OpenCl.clCreateProgramWithSource(context, 1, texts, new long[] {source.length}, error);
        }
        OpenCl.check("clCreateProgramWithSource", error[0]);
        int built = OpenCl.clBuildProgram(program, 1, new long[] {device}, CText.bytes(BUILD_OPTIONS), null, null);
        if (built != OpenCl.SUCCESS) {
            byte[] log = new byte[MAX_LOG_BYTES];
            OpenCl.clGetProgramBuildInfo(program, device, OpenCl.PROGRAM_BUILD_LOG, log.length - 1, log, null);
            OpenCl.clReleaseProgram(program);
            throw new AcceleratorException("clBuildProgram failed with error " + built + ": "
                    + CText.of(log).replaceAll("\\s+", " "));
        }
        return program;
    }

    @Override
    public Stream openStream() throws AcceleratorException {
        return OpenClStream.open(context, device, program);
    }

    @Override
    public void close() {
        OpenCl.clReleaseProgram(program);
        OpenCl.clReleaseContext(context);
    }
}
