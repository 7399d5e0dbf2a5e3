package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What QEMU converts or writes reads as QEMU reads it. */
@Timeout(300)
@Slow
@Needs(also = Qemu.class)
class ConvertedImagesTest {

    private static final long SIZE = (48L << 20) + 7 * 512;

    @TempDir
    private static Path shared;

    private static Path raw;

    @TempDir
    private Path directory;

    @BeforeAll
    static void makeDisk() throws Exception {
        raw = RawImage.write(shared.resolve("raw.img"), SIZE, 22);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            qcow2 | qcow2 |
            qcow2 | qcow2 | -o compat=0.10
            qcow2 | qcow2 | -c
            qcow2 | qcow2 | -c -o compression_type=zstd
            qcow2 | qcow2 | -o cluster_size=512
            qcow2 | qcow2 | -o cluster_size=2M
            qcow2 | qcow2 | -c -o cluster_size=4k
            qcow2 | qcow2 | -c -o cluster_size=2M,compression_type=zstd
            qcow2 | qcow2 | -o extended_l2=on,cluster_size=128k
            qcow2 | qcow2 | -c -o extended_l2=on,cluster_size=16k
            qcow2 | qcow2 | -o preallocation=metadata
            qcow2 | qcow2 | -o preallocation=full
            qcow2 | qcow2 | -S 0
            qcow2 | qcow2 | -o data_file=disk.data
            qcow2 | qcow2 | -o data_file=disk.data,data_file_raw=on
            vmdk  | vmdk  | -o subformat=monolithicSparse
            vmdk  | vmdk  | -o subformat=monolithicSparse,zeroed_grain=on
            vmdk  | vmdk  | -o subformat=monolithicFlat
            vmdk  | vmdk  | -o subformat=twoGbMaxExtentSparse
            vmdk  | vmdk  | -o subformat=twoGbMaxExtentFlat
            vmdk  | vmdk  | -o subformat=streamOptimized
            vhd   | vpc   | -o subformat=dynamic,force_size=on
            vhd   | vpc   | -o subformat=fixed,force_size=on
            vhdx  | vhdx  | -o subformat=dynamic
            vhdx  | vhdx  | -o subformat=dynamic,block_size=1M
            vhdx  | vhdx  | -o subformat=fixed
            vdi   | vdi   |
            vdi   | vdi   | -o static=on
            """)
    void readsWhatQemuConverts(String view, String format, String options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("convert", "-f", "raw", "-O", format));
        if (options != null) {
            arguments.addAll(List.of(options.split(" ", -1)));
        }
        boolean makesDataFile = options != null && options.contains("data_file");
        arguments.addAll(List.of(raw.toString(), "disk." + view));
        if (makesDataFile) {
            // QEMU 7.2 converts into an image with a file of its own only if that is made before.
            Qemu.img(directory, "create", "-f", "qcow2", "-o", options.substring(3), "disk.qcow2", Long.toString(SIZE));
            Qemu.img(directory, "convert", "-n", "-f", "raw", "-O", format, raw.toString(), "disk.qcow2");
        } else {
            Qemu.img(directory, arguments.toArray(String[]::new));
        }

        Looked found = Looked.images(directory);

        Path expected = raw;
        if (view.equals("vhdx") || view.equals("vmdk") || view.equals("vdi")) {
            // These round the size up to what their blocks or sectors need; QEMU shows what they made of it.
            expected = shared.resolve("back.img");
            Qemu.img(directory, "convert", "-f", format, "-O", "raw", "disk." + view, expected.toString());
        }
        found.assertHasBytesOf(expected);
        assertThat(found.containers).hasSize(1);
        assertThat(found.containers.get(0).format()).isEqualTo(view);
        assertThat(found.containers.get(0).virtualBytes()).isEqualTo(Files.size(expected));
        int files = directory.toFile().list().length;
        assertThat(found.containers.get(0).consumedCount()).isEqualTo(files - 1);
        assertThat(found.skipped).hasSize(files - 1).allMatch(skip -> skip == Skip.CONSUMED);
    }

    @ParameterizedTest
    @CsvSource({"qcow2,qcow2,", "qcow2,qcow2,extended_l2=on", "vmdk,vmdk,", "vmdk,vmdk,subformat=twoGbMaxExtentSparse"})
    void readsThroughChains(String view, String format, String options) throws Exception {
        Qemu.img(directory, "convert", "-f", "raw", "-O", format, raw.toString(), "base." + view);
        String below = "base";
        for (String name : List.of("middle", "top")) {
            List<String> create =
                    new ArrayList<>(List.of("create", "-f", format, "-b", below + "." + view, "-F", format));
            if (options != null) {
                create.addAll(List.of("-o", options));
            }
            create.add(name + "." + view);
            Qemu.img(directory, create.toArray(String[]::new));
            int shift = name.length();
            Qemu.io(
                    directory,
                    name + "." + view,
                    format,
                    "write -P " + shift + " " + shift * 70000 / 512 * 512 + " 64k",
                    "write -P 77 " + (10 + shift) + "M 512",
                    "write -P 78 " + (20 + shift) + "M 300k",
                    "write -z " + (30 + shift) + "M 1M");
            below = name;
        }
        Path expected = shared.resolve("chain.img");
        Qemu.img(directory, "convert", "-f", format, "-O", "raw", "top." + view, expected.toString());

        Looked found = Looked.images(directory);

        found.assertHasBytesOf(expected);
        assertThat(found.containers.get(0).chainLength()).isEqualTo(3);
        assertThat(found.containers.get(0).path()).endsWith("top." + view);
    }

    @Test
    void aParentThatIsNamedIsReadToo() throws Exception {
        Qemu.img(directory, "convert", "-f", "raw", "-O", "qcow2", raw.toString(), "base.qcow2");
        Qemu.img(directory, "create", "-f", "qcow2", "-b", "base.qcow2", "-F", "qcow2", "top.qcow2");

        Looked found = Looked.images(directory.resolve("base.qcow2"), directory);

        assertThat(found.units).hasSize(2);
        assertThat(found.skipped).isEmpty();
    }

    @Test
    void aParentMayHaveAnyFormatAndBeShorter() throws Exception {
        Path small = RawImage.write(directory.resolve("small.img"), 3 << 20, 5);
        Qemu.img(directory, "convert", "-f", "raw", "-O", "vhdx", small.toString(), "base.vhdx");
        Qemu.img(directory, "create", "-f", "qcow2", "-b", "base.vhdx", "-F", "vhdx", "top.qcow2", "9M");
        Qemu.img(directory, "create", "-f", "qcow2", "-b", "small.img", "-F", "raw", "onraw.qcow2", "9M");
        Path expected = shared.resolve("short.img");
        Qemu.img(directory, "convert", "-f", "qcow2", "-O", "raw", "onraw.qcow2", expected.toString());

        Looked found = Looked.images(directory);

        assertThat(found.units).hasSize(2);
        found.units.remove(0);
        found.assertHasBytesOf(expected);
    }

    @Test
    void showsSnapshots() throws Exception {
        Qemu.img(directory, "convert", "-f", "raw", "-O", "qcow2", raw.toString(), "disk.qcow2");
        Qemu.img(directory, "snapshot", "-c", "before", "disk.qcow2");
        Qemu.io(directory, "disk.qcow2", "qcow2", "write -P 3 1M 5M", "write -z 9M 1M");
        Qemu.img(directory, "snapshot", "-c", "between", "disk.qcow2");
        Qemu.io(directory, "disk.qcow2", "qcow2", "write -P 4 2M 5M");
        Path disk = directory.resolve("disk.qcow2");

        Looked.forced("qcow2", "snap=before", disk).assertHasBytesOf(raw);
        Path between = shared.resolve("between.img");
        Qemu.img(directory, "convert", "-f", "qcow2", "-O", "raw", "-l", "between", "disk.qcow2", between.toString());
        Looked.forced("qcow2", "snap=between", disk).assertHasBytesOf(between);
        Looked.forced("qcow2", "snap=2", disk).assertHasBytesOf(between);
        assertThat(Looked.forced("qcow2", "snap=never", disk).failure()).contains("no snapshot", "before, between");
    }

    @Test
    void aVirtualPcDiskHasTheSizeOfItsGeometry() throws Exception {
        Qemu.img(directory, "convert", "-f", "raw", "-O", "vpc", raw.toString(), "disk.vhd");
        Path expected = shared.resolve("geometry.img");
        Qemu.img(directory, "convert", "-f", "vpc", "-O", "raw", "disk.vhd", expected.toString());

        Looked.images(directory).assertHasBytesOf(expected);
    }

    @ParameterizedTest
    @CsvSource({"qcow2,qcow2", "vhdx,vhdx", "vdi,vdi", "vhd,vpc", "vmdk,vmdk"})
    void anEmptyDiskOfATebibyteIsOneHole(String view, String format) throws Exception {
        Qemu.img(directory, "create", "-f", format, "disk." + view, view.equals("vhd") ? "1000G" : "1T");
        Looked found = Looked.images(directory);
        assertThat(found.units).hasSize(1);
        long size = found.units.get(0).sizeBytes();
        int calls = 0;
        try (var channel = found.units.get(0).open()) {
            for (long at = 0; at < size; at = channel.nextData(at)) {
                calls++;
            }
        }
        assertThat(calls).isLessThan(20_000);
    }
}
