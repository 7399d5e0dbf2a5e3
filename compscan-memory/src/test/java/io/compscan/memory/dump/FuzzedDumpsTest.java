package io.compscan.memory.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged dumps end in an {@link IOException} or in pages, soon. {@code -Dcompscan.fuzz.tries=100000} makes so many of each format.
 */
@Timeout(3600)
class FuzzedDumpsTest {

    private static final int CASES = Integer.getInteger("compscan.fuzz.tries", 500);
    private static final long[] EXTREMES = {
        0,
        1,
        2,
        7,
        0x7f,
        0x80,
        0xff,
        0xffff,
        0x10000,
        0x7fffffffL,
        0x80000000L,
        0xffffffffL,
        1L << 40,
        1L << 52,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -4096
    };

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"elf", "kdump", "flattened", "vmware", "vmware-narrow", "criu"})
    void endsSoonWhateverIsWritten(String format) throws Exception {
        byte[] whole = switch (format) {
            case "elf" -> Fixtures.elf(0x3f8, new long[] {0, 0, 0, 4}, new long[] {0, 0x100000, 4, 5});
            case "kdump" -> Fixtures.kdump();
            case "flattened" -> Fixtures.flattened(Fixtures.kdump(), 3000);
            case "vmware" -> Fixtures.vmware(0xbed2bed2);
            case "vmware-narrow" -> Fixtures.vmware(0xbed2bed0);
            default -> Fixtures.criuPagemap(1);
        };
        Path file = directory.resolve(format.equals("criu") ? "pagemap-1.img" : "dump");
        Path target = format.equals("criu") ? directory : file;
        Files.write(directory.resolve("pages-1.img"), Fixtures.pages(0, 8));
        long seed = Long.getLong("compscan.seed", System.nanoTime());
        System.out.printf("%s: seed %d%n", format, seed);
        int read = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] damaged = damaged(whole, new Random(seed + i));
            Files.write(file, damaged);
            read += Survival.of("new Random(" + (seed + i) + "L)", IOException.class, () -> {
                        assertThat(ReadDump.all(target, 64).size()).isLessThan(1 << 20);
                        return true;
                    })
                    ? 1
                    : 0;
        }
        assertThat(read).as("dumps that can still be read, seed %d", seed).isBetween(1, CASES - 1);
    }

    /** Mostly in the headers, for what lies in pages is not looked at. */
    private static byte[] damaged(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int changes = random.nextInt(5);
        for (int i = 0; i < changes; i++) {
            int head = random.nextInt(3) == 0 ? bytes.length : Math.min(bytes.length, 700);
            int at = random.nextInt(Math.max(1, head - 8));
            if (random.nextBoolean()) {
                bytes[at] = (byte) random.nextInt();
            } else {
                long extreme = EXTREMES[random.nextInt(EXTREMES.length)];
                ByteBuffer buffer = ByteBuffer.wrap(bytes)
                        .order(random.nextInt(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
                if (random.nextBoolean()) {
                    buffer.putLong(at, extreme);
                } else {
                    buffer.putInt(at, (int) extreme);
                }
            }
        }
        return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }
}
