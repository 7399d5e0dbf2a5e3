package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profile of zram against the kernel's own: the same pages on a zram device that nobody uses. */
class ZramProfileTest {

    private static final Path DEVICE = Path.of("/dev/zram0");
    private static final Path SETTINGS = Path.of("/sys/block/zram0");
    private static final int PAGE_BYTES = 4096;
    private static final int PAGES = 8192;

    @TempDir
    private Path directory;

    private static String read(String name) throws IOException {
        return Files.readString(SETTINGS.resolve(name)).strip();
    }

    private static void write(String name, String value) throws IOException {
        Files.writeString(SETTINGS.resolve(name), value);
    }

    @Test
    void thePredictionIsWithinAPercentOfTheKernels() throws IOException {
        assumeTrue(
                Files.isWritable(SETTINGS.resolve("disksize")) && Files.isWritable(DEVICE),
                "needs root and a zram device");
        assumeTrue(read("disksize").equals("0"), "the zram device is in use");
        String algorithms = read("comp_algorithm");
        assumeTrue(algorithms.matches(".*\\blz4\\b.*"), "this kernel's zram has no lz4");
        Path file = Files.write(directory.resolve("pages"), pages());
        long kernelBytes;
        try {
            write("comp_algorithm", "lz4");
            write("disksize", String.valueOf((long) PAGES * PAGE_BYTES));
            try (FileChannel device = FileChannel.open(DEVICE, StandardOpenOption.WRITE)) {
                ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
                while (all.hasRemaining()) {
                    device.write(all);
                }
                device.force(true);
            }
            String[] figures = read("mm_stat").split(" +", -1);
            assertThat(Long.parseLong(figures[0])).isBetween(1L, (long) PAGES * PAGE_BYTES);
            kernelBytes = Long.parseLong(figures[1]);
        } finally {
            write("reset", "1");
            write("comp_algorithm", algorithms.replaceAll(".*\\[([^\\]]*)].*", "$1"));
        }
        long profileBytes = Run.scan(0, file, "--profile", "zram-lz4")
                .at("/profiles/0/allocatedBytes")
                .asLong();
        assertThat((double) profileBytes / kernelBytes).isCloseTo(1, within(0.01));
    }

    /** Pages of all sorts: zeros, noise, and between noise and repetition in steps; a quarter of them twice. */
    private static byte[] pages() {
        Random random = new Random(7);
        byte[] all = new byte[PAGES * PAGE_BYTES];
        for (int page = 0; page < PAGES; page++) {
            int at = page * PAGE_BYTES;
            if (page % 4 == 3) {
                System.arraycopy(all, at - PAGE_BYTES, all, at, PAGE_BYTES);
                continue;
            }
            int noise = page % 8 == 0 ? 0 : random.nextInt(PAGE_BYTES + 1);
            for (int i = 0; i < PAGE_BYTES && page % 8 != 0; i++) {
                all[at + i] = (byte) (i < noise ? random.nextInt() : "pages and frames ".charAt(i % 17));
            }
        }
        return all;
    }
}
