package io.compscan.bench;

import io.compscan.gpu.Device;
import io.compscan.gpu.Devices;
import java.util.Arrays;

/**
 * Measures the rates of a device, and checks that it agrees with the processor. The benchmark needs nothing but {@code compscan.jar}.
 *
 * <pre>
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark list
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE identity MIB THREADS
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE kernels
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE transfers
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE flow THREADS...
 * </pre>
 *
 * The mode {@code identity} compares chunks, digests and zeros with those of the processor, over generated data. The mode {@code kernels}
 * runs one kernel again and again over bytes that the device holds. The mode {@code transfers} reads a file in the page cache, and copies
 * between pinned memory and the device. In the mode {@code flow} each thread uploads a slab, finds candidates, chooses and digests; nothing
 * is read. Rates are medians of seven runs, in 10^9 bytes a second.
 */
public final class AcceleratorBenchmark {

    private AcceleratorBenchmark() {}

    /** See the class. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("list")) {
            System.out.print(Devices.find().table());
            return;
        }
        Device device = Devices.find().named(args[0]);
        DeviceRates.say("%s: %s, %s, %d MiB", device.id(), device.name(), device.type(), device.memoryBytes() >> 20);
        switch (args[1]) {
            case "identity" -> DeviceIdentity.check(device, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            case "kernels" -> KernelRates.measure(device);
            case "transfers" -> TransferRates.measure(device);
            case "flow" ->
                SlabFlow.measure(
                        device,
                        Arrays.stream(args).skip(2).mapToInt(Integer::parseInt).toArray());
            default -> throw new IllegalArgumentException(args[1]);
        }
    }
}
