package io.compscan.core.scan;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory this process could still take without the machine swapping: container limits and page cache considered. */
public final class AvailableMemory {

    private static final Path MEMINFO = Path.of("/proc/meminfo");

    private AvailableMemory() {}

    /** The memory of the machine, or what its container may use of it, in bytes. */
    public static long totalBytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /** The estimate in bytes. */
    public static long bytes() {
        // What the page cache holds counts as available, which "free" would not say.
        long limit = totalBytes();
        try {
            return Files.readAllLines(MEMINFO).stream()
                    .filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .map(available -> Math.min(available, limit))
                    .findFirst()
                    .orElse(limit / 2);
        } catch (IOException e) {
            return limit / 2;
        }
    }
}
