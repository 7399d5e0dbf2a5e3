package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.ByteSize;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A guest's disk counts the same in every image that QEMU makes of it, in a directory and in an archive. The whole {@code result.json} is
 * the same but for timing, names and containers. With {@code -Dcompscan.disk=2g} it is as large as a disk in use.
 */
@Timeout(1800)
@Slow
@Needs(also = GuestDisk.class)
class DiskImagesTest {

    private static final long SIZE = ByteSize.parse(System.getProperty("compscan.disk", "48m"));
    private static final Object[] HOW = {"--chunk", "4k,64k,fastcdc:8k", "--compress", "lz4"};

    /** Later writes of a guest: patterns and zeros, within clusters and across them. */
    private static final List<String> FIRST_WRITES = List.of("write -P 7 9M 3M", "write -z 20M 2M");

    private static final List<String> LATER_WRITES =
            List.of("write -P 8 11M 2M", "write -P 9 30M 300k", "write -P 10 33000k 512", "write -z 10000k 64k");

    @TempDir(factory = Room.class)
    private static Path shared;

    private static Path disk;
    private static JsonNode ofDisk;
    private static Path changed;
    private static JsonNode ofChanged;

    @TempDir(factory = Room.class)
    private Path directory;

    /** In memory where there is room for a disk and its images. */
    static final class Room implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
            Path memory = Path.of("/dev/shm");
            if (Files.isWritable(memory)) {
                FileStore store = Files.getFileStore(memory);
                if (store.getUsableSpace() > 4 * SIZE) {
                    return Files.createTempDirectory(memory, "compscan-disks");
                }
            }
            return Files.createTempDirectory("compscan-disks");
        }
    }

    @BeforeAll
    static void makeDisks() throws Exception {
        disk = GuestDisk.write(shared.resolve("disk.img"), SIZE);
        ofDisk = Run.numbers(Run.scan(ExitCode.OK, with(disk)));
        changed = shared.resolve("changed.img");
        Programs.runIn(shared, "cp", "--sparse=always", disk.toString(), changed.toString());
        io(changed, "raw", FIRST_WRITES);
        io(changed, "raw", LATER_WRITES);
        ofChanged = Run.numbers(Run.scan(ExitCode.OK, with(changed)));
        assertThat(ofChanged).isNotEqualTo(ofDisk);
        assertThat(ofDisk.at("/totals/scannedBytes").asLong()).isEqualTo(SIZE);
        long written = SIZE - ofDisk.at("/layouts/0/zeroBytes").asLong();
        assertThat(written).isBetween(SIZE / 6, SIZE / 4);
    }

    private static Object[] with(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(HOW));
        return all.toArray();
    }

    private static void io(Path image, String format, List<String> writes) throws Exception {
        List<String> command = new ArrayList<>(List.of("qemu-io", "-f", format));
        writes.forEach(write -> command.addAll(List.of("-c", write)));
        command.add(image.toString());
        Programs.runIn(shared, command);
    }

    private Path convert(Path from, String format, String options, String name) throws Exception {
        Path image = directory.resolve(name);
        List<String> command = new ArrayList<>(List.of("qemu-img", "convert", "-f", "raw", "-O", format));
        if (options != null && options.contains("data_file")) {
            // QEMU 7.2 converts into an image with a file of its own only if that is made before.
            Programs.runIn(
                    directory, "qemu-img", "create", "-q", "-f", format, "-o", options, name, Long.toString(SIZE));
            command.add("-n");
        } else if (options != null) {
            for (String option : options.split(" ", -1)) {
                command.addAll(option.equals("-c") ? List.of(option) : List.of("-o", option));
            }
        }
        command.addAll(List.of(from.toString(), name));
        Programs.runIn(directory, command);
        return image;
    }

    /** The images in the directory count as the one disk, in place and in an archive. */
    private void assertCountsAs(JsonNode expected, String view, int chainLength) throws Exception {
        int files = directory.toFile().list().length;
        JsonNode inPlace = Run.scan(ExitCode.OK, with(directory, "--into", "images"));
        assertThat(Run.numbers(inPlace)).isEqualTo(expected);
        assertIsTheDisk(inPlace, 0, view, chainLength, files);

        Path tar = shared.resolve("images.tar");
        Programs.runIn(directory.getParent(), "tar", "-S", "-cf", tar.toString(), "./" + directory.getFileName());
        JsonNode packed = Run.scan(ExitCode.OK, with(tar, "--into", "archives,images"));
        Files.delete(tar);
        assertThat(Run.numbers(packed)).isEqualTo(expected);
        assertThat(packed.at("/containers/0/format").asText()).isEqualTo("tar");
        assertIsTheDisk(packed, 1, view, chainLength, files);
    }

    private static void assertIsTheDisk(JsonNode result, int number, String view, int chainLength, int files) {
        assertThat(result.at("/containers")).hasSize(number + 1);
        JsonNode container = result.at("/containers").get(number);
        assertThat(container.get("format").asText()).isEqualTo(view);
        assertThat(container.get("virtualBytes").asLong()).isEqualTo(SIZE);
        assertThat(container.get("chainLength").asInt()).isEqualTo(chainLength);
        assertThat(container.get("consumedCount").asInt()).isEqualTo(files - 1);
        assertThat(result.at("/totals/consumedCount").asInt()).isEqualTo(files - 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            qcow2 | qcow2 |
            qcow2 | qcow2 | compat=0.10
            qcow2 | qcow2 | -c
            qcow2 | qcow2 | -c compression_type=zstd
            qcow2 | qcow2 | extended_l2=on
            qcow2 | qcow2 | -c extended_l2=on
            qcow2 | qcow2 | -c extended_l2=on,compression_type=zstd
            qcow2 | qcow2 | cluster_size=4k
            qcow2 | qcow2 | -c cluster_size=2M
            qcow2 | qcow2 | preallocation=metadata
            qcow2 | qcow2 | data_file=disk.data
            qcow2 | qcow2 | data_file=disk.data,data_file_raw=on
            vmdk  | vmdk  | subformat=monolithicSparse
            vmdk  | vmdk  | subformat=monolithicSparse,zeroed_grain=on
            vmdk  | vmdk  | subformat=monolithicFlat
            vmdk  | vmdk  | subformat=twoGbMaxExtentSparse
            vmdk  | vmdk  | subformat=twoGbMaxExtentFlat
            vmdk  | vmdk  | subformat=streamOptimized
            vhd   | vpc   | subformat=dynamic,force_size=on
            vhd   | vpc   | subformat=fixed,force_size=on
            vhdx  | vhdx  |
            vhdx  | vhdx  | block_size=1M
            vhdx  | vhdx  | subformat=fixed
            vdi   | vdi   |
            vdi   | vdi   | static=on
            """)
    void anImageCountsAsItsDisk(String view, String format, String options) throws Exception {
        convert(disk, format, options, "disk." + view);
        assertCountsAs(ofDisk, view, 1);
    }

    /** A chain of three: what a guest has written lies in the two images on top. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            raw  | raw   |                                 | qcow2 |
            qcow2| qcow2 | -c                              | qcow2 |
            qcow2| qcow2 | -c compression_type=zstd        | qcow2 | extended_l2=on
            vhdx | vhdx  |                                 | qcow2 |
            vhd  | vpc   | force_size=on                   | qcow2 |
            vdi  | vdi   |                                 | qcow2 |
            vmdk | vmdk  | subformat=streamOptimized       | qcow2 |
            vmdk | vmdk  | subformat=monolithicFlat        | vmdk  |
            vmdk | vmdk  | subformat=twoGbMaxExtentSparse  | vmdk  | subformat=twoGbMaxExtentSparse
            """)
    void aChainCountsAsItsDisk(String view, String format, String options, String top, String topOptions)
            throws Exception {
        convert(disk, format, options, "base." + view);
        lay("middle." + top, top, topOptions, "base." + view, format);
        io(directory.resolve("middle." + top), top, FIRST_WRITES);
        lay("top." + top, top, topOptions, "middle." + top, top);
        io(directory.resolve("top." + top), top, LATER_WRITES);
        assertCountsAs(ofChanged, top, 3);
    }

    private void lay(String name, String format, String options, String below, String formatBelow) throws Exception {
        List<String> command = new ArrayList<>(List.of("qemu-img", "create", "-q", "-f", format));
        if (options != null) {
            command.addAll(List.of("-o", options));
        }
        command.addAll(List.of("-b", below, "-F", formatBelow, name));
        Programs.runIn(directory, command);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            none
            -c
            -c extended_l2=on,compression_type=zstd
            """)
    void aSnapshotCountsAsTheDiskThen(String options) throws Exception {
        Path image = convert(disk, "qcow2", options, "disk.qcow2");
        Programs.runIn(directory, "qemu-img", "snapshot", "-c", "before", image.toString());
        io(image, "qcow2", FIRST_WRITES);
        Programs.runIn(directory, "qemu-img", "snapshot", "-c", "between", image.toString());
        io(image, "qcow2", LATER_WRITES);

        assertThat(Run.numbers(Run.scan(ExitCode.OK, with("qcow2:" + image + "#snap=before"))))
                .isEqualTo(ofDisk);
        assertThat(Run.numbers(Run.scan(ExitCode.OK, with("qcow2:" + image)))).isEqualTo(ofChanged);
        assertThat(Run.numbers(Run.scan(ExitCode.OK, with("qcow2:" + image + "#snap=between"))))
                .isNotIn(ofDisk, ofChanged);
    }

    /** An OVA holds a description beside the disk, and so does the directory that it is compared with. */
    @Test
    void anOvaCountsAsItsDisks() throws Exception {
        Files.writeString(directory.resolve("vm.ovf"), "<Envelope/>");
        convert(disk, "vmdk", "subformat=streamOptimized", "vm-disk1.vmdk");
        convert(changed, "vmdk", "subformat=streamOptimized", "vm-disk2.vmdk");
        Path ova = shared.resolve("vm.ova");
        Programs.runIn(directory, "tar", "-cf", ova.toString(), "vm.ovf", "vm-disk1.vmdk", "vm-disk2.vmdk");

        Path plain = Files.createDirectory(shared.resolve("plain"));
        Files.copy(directory.resolve("vm.ovf"), plain.resolve("vm.ovf"));
        Files.createLink(plain.resolve("vm-disk1.raw"), disk);
        Files.createLink(plain.resolve("vm-disk2.raw"), changed);
        JsonNode raw = Run.scan(ExitCode.OK, with(plain));
        JsonNode packed = Run.scan(ExitCode.OK, with(ova, "--into", "archives,images"));

        assertThat(Run.numbers(packed)).isEqualTo(Run.numbers(raw));
        assertThat(packed.at("/containers")).hasSize(3);
        assertThat(packed.at("/containers/1/path").asText()).endsWith("vm.ova/vm-disk1.vmdk");
        Files.delete(ova);
    }
}
