package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.gpu.Device;
import io.compscan.gpu.Devices;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --accelerator} and {@code compscan devices}, with OpenCL on this machine's processor. */
@Timeout(300)
@Slow
class AcceleratorTest {

    private static final int MIB = 1 << 20;
    private static final String CHUNKING = "4k,rabin:8k,fastcdc:8k";
    private static final String DEVICE = "opencl:0";

    private static Devices devices;

    @TempDir
    private static Path tree;

    @TempDir
    private Path directory;

    @BeforeAll
    static void write() throws IOException {
        devices = Devices.find();
        Random random = new Random(16);
        for (int f = 0; f < 300; f++) {
            byte[] content = new byte[random.nextInt(9000)];
            new Random(random.nextInt(200)).nextBytes(content);
            Files.write(tree.resolve("file" + f + ".t" + f % 5), content);
        }
        byte[] image = new byte[20 * MIB + 77];
        random.nextBytes(image);
        System.arraycopy(image, 0, image, 7 * MIB + 5, 6 * MIB);
        Files.write(tree.resolve("image.raw"), image);
        try (RandomAccessFile sparse =
                new RandomAccessFile(tree.resolve("sparse.img").toFile(), "rw")) {
            sparse.seek(100L * MIB + 5);
            sparse.write(image, 0, 4 * MIB);
            sparse.setLength(200L * MIB);
        }
    }

    /** Some device of OpenCL. */
    private static final class OpenCl implements Needs.Need {
        @Override
        public Optional<String> missing() {
            return Devices.find().devices().stream()
                            .anyMatch(device -> device.id().equals(DEVICE))
                    ? Optional.empty()
                    : Optional.of(String.valueOf(Devices.find().absences()));
        }
    }

