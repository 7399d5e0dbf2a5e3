package io.compscan.memory.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.memory.page.PageHash;
import io.compscan.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All dumps that QEMU writes of one paused guest hold the same pages. */
@Needs(also = QemuGuest.class)
class QemuDumpsTest {

    private static final int PAGE = PageHash.PAGE_BYTES;
    private static final int FILE_PAGES = 1000;

    @TempDir
    private static Path directory;

    private static QemuGuest guest;
    private static Map<Long, byte[]> elf;

    @BeforeAll
    static void start() throws Exception {
        Path file = Files.write(directory.resolve("file"), Fixtures.pages(0, FILE_PAGES));
        guest = QemuGuest.start(file);
        elf = ReadDump.all(guest.dump(directory.resolve("guest.elf"), "dump-guest-memory %s"), 512);
    }

    @AfterAll
    static void end() throws Exception {
        if (guest != null) {
            guest.close();
        }
    }

    @Test
    void coreHoldsTheFile() {
        for (int i = 0; i < FILE_PAGES; i++) {
            assertThat(elf.get(QemuGuest.FILE_ADDRESS + (long) i * PAGE))
                    .as("page %d", i)
                    .isEqualTo(Fixtures.page(i));
        }
        assertThat((long) elf.size() * PAGE).isGreaterThanOrEqualTo(QemuGuest.MEMORY_BYTES);
    }

    @Test
    void rawPagesAreThoseOfTheCore() throws Exception {
        Path raw = guest.dump(
                directory.resolve("guest.raw"),
                "pmemsave 0 0x" + Integer.toHexString(QemuGuest.MEMORY_BYTES) + " \"%s\"");
        Map<Long, byte[]> pages = ReadDump.all(raw, 512);
        assertThat(pages).hasSize(QemuGuest.MEMORY_BYTES / PAGE);
        assertSame(pages, elf);
    }

    @ParameterizedTest
    @CsvSource({"-z,zlib", "-l,lzo", "-s,snappy"})
    void compressedPagesAreThoseOfTheCore(String option, String method) throws Exception {
        Path file = directory.resolve("guest." + method);
        String said = guest.type("dump-guest-memory " + option + " " + file);
        assumeTrue(Files.exists(file), () -> "this QEMU has no " + method + ": " + said);
        Map<Long, byte[]> pages = ReadDump.all(file, 512);
        assertSame(pages, elf);
        assertThat(pages.keySet().containsAll(elf.keySet())).isTrue();
    }

    /** Whatever is in both. */
    private static void assertSame(Map<Long, byte[]> pages, Map<Long, byte[]> core) {
        int common = 0;
        for (Map.Entry<Long, byte[]> page : pages.entrySet()) {
            byte[] other = core.get(page.getKey());
            if (other != null) {
                common++;
                assertThat(Arrays.equals(page.getValue(), other))
                        .as("page at %x", page.getKey())
                        .isTrue();
            }
        }
        assertThat(common).isGreaterThanOrEqualTo(QemuGuest.MEMORY_BYTES / PAGE - 256);
    }
}
