package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Devices through OpenCL 1.2. Source: Khronos, The OpenCL Specification, version 1.2 (2012). */
final class OpenClDriver implements Driver {

    private static final String NAME = "opencl";
    private static final int MAX_NAME_BYTES = 1024;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Device> devices() throws AcceleratorException {
        if (!OpenCl.isAvailable()) {
            throw new AcceleratorException("there is no libOpenCL.so.1");
        }
        int[] count = new int[1];
        int error = OpenCl.clGetPlatformIDs(0, null, count);
        if (error == OpenCl.PLATFORM_NOT_FOUND || (error == OpenCl.SUCCESS && count[0] == 0)) {
            throw new AcceleratorException("no driver is registered with libOpenCL.so.1");
        }
        OpenCl.check("clGetPlatformIDs", error);
        long[] platforms = new long[count[0]];
        OpenCl.check("clGetPlatformIDs", OpenCl.clGetPlatformIDs(platforms.length, platforms, null));
        List<Device> devices = new ArrayList<>();
        for (long platform : platforms) {
            for (long device : devicesOf(platform)) {
                if (isUsable(device)) {
                    devices.add(describe(device, NAME + ':' + devices.size()));
                }
            }
        }
        if (devices.isEmpty()) {
            throw new AcceleratorException("the drivers have no device that can build kernels");
        }
        return devices;
    }

    private static long[] devicesOf(long platform) throws AcceleratorException {
        int[] count = new int[1];
        int error = OpenCl.clGetDeviceIDs(platform, OpenCl.DEVICE_TYPE_ALL, 0, null, count);
        if (error == OpenCl.DEVICE_NOT_FOUND || count[0] == 0) {
            return new long[0];
        }
        OpenCl.check("clGetDeviceIDs", error);
        long[] devices = new long[count[0]];
        OpenCl.check(
                "clGetDeviceIDs",
                OpenCl.clGetDeviceIDs(platform, OpenCl.DEVICE_TYPE_ALL, devices.length, devices, null));
        return devices;
    }

    private static boolean isUsable(long device) throws AcceleratorException {
        return number(device, OpenCl.DEVICE_AVAILABLE, Integer.BYTES) != 0
                && number(device, OpenCl.DEVICE_COMPILER_AVAILABLE, Integer.BYTES) != 0
                && number(device, OpenCl.DEVICE_ENDIAN_LITTLE, Integer.BYTES) != 0;
    }

    private static Device describe(long device, String id) throws AcceleratorException {
        byte[] name = new byte[MAX_NAME_BYTES];
        OpenCl.check(
                "clGetDeviceInfo", OpenCl.clGetDeviceInfo(device, OpenCl.DEVICE_NAME, name.length - 1, name, null));
        long type = number(device, OpenCl.DEVICE_TYPE, Long.BYTES);
        return new OpenClDevice(
                device,
                id,
                CText.of(name),
                (type & OpenCl.DEVICE_TYPE_GPU) != 0
                        ? Device.Type.GPU
                        : (type & OpenCl.DEVICE_TYPE_CPU) != 0 ? Device.Type.CPU : Device.Type.OTHER,
                number(device, OpenCl.DEVICE_GLOBAL_MEM_SIZE, Long.BYTES));
    }

    private static long number(long device, int what, int bytes) throws AcceleratorException {
        byte[] answer = new byte[Long.BYTES];
        OpenCl.check("clGetDeviceInfo", OpenCl.clGetDeviceInfo(device, what, bytes, answer, null));
        return ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private record OpenClDevice(long handle, String id, String name, Type type, long memoryBytes) implements Device {
        @Override
        public Context open() throws AcceleratorException {
            return OpenClContext.open(handle);
        }
    }
}
