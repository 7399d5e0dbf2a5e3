package io.compscan.image;

import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.testing.Programs;
import io.compscan.testing.SparseFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Superblocks and bitmaps of file systems, made by the file systems' own programs. */
public final class FileSystemTargets implements FuzzTargets {

    private static final int KEPT_BYTES = 4 << 20;

    private final Path directory = Scratch.directory();

    /** For the service loader. */
    public FileSystemTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                target(
                        "ext4",
                        4,
                        "mkfs.ext4 -q -b 1024 -g 256 -O ^resize_inode",
                        "mkfs.ext4 -q -b 1024 -g 256 -O meta_bg,^resize_inode,^has_journal",
                        "mkfs.ext4 -q -b 4096"),
                target("ntfs", 4, "mkntfs -q -Q -F", "mkntfs -q -Q -F -c 512"),
                target("xfs", 512, "mkfs.xfs -q"),
                target("btrfs", 128, "mkfs.btrfs -q"));
    }

    private FuzzTarget target(String name, int mebibytes, String... commands) {
        Wholes wholes = new Wholes(() -> {
            List<byte[]> all = new ArrayList<>();
            for (String command : commands) {
                all.add(made(mebibytes, command));
            }
            return all;
        });
        FileSystemFormat format = FileSystemFormat.load().stream()
                .filter(one ->
                        one.getClass().getSimpleName().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow();
        return new FuzzTarget(
                "file-system-" + name,
                () -> FuzzTarget.decisions(commands.length),
                input -> wholes.attempt(input, (damage, number, decisions) -> {
                    int[] starts = FuzzedFileSystemsTest.starts(damage.bytes(), name);
                    FuzzedFileSystemsTest.damage(damage, starts, decisions);
                    if (format.look(damage) == null) {
                        return false;
                    }
                    Fuzz.read(format.trimmed(damage), decisions);
                    return true;
                }));
    }

    private byte[] made(int mebibytes, String command) throws Exception {
        Path image = SparseFile.of(directory.resolve("disk.img"), (long) mebibytes << 20);
        Programs.runIn(directory, List.of((command + " " + image).split(" ", -1)));
        byte[] whole;
        try (var in = Files.newInputStream(image)) {
            whole = in.readNBytes(KEPT_BYTES);
        }
        Files.delete(image);
        return whole;
    }
}
