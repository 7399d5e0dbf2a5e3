package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.Placed;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.testing.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
@Needs(also = Qemu.class)
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
            ImageDamage.applyToExtent(damage, isNew, random);
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
        ImageDamage.apply(damage, view.name(), random);
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
}
