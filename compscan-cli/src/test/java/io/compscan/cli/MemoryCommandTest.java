package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code compscan memory}, of a shell that holds a megabyte and waits. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class MemoryCommandTest {

    private static final int PAGE = 4096;
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    @TempDir
    private Path directory;

    private Process target;

    @BeforeEach
    void start() throws IOException {
        target = new ProcessBuilder("sh", "-c", "x=$(head -c 800000 /dev/urandom | od); echo ready; read -r line")
                .start();
        assertThat(target.inputReader().readLine()).isEqualTo("ready");
    }

    @AfterEach
    void end() throws InterruptedException {
        target.destroyForcibly().waitFor();
    }

    private char state() throws IOException {
        String stat = Files.readString(Path.of("/proc", String.valueOf(target.pid()), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    private void awaitState(boolean isStopped) throws IOException, InterruptedException {
        while ((state() == 'T') != isStopped) {
            Thread.sleep(5);
        }
    }

    private Path dump(int pages) throws IOException {
        byte[] bytes = new byte[pages * PAGE];
        new Random(pages).nextBytes(bytes);
        System.arraycopy(bytes, 0, bytes, PAGE, PAGE);
        Arrays.fill(bytes, 2 * PAGE, 4 * PAGE, (byte) 0);
        return Files.write(directory.resolve("guest.vmem"), bytes);
    }

    @Test
    void tellsOfAProcessWhatAScanTellsAndFrames() {
        Run run = Run.of("memory", target.pid(), "--interval", "1s", "--json", "--quiet", "--chunk", "4k,64k,2m");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        JsonNode result = run.json();
        JsonNode memory = result.get("memory");
        assertThat(result.at("/totals/logicalBytes").asLong())
                .isEqualTo(memory.get("residentBytesHigh").asLong()
                        - memory.get("goneBytes").asLong());
        assertThat(result.get("layouts")).hasSize(3);
        assertThat(result.at("/settings/paths/0").asText()).isEqualTo(String.valueOf(target.pid()));
        assertThat(result.at("/types/0/extension").asText()).isEqualTo("sh");
        assertThat(memory.at("/accounts/0/name").asText()).isEqualTo(target.pid() + " sh");
        assertThat(memory.at("/accounts/0/mappedBytes").asLong()).isGreaterThan(1 << 20);
        assertThat(memory.get("intervalSeconds").asDouble()).isEqualTo(1);
        assertThat(result.at("/layouts/0/zeroBytes").asLong())
                .isEqualTo(memory.get("zeroBytes").asLong());
        assertThat(result.at("/timing/origin/command/0").asText()).isEqualTo("memory");
    }

    @Test
    void tellsOfADumpInOnePassAndWritesWhatAScanWrites() throws IOException {
        Path dump = dump(40);
        Path out = directory.resolve("out");
        Path page = directory.resolve("page.html");
        Run run = Run.of("memory", dump, "--out", out, "--html", page);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("160 KiB mapped, 160 KiB resident in distinct frames, 152 KiB if equal pages");
        assertThat(Files.readString(page)).contains("\"memory\"").contains("guest.vmem");
        Run report = Run.of("report", out.resolve("result.json"), "--details");
        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(report.out()).contains("160 KiB mapped").contains("same elsewhere");
        JsonNode memory = Run.json(Files.readString(out.resolve("result.json"))).get("memory");
        assertThat(memory.get("intervalSeconds").asDouble()).isZero();
        assertThat(memory.get("zeroBytes").asLong()).isEqualTo(2 * PAGE);
        assertThat(memory.at("/accounts/0/selfDuplicateBytes").asLong()).isEqualTo(PAGE);
        // Two zeros share a frame, and two equal pages do.
        assertThat(memory.at("/ksm/all/sharingPages").asLong()).isEqualTo(2);
        assertThat(memory.at("/ksm/advised/candidatePages").asLong()).isZero();
    }

    /** A core of one segment with so many pages. */
    private static byte[] core(int pages) {
        ByteBuffer elf = ByteBuffer.allocate((pages + 1) * PAGE).order(ByteOrder.LITTLE_ENDIAN);
        byte[] content = new byte[pages * PAGE];
        new Random(pages).nextBytes(content);
        elf.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1})
                .putShort(16, (short) 4)
                .putLong(32, 64);
        elf.putShort(54, (short) 56).putShort(56, (short) 1);
        elf.putInt(64, 1).putLong(72, PAGE).putLong(80, 0x400000).putLong(96, content.length);
        return elf.put(PAGE, content).array();
    }

    @Test
    void whatIsMissingOfADumpIsUnread() throws IOException {
        Path dump = Files.write(directory.resolve("cut.elf"), Arrays.copyOf(core(40), 31 * PAGE));
        Run run = Run.of("memory", dump, "--json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        JsonNode totals = run.json().get("totals");
        assertThat(totals.get("logicalBytes").asLong()).isEqualTo(40 * PAGE);
        assertThat(totals.get("unreadBytes").asLong()).isEqualTo(10 * PAGE);
        assertThat(totals.get("scannedBytes").asLong()).isEqualTo(30 * PAGE);
        assertThat(run.json().at("/errors/0/path").asText()).isEqualTo(dump.toString());
        assertThat(run.json().at("/errors/0/reason").asText()).contains("cut off: it ends at " + 31 * PAGE);
        Path head = Files.write(directory.resolve("head.elf"), Arrays.copyOf(core(40), 1000));
        Run nothing = Run.of("memory", head, "--json");
        assertThat(nothing.exitCode()).as(nothing.err()).isEqualTo(ExitCode.FAILED);
        assertThat(nothing.json().at("/totals/unreadBytes").asLong()).isEqualTo(40 * PAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--interval=x", "--interval=5", "--interval=-1s", "--chunk=5k"})
    void refusesWhatItCannotUnderstand(String option) {
        Run.of("memory", target.pid(), option).failedWith(ExitCode.USAGE, option.substring(0, option.indexOf('=')));
    }

    @Test
    void refusesWhatExcludesEachOther() throws IOException {
        Run.of("memory", target.pid(), "--interval", "5s", "--freeze")
                .failedWith(ExitCode.USAGE, "--interval and --freeze exclude each other");
        Run.of("memory", "all", "--freeze").failedWith(ExitCode.FAILED, "--freeze needs PID or CGROUP");
        Run.of("memory", "999999999").failedWith(ExitCode.FAILED, "process 999999999: there is none");
        Path dump = dump(40);
        Run.of("memory", dump, "--interval", "5s").failedWith(ExitCode.USAGE, "--interval: dumps do not change");
        Run.of("memory", dump, "--freeze").failedWith(ExitCode.FAILED, "--freeze stops processes, and only dumps");
        Run.of("memory", directory.resolve("none")).failedWith(ExitCode.FAILED, "nor a dump that exists");
    }

    @Test
    void freezesAndLetsGoOn() throws Exception {
        Run run = Run.of("memory", target.pid(), "--freeze", "--json", "--quiet");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().at("/memory/frozen").asBoolean()).isTrue();
        assertThat(run.json().at("/memory/volatileBytes").asLong()).isZero();
        awaitState(false);
    }

    /** Ctrl-C, and a kill that nobody can handle. */
    @ParameterizedTest
    @Slow
    @ValueSource(booleans = {true, false})
    void aProcessGoesOnHoweverTheScanEnds(boolean isPolite) throws Exception {
        Process scan = new ProcessBuilder(
                        ScanProcess.command("memory", target.pid(), "--freeze", "--rate", "50KB/s", "--quiet"))
                .redirectErrorStream(true)
                .start();
        awaitState(true);
        ScanProcess.awaitReader(scan);
        if (isPolite) {
            scan.destroy();
        } else {
            scan.destroyForcibly();
        }
        scan.waitFor();
        awaitState(false);
        assertThat(target.isAlive()).isTrue();
    }

    /** Neither it nor its target has any right of root but its files. */
    @Test
    @Slow
    void withoutRightsResidentMemoryIsAnInterval() throws Exception {
        assumeTrue(Files.isExecutable(SETPRIV), "needs setpriv of util-linux");
        Process plain = new ProcessBuilder(withoutRights(
                        List.of("sh", "-c", "x=$(head -c 300000 /dev/urandom | od); echo ready; read -r line")))
                .start();
        try {
            assertThat(plain.inputReader().readLine()).isEqualTo("ready");
            JsonNode memory = Run.json(scan(plain.pid(), 0)).get("memory");
            assertThat(memory.get("framesVisible").asBoolean()).isFalse();
            assertThat(memory.get("residentBytesLow").asLong()).isPositive();
            assertThat(memory.get("residentBytesLow").asLong())
                    .isLessThanOrEqualTo(memory.get("residentBytesHigh").asLong());
            assertThat(memory.get("mergedBytes").isNull()).isTrue();
            assertThat(memory.get("ksm").isNull()).isTrue();
        } finally {
            plain.destroyForcibly();
        }
        // Only root has a process with more rights, and others may not look at it.
        if (Files.isWritable(Path.of("/proc/sys/kernel/core_pattern"))) {
            assertThat(scan(target.pid(), ExitCode.FAILED)).contains("permission denied");
        }
    }

    private static List<String> withoutRights(List<String> command) {
        List<String> all = new ArrayList<>(
                List.of(SETPRIV.toString(), "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", "--"));
        all.addAll(command);
        return all;
    }

    private static String scan(long pid, int exitCode) throws IOException, InterruptedException {
        Process scan = new ProcessBuilder(
                        withoutRights(ScanProcess.command("memory", pid, "--interval", "0", "--json", "--quiet")))
                .start();
        String out = new String(scan.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(scan.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(scan.waitFor()).as(err).isEqualTo(exitCode);
        return out;
    }
}
