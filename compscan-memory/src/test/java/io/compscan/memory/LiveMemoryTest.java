package io.compscan.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.compscan.result.memory.MemoryResult;
import io.compscan.result.memory.MemoryResult.Account;
import io.compscan.result.memory.MemoryResult.Overlap;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes that run: what is counted, and that they do not notice. */
@EnabledOnOs(OS.LINUX)
class LiveMemoryTest {

    private static final long PAGE_BYTES = 4096;

    private static MemoryScan open(List<String> targets) throws Exception {
        return MemoryScan.open(new MemoryRequest(targets, 0, false, 2, 4096));
    }

    private static long resident(Pages pages) throws IOException {
        return pages.status("VmRSS") << 10;
    }

    @Test
    @Needs(also = Pages.class)
    void mappedBytesAreThoseThatTheKernelTells() throws Exception {
        try (Pages pages = Pages.start("1000x1", "50xZ")) {
            // The kernel's counter of a running process may lag behind by a batch of pages for each processor.
            MemoryResult memory = steadyReading(pages.target());
            assertThat(memory.zeroBytes()).isGreaterThanOrEqualTo(50 * PAGE_BYTES);
            assertThat(memory.goneBytes()).isZero();
        }
    }

    /** Reads a process whose size the kernel changes now and then: it takes back pages of files, and the process touches others on its way to sleep. */
    private static MemoryResult steadyReading(String pid) throws Exception {
        boolean isRoot;
        try (MemoryScan probe = open(List.of(pid))) {
            isRoot = probe.framesVisible();
        }
        for (int attempt = 0; ; attempt++) {
            long before = smapsRss(pid);
            MemoryResult memory = Reading.once(List.of(pid));
            if (smapsRss(pid) == before || attempt == 20) {
                // The kernel's own page of zeros is none of the process, which root alone can see.
                assertThat(memory.mappedBytes()).isBetween(before, isRoot ? before : before + memory.zeroBytes());
                return memory;
            }
        }
    }

