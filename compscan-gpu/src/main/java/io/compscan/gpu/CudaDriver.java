package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.util.ArrayList;
import java.util.List;

/**
 * GPUs of NVIDIA through the CUDA driver API, for machines, most of all containers, that have no OpenCL. Source: NVIDIA, CUDA Driver API
 * Reference Manual, version 12.
 */
final class CudaDriver implements Driver {

    private static final String NAME = "cuda";
    private static final int MAX_NAME_BYTES = 256;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Device> devices() throws AcceleratorException {
        if (!Cuda.isAvailable()) {
            throw new AcceleratorException("there is no libcuda.so.1");
        }
        int error = Cuda.cuInit(0);
        if (error == Cuda.NO_DEVICE) {
            throw new AcceleratorException("libcuda.so.1 finds no device");
        }
        Cuda.check("cuInit", error);
        int[] count = new int[1];
        Cuda.check("cuDeviceGetCount", Cuda.cuDeviceGetCount(count));
        List<Device> devices = new ArrayList<>();
        for (int i = 0; i < count[0]; i++) {
            int[] device = new int[1];
            byte[] name = new byte[MAX_NAME_BYTES];
            long[] memoryBytes = new long[1];
            Cuda.check("cuDeviceGet", Cuda.cuDeviceGet(device, i));
            Cuda.check("cuDeviceGetName", Cuda.cuDeviceGetName(name, name.length - 1, device[0]));
            Cuda.check("cuDeviceTotalMem", Cuda.cuDeviceTotalMem_v2(memoryBytes, device[0]));
            devices.add(new CudaDevice(device[0], NAME + ':' + i, CText.of(name), memoryBytes[0]));
        }
        if (devices.isEmpty()) {
            throw new AcceleratorException("libcuda.so.1 finds no device");
        }
        return devices;
    }

    private record CudaDevice(int number, String id, String name, long memoryBytes) implements Device {
        @Override
        public Type type() {
            return Type.GPU;
        }

        @Override
        public Context open() throws AcceleratorException {
            return CudaContext.open(number);
        }
    }
}
