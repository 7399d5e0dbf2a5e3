package io.compscan.image;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.Placed;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.testing.FuzzBytes;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** Disk images that QEMU makes. Large ones are damaged where their numbers are; small ones are inputs as a whole. */
public final class ImageTargets implements FuzzTargets {

    private static final Views VIEWS = Views.load();

    private final Path directory = Scratch.directory();

    /** For the service loader. */
    public ImageTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                damaged(
                        "qcow2",
                        "-c -O qcow2 -o compat=1.1",
                        "-c -O qcow2 -o cluster_size=16k,extended_l2=on",
                        "-c -O qcow2 -o compression_type=zstd,cluster_size=4k"),
                damaged("vmdk", "-O vmdk -o subformat=monolithicSparse", "-O vmdk -o subformat=streamOptimized"),
                damaged("vhd", "-O vpc -o subformat=dynamic"),
                damaged("vhdx", "-O vhdx -o block_size=1M"),
                damaged("vdi", "-O vdi -o static=off"),
                extent("SESPARSE"),
                extent("VMFSSPARSE"),
                new FuzzTarget("image", this::small, ImageTargets::bytes),
                new FuzzTarget("vmdk-descriptor", ImageTargets::descriptors, ImageTargets::descriptor));
    }

    private static View named(String format) {
        return Objects.requireNonNull(VIEWS.named(format));
    }

    private FuzzTarget damaged(String format, String... conversions) {
        Wholes wholes = new Wholes(() -> {
            List<byte[]> all = new ArrayList<>();
            for (String conversion : conversions) {
                all.add(converted(1 << 20, conversion));
            }
            return all;
        });
        return new FuzzTarget(
                "image-" + format,
                () -> FuzzTarget.decisions(conversions.length),
                input -> wholes.attempt(input, (damage, number, decisions) -> {
                    ImageDamage.apply(damage, format, decisions);
                    String part = decisions.nextInt(8) == 0 ? "snap=1" : null;
                    return isRead(named(format).look(damage, Siblings.NONE, part), decisions);
                }));
    }

    private byte[] converted(int bytes, String conversion) throws Exception {
        Path raw = RawImage.write(directory.resolve("raw.img"), bytes, 8);
        List<String> arguments = new ArrayList<>(List.of("convert", "-f", "raw"));
        arguments.addAll(List.of(conversion.split(" ", -1)));
        arguments.addAll(List.of(raw.toString(), "disk"));
        Qemu.img(directory, arguments.toArray(String[]::new));
        byte[] whole = Files.readAllBytes(directory.resolve("disk"));
        Files.delete(directory.resolve("disk"));
        Files.delete(raw);
        return whole;
    }

    private static boolean isRead(Look look, FuzzBytes decisions) throws IOException {
        Unit disk = look.units().get(0);
        Fuzz.read(disk, decisions);
        if (disk instanceof Placed placed && decisions.nextInt(16) == 0) {
            placed.pieces(1 << 16);
        }
        return true;
    }

    /** The extents of ESX, behind a sound descriptor. */
    private FuzzTarget extent(String type) {
        boolean isNew = type.equals("SESPARSE");
        int bytes = 1 << 20;
        Unit descriptor = new Damage(SeSparse.descriptor("1", "ffffffff", "", bytes, "extent")
                .replace("SESPARSE", type)
                .getBytes(StandardCharsets.US_ASCII));
        Wholes wholes = new Wholes(() -> {
            byte[] raw = Files.readAllBytes(RawImage.write(directory.resolve("raw.img"), bytes, 8));
            int[] states = new Random(3).ints(raw.length / SeSparse.GRAIN, 0, 4).toArray();
            return List.of(isNew ? SeSparse.extent(raw, states) : EsxExtent.of(raw, 64 << 10));
        });
        return new FuzzTarget(
                "image-" + type.toLowerCase(Locale.ROOT),
                () -> FuzzTarget.decisions(1),
                input -> wholes.attempt(input, (damage, number, decisions) -> {
                    ImageDamage.applyToExtent(damage, isNew, decisions);
                    return isRead(
                            named("vmdk").look(descriptor, name -> new Siblings.Sibling(damage, Siblings.NONE), null),
                            decisions);
                }));
    }

    /** Small images, of each format in which an image can be small. */
    private List<byte[]> small() throws Exception {
        List<byte[]> all = new ArrayList<>();
        for (String conversion : List.of(
                "-c -O qcow2 -o cluster_size=512",
                "-O qcow2 -o cluster_size=512,compat=0.10",
                "-c -O qcow2 -o cluster_size=512,compression_type=zstd")) {
            all.add(converted(16 << 10, conversion));
        }
        for (String empty :
                List.of("-f vdi disk 64k", "-f vpc -o subformat=dynamic,force_size=on disk 64k", "-f vmdk disk 64k")) {
            List<String> arguments = new ArrayList<>(List.of("create", "-q"));
            arguments.addAll(List.of(empty.split(" ", -1)));
            Qemu.img(directory, arguments.toArray(String[]::new));
            byte[] whole = Files.readAllBytes(directory.resolve("disk"));
            all.add(Arrays.copyOf(whole, Math.min(whole.length, 8 << 10)));
            Files.delete(directory.resolve("disk"));
        }
        return all;
    }

    /** Looks into the input with the view that its first bytes match. */
    private static void bytes(byte[] input) {
        Unit unit = new Damage(input.clone());
        Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
            View view = VIEWS.of(Set.of(View.Kind.IMAGES)).matching(Head.of(unit));
            return view != null && isRead(view.look(unit, Siblings.NONE, null), new FuzzBytes(input));
        });
    }

    private static List<byte[]> descriptors() {
        String flat = SeSparse.descriptor("1", "ffffffff", "", 1 << 20, "extent");
        return List.of(
                flat.getBytes(StandardCharsets.US_ASCII),
                flat.replace("SESPARSE", "FLAT")
                        .replace("\"extent\"", "\"extent\" 0")
                        .getBytes(StandardCharsets.US_ASCII));
    }

    private static void descriptor(byte[] input) {
        Unit unit = new Damage(input.clone());
        Unit extent = new Damage(new byte[8192]);
        Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
            Look look = named("vmdk").look(unit, name -> new Siblings.Sibling(extent, Siblings.NONE), null);
            return isRead(look, new FuzzBytes(input));
        });
    }
}
