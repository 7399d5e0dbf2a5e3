package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --into} and {@code SCHEME:PATH}: what a container holds counts, and not the container. */
@Timeout(300)
class IntoTest {

    private static final int SIZE = 48 << 20;

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    private static Path disk;

    private static synchronized Path disk() throws Exception {
        if (disk == null) {
            disk = GuestDisk.write(Files.createDirectory(shared.resolve("made")).resolve("disk.img"), SIZE);
        }
        return disk;
    }

    private static void call(String... command) throws IOException, InterruptedException {
        Programs.runIn(shared, List.of(command));
    }

    private void convert(String format, String options, String name) throws Exception {
        List<String> command = new ArrayList<>(List.of("qemu-img", "convert", "-f", "raw", "-O", format));
        if (options != null) {
            command.addAll(List.of(options.split(" ", -1)));
        }
        command.addAll(List.of(disk().toString(), directory.resolve(name).toString()));
        call(command.toArray(String[]::new));
    }

    @Test
    @Needs(also = GuestDisk.class)
    void withoutIntoAnImageIsItsFile() throws Exception {
        convert("qcow2", "-c", "disk.qcow2");
        JsonNode result = Run.scan(ExitCode.OK, directory);
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(Files.size(directory.resolve("disk.qcow2")));
        assertThat(result.at("/containers")).isEmpty();
    }

    @Test
    @Needs(also = GuestDisk.class)
    void consumedFilesAreSkippedAndCounted() throws Exception {
        convert("vmdk", "-o subformat=monolithicFlat", "disk.vmdk");
        Run run = Run.of("scan", directory, "--into", "images");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("1 file read as a part of an image", "Into     1 container of 48.0 MiB: 1 vmdk");
        JsonNode result = Run.scan(ExitCode.OK, directory, "--into", "images");
        assertThat(result.at("/totals/consumedCount").asInt()).isEqualTo(1);
        assertThat(result.at("/containers/0/consumedCount").asInt()).isEqualTo(1);
    }

    @Test
    @Needs(also = GuestDisk.class)
    void whatCannotBeLookedIntoIsUnreadAndListed() throws Exception {
        convert("qcow2", null, "base.qcow2");
        call(
                "qemu-img",
                "create",
                "-q",
                "-f",
                "qcow2",
                "-b",
                directory.resolve("base.qcow2").toString(),
                "-F",
                "qcow2",
                directory.resolve("top.qcow2").toString());
        Files.delete(directory.resolve("base.qcow2"));
        Files.writeString(directory.resolve("readable"), "some text");
        Path out = shared.resolve("out");

        Run run = Run.of("scan", directory, "--into", "images", "--out", out);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(Files.readAllLines(out.resolve("errors.csv")))
                .hasSize(2)
                .last()
                .asString()
                .contains("top.qcow2", "base.qcow2");
        assertThat(run.out()).contains("1 path");
    }

    @Test
    @Needs(also = GuestDisk.class)
    void aSchemeNamesAView() throws Exception {
        convert("qcow2", null, "disk.bin");
        Path image = directory.resolve("disk.bin");
        call("qemu-img", "snapshot", "-c", "before", image.toString());
        call("qemu-io", "-f", "qcow2", "-c", "write -P 1 0 30M", image.toString());

        JsonNode now = Run.scan(ExitCode.OK, "qcow2:" + image);
        JsonNode before = Run.scan(ExitCode.OK, "qcow2:" + image + "#snap=before", "--chunk", "4k");
        JsonNode raw = Run.scan(ExitCode.OK, disk(), "--chunk", "4k");

        assertThat(Run.numbers(before)).isEqualTo(Run.numbers(raw));
        assertThat(now.at("/layouts/0/uniqueBytes")).isNotEqualTo(before.at("/layouts/0/uniqueBytes"));
        assertThat(before.at("/settings/paths/0").asText()).isEqualTo("qcow2:" + image + "#snap=before");
    }

    /** Extensions alone decide: a scan without --into opens no file to see what it is. */
    @Test
    void theQuestionThatWasNotAskedIsNamed() throws Exception {
        Path images = Files.createDirectory(directory.resolve("images"));
        byte[] data = new byte[300_000];
        new Random(3).nextBytes(data);
        Files.write(images.resolve("vm.qcow2"), data);
        Files.write(images.resolve("backup.tar.gz"), Arrays.copyOf(data, 100_000));
        Files.write(images.resolve("small.zip"), Arrays.copyOf(data, 100));
        Files.write(images.resolve("other"), new byte[100_000]);

        assertThat(Run.of("scan", images).unwrapped())
                .contains(
                        "60.0 % of the data is in disk images, 20.0 % of the data is in archives and packed files, which count as files"
                                + " here. To ask about what is in them: --into images,archives.");
        assertThat(Run.of("scan", images, "--html", "-").out()).contains("--into images,archives.");
        assertThat(Run.of("scan", images, "--exclude", "*.qcow2", "--exclude", "*.gz")
                        .out())
                .doesNotContain("--into");
    }

