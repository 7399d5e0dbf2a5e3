package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compscan doctor} and {@code --trimmed} on disks that {@code sfdisk}, {@code mkfs} and {@code qemu-img} make. */
@Timeout(300)
@Slow
@Needs({"qemu-img", "sfdisk", "mkfs.ext4", "debugfs", "e2image"})
class DoctorTest {

    private static final long MIB = 1 << 20;

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    /** Files, each with one copy. */
    @BeforeAll
    static void makeFiles() throws Exception {
        Path files = Files.createDirectories(shared.resolve("files"));
        Random random = new Random(8);
        for (int i = 0; i < 40; i++) {
            byte[] data = new byte[150_000 + random.nextInt(300_000)];
            random.nextBytes(data);
            Files.write(files.resolve("a" + i), data);
            Files.write(files.resolve("b" + i), data);
        }
    }

    /** A disk with one partition from this sector on, and the files on ext4 in it. */
    private Path disk(int sector) throws Exception {
        Path disk = directory.resolve("disk" + sector + ".img");
        try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(72 * MIB);
        }
        Programs.pipe(directory, "label: dos\nstart=" + sector + "\n", "sfdisk", "-q", disk.toString());
        String start = "offset=" + 512L * sector;
        String files = shared.resolve("files").toString();
        Programs.run("mkfs.ext4", "-q", "-b", "4096", "-E", start, "-d", files, disk.toString(), "64m");
        return disk;
    }

    private Path convert(Path disk, String format, String options) throws Exception {
        Path image = directory.resolve("converted." + (format.equals("vpc") ? "vhd" : format));
        Programs.run(
                "qemu-img", "convert", "-f", "raw", "-O", format, "-o", options, disk.toString(), image.toString());
        return image;
    }

    private static JsonNode doctor(int exitCode, Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "doctor";
        all[1] = "--json";
        all[2] = "-q";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        Run run = Run.of(all);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        return run.json();
    }

    private static JsonNode finding(JsonNode diagnosis, String kind) {
        return StreamSupport.stream(diagnosis.get("findings").spliterator(), false)
                .filter(one -> one.get("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static int[] misaligned(JsonNode finding) {
        return StreamSupport.stream(finding.get("misalignedChunkBytes").spliterator(), false)
                .mapToInt(JsonNode::asInt)
                .toArray();
    }

    @Test
    void theDynamicVhdOfQemuHasItsPayloadAtMultiplesOf512Bytes() throws Exception {
        Path disk = disk(2048);
        Path image = convert(disk, "vpc", "subformat=dynamic,force_size=on");

        JsonNode told = doctor(ExitCode.OK, image, "--chunk", "512,4k,64k");

        JsonNode payload = finding(told, "payload");
        assertThat(payload.get("name").asText()).isEqualTo("vhd");
        assertThat(payload.get("alignmentBytes").asInt()).isEqualTo(512);
        assertThat(misaligned(payload)).containsExactly(4096, 65536);
        assertThat(payload.get("advice").asText())
                .startsWith("Chunks of 4 KiB, 64 KiB cut the disk")
                .contains("VHDX");
        assertThat(misaligned(finding(told, "partition"))).isEmpty();
        assertThat(misaligned(finding(told, "file_system"))).isEmpty();
        // In the file nearly nothing is found twice; on the disk everything is.
        long scannedUnique =
                Run.scan(ExitCode.OK, image).at("/layouts/0/uniqueBytes").asLong();
        long diskUnique =
                Run.scan(ExitCode.OK, disk).at("/layouts/0/uniqueBytes").asLong();
        JsonNode cost = told.at("/costs/1");
        assertThat(cost.get("chunkBytes").asInt()).isEqualTo(4096);
        assertThat(cost.get("fileUniqueBytes").asLong()).isEqualTo(scannedUnique);
        assertThat(cost.get("diskUniqueBytes").asLong()).isEqualTo(diskUnique);
        assertThat(cost.get("alignedUniqueBytes").asLong()).isEqualTo(diskUnique);
        assertThat(cost.get("misalignmentBytes").asLong()).isGreaterThan(diskUnique * 8 / 10);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            qcow2 | cluster_size=64k | payload    | 65536
            vhdx  | block_size=1M    | payload    | 1048576
            vpc   | subformat=fixed,force_size=on | payload | 1073741824
            vmdk  | subformat=monolithicSparse    | payload | 65536
            """)
    void alignedImagesAreSound(String format, String options, String kind, long atLeast) throws Exception {
        JsonNode told = doctor(ExitCode.OK, convert(disk(2048), format, options));
        JsonNode payload = finding(told, kind);
        assertThat(payload.get("alignmentBytes").asLong()).isGreaterThanOrEqualTo(atLeast);
        assertThat(misaligned(payload)).isEmpty();
        assertThat(told.at("/costs/0/misalignmentBytes").asLong()).isLessThan(MIB);
    }

    @Test
    void aPartitionFromSector63OnSharesNothingWithOneFromSector2048On() throws Exception {
        Path old = disk(63);
        Path now = disk(2048);

        JsonNode one = doctor(ExitCode.OK, old);
        JsonNode other = doctor(ExitCode.OK, now);
        JsonNode both = doctor(ExitCode.OK, old, now);

        JsonNode partition = finding(one, "partition");
        assertThat(partition.get("startBytes").asLong()).isEqualTo(63 * 512);
        assertThat(partition.get("alignmentBytes").asInt()).isEqualTo(512);
        assertThat(misaligned(partition)).containsExactly(4096, 8192, 65536);
        JsonNode fileSystem = finding(one, "file_system");
        assertThat(fileSystem.get("name").asText()).isEqualTo("ext4");
        assertThat(fileSystem.get("blockBytes").asInt()).isEqualTo(4096);
        assertThat(misaligned(fileSystem)).containsExactly(4096, 8192, 65536);
        assertThat(finding(other, "partition").get("startBytes").asLong()).isEqualTo(MIB);
        assertThat(misaligned(finding(other, "partition"))).isEmpty();
        // Chunks of 4 KiB: the files of both are the same, found once they begin with their partitions.
        JsonNode cost = both.at("/costs/0");
        long unique = cost.get("alignedUniqueBytes").asLong();
        assertThat(cost.get("diskUniqueBytes").asLong())
                .isEqualTo(cost.get("fileUniqueBytes").asLong());
        assertThat(cost.get("misalignmentBytes").asLong()).isGreaterThan(unique * 8 / 10);
        assertThat(unique)
                .isEqualTo(Run.scan(ExitCode.OK, old, now, "--into", "partitions")
                        .at("/layouts/0/uniqueBytes")
                        .asLong());
    }

    @Test
    void theReportTellsWhatWasFoundAndMeasured() throws Exception {
        Path image = convert(disk(63), "vpc", "subformat=dynamic,force_size=on");
        Run run = Run.of("doctor", "-q", image);
        assertThat(run.exitCode()).isZero();
        String text = run.unwrapped();
        assertThat(text)
                .contains(
                        "vhd image: payload from byte 2,560 on, shifted by multiples of 512 B: MISALIGNED for chunks of 4 KiB, 8 KiB, 64 KiB",
                        "partition p1: from byte 32,256 of the disk on: MISALIGNED",
                        "ext4 file system: blocks of 4 KiB",
                        "chunk file disk partition file costs more");
        Path plain = Files.writeString(directory.resolve("plain"), "some text");
        assertThat(Run.of("doctor", "-q", plain).out()).contains("nothing recognised");
    }

    @Test
    void whatCannotBeExamined() throws Exception {
        Run.of("doctor").failedWith(ExitCode.USAGE, "PATH is missing");
        Run.of("doctor", "--stdin").failedWith(ExitCode.USAGE, "--stdin");
        Run.of("doctor", directory, "--chunk", "fastcdc:8k").failedWith(ExitCode.USAGE, "--chunk fastcdc");
        Run.of("doctor", directory.resolve("none")).failedWith(ExitCode.FAILED, "no such file");
        Path image = convert(disk(2048), "qcow2", "cluster_size=64k");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(200_000);
        }
        JsonNode told = doctor(ExitCode.INCOMPLETE, image);
        assertThat(told.at("/errors/0/path").asText()).isEqualTo(image.toString());
        assertThat(told.at("/errors/0/reason").asText()).contains("truncated or damaged");
    }

    // ---------------------------------------------------------------------------------------------------- trimmed

    private Path fileSystemWithDeletedFiles() throws Exception {
        Path image = directory.resolve("fs.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(64 * MIB);
        }
        Programs.run(
                "mkfs.ext4", "-q", "-b", "4096", "-d", shared.resolve("files").toString(), image.toString());
        for (int i = 0; i < 30; i++) {
            Programs.run("debugfs", "-w", "-R", "rm a" + i, image.toString());
            Programs.run("debugfs", "-w", "-R", "rm b" + i, image.toString());
        }
        return image;
    }

    @Test
    void trimmedCountsWhatTheFileSystemHolds() throws Exception {
        Path image = fileSystemWithDeletedFiles();
        Path used = directory.resolve("used.img");
        // It copies the blocks in use alone.
        Programs.run("e2image", "-r", "-a", image.toString(), used.toString());
        try (RandomAccessFile file = new RandomAccessFile(used.toFile(), "rw")) {
            file.setLength(64 * MIB);
        }
        JsonNode expected = Run.scan(ExitCode.OK, used, "--chunk", "4k,fastcdc:8k");
        JsonNode whole = Run.scan(ExitCode.OK, image, "--chunk", "4k,fastcdc:8k");

        JsonNode trimmed = Run.scan(ExitCode.OK, image, "--chunk", "4k,fastcdc:8k", "--trimmed");

        assertThat(trimmed.get("layouts")).isEqualTo(expected.get("layouts"));
        assertThat(trimmed.at("/totals/scannedBytes")).isEqualTo(whole.at("/totals/scannedBytes"));
        assertThat(trimmed.at("/layouts/0/uniqueBytes").asLong())
                .isLessThan(whole.at("/layouts/0/uniqueBytes").asLong() / 2);
        assertThat(trimmed.at("/settings/into/0").asText()).isEqualTo("trimmed");
    }

    @Test
    void trimmedLooksIntoPartitionsOfImages() throws Exception {
        Path disk = disk(2048);
        Path image = convert(disk, "qcow2", "cluster_size=64k");
        JsonNode whole = Run.scan(ExitCode.OK, image, "--into", "images,partitions");
        Run run = Run.of("scan", image, "--into", "images,partitions", "--trimmed", "--json");
        assertThat(run.err()).as("in front of the partitions lies their table").isEmpty();
        JsonNode trimmed = run.json();
        // Nothing was ever deleted here, so nothing but zeros is free.
        assertThat(trimmed.get("layouts")).isEqualTo(whole.get("layouts"));
        Run withoutPartitions = Run.of("scan", image, "--into", "images", "--trimmed", "--json");
        assertThat(withoutPartitions.err().lines()).hasSize(1);
        assertThat(withoutPartitions.err()).contains("not trimmed: it has partitions, which --into partitions");
    }

    @Test
    void aJournalThatNeedsRecoveryIsNotTrimmed() throws Exception {
        Path image = fileSystemWithDeletedFiles();
        Programs.run("debugfs", "-w", "-R", "feature needs_recovery", image.toString());
        Run run = Run.of("scan", image, "--trimmed", "--json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("fs.img: not trimmed: ext4: its journal needs recovery");
        JsonNode whole = Run.scan(ExitCode.OK, image);
        assertThat(run.json().get("layouts")).isEqualTo(whole.get("layouts"));
        Run.of("scan", "--stdin", "--trimmed").failedWith(ExitCode.USAGE, "--trimmed and --stdin");
    }
}
