package io.compscan.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Files that are one hole, like disks without any data. */
public final class SparseFile {

    private SparseFile() {}

    /** Makes a file of so many bytes, or extends a file by a hole. */
    public static Path of(Path file, long bytes) throws IOException {
        try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "rw")) {
            all.setLength(bytes);
        }
        return file;
    }
}
