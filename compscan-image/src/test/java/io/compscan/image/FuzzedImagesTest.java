package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Damaged headers and tables end in an {@link IOException} or in bytes, soon and with little memory. {@code -Dcompscan.fuzz=100000} makes so
 * many of each format.
 */
@Timeout(3600)
class FuzzedImagesTest {

    private static final int CASES = Integer.getInteger("compscan.fuzz", 1500);
    private static final long MAX_ALLOCATED_BYTES = 64 << 20;
    private static final long MAX_NANOS = 20_000_000_000L;

    private static final long[] EXTREMES = {
        0,
        1,
        2,
        3,
        0x7f,
        0x80,
        0xff,
        0x1ff,
        0x200,
        0xffff,
        0x10000,
        0x7fffffffL,
        0x80000000L,
        0xfffffffeL,
        0xffffffffL,
        1L << 40,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -2
    };

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "qcow2,qcow2,compat=1.1",
        "qcow2,qcow2,'cluster_size=16k,extended_l2=on'",
        "qcow2,qcow2,'compression_type=zstd,cluster_size=4k'",
        "vmdk,vmdk,subformat=monolithicSparse",
        "vmdk,vmdk,subformat=streamOptimized",
        "vhd,vpc,subformat=dynamic",
        "vhdx,vhdx,block_size=1M",
        "vdi,vdi,static=off"
    })
    void endsSoonWhateverIsWritten(String name, String format, String options) throws Exception {
        Qemu.assumeInstalled();
        Path raw = RawImage.write(directory.resolve("raw.img"), 1 << 20, 8);
        List<String> arguments = new ArrayList<>(List.of("convert", "-f", "raw", "-O", format, "-o", options));
        if (format.equals("qcow2")) {
            arguments.add(1, "-c");
        }
        arguments.addAll(List.of(raw.toString(), "disk"));
        Qemu.img(directory, arguments.toArray(String[]::new));
        byte[] whole = Files.readAllBytes(directory.resolve("disk"));
        View view = Views.load().named(name);
        long firstSeed = System.nanoTime();
        System.out.println("fuzzing " + name + " " + options + " from seed " + firstSeed);
        int opened = 0;
        for (int i = 0; i < CASES; i++) {
            opened += survives(view, whole, firstSeed + i) ? 1 : 0;
        }
        assertThat(opened).as("images that can still be opened").isBetween(1, CASES - 1);
    }

    private static boolean survives(View view, byte[] whole, long seed) {
        Random random = new Random(seed);
        byte[] damaged = damage(whole, view.name(), random);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        boolean isOpen = false;
        try {
            Look look = view.look(new Bytes("disk", damaged), Siblings.NONE, random.nextInt(8) == 0 ? "snap=1" : null);
            isOpen = true;
            read(look.units().get(0), random);
        } catch (IOException e) {
            assertThat(e.getMessage()).as("seed " + seed).isNotBlank();
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed, e);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes, seed " + seed)
                .isLessThan(MAX_ALLOCATED_BYTES);
        assertThat(System.nanoTime() - start).as("nanoseconds, seed " + seed).isLessThan(MAX_NANOS);
        return isOpen;
    }

    private static void read(Unit unit, Random random) throws IOException {
        long size = unit.sizeBytes();
        assertThat(size).isNotNegative();
        byte[] data = new byte[64 << 10];
        try (UnitChannel channel = unit.open()) {
            for (int i = 0; i < 8 && size > 0; i++) {
                long at = i == 0 ? size - 1 : Math.floorMod(random.nextLong(), Math.min(size, i < 4 ? 1 << 20 : size));
                try {
                    int got = channel.read(at, data, 0, 1 + random.nextInt(data.length));
                    assertThat(got).isBetween(1, data.length);
                    assertThat(channel.nextData(at)).isBetween(at, size);
                } catch (IOException e) {
                    assertThat(e.getMessage()).isNotBlank();
                }
            }
        }
    }

    private static byte[] damage(byte[] whole, String format, Random random) {
        byte[] damaged = random.nextInt(20) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        int times = 1 + random.nextInt(6);
        for (int i = 0; i < times; i++) {
            int at = place(damaged.length, format, random);
            int width = 1 << random.nextInt(4);
            if (at < 0 || at + width > damaged.length) {
                continue;
            }
            long value = random.nextInt(3) == 0 ? random.nextLong() : EXTREMES[random.nextInt(EXTREMES.length)];
            boolean isBig = format.equals("qcow2") || format.equals("vhd");
            for (int b = 0; b < width; b++) {
                damaged[at + b] = (byte) (value >>> 8 * (isBig ? width - 1 - b : b));
            }
        }
        repair(damaged, format);
        return damaged;
    }

    /** Mostly where numbers are: the header, the tables, the end. */
    private static int place(int length, String format, Random random) {
        int kind = random.nextInt(8);
        if (kind < 4) {
            return random.nextInt(format.equals("vdi") ? 512 : 128) & ~random.nextInt(4);
        }
        if (kind == 4) {
            return length - 1 - random.nextInt(1536);
        }
        if (kind == 5 || length < 1 << 20) {
            return random.nextInt(Math.max(1, length));
        }
        int[] starts = {64 << 10, 128 << 10, 192 << 10, 256 << 10, 1 << 20, 2 << 20, (2 << 20) + (64 << 10), 3 << 20};
        return starts[random.nextInt(starts.length)] + random.nextInt(256);
    }

    /** Checksums made right again let the damage through to what lies behind them. */
    private static void repair(byte[] data, String format) {
        if (format.equals("vhd") && data.length > 2048) {
            sum(data, data.length - 512, 512, 64);
            sum(data, 512, 1024, 36);
        } else if (format.equals("vhdx") && data.length > 512 << 10) {
            crc(data, 64 << 10, 4096);
            crc(data, 128 << 10, 4096);
            crc(data, 192 << 10, 64 << 10);
            crc(data, 256 << 10, 64 << 10);
        }
    }

    private static void sum(byte[] data, int from, int length, int at) {
        Arrays.fill(data, from + at, from + at + 4, (byte) 0);
        int sum = 0;
        for (int i = from; i < from + length; i++) {
            sum += data[i] & 0xff;
        }
        ByteBuffer.wrap(data).putInt(from + at, ~sum);
    }

    private static void crc(byte[] data, int from, int length) {
        Arrays.fill(data, from + 4, from + 8, (byte) 0);
        CRC32C crc = new CRC32C();
        crc.update(data, from, length);
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putInt(from + 4, (int) crc.getValue());
    }

    /** A unit in memory. */
    record Bytes(String name, byte[] data) implements Unit {

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return data.length;
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] target, int offset, int length) {
                    if (position >= data.length) {
                        return -1;
                    }
                    int count = (int) Math.min(length, data.length - position);
                    System.arraycopy(data, (int) position, target, offset, count);
                    return count;
                }

                @Override
                public void close() {}
            };
        }
    }
}
