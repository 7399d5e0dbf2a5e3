package io.compscan.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A file system of 512 MiB in a file, mounted. Only root may mount; the test is skipped otherwise. */
public final class Mounted implements AutoCloseable {

    private static final long BYTES = 512L << 20;

    private final Path directory;

    /**
     * Makes and mounts one.
     *
     * @param temporary where the file and the mount point are made
     * @param options of the mount
     * @param mkfs makes the file system in the file that is added to it
     */
    public Mounted(Path temporary, String options, String... mkfs) throws IOException, InterruptedException {
        directory = Files.createDirectory(temporary.resolve("mounted"));
        Path image = SparseFile.of(temporary.resolve("image"), BYTES);
        Object[] command = Arrays.copyOf(mkfs, mkfs.length + 1, Object[].class);
        command[mkfs.length] = image;
        Programs.run(command);
        assumeTrue(
                Programs.succeeds("mount", "-o", "loop," + options, image.toString(), directory.toString()),
                "only root may mount, and the kernel must know the file system");
    }

    /** The mount point. */
    public Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        Programs.run("umount", directory);
    }
}
