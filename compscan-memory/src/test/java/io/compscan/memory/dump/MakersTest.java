package io.compscan.memory.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other programs have written: makedumpfile, the image tool of CRIU, the Snappy of Google. */
class MakersTest {

    private static final int PAGE = Fixtures.PAGE;
    private static final int PAGES = 700;
    private static final int CORE_HEADER_BYTES = PAGE;

    @TempDir
    private Path directory;

    /** Repeats what it holds, at all distances and lengths; every fourth page shrinks little, every seventh not at all. */
    private static byte[] page(int number) {
        Random random = new Random(number);
        byte[] page = new byte[PAGE];
        random.nextBytes(page);
        int most = 1 + random.nextInt(number % 4 == 0 ? 12 : 700);
        for (int at = 1 + random.nextInt(40); at < PAGE && number % 7 != 0; ) {
            int distance = 1 + random.nextInt(random.nextBoolean() ? Math.min(at, 16) : at);
            int end = Math.min(PAGE, at + 3 + random.nextInt(most));
            for (; at < end; at++) {
                page[at] = page[at - distance];
            }
            at += random.nextInt(30);
        }
        return number % 11 == 3 ? new byte[PAGE] : page;
    }

    /** A core as the kernel lays it out, with its page frames at address 0; makedumpfile takes no other. */
    private Path core() throws IOException {
        ByteBuffer core = ByteBuffer.allocate(CORE_HEADER_BYTES + PAGES * PAGE).order(ByteOrder.LITTLE_ENDIAN);
        core.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        core.putShort((short) 4)
                .putShort((short) 62)
                .putInt(1)
                .putLong(0)
                .putLong(64)
                .putLong(0);
        core.putInt(0).putShort((short) 64).putShort((short) 56).putShort((short) 2);
        core.position(64);
        int noteBytes = 12 + 8 + 336;
        core.putInt(4).putInt(0).putLong(64 + 2 * 56).putLong(0).putLong(0);
        core.putLong(noteBytes).putLong(noteBytes).putLong(0);
        core.putInt(1)
                .putInt(7)
                .putLong(CORE_HEADER_BYTES)
                .putLong(0xffff888000000000L)
                .putLong(0);
        core.putLong((long) PAGES * PAGE).putLong((long) PAGES * PAGE).putLong(PAGE);
        core.putInt(5).putInt(336).putInt(1).put("CORE".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < PAGES; i++) {
            core.put(CORE_HEADER_BYTES + i * PAGE, page(i));
        }
        return Files.write(directory.resolve("core"), core.array());
    }

    private static void assertAllPages(Map<Long, byte[]> found) {
        assertThat(found).hasSize(PAGES);
        for (int i = 0; i < PAGES; i++) {
            assertThat(found.get((long) i * PAGE)).as("page %d", i).isEqualTo(page(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c", "-l"})
    @Needs("makedumpfile")
    void makedumpfileWritesWhatIsRead(String compression) throws Exception {
        Path dump = directory.resolve("dump");
        Programs.run("makedumpfile", compression, "-d", "0", core(), dump);
        assertThat(Files.size(dump)).isLessThan((long) PAGES * PAGE * 4 / 5);
        assertAllPages(ReadDump.all(dump, 512));
    }

    @Test
    @Needs("makedumpfile")
    void makedumpfileWritesFlattened() throws Exception {
        Path dump = directory.resolve("dump");
        Process maker = new ProcessBuilder("makedumpfile", "-F", "-l", "-d", "0", core().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(dump.toFile())
                .start();
        assertThat(maker.waitFor()).isZero();
        assertAllPages(ReadDump.all(dump, 512));
    }

    /** CRIU's own tool makes the image of a list. */
    @Test
    @Needs("crit")
    void imagesThatCriuHasEncoded() throws Exception {
        Path list = Files.writeString(directory.resolve("list.json"), """
                {"magic": "PAGEMAP", "entries": [
                  {"pages_id": 3},
                  {"vaddr": "0x10000", "nr_pages": 5, "flags": "PE_PRESENT"},
                  {"vaddr": "0x20000", "nr_pages": 2, "flags": "PE_PARENT"},
                  {"vaddr": "0x7f0000000000", "nr_pages": 300, "flags": "PE_LAZY | PE_PRESENT"}
                ]}
                """);
        Path images = Files.createDirectory(directory.resolve("images"));
        Path image = images.resolve("pagemap-77.img");
        Programs.run("crit", "encode", "-i", list, "-o", image);
        Files.write(images.resolve("pages-3.img"), Fixtures.pages(0, 305));
        Map<Long, byte[]> expected = new TreeMap<>();
        for (int i = 0; i < 305; i++) {
            expected.put(i < 5 ? 0x10000L + (long) i * PAGE : 0x7f0000000000L + (i - 5L) * PAGE, Fixtures.page(i));
        }
        Map<Long, byte[]> found = ReadDump.all(images, 8);
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((address, page) ->
                assertThat(found.get(address)).as("%x", address).isEqualTo(page));
    }

    @Test
    void snappyUnpacksWhatGooglesHasPacked() throws Exception {
        byte[] data = new byte[PAGE + 7];
        for (int i = 0; i < PAGES; i++) {
            byte[] packed = org.xerial.snappy.Snappy.compress(page(i));
            assertThat(Snappy.unpack(packed, packed.length, data, 7, PAGE)).isEqualTo(PAGE);
            assertThat(Arrays.copyOfRange(data, 7, 7 + PAGE)).as("page %d", i).isEqualTo(page(i));
        }
    }
}
