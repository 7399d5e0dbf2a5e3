package io.compscan.image;

import io.compscan.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk and the images of it that a test makes by hand, because QEMU cannot make them. */
@Timeout(120)
@Needs(also = Qemu.class)
abstract class HandmadeImages {

    static final int SECTOR = 512;
    static final int SIZE = 8 << 20;
    static final int MIB = 1 << 20;

    @TempDir
    Path directory;

    /** Disks to compare with: what lies in the directory is looked at. */
    @TempDir
    Path oracles;

    byte[] raw;

    @BeforeEach
    void makeDisk() throws Exception {
        raw = Files.readAllBytes(RawImage.write(directory.resolve("raw.img"), SIZE, 6));
    }

    /** What is found in the directory, save for the disk that images were made from. */
    final Looked images() throws Exception {
        Files.deleteIfExists(directory.resolve("raw.img"));
        return Looked.images(directory);
    }

    /** A disk to compare with. */
    final Path expected(byte[] disk) throws IOException {
        return Files.write(Files.createTempFile(oracles, "expected", ".img"), disk);
    }

    final void write(String name, byte[] image) throws IOException {
        Files.write(directory.resolve(name), image);
    }
}
