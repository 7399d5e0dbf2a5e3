package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory that is left, by files as the kernel writes them. */
class AvailableMemoryTest {

    private static final long MIB = 1 << 20;
    private static final long TOTAL = 8192 * MIB;

    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void machineHas(long mebibytes) throws IOException {
        write(
                "proc/meminfo",
                "MemTotal:       99999999 kB\nMemFree:               1 kB\nMemAvailable:   " + mebibytes * 1024
                        + " kB\n");
    }

    private long bytes() {
        return new AvailableMemory(root).bytesOf(TOTAL);
    }

    @Test
    void whatTheMachineHas() throws IOException {
        assertThat(bytes()).as("no /proc").isEqualTo(TOTAL / 2);
        machineHas(1000);
        assertThat(bytes()).isEqualTo(1000 * MIB);
        machineHas(10_000);
        assertThat(bytes()).as("a container's limit").isEqualTo(TOTAL);
    }

    @ParameterizedTest
    @CsvSource({"1024, 396", "2048, 1420", "4096, 2920"})
    void whatTheAddressSpaceLeaves(long limitMib, long leftMib) throws IOException {
        machineHas(2920);
        write("proc/self/status", "Name:\tjava\nVmPeak:\t  900000 kB\nVmSize:\t  512000 kB\nVmRSS:\t   50000 kB\n");
        write("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max cpu time              unlimited            unlimited            seconds
                Max address space         %d           unlimited            bytes
                """.formatted(limitMib * MIB));
        assertThat(bytes()).isEqualTo(leftMib * MIB);
    }

    @Test
    void anAddressSpaceWithoutLimitTakesNothingAway() throws IOException {
        machineHas(2000);
        write("proc/self/limits", "Max address space         unlimited            unlimited            bytes\n");
        assertThat(bytes()).isEqualTo(2000 * MIB);
    }

    /** The group's other processes count, its page cache does not; so do the groups around it. */
    @Test
    void whatGroupsOfTheFirstVersionLeave() throws IOException {
        machineHas(5000);
        write("proc/self/cgroup", "9:name=systemd:/a/b\n4:memory:/a/b\n3:cpuset:/\n0::/\n");
        group("sys/fs/cgroup/memory/a/b", "memory.limit_in_bytes", 1000, "memory.usage_in_bytes", 700);
        write("sys/fs/cgroup/memory/a/b/memory.stat", "inactive_file 1\ntotal_inactive_file " + 200 * MIB + "\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "123456\n");
        assertThat(bytes()).isEqualTo(500 * MIB);
        group("sys/fs/cgroup/memory/a", "memory.limit_in_bytes", 1000, "memory.usage_in_bytes", 900);
        assertThat(bytes()).isEqualTo(100 * MIB);
    }

    @Test
    void whatGroupsOfTheSecondVersionLeave() throws IOException {
        machineHas(5000);
        write("proc/self/cgroup", "0::/system.slice/scan.service\n");
        String own = "sys/fs/cgroup/system.slice/scan.service";
        group(own, "memory.max", 1000, "memory.current", 700);
        assertThat(bytes()).isEqualTo(300 * MIB);
        write(own + "/memory.stat", "anon 5\ninactive_file " + 100 * MIB + "\nactive_file 7\n");
        assertThat(bytes()).isEqualTo(400 * MIB);
        write(own + "/memory.max", "max\n");
        assertThat(bytes()).isEqualTo(5000 * MIB);
    }

    /** The kernel names the group as the machine knows it; the container has mounted that group as its root. */
    @Test
    void aContainerThatSeesItsOwnGroupAlone() throws IOException {
        machineHas(5000);
        write("proc/self/cgroup", "0::/kubepods/pod1/container2\n");
        group("sys/fs/cgroup", "memory.max", 600, "memory.current", 100);
        assertThat(bytes()).isEqualTo(500 * MIB);
    }

    /** More than the limit may be in use for a moment. */
    @Test
    void neverLessThanNothing() throws IOException {
        machineHas(5000);
        write("proc/self/cgroup", "0::/\n");
        group("sys/fs/cgroup", "memory.max", 100, "memory.current", 101);
        assertThat(bytes()).isZero();
    }

    private void group(String directory, String limitFile, long limitMib, String usageFile, long usageMib)
            throws IOException {
        write(directory + "/" + limitFile, limitMib * MIB + "\n");
        write(directory + "/" + usageFile, usageMib * MIB + "\n");
    }
}
