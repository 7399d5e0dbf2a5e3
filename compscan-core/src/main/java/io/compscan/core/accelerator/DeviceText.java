package io.compscan.core.accelerator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Devices as a table for people. */
public final class DeviceText {

    private static final int MEBIBYTE_SHIFT = 20;

    private DeviceText() {}

    /** A line for each device, and one for each driver that has none. */
    public static String of(Devices found) {
        List<String> lines = new ArrayList<>();
        int idWidth = 0;
        for (Device device : found.devices()) {
            idWidth = Math.max(idWidth, device.id().length());
        }
        for (Device device : found.devices()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-" + idWidth + "s  %-5s  %,9d MiB  %s",
                    device.id(),
                    device.type().name().toLowerCase(Locale.ROOT),
                    device.memoryBytes() >> MEBIBYTE_SHIFT,
                    device.name()));
        }
        found.absences().forEach(absence -> lines.add("none by " + absence));
        return String.join("\n", lines) + '\n';
    }
}
