package io.compscan.memory.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.FrameIntake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps made from the descriptions of their formats, with the pages known beforehand. */
class DumpsTest {

    private static final int PAGE = Fixtures.PAGE;

    @TempDir
    private Path directory;

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(directory.resolve(name), bytes);
    }

    /** Pages of these numbers, by address. */
    private static Map<Long, byte[]> expected(long address, int first, int count) {
        Map<Long, byte[]> pages = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            pages.put(address + (long) i * PAGE, Fixtures.page(first + i));
        }
        return pages;
    }

    private static void assertSame(Map<Long, byte[]> found, Map<Long, byte[]> expected) {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((address, page) ->
                assertThat(found.get(address)).as(Long.toHexString(address)).isEqualTo(page));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x3f8, 0x3d8, 1, 4095})
    void coreOfAProcessWhoseSegmentsLieAnywhereInTheFile(int odd) throws Exception {
        byte[] core = Fixtures.elf(odd, new long[] {0x400000, 0, 0, 5}, new long[] {0x7f00000000L * 16, 0, 10, 7});
        Map<Long, byte[]> expected = expected(0x400000, 0, 5);
        expected.putAll(expected(0x7f00000000L * 16, 10, 7));
        Path file = write("core", core);
        assertSame(ReadDump.all(file, 1), expected);
        assertSame(ReadDump.all(file, 512), expected);
    }

    /** Frame 0 of a machine has the physical address 0 like all segments of a process. The last segment maps known frames again. */
    @Test
    void coreOfAMachineIsByPhysicalAddress() throws Exception {
        byte[] core = Fixtures.elf(8, new long[] {0, 0, 0, 4}, new long[] {0, 0x100000, 20, 6}, new long[] {
            0xffffffff80000000L, 0x102000, 22, 2
        });
        Map<Long, byte[]> expected = expected(0, 0, 4);
        expected.putAll(expected(0x100000, 20, 6));
        assertSame(ReadDump.all(write("guest.elf", core), 3), expected);
    }

    @Test
    void areaOfTheKernelInAProcessIsLeftOut() throws Exception {
        byte[] core = Fixtures.elf(0, new long[] {0x1000, 0, 0, 2}, new long[] {0xffffffffff600000L, 0, 5, 1});
        assertSame(ReadDump.all(write("core", core), 8), expected(0x1000, 0, 2));
    }

    /** The parts of a dump that are missing, as bytes and reasons. */
    private List<String> lost(byte[] dump) throws IOException {
        List<AddressSpace> spaces = Dumps.open(write("dump", dump), new FrameIntake());
        try {
            return spaces.get(0).lost().stream()
                    .map(lost -> lost.bytes() + " " + lost.reason().getMessage())
                    .toList();
        } finally {
            spaces.forEach(AddressSpace::close);
        }
    }

    @Test
    void coreThatIsCutOffSaysHowMuchIsMissing() throws Exception {
        byte[] core = Fixtures.elf(0, new long[] {0x1000, 0, 0, 8});
        byte[] cut = Arrays.copyOf(core, core.length - 3 * PAGE - 5);
        assertThat(lost(cut)).containsExactly(4 * PAGE + " the file is cut off: it ends at " + cut.length + " bytes");
        assertSame(ReadDump.all(write("core", cut), 8), expected(0x1000, 0, 4));
        assertThat(lost(Arrays.copyOf(core, 1000)))
                .containsExactly(8 * PAGE + " the file is cut off: it ends at 1000 bytes");
        assertThat(lost(core)).isEmpty();
    }

    /** The second segment maps the frames 4 to 7 once more, so the pages 6 and 7 are missing once. */
    @Test
    void framesThatAreMappedTwiceAreMissingOnce() throws Exception {
        byte[] core = Fixtures.elf(0, new long[] {0, 0x10000, 0, 8}, new long[] {0, 0x14000, 4, 4});
        ByteBuffer.wrap(core).order(ByteOrder.LITTLE_ENDIAN).putLong(64 + 56 + 8, PAGE + 4 * PAGE);
        assertThat(lost(Arrays.copyOf(core, PAGE + 6 * PAGE)))
                .containsExactly(2 * PAGE + " the file is cut off: it ends at " + 7 * PAGE + " bytes");
    }

    /** One of two segments is damaged: place in the file (8), address (16), size (32). */
    @ParameterizedTest
    @CsvSource({
        "8, -4096, 12288 damaged: segment 1 has an impossible place in the file",
        "8, 9223372036854775807, 12288 damaged: segment 1 has an impossible place in the file",
        "16, 1152921504606846976, 12288 damaged: segment 1 has an impossible address",
        "32, -4096, 0 damaged: segment 1 has an impossible size",
        "32, 9007199254740992, 0 damaged: segment 1 has an impossible size",
        "8, 1125899906842624, 12288 the file is cut off: it ends at 24576 bytes",
    })
    void damagedSegmentsAreNamed(int field, long value, String expected) throws Exception {
        byte[] core = Fixtures.elf(0, new long[] {0x1000, 0, 0, 2}, new long[] {0x8000, 0, 2, 3});
        ByteBuffer.wrap(core).order(ByteOrder.LITTLE_ENDIAN).putLong(64 + 56 + field, value);
        assertThat(lost(core)).containsExactly(expected);
        assertSame(ReadDump.all(write("core", core), 8), expected(0x1000, 0, 2));
    }

    @Test
    void rawPages() throws Exception {
        assertSame(ReadDump.all(write("guest.vmem", Fixtures.pages(0, 11)), 4), expected(0, 0, 11));
    }

    @Test
    void kdumpWithEveryMethod() throws Exception {
        Map<Long, byte[]> expected = new TreeMap<>();
        for (int frame = 0; frame < 32; frame++) {
            if (Fixtures.isDumped(frame)) {
                expected.put((long) frame * PAGE, Fixtures.page(frame));
            }
        }
        assertSame(ReadDump.all(write("plain", Fixtures.kdump()), 16), expected);
        assertSame(ReadDump.all(write("flat", Fixtures.flattened(Fixtures.kdump(), 1000)), 16), expected);
        assertSame(ReadDump.all(write("flat2", Fixtures.flattened(Fixtures.kdump(), 5000)), 1), expected);
    }

    @Test
    void kdumpWithAnUnknownMethodNamesIt() throws Exception {
        byte[] kdump = Fixtures.kdump();
        kdump[4 * PAGE + 12] = 0x40;
        Path file = write("kdump", kdump);
        assertThatThrownBy(() -> ReadDump.all(file, 8))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unknown method 0x40");
    }

    @ParameterizedTest
    @ValueSource(ints = {0xbed2bed0, 0xbad1bad1, 0xbed2bed2, 0xbed3bed3})
    void vmwareStateWithTwoRegions(int magic) throws Exception {
        Map<Long, byte[]> expected = expected(0, 0, 5);
        expected.putAll(expected(100L * PAGE, 5, 4));
        assertSame(ReadDump.all(write("guest.vmss", Fixtures.vmware(magic)), 8), expected);
    }

    @Test
    void imagesOfCriu() throws Exception {
        write("pagemap-1234.img", Fixtures.criuPagemap(7));
        write("pages-7.img", Fixtures.pages(0, 8));
        Map<Long, byte[]> expected = expected(0x10000, 0, 5);
        expected.putAll(expected(0x7f0000000000L, 5, 3));
        assertSame(ReadDump.all(directory, 8), expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "QEVM\0\0\0\3:dump-guest-memory",
                "LibvirtQemudSave:virsh dump --memory-only",
                "hibr:hibernation image of Windows",
                "PAGEDU64:crash dump of Windows",
                "EMiL:format=padded",
                "\u001f\u008b\u0008:gunzip",
                "DISKDUMP:makedumpfile"
            })
    void whatCannotBeScannedIsRefusedWithWhatHelps(String magicAndHelp) throws Exception {
        int colon = magicAndHelp.indexOf(':');
        byte[] magic = magicAndHelp.substring(0, colon).getBytes(StandardCharsets.ISO_8859_1);
        Path file = write("refused", Arrays.copyOf(magic, 2 * PAGE));
        assertThatThrownBy(() -> Dumps.open(file, new FrameIntake()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(magicAndHelp.substring(colon + 1));
    }

    @Test
    void hibernationImageOfLinuxIsRefused() throws Exception {
        byte[] swap = new byte[4 * PAGE];
        System.arraycopy("S1SUSPEND".getBytes(StandardCharsets.US_ASCII), 0, swap, 4086, 9);
        Path file = write("swap", swap);
        assertThatThrownBy(() -> Dumps.open(file, new FrameIntake()))
                .hasMessageContaining("hibernation image of Linux")
                .hasMessageContaining("virsh dump");
    }

    @Test
    void whatIsNoDumpIsRefused() throws Exception {
        Path odd = write("odd", new byte[PAGE + 1]);
        assertThatThrownBy(() -> Dumps.open(odd, new FrameIntake())).hasMessageContaining("no whole pages");
        Path program = Path.of("/proc/self/exe").toRealPath();
        assertThatThrownBy(() -> Dumps.open(program, new FrameIntake())).hasMessageContaining("no core");
        assertThatThrownBy(() -> Dumps.open(directory, new FrameIntake())).hasMessageContaining("pagemap-PID.img");
        Path state = write("guest.vmsn", Arrays.copyOf(Fixtures.vmware(0xbed2bed2), 12));
        assertThatThrownBy(() -> Dumps.open(state, new FrameIntake())).hasMessageContaining("ends within a header");
    }
}
