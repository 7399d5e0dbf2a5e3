package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The devices of this machine.
 *
 * @param devices those that were found, in the order in which they are preferred
 * @param absences for each driver without a device its name and the reason, in one line
 */
public record Devices(List<Device> devices, List<String> absences) {

    /** The name that stands for the first device that is worth using. */
    public static final String AUTO = "auto";

    private static final int MEBIBYTE_SHIFT = 20;

    /** Asks all drivers; loads their native libraries. */
    public static Devices find() {
        return find(List.of(new OpenClDriver(), new CudaDriver()));
    }

    static Devices find(List<Driver> drivers) {
        List<Device> devices = new ArrayList<>();
        List<String> absences = new ArrayList<>();
        // Drivers that contain a compiler replace the handlers of the JVM.
        SignalHandlers handlers = SignalHandlers.now();
        try {
            for (Driver driver : drivers) {
                try {
                    devices.addAll(driver.devices());
                } catch (AcceleratorException e) {
                    absences.add(driver.name() + ": " + e.getMessage());
                }
            }
        } finally {
            handlers.restore();
        }
        return new Devices(List.copyOf(devices), List.copyOf(absences));
    }

    /**
     * The device of that name: {@value #AUTO} for the first GPU, an id, or a part of a device's name in any case. A device of type CPU is
     * found only by a name.
     *
     * @throws AcceleratorException with one line that says what there is instead
     */
    public Device named(String name) throws AcceleratorException {
        if (name.isEmpty()) {
            throw new AcceleratorException("the name of the device is empty");
        }
        if (name.equalsIgnoreCase(AUTO)) {
            for (Device device : devices) {
                if (device.type() != Device.Type.CPU) {
                    return device;
                }
            }
            throw new AcceleratorException(nothing("there is no GPU"));
        }
        for (Device device : devices) {
            if (device.id().equalsIgnoreCase(name)) {
                return device;
            }
        }
        String part = name.toLowerCase(Locale.ROOT);
        for (Device device : devices) {
            if (device.name().toLowerCase(Locale.ROOT).contains(part)) {
                return device;
            }
        }
        throw new AcceleratorException(nothing("there is no device '" + name + "'"));
    }

    /** A line for each device, and one for each driver that has none. */
    public String table() {
        List<String> lines = new ArrayList<>();
        int idWidth = 0;
        for (Device device : devices) {
            idWidth = Math.max(idWidth, device.id().length());
        }
        for (Device device : devices) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-" + idWidth + "s  %-5s  %,9d MiB  %s",
                    device.id(),
                    device.type().name().toLowerCase(Locale.ROOT),
                    device.memoryBytes() >> MEBIBYTE_SHIFT,
                    device.name()));
        }
        absences.forEach(absence -> lines.add("none by " + absence));
        return String.join("\n", lines) + '\n';
    }

    private String nothing(String what) {
        List<String> details = new ArrayList<>();
        devices.forEach(device -> details.add(device.id() + " is " + device.name()));
        details.addAll(absences);
        return what + " (" + String.join("; ", details) + ")";
    }
}
