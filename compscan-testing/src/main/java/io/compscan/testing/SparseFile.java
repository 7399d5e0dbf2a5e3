package io.compscan.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Files that are one hole: disks that nobody has written. */
public final class SparseFile {

    private SparseFile() {}

    /** Makes one of so many bytes, or extends a file by a hole. */
    public static Path of(Path file, long bytes) throws IOException {
        try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "rw")) {
            all.setLength(bytes);
        }
        return file;
    }
}