    @Test
    void aPathWithAColonIsAFile() throws Exception {
        Path odd = directory.resolve("qcow2:x");
        Files.write(odd, new byte[70_000]);
        assertThat(Run.scan(ExitCode.OK, odd).at("/totals/scannedBytes").asLong())
                .isEqualTo(70_000);
        Run.of("scan", "qcow2:" + directory.resolve("none")).failedWith(ExitCode.FAILED, "no such file");
        Run.of("scan", "nosuch:x").failedWith(ExitCode.FAILED, "nosuch:x: no such file");
    }

    /** The default allows 128 MiB; less shows the same without a large dictionary. */
    @Test
    void theDictionaryOfAStreamIsLimited() throws Exception {
        Path packed = directory.resolve("data.zst");
        try (OutputStream out = Files.newOutputStream(packed);
                ZstdOutputStreamNoFinalizer zstd = new ZstdOutputStreamNoFinalizer(out)) {
            zstd.setLong(22);
            byte[] data = new byte[1 << 20];
            new Random(1).nextBytes(data);
            zstd.write(data);
        }
        Files.writeString(directory.resolve("readable"), "some text");
        Object[] into = {directory, "--into", "archives"};
        JsonNode refused = Run.scan(ExitCode.INCOMPLETE, with(into, "--unpack-memory", "2m"));
        assertThat(refused.at("/errors/0/reason").asText())
                .contains("its window is larger than the limit of 2 MiB; --unpack-memory sets it");
        assertThat(Run.scan(ExitCode.OK, with(into, "--unpack-memory", "4m"))
                        .at("/totals/scannedBytes")
                        .asLong())
                .isEqualTo((1 << 20) + 9);
    }

    @Test
    void optionsThatCannotBeMeantAreRefused() {
        Run.of("scan", directory, "--into", "everything")
                .failedWith(ExitCode.USAGE, "--into", "archives, images, partitions");
        Run.of("scan", "--stdin", "--into", "images").failedWith(ExitCode.USAGE, "--stdin");
        Run.of("scan", directory, "--image-parents", "x").failedWith(ExitCode.USAGE, "--image-parents");
        Run.of("scan", directory, "--unpack-memory", "1g").failedWith(ExitCode.USAGE, "--unpack-memory goes with");
        Run.of("scan", directory, "--into", "archives", "--unpack-memory", "4k")
                .failedWith(ExitCode.USAGE, "--unpack-memory: at least 1");
        Run.of("scan", directory, "--into", "images", "--image-parents", directory.resolve("none"))
                .failedWith(ExitCode.FAILED, "--image-parents", "not a directory");
        Run.of("scan", directory, "--into", "archives", "--checkpoint", directory.resolve("c"))
                .failedWith(ExitCode.USAGE, "--checkpoint");
    }

    @Test
    void anArchiveCountsAsTheTreeInIt() throws Exception {
        Path tree = directory.resolve("tree");
        Files.createDirectories(tree.resolve("sub"));
        Random random = new Random(9);
        for (int i = 0; i < 50; i++) {
            byte[] data = new byte[random.nextInt(300_000)];
            new Random(i / 2).nextBytes(data);
            Files.write(tree.resolve(i % 2 == 0 ? "f" + i + ".dat" : "sub/g" + i + ".txt"), data);
        }
        try (RandomAccessFile sparse =
                new RandomAccessFile(tree.resolve("sparse.img").toFile(), "rw")) {
            sparse.setLength(150 << 20);
            sparse.seek(100 << 20);
            sparse.write(new byte[] {1, 2, 3});
        }
        Path tar = directory.resolve("tree.tar");
        call("tar", "-C", directory.toString(), "-S", "-cf", tar.toString(), "tree");
        assertThat(Files.size(tar)).isLessThan(20 << 20);
        Object[] how = {"--chunk", "4k,fastcdc:8k", "--compress", "lz4"};

        JsonNode files = Run.scan(ExitCode.OK, with(how, tree));
        JsonNode members = Run.scan(ExitCode.OK, with(how, tar, "--into", "archives"));

        assertThat(Run.numbers(members)).isEqualTo(Run.numbers(files));
        // Names come in another order.
        assertThat(members.at("/totals/packedNameBytes").asLong())
                .isCloseTo(files.at("/totals/packedNameBytes").asLong(), withinPercentage(25));
    }