    private static long smapsRss(String pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", pid, "smaps_rollup")).stream()
                .filter(line -> line.startsWith("Rss:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElseThrow();
    }

    /** Pages that were never touched stay untouched, and the tables that would map them are not made. */
    @Test
    @Needs(also = Pages.class)
    void aProcessDoesNotGrow() throws Exception {
        try (Pages pages = Pages.start("3000x1", "100xZ", "20000x=3")) {
            long resident = pages.status("VmRSS");
            long tables = pages.status("VmPTE");
            try (MemoryScan scan =
                    MemoryScan.open(new MemoryRequest(List.of(pages.target()), 1_000_000, false, 2, 4096))) {
                scan.firstPass();
                Reading.of(scan);
            }
            assertThat(pages.status("VmRSS")).isEqualTo(resident);
            assertThat(pages.status("VmPTE")).isEqualTo(tables);
        }
    }

    @Test
    @Needs(also = Pages.class)
    void whatTwoProcessesHoldAlikeIsFound() throws Exception {
        try (Pages one = Pages.start("1000x1", "100x=7");
                Pages two = Pages.start("600x1", "200x2")) {
            MemoryResult memory = Reading.once(List.of(one.target(), two.target()));
            Account first = memory.accounts().get(0);
            Account second = memory.accounts().get(1);
            assertThat(first.otherDuplicateBytes()).isGreaterThanOrEqualTo(600 * PAGE_BYTES);
            assertThat(first.selfDuplicateBytes()).isGreaterThanOrEqualTo(99 * PAGE_BYTES);
            assertThat(second.otherDuplicateBytes()).isGreaterThanOrEqualTo(600 * PAGE_BYTES);
            Overlap overlap = memory.overlaps().get(0);
            assertThat(overlap.commonBytes())
                    .isGreaterThanOrEqualTo(600 * PAGE_BYTES)
                    .isLessThan(1000 * PAGE_BYTES);
        }
    }

    /** A fork and shared memory share frames, which are resident once. */
    @Test
    @Needs(also = Pages.class)
    void sharedFramesCountOnce() throws Exception {
        try (Pages pages = Pages.start("-f", "1000x1");
                MemoryScan probe = open(pages.targets())) {
            assumeThat(probe.framesVisible()).as("only root sees page frames").isTrue();
            MemoryResult memory = Reading.once(pages.targets());
            assertThat(memory.mappedBytes() - memory.residentBytesHigh()).isGreaterThanOrEqualTo(1000 * PAGE_BYTES);
            assertThat(memory.residentBytesLow()).isEqualTo(memory.residentBytesHigh());
            assertThat(memory.accounts())
                    .allSatisfy(account -> assertThat(account.sharedBytes()).isGreaterThanOrEqualTo(1000 * PAGE_BYTES));
        }
        try (Pages pages = Pages.start("-s", "-f", "700x1")) {
            MemoryResult memory = Reading.once(pages.targets());
            // A child that has not touched shared memory has no entry for it yet.
            assertThat(memory.residentBytesHigh()).isLessThan(memory.mappedBytes());
        }
    }

    @Test
    @Needs(also = Pages.class)
    void theBytesAreThoseOfTheProcess() throws Exception {
        try (Pages pages = Pages.start("40x=5");
                MemoryScan scan = open(List.of(pages.target()))) {
            byte[] all = Reading.of(scan).bytes();
            byte[] odd = Reading.of(scan, 1000).bytes();
            assertThat(all.length).isEqualTo((int) scan.residentBytes());
            assertThat(odd).isEqualTo(all);
        }
    }

    @Test
    @Needs(also = Pages.class)
    void pagesThatChangeAreVolatile() throws Exception {
        try (Pages pages = Pages.start("-c", "500x1")) {
            MemoryResult memory = Reading.twice(List.of(pages.target()), 100);
            assertThat(memory.volatileBytes()).isBetween(PAGE_BYTES, 20 * PAGE_BYTES);
        }
    }

    @Test
    @Needs(also = Pages.class)
    void aProcessThatEndsMeanwhileIsCounted() throws Exception {
        try (Pages pages = Pages.start("2000x1");
                MemoryScan scan = open(List.of(pages.target()))) {
            pages.kill();
            Reading reading = Reading.of(scan);
            assertThat(reading.bytes()).isEmpty();
            assertThat(reading.errors()).hasSize(1).first().asString().contains("NoSuchFile");
            assertThat(scan.result().goneBytes()).isEqualTo(scan.residentBytes());
        }
    }

    @Test
    @Needs(also = Pages.class)
    void aProcessThatExecutesAnotherProgramIsNotTakenForIt() throws Exception {
        try (Pages pages = Pages.start("-x", "2000x1");
                MemoryScan scan = open(List.of(pages.target()))) {
            pages.poke();
            while (resident(pages) > 1500 * PAGE_BYTES) {
                Thread.sleep(1);
            }
            Reading reading = Reading.of(scan);
            assertThat(reading.bytes()).isEmpty();
            assertThat(scan.result().goneBytes()).isEqualTo(scan.residentBytes());
        }
    }

    /** This JVM allocates and frees while it is read. */
    @Test
    void aProcessThatMapsAndUnmapsMeanwhileIsRead() throws Exception {
        Process other = new ProcessBuilder(
                        "sh",
                        "-c",
                        "while :; do head -c 20000000 /dev/zero | tail -c 1 >/dev/null; ls / >/dev/null; done")
                .redirectErrorStream(true)
                .start();
        try {
            List<String> targets = new ArrayList<>(List.of(String.valueOf(other.pid())));
            for (int i = 0; i < 20; i++) {
                other.descendants().map(ProcessHandle::pid).map(String::valueOf).forEach(targets::add);
                try (MemoryScan scan = open(targets)) {
                    Reading.of(scan);
                    MemoryResult memory = scan.result();
                    assertThat(memory.residentBytesHigh()).isPositive();
                } catch (MemoryException e) {
                    assertThat(e).hasMessageContaining("there is none of this number");
                }
                targets.subList(1, targets.size()).clear();
            }
        } finally {
            other.descendants().forEach(ProcessHandle::destroyForcibly);
            other.destroyForcibly();
        }
    }

    @Test
    @Needs(also = Pages.class)
    void allProcessesAreFound() throws Exception {
        try (Pages pages = Pages.start("300x1");
                MemoryScan scan = open(List.of("all"))) {
            MemoryResult memory = scan.result();
            assertThat(memory.accounts()).anyMatch(account -> account.name().equals(pages.target() + " pages"));
            String self = ProcessHandle.current().pid() + " java";
            assertThat(memory.accounts()).noneMatch(account -> account.name().equals(self));
        }
    }

    @Test
    @Needs(also = Pages.class)
    void frozenProcessesGoOn() throws Exception {
        try (Pages pages = Pages.start("-c", "500x1")) {
            try (MemoryScan scan = MemoryScan.open(new MemoryRequest(List.of(pages.target()), 0, true, 1, 4096))) {
                assertThat(pages.state()).isEqualTo('T');
                byte[] once = Reading.of(scan).bytes();
                assertThat(Reading.of(scan).bytes()).isEqualTo(once);
            }
            while (pages.state() == 'T') {
                Thread.sleep(1);
            }
            assertThat(pages.isAlive()).isTrue();
        }
    }

    @Test
    @Needs(also = Pages.class)
    void whatWasStoppedBeforeStaysSo() throws Exception {
        try (Pages pages = Pages.start("50x1")) {
            Programs.run("sh", "-c", "kill -STOP " + pages.target());
            while (pages.state() != 'T') {
                Thread.sleep(1);
            }
            try (MemoryScan scan = MemoryScan.open(new MemoryRequest(List.of(pages.target()), 0, true, 1, 4096))) {
                Reading.of(scan);
            }
            Thread.sleep(20);
            assertThat(pages.state()).isEqualTo('T');
            Programs.run("sh", "-c", "kill -CONT " + pages.target());
        }
    }

    /** With the group below it, by the switch of control groups of version 2. */
    @Test
    @Needs(also = Pages.class)
    void aControlGroupIsFrozenAsAWhole() throws Exception {
        Path root = Path.of("/sys/fs/cgroup/cgroup.procs").toFile().exists()
                ? Path.of("/sys/fs/cgroup")
                : Path.of("/sys/fs/cgroup/unified");
        assumeThat(Files.isWritable(root.resolve("cgroup.procs")) && Files.isWritable(root))
                .as("needs root and control groups of version 2")
                .isTrue();
        Path group = Files.createDirectory(
                root.resolve("compscan-test-" + ProcessHandle.current().pid()));
        Path inner = Files.createDirectory(group.resolve("inner"));
        try (Pages one = Pages.start("-c", "300x1");
                Pages two = Pages.start("-c", "200x2")) {
            Files.writeString(group.resolve("cgroup.procs"), one.target());
            Files.writeString(inner.resolve("cgroup.procs"), two.target());
            for (String name : List.of(group.toString(), group.getFileName().toString())) {
                try (MemoryScan scan = MemoryScan.open(new MemoryRequest(List.of(name), 0, true, 1, 4096))) {
                    assertThat(group.resolve("cgroup.events")).content().contains("frozen 1");
                    byte[] once = Reading.of(scan).bytes();
                    assertThat(Reading.of(scan).bytes()).isEqualTo(once);
                    assertThat(scan.result().accounts()).hasSize(2);
                }
                assertThat(Files.readString(group.resolve("cgroup.freeze"))).startsWith("0");
            }
        } finally {
            awaitEmpty(inner);
            Files.delete(inner);
            awaitEmpty(group);
            Files.delete(group);
        }
    }

    private static void awaitEmpty(Path group) throws IOException, InterruptedException {
        while (!Files.readString(group.resolve("cgroup.procs")).isEmpty()) {
            Thread.sleep(2);
        }
    }

    @Test
    void thisProcessIsNotStopped() {
        String self = String.valueOf(ProcessHandle.current().pid());
        assertThatThrownBy(() -> MemoryScan.open(new MemoryRequest(List.of(self), 0, true, 1, 4096)))
                .isInstanceOf(MemoryException.class)
                .hasMessageContaining("is this one or has started it");
        assertThatThrownBy(() -> MemoryScan.open(new MemoryRequest(List.of("all"), 0, true, 1, 4096)))
                .isInstanceOf(MemoryException.class)
                .hasMessageContaining("--freeze needs PID or CGROUP");
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> open(List.of("999999999")))
                .isInstanceOf(MemoryException.class)
                .hasMessageContaining("process 999999999");
        assertThatThrownBy(() -> open(List.of("nothing-here")))
                .isInstanceOf(MemoryException.class)
                .hasMessageContaining("'nothing-here'");
    }

    /** A Python process that has carried this out and waits; x86 and ARM have different numbers of exit(2) for one thread. */
    private static Process python(String code, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("python3", "-c", """
                import ctypes, mmap, os, platform, sys, threading, time
                data = bytearray(os.urandom(1 << 20))
                libc = ctypes.CDLL(None)
                exit_number = {'x86_64': 60, 'aarch64': 93}.get(platform.machine())
                """ + code + "\nprint('ready', flush=True)\ntime.sleep(100)\n"));
        for (Object argument : arguments) {
            command.add(String.valueOf(argument));
        }
        Process process = new ProcessBuilder(command).start();
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        return process;
    }