    @Test
    void devicesAreListed() {
        Run run = Run.of("scan", "--accelerator", "list");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .hasSize(devices.devices().size() + devices.absences().size());
        devices.devices().forEach(device -> assertThat(run.out()).contains(device.id(), device.name()));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "1, 7"})
    @Needs(also = OpenCl.class)
    void theOutputsAreThoseOfTheProcessor(int readers, int workers) throws Exception {
        Map<String, String> expected = outputs("without", scan("without", "-q"));
        Run run = scan("with", "--accelerator", DEVICE, "--readers", readers, "--workers", workers);
        assertThat(outputs("with", run)).isEqualTo(expected);
        assertThat(run.err()).startsWith("compscan: accelerator: ").contains("(" + DEVICE + ")\n");
    }

    @Test
    void quietScansSayNothingOfIt() throws Exception {
        assertThat(scan("a", "-q", "--accelerator", DEVICE).err()).isEmpty();
        assertThat(scan("b", "-q", "--accelerator", "nosuch").err()).isEmpty();
        assertThat(scan("c", "-q", "--accelerator", "OFF").err()).isEmpty();
    }

    @Test
    void withoutADeviceTheProcessorDoesIt() throws Exception {
        assertGoesOnWithout(scan("nosuch", "--accelerator", "nosuch"), "there is no device 'nosuch' (");
        assumeTrue(devices.devices().stream().allMatch(device -> device.type() == Device.Type.CPU), "a GPU is here");
        assertGoesOnWithout(scan("auto", "--accelerator", "auto"), "there is no GPU (");
    }

    @Test
    void withoutWorkForADeviceNoneIsUsed() throws Exception {
        Run run = Run.of("scan", tree, "--chunk", "ae:4k", "--fingerprint", "md5", "--accelerator", DEVICE);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .startsWith("compscan: --accelerator: devices find chunks of rabin, gear and fastcdc, and SHA-1;"
                        + " this scan goes on without\n");
    }

    /** No driver is registered; the driver cannot build the kernels. */
    @ParameterizedTest
    @CsvSource({
        "OCL_ICD_VENDORS, /dev/null, no driver is registered",
        "POCL_CACHE_DIR, /dev/null/none, no device that can build kernels"
    })
    @Needs(also = OpenCl.class)
    void aDriverThatIsNoUseCostsALine(String variable, String value, String line) throws Exception {
        Path said = directory.resolve("said");
        ProcessBuilder scan = new ProcessBuilder(ScanProcess.command(
                        arguments("broken", "--accelerator", DEVICE, "--readers", 1, "--workers", 1)))
                .redirectOutput(directory.resolve("report").toFile())
                .redirectError(said.toFile());
        scan.environment().put(variable, value);
        int exitCode = scan.start().waitFor();
        Run run = new Run(exitCode, Files.readString(directory.resolve("report")), Files.readString(said));
        assertGoesOnWithout(run, line);
        assertThat(outputs("broken", run)).isEqualTo(outputs("without", scan("without", "-q")));
    }

    private static void assertGoesOnWithout(Run run, String reason) {
        assertThat(run.exitCode()).as(run.err()).isZero();
        List<String> lines =
                run.err().lines().filter(line -> line.contains("accelerator")).toList();
        assertThat(lines)
                .as(run.err())
                .singleElement()
                .asString()
                .startsWith("compscan: --accelerator: ")
                .contains(reason)
                .endsWith("; the scan goes on without");
    }

    /** A scan without a device pays nothing for it. */
    @Test
    void withoutTheOptionNoDriverIsLoaded() throws Exception {
        Path loaded = directory.resolve("loaded");
        List<String> command = new ArrayList<>(ScanProcess.command("scan", "-q", tree.resolve("file1.t1")));
        command.add(1, "-Xlog:class+load:file=" + loaded);
        Process scan = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("report").toFile())
                .start();
        assertThat(scan.waitFor()).isZero();
        assertThat(Files.readString(loaded))
                .contains("io.compscan.core.scan.ScanSession ")
                .doesNotContain("accelerator.AcceleratorProvider ", "accelerator.SlabQueue ", "io.compscan.gpu.");
    }

    /** Killed while it uses the device; gone on with the same options, which the checkpoint remembers, or without the device. */
    @ParameterizedTest
    @CsvSource({DEVICE, "off"})
    @Needs(also = OpenCl.class)
    void aKilledScanGoesOn(String device) throws Exception {
        Path checkpoint = directory.resolve("checkpoint");
        Object[] slow = arguments(
                "killed",
                "--accelerator",
                DEVICE,
                "--readers",
                1,
                "--workers",
                1,
                "--rate",
                "16MiB/s",
                "--checkpoint-every",
                "20ms",
                "--checkpoint",
                checkpoint);
        Process scan = new ProcessBuilder(ScanProcess.command(slow))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile())
                .start();
        try {
            while (scan.isAlive() && !Files.exists(checkpoint.resolve("checkpoint"))) {
                Thread.sleep(20);
            }
        } finally {
            scan.destroyForcibly().waitFor();
        }
        assertThat(checkpoint.resolve("checkpoint")).exists();
        Run run = Run.of("scan", "--resume", checkpoint, "--rate", "100g/s", "--accelerator", device);
        assertThat(outputs("killed", run)).isEqualTo(outputs("without", scan("without", "-q")));
    }

    private Object[] arguments(String name, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of(
                "scan",
                tree,
                "--chunk",
                CHUNKING,
                "--compress",
                "lz4",
                "--out",
                directory.resolve(name),
                "--save",
                directory.resolve(name + ".fpr")));
        arguments.addAll(List.of(more));
        return arguments.toArray();
    }

    private Run scan(String name, Object... more) {
        return Run.of(arguments(name, more));
    }

    /** All that a scan has written, by name, less the time that it took. */
    private Map<String, String> outputs(String name, Run run) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        Map<String, String> outputs = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            for (Path file : files.toList()) {
                outputs.put(String.valueOf(file.getFileName()), Files.readString(file));
            }
        }
        outputs.put(
                "result.json",
                Run.withoutTiming(Run.json(outputs.get("result.json"))).toString());
        Run entries = Run.of("report", directory.resolve(name + ".fpr"), "--entries", "csv", "--verify");
        assertThat(entries.exitCode()).as(entries.err()).isZero();
        outputs.put("entries", entries.out());
        return outputs;
    }
}