    @Test
    @Needs(also = GuestDisk.class)
    void anImageInACompressedStreamIsUnreadAndNeverRaw() throws Exception {
        convert("qcow2", null, "disk.qcow2");
        Path image = directory.resolve("disk.qcow2");
        Path gz = directory.resolve("disk.qcow2.gz");
        Path zip = directory.resolve("disk.zip");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(gz));
                ZipOutputStream members = new ZipOutputStream(Files.newOutputStream(zip))) {
            Files.copy(image, packed);
            members.putNextEntry(new ZipEntry("vm/disk.bin"));
            Files.copy(image, members);
        }
        Files.delete(image);
        Files.writeString(directory.resolve("readable"), "some text");

        JsonNode result = Run.scan(ExitCode.INCOMPLETE, directory, "--into", "images,archives");
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(9);
        assertThat(result.get("errors")).hasSize(2);
        for (JsonNode error : result.get("errors")) {
            assertThat(error.get("path").asText()).matches(".*(disk.qcow2.gz/disk.qcow2|disk.zip/vm/disk.bin)");
            assertThat(error.get("reason").asText()).contains("qcow2: it is compressed", "unpack it first");
        }
        // With archives alone, the scan reads the stream.
        JsonNode streams = Run.scan(ExitCode.OK, directory, "--into", "archives");
        assertThat(streams.at("/totals/scannedBytes").asLong()).isGreaterThan(16 << 20);
    }

    /** VMware allows a packed disk in an OVA. */
    @Test
    @Needs(value = "tar", also = GuestDisk.class)
    void aPackedDiskInAnOvaIsNamed() throws Exception {
        convert("vmdk", null, "disk.vmdk");
        Path image = directory.resolve("disk.vmdk");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(directory.resolve("disk.vmdk.gz")))) {
            Files.copy(image, packed);
        }
        Files.writeString(directory.resolve("vm.ovf"), "<Envelope/>");
        Path ova = directory.resolve("vm.ova");
        call("tar", "-C", directory.toString(), "-cf", ova.toString(), "vm.ovf", "disk.vmdk.gz");

        JsonNode result = Run.scan(ExitCode.INCOMPLETE, ova, "--into", "images,archives");
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo("<Envelope/>".length());
        assertThat(result.get("errors")).hasSize(1);
        assertThat(result.at("/errors/0/path").asText()).endsWith("vm.ova/disk.vmdk.gz");
        assertThat(result.at("/errors/0/reason").asText()).contains("vmdk: it is compressed", "unpack it first");
        // With archives alone the packed bytes count, and a note names them.
        JsonNode named = Run.scan(ExitCode.OK, ova, "--into", "archives");
        assertThat(named.at("/errors/0/kind").asText()).isEqualTo("unopened");
        assertThat(named.at("/errors/0/reason").asText()).contains("gzip");
    }

    /** Its bytes count, and the error costs none. */
    @Test
    void aWrongChecksumOfAStoredFileIsAnError() throws Exception {
        Path zip = directory.resolve("data.zip");
        byte[] data = new byte[3 << 20];
        new Random(1).nextBytes(data);
        CRC32 sum = new CRC32();
        sum.update(data);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String name : List.of("sound", "damaged", "small")) {
                ZipEntry entry = new ZipEntry(name);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(data.length);
                entry.setCrc(sum.getValue());
                out.putNextEntry(entry);
                out.write(data);
            }
        }
        try (RandomAccessFile file = new RandomAccessFile(zip.toFile(), "rw")) {
            file.seek(5 << 20);
            file.write(~data[2 << 20]);
        }
        JsonNode result = Run.scan(ExitCode.INCOMPLETE, zip, "--into", "archives");
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(9L << 20);
        assertThat(result.get("errors")).hasSize(1);
        assertThat(result.at("/errors/0/path").asText()).endsWith("data.zip/damaged");
        assertThat(result.at("/errors/0/reason").asText()).isEqualTo("damaged: its checksum is wrong");
    }

    @Test
    void aCompressedStreamIsReadAndABombIsNot() throws Exception {
        byte[] data = new byte[3 << 20];
        new Random(1).nextBytes(data);
        Path gz = directory.resolve("data.tar.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
            out.write(data);
        }
        JsonNode result = Run.scan(ExitCode.OK, gz, "--into", "archives");
        assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(data.length);
        assertThat(result.at("/types/0/extension").asText()).isEqualTo("tar");

        Path bomb = directory.resolve("bomb.zst");
        byte[] same = new byte[1 << 20];
        Arrays.fill(same, (byte) 'x');
        try (OutputStream out = new ZstdOutputStreamNoFinalizer(Files.newOutputStream(bomb))) {
            for (int i = 0; i < 100; i++) {
                out.write(same);
            }
        }
        JsonNode refused = Run.scan(ExitCode.INCOMPLETE, bomb, "--into", "archives");
        assertThat(refused.at("/errors/0/reason").asText()).contains("more than 1100 times");
    }

    private static Object[] with(Object[] options, Object... more) {
        List<Object> all = new ArrayList<>(List.of(more));
        all.addAll(List.of(options));
        return all.toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "s3://bucket/prefix, compscan-s3.jar",
        "hdfs://namenode/data, compscan-hadoop.jar",
        "tar:s3://bucket/x.tar, compscan-s3.jar"
    })
    void aPlaceWhoseJarIsMissingIsRefusedWithItsName(String location, String jar) {
        Run run = Run.of("scan", location);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().strip()).contains("it takes " + jar).doesNotContain("\n");
    }
}
