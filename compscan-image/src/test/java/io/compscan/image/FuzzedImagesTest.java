package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.Placed;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged headers and tables end in an {@link java.io.IOException} or in bytes, soon and with little memory. {@code -Dcompscan.fuzz.tries=100000} makes so
 * many of each format.
 */
@Timeout(3600)
class FuzzedImagesTest {

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
        long firstSeed = Fuzz.firstSeed(name + " " + options);
        Damage damage = new Damage(whole);
        int opened = 0;
        for (int i = 0; i < Fuzz.CASES; i++) {
            opened += survives(view, damage, firstSeed + i) ? 1 : 0;
            damage.undo();
        }
        assertThat(opened).as("images that can still be opened").isBetween(1, Fuzz.CASES - 1);
    }

    /** The extents of ESX, which no tool writes; their descriptor stays as it is. */
    @ParameterizedTest
    @ValueSource(strings = {"SESPARSE", "VMFSSPARSE"})
    void anExtentEndsSoonWhateverIsWritten(String type) throws Exception {
        byte[] raw = Files.readAllBytes(RawImage.write(directory.resolve("raw.img"), 1 << 20, 8));
        int[] states = new Random(3).ints(raw.length / SeSparse.GRAIN, 0, 4).toArray();
        boolean isNew = type.equals("SESPARSE");
        byte[] extent = isNew ? SeSparse.extent(raw, states) : EsxExtent.of(raw, 64 << 10);
        String text =
                SeSparse.descriptor("1", "ffffffff", "", raw.length, "extent").replace("SESPARSE", type);
        Unit descriptor = new Damage(text.getBytes(StandardCharsets.US_ASCII));
        View view = Views.load().named("vmdk");
        long firstSeed = Fuzz.firstSeed(type);
        Damage damage = new Damage(extent);
        int opened = 0;
        for (int i = 0; i < Fuzz.CASES; i++) {
            Random random = new Random(firstSeed + i);
            for (int times = 1 + random.nextInt(6); times > 0; times--) {
                int at = random.nextInt(random.nextBoolean() ? 256 : isNew ? 40 << 10 : 20 << 10);
                damage.set(at & ~random.nextInt(8), Fuzz.value(random), 1 << random.nextInt(4), false);
            }
            if (random.nextInt(20) == 0) {
                damage.truncate(random.nextInt(damage.length()));
            }
            opened += Fuzz.survives(firstSeed + i, () -> {
                        Look look = view.look(descriptor, name -> new Siblings.Sibling(damage, Siblings.NONE), null);
                        Fuzz.read(look.units().get(0), random);
                        return true;
                    })
                    ? 1
                    : 0;
            damage.undo();
        }
        assertThat(opened).as("images that can still be opened").isBetween(1, Fuzz.CASES - 1);
    }

    private static boolean survives(View view, Damage damage, long seed) {
        Random random = new Random(seed);
        damage(damage, view.name(), random);
        return Fuzz.survives(seed, () -> {
            Look look = view.look(damage, Siblings.NONE, random.nextInt(8) == 0 ? "snap=1" : null);
            Unit disk = look.units().get(0);
            Fuzz.read(disk, random);
            if (disk instanceof Placed placed && random.nextInt(16) == 0) {
                placed.pieces(1 << 16);
            }
            return true;
        });
    }

    private static void damage(Damage damage, String format, Random random) {
        if (random.nextInt(20) == 0) {
            damage.truncate(random.nextInt(damage.length()));
        }
        int times = 1 + random.nextInt(6);
        boolean isBig = format.equals("qcow2") || format.equals("vhd");
        for (int i = 0; i < times; i++) {
            int at = place(damage.length(), format, random);
            damage.set(at, Fuzz.value(random), 1 << random.nextInt(4), isBig);
        }
        repair(damage, format);
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
    private static void repair(Damage damage, String format) {
        int length = damage.length();
        if (format.equals("vhd") && length > 2048) {
            sum(damage, length - 512, 512, 64);
            sum(damage, 512, 1024, 36);
        } else if (format.equals("vhdx") && length > 512 << 10) {
            crc(damage, 64 << 10, 4096);
            crc(damage, 128 << 10, 4096);
            crc(damage, 192 << 10, 64 << 10);
            crc(damage, 256 << 10, 64 << 10);
        }
    }

    private static void sum(Damage damage, int from, int length, int at) {
        damage.set(from + at, 0, Integer.BYTES, true);
        int sum = 0;
        for (int i = from; i < from + length; i++) {
            sum += damage.bytes()[i] & 0xff;
        }
        damage.set(from + at, ~sum, Integer.BYTES, true);
    }

    private static void crc(Damage damage, int from, int length) {
        damage.set(from + 4, 0, Integer.BYTES, false);
        CRC32C crc = new CRC32C();
        crc.update(damage.bytes(), from, length);
        damage.set(from + 4, crc.getValue(), Integer.BYTES, false);
    }
}
