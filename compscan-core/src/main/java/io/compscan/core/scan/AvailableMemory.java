package io.compscan.core.scan;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The memory that this process could still take without the machine swapping.
 *
 * <p>It is the least of these figures:
 *
 * <ul>
 *   <li>the memory that the machine has free or can take from its page cache,
 *   <li>the limit of a container, as the JVM sees it,
 *   <li>the rest that the control groups of the process have left, at every level,
 *   <li>the rest of the address space ({@code ulimit -v}).
 * </ul>
 */
public final class AvailableMemory {

    /** The mappings of a JVM after its start: stacks, and the heaps of {@code malloc}. */
    private static final long LATER_MAPPINGS_BYTES = 128 << 20;

    private static final Pattern ADDRESS_SPACE = Pattern.compile("Max address space +(\\d{1,18}) ");

    private final Path root;

    /** @param root the directory that holds {@code proc} and {@code sys} */
    AvailableMemory(Path root) {
        this.root = root;
    }

    /** The memory of the machine, or the part of it that the container may use, in bytes. */
    public static long totalBytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /** The estimate in bytes. */
    public static long bytes() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new AvailableMemory(Path.of("/")).bytesOf(system.getTotalMemorySize());
    }

    /**
     * The address space that this process may still map ({@code ulimit -v}), in bytes; {@link Long#MAX_VALUE} without a limit. A JVM that
     * finds none left dies without notice to its program.
     */
    public static long addressSpaceBytes() {
        return new AvailableMemory(Path.of("/")).leftByLimit();
    }

    /** @param totalBytes the memory of the machine or the container */
    long bytesOf(long totalBytes) {
        long available = Math.min(totalBytes, kilobytes("proc/meminfo", "MemAvailable", totalBytes / 2));
        return Math.max(0, Math.min(available, Math.min(leftByGroups(), leftByLimit())));
    }

    private long leftByLimit() {
        for (String line : lines("proc/self/limits")) {
            Matcher matcher = ADDRESS_SPACE.matcher(line);
            if (matcher.lookingAt()) {
                long used = kilobytes("proc/self/status", "VmSize", 0);
                return Long.parseLong(matcher.group(1)) - used - LATER_MAPPINGS_BYTES;
            }
        }
        return Long.MAX_VALUE;
    }

    /** The figure behind a name, in bytes. */
    private long kilobytes(String file, String name, long otherwise) {
        return lines(file).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElse(otherwise);
    }

    /** The memory that the groups of the process leave it: its own group and all groups around it. */
    private long leftByGroups() {
        long left = Long.MAX_VALUE;
        for (String line : lines("proc/self/cgroup")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                left = Math.min(
                        left, leftBy("sys/fs/cgroup", parts[2], "memory.max", "memory.current", "inactive_file"));
            } else if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("memory")) {
                left = Math.min(
                        left,
                        leftBy(
                                "sys/fs/cgroup/memory",
                                parts[2],
                                "memory.limit_in_bytes",
                                "memory.usage_in_bytes",
                                "total_inactive_file"));
            }
        }
        return left;
    }

    private long leftBy(String mount, String group, String limitFile, String usageFile, String cacheName) {
        Path top = root.resolve(mount);
        Path own = top.resolve(group.replaceFirst("^/+", "")).normalize();
        long left = Long.MAX_VALUE;
        // Within a container the path may be the one on the machine, though only the last group is mounted.
        for (@Nullable Path at = Files.isDirectory(own) ? own : top;
                at != null && at.startsWith(top);
                at = at.getParent()) {
            long limit = number(at.resolve(limitFile));
            long usage = number(at.resolve(usageFile));
            if (limit >= 0 && usage >= 0) {
                left = Math.min(left, limit - usage + cached(at.resolve("memory.stat"), cacheName));
            }
        }
        return left;
    }

    /** The page cache that a group would give up first. */
    private long cached(Path statistics, String name) {
        Pattern row = Pattern.compile(name + " (\\d+)");
        for (String line : lines(statistics)) {
            Matcher matcher = row.matcher(line);
            if (matcher.matches()) {
                return Long.parseLong(matcher.group(1));
            }
        }
        return 0;
    }

    /** The number in a file; -1 if there is none, or no limit. */
    private long number(Path file) {
        List<String> lines = lines(file);
        return lines.size() == 1 && lines.get(0).matches("\\d{1,18}") ? Long.parseLong(lines.get(0)) : -1;
    }

    private List<String> lines(String file) {
        return lines(root.resolve(file));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
