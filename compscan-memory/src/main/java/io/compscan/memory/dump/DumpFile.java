package io.compscan.memory.dump;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bytes at offsets, of a file or of a larger file that it describes. Any thread may read. */
interface DumpFile extends Closeable {

    /** How many bytes there are. */
    long sizeBytes();

    /** How many bytes are stored; the others are holes. A parser takes memory in proportion to this number. */
    default long storedBytes() {
        return sizeBytes();
    }

    /**
     * Reads up to {@code length} bytes at {@code offset} into {@code data[at..]}.
     *
     * @return how many bytes were read; fewer only at the end
     */
    int read(long offset, byte[] data, int at, int length) throws IOException;

    /** So many bytes at an offset, little-endian; an error if the file ends before. */
    default ByteBuffer bytes(long offset, int length) throws IOException {
        byte[] data = new byte[length];
        if (offset < 0 || read(offset, data, 0, length) < length) {
            throw new IOException("the file ends within a header, at " + sizeBytes() + " bytes");
        }
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }
}
