package io.compscan.bench;

import io.compscan.gpu.Context;
import io.compscan.gpu.Device;
import java.util.ArrayList;
import java.util.List;

/** How fast kernels run over bytes that the device holds. */
final class KernelRates {

    private KernelRates() {}

    static void measure(Device device) throws Exception {
        DeviceRates.say("%-12s %8s %8s %10s", "kernel", "streams", "MiB", "GB/s");
        try (Context context = device.open()) {
            for (String name : List.of("rabin", "gear", "fastcdc", "sha1 4k", "sha1 8k cdc")) {
                for (int[] shape : new int[][] {{1, 32}, {1, 256}, {16, 32}}) {
                    double rate = kernelRate(context, name, shape[0], shape[1] << 20);
                    DeviceRates.say("%-12s %8d %8d %10.1f", name, shape[0], shape[1], rate);
                }
            }
        }
    }

    private static double kernelRate(Context context, String name, int streams, int bytes) throws Exception {
        List<ResidentBytes> residents = new ArrayList<>();
        try {
            for (int i = 0; i < streams; i++) {
                residents.add(new ResidentBytes(context.openStream(), name, bytes, i));
            }
            return DeviceRates.median(
                    streams, bytes, thread -> residents.get(thread).run());
        } finally {
            residents.forEach(ResidentBytes::close);
        }
    }
}
