package io.compscan.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.SmallHeap;
import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.testing.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesTest {

    private record Named(String id, String name, Type type, long memoryBytes) implements Device {
        @Override
        public Context open() {
            throw new AssertionError();
        }
    }

    private record Fixed(String name, List<Device> found) implements Driver {
        @Override
        public List<Device> devices() throws AcceleratorException {
            if (found.isEmpty()) {
                throw new AcceleratorException("there is no lib" + name + ".so");
            }
            return found;
        }
    }

    private static final Device CPU = new Named("a:0", "pthread-EPYC", Device.Type.CPU, 7L << 30);
    private static final Device GPU = new Named("b:0", "NVIDIA H200", Device.Type.GPU, 141L << 30);
    private static final Device SECOND_GPU = new Named("b:1", "NVIDIA H200", Device.Type.GPU, 141L << 30);

    private static Devices find(Device... devices) {
        return Devices.find(List.of(new Fixed("a", List.of(devices)), new Fixed("c", List.of())));
    }

    @Test
    void autoTakesTheFirstThatIsNoProcessor() throws Exception {
        assertThat(find(CPU, GPU, SECOND_GPU).named("auto")).isEqualTo(GPU);
    }

    @Test
    void autoNeverTakesAProcessor() {
        assertThatThrownBy(() -> find(CPU).named("auto"))
                .isInstanceOf(AcceleratorException.class)
                .hasMessage("there is no GPU (a:0 is pthread-EPYC; c: there is no libc.so)");
    }

    @Test
    void aProcessorIsTakenIfItIsNamed() throws Exception {
        assertThat(find(CPU, GPU).named("A:0")).isEqualTo(CPU);
        assertThat(find(CPU, GPU).named("epyc")).isEqualTo(CPU);
    }

    @Test
    void anIdGoesBeforeAName() throws Exception {
        assertThat(find(GPU, SECOND_GPU).named("b:1")).isEqualTo(SECOND_GPU);
        assertThat(find(GPU, SECOND_GPU).named("h200")).isEqualTo(GPU);
    }

    @Test
    void whoeverIsNotThereIsToldWhatIs() {
        assertThatThrownBy(() -> find(GPU).named("mi300"))
                .hasMessage("there is no device 'mi300' (b:0 is NVIDIA H200; c: there is no libc.so)");
        assertThatThrownBy(
                        () -> Devices.find(List.of(new Fixed("a", List.of()))).named("auto"))
                .hasMessage("there is no GPU (a: there is no liba.so)");
    }

    @Test
    void theTableNamesAllAndWhoHasNone() {
        assertThat(find(CPU, GPU).table()).isEqualTo("""
                        a:0  cpu        7,168 MiB  pthread-EPYC
                        b:0  gpu      144,384 MiB  NVIDIA H200
                        none by c: there is no libc.so
                        """);
    }

    /** On any machine: each driver has devices or says why not. */
    @Test
    void theDriversAnswer() {
        Devices found = Devices.find();
        assertThat(found.devices().stream()
                                .map(device -> device.id().replaceAll(":.*", ""))
                                .distinct()
                                .count()
                        + found.absences().size())
                .isEqualTo(2);
    }

    /** A driver with LLVM inside replaces the handlers of SIGSEGV and others, on which the JVM depends. */
    @Test
    @Needs(also = Pocl.class)
    void driversLeaveTheSignalHandlersOfTheJvm(@TempDir Path directory) throws Exception {
        Pocl.device();
        assertThat(SmallHeap.run("256m", directory.resolve("log"), FirstUse.class))
                .contains("drivers replace handlers: true\n", "handlers are replaced afterwards: false\n");
    }

    /** A process that no driver was loaded into before. */
    static final class FirstUse {
        public static void main(String[] args) throws Exception {
            SignalHandlers before = SignalHandlers.now();
            SignalHandlers[] within = new SignalHandlers[1];
            OpenClDriver driver = new OpenClDriver();
            Devices devices = Devices.find(List.of(new Driver() {
                @Override
                public String name() {
                    return driver.name();
                }

                @Override
                public List<Device> devices() throws AcceleratorException {
                    List<Device> found = driver.devices();
                    within[0] = SignalHandlers.now();
                    return found;
                }
            }));
            try (Accelerator accelerator = OpenDevice.open(devices.named("opencl:0"))) {
                System.out.println(accelerator.name() + ": drivers replace handlers: " + !within[0].equals(before));
                System.out.println("handlers are replaced afterwards: "
                        + !SignalHandlers.now().equals(before));
            }
        }
    }

    /** {@code dev/accelerator-ptx.sh} was run after the last change of the source. */
    @Test
    void thePtxIsThatOfTheSource() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Kernel.resource(Kernel.SOURCE));
        String ptx = new String(Kernel.resource(Kernel.PTX), StandardCharsets.UTF_8);
        assertThat(ptx).startsWith("// kernels.cl, SHA-256 " + HexFormat.of().formatHex(digest) + "\n");
        for (Kernel kernel : Kernel.values()) {
            String name = kernel.functionName();
            assertThat(ptx).contains(".visible .entry " + name + "(");
        }
    }
}
