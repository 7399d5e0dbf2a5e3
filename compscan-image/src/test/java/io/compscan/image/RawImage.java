package io.compscan.image;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/** A disk for tests: random, repeated, compressible and zero clusters, and holes of all lengths. */
final class RawImage {

    private static final int UNIT = 4096;

    private RawImage() {}

    /** Writes a sparse file. */
    static Path write(Path file, long sizeBytes, long seed) throws IOException {
        Random random = new Random(seed);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(sizeBytes);
            long at = 0;
            while (at < sizeBytes) {
                long length =
                        Math.min(sizeBytes - at, (1L << random.nextInt(9)) * UNIT - (random.nextInt(8) == 0 ? 512 : 0));
                int kind = random.nextInt(10);
                if (kind < 5) {
                    byte[] data = new byte[(int) length];
                    fill(data, kind, random);
                    out.seek(at);
                    out.write(data);
                } else if (kind < 8) {
                    length = Math.min(sizeBytes - at, length * (1 + random.nextInt(8)));
                }
                at += length;
            }
        }
        return file;
    }

    private static void fill(byte[] data, int kind, Random random) {
        if (kind == 0) {
            return;
        }
        if (kind == 1) {
            new Random(data.length).nextBytes(data);
        } else if (kind == 2) {
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) ("lorem ipsum dolor ".charAt(i % 18) + i / UNIT);
            }
        } else {
            random.nextBytes(data);
        }
    }
}
