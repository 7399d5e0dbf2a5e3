package io.compscan.cli;

import io.compscan.core.tools.generate.DatasetSpec;
import io.compscan.core.tools.generate.Generator;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A disk as a guest has it: GPT, ext4 with the files of a JDK and generated ones, an empty partition. Nobody wrote to four fifths of it.
 */
@Needs({"qemu-img", "qemu-io", "sfdisk", "mkfs.ext4"})
final class GuestDisk {

    private static final long MEBIBYTE = 1 << 20;
    private static final long SECTOR = 512;
    /** The bytes behind the file system: the second partition, and the copy of the table. */
    private static final long BEHIND = 3 * MEBIBYTE;

    private GuestDisk() {}

    /** Writes one of so many bytes, which are whole mebibytes. */
    static Path write(Path file, long sizeBytes) throws Exception {
        Path files = Files.createDirectories(file.resolveSibling(file.getFileName() + ".files"));
        long usedBytes = sizeBytes / 5;
        copyJdk(Files.createDirectory(files.resolve("jdk")), usedBytes / 2);
        DatasetSpec spec = DatasetSpec.ofSize(usedBytes / 2)
                .files(40)
                .dedup("1.5")
                .zeroShare("0.05")
                .seed(22)
                .build();
        new Generator(spec).write(files.resolve("generated"), 2, false, bytes -> {});
        try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
            disk.setLength(sizeBytes);
        }
        long systemBytes = sizeBytes - MEBIBYTE - BEHIND;
        String layout = """
                label: gpt
                start=%d, size=%d, type=L
                start=%d, size=%d, type=L
                """.formatted(
                        MEBIBYTE / SECTOR, systemBytes / SECTOR, (MEBIBYTE + systemBytes) / SECTOR, MEBIBYTE / SECTOR);
        Programs.pipe(files, layout, "sfdisk", "--quiet", file);
        String blocks = Long.toString(systemBytes / 4096);
        String[] make = {"mkfs.ext4", "-q", "-b", "4096", "-E", "offset=" + MEBIBYTE, "-d", files.toString()};
        List<String> command = new ArrayList<>(List.of(make));
        command.addAll(List.of(file.toString(), blocks));
        Programs.runIn(files, command);
        delete(files);
        return file;
    }

    /** Copies files in the order of their names, the last one in part. */
    private static void copyJdk(Path target, long bytes) throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        List<Path> files;
        try (Stream<Path> all = Files.walk(home)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        long left = bytes;
        for (Path file : files) {
            // Files that a distribution forbids others to read, or keeps elsewhere.
            if (left == 0 || !Files.isReadable(file)) {
                continue;
            }
            Path copy = target.resolve(home.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            try (InputStream in = Files.newInputStream(file);
                    OutputStream out = Files.newOutputStream(copy)) {
                byte[] data = new byte[1 << 16];
                for (int got; (got = in.read(data, 0, (int) Math.min(data.length, left))) > 0; left -= got) {
                    out.write(data, 0, got);
                }
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(directory)) {
            all = new ArrayList<>(found.toList());
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            Files.delete(all.get(i));
        }
    }
}