    /** prctl(PR_SET_NAME) cuts the name at 15 bytes, within the eighth letter. */
    @Test
    @Needs("python3")
    void aNameThatIsCutWithinALetterHindersNothing() throws Exception {
        Process process = python("libc.prctl(15, bytes.fromhex('d0bfd180d0bed0b2d0b5d180d0bad0b0'), 0, 0, 0)");
        try {
            MemoryResult memory = Reading.once(List.of(String.valueOf(process.pid())));
            assertThat(memory.mappedBytes()).isGreaterThan(1 << 20);
            assertThat(memory.accounts().get(0).name()).isEqualTo(process.pid() + " ________");
        } finally {
            process.destroyForcibly();
        }
    }

    /** The name of a mapped file that looks like a line of smaps, behind a carriage return. */
    @Test
    @Needs("python3")
    void aMappedFileForgesNoAreas(@TempDir Path directory) throws Exception {
        Path file = Files.write(
                directory.resolve("a\r00400000-7ffffffff000 rw-p 0 00:00 0\rRss: 4 kB\r"), new byte[5 << 20]);
        Process process = python("""
                mapped = mmap.mmap(os.open(sys.argv[1], os.O_RDWR), 0, flags=mmap.MAP_PRIVATE, prot=3)
                for i in range(0, len(mapped), 4096): mapped[i:i + 8] = b'ABCDEFGH'
                """, file);
        try {
            steadyReading(String.valueOf(process.pid()));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @Needs("python3")
    void memoryIsReadThoughTheMainThreadHasEnded() throws Exception {
        Process process = python("""
                def work():
                    while open('/proc/%d/stat' % os.getpid()).read().split(') ')[1][0] != 'Z': time.sleep(0.01)
                    print('ready', flush=True)
                    time.sleep(100)
                threading.Thread(target=work).start()
                libc.syscall(exit_number, 0)
                """);
        try {
            MemoryResult memory = Reading.once(List.of(String.valueOf(process.pid())));
            assertThat(memory.mappedBytes()).isGreaterThan(1 << 20);
            assertThat(memory.accounts().get(0).name()).startsWith(process.pid() + " python3");
        } finally {
            process.destroyForcibly();
        }
    }

    /** On Linux 6.18 not even their files of memory can be opened. */
    @Test
    @Needs("python3")
    void threadsOfTheKernelAndProcessesThatHaveEndedHaveNoMemory() throws Exception {
        Process process = python("if os.fork() == 0: os._exit(0)");
        try {
            long child = process.children().findFirst().orElseThrow().pid();
            Path stat = Path.of("/proc", String.valueOf(child), "stat");
            while (!Files.readString(stat).contains(") Z")) {
                Thread.sleep(5);
            }
            try (MemoryScan scan = open(List.of(String.valueOf(process.pid()), String.valueOf(child)))) {
                assertThat(Reading.of(scan).errors()).isEmpty();
            }
            assertThatThrownBy(() -> open(List.of(String.valueOf(child))))
                    .isInstanceOf(MemoryException.class)
                    .hasMessageContaining("processes that have ended have none");
        } finally {
            process.destroyForcibly();
        }
        Path kthreadd = Path.of("/proc/2/comm");
        assumeThat(Files.exists(kthreadd) && Files.readString(kthreadd).equals("kthreadd\n"))
                .as("a container sees no thread of the kernel")
                .isTrue();
        assertThatThrownBy(() -> open(List.of("2")))
                .isInstanceOf(MemoryException.class)
                .hasMessageContaining("threads of the kernel");
    }

    @Test
    void aControlGroupThatIsNoneIsRefused(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("cgroup.procs"), "x\n");
        assertThatThrownBy(() -> open(List.of(directory.toString())))
                .isInstanceOf(MemoryException.class)
                .hasMessage("the processes cannot be listed: " + directory.resolve("cgroup.procs")
                        + " is no list of process numbers");
    }
}
