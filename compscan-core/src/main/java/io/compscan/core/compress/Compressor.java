package io.compscan.core.compress;

/** Returns the compressed size of byte ranges; belongs to one thread and may hold native memory and scratch buffers. */
public interface Compressor extends AutoCloseable {

    /**
     * The size in bytes that {@code data[offset .. offset + length - 1]} takes when compressed on its own, {@code length} or more
     * if it does not shrink. The same bytes always give the same size.
     */
    int compressedBytes(byte[] data, int offset, int length);

    /** The stored size: the compressed size, or the raw one where compression does not help. */
    default int storedBytes(byte[] data, int offset, int length) {
        return Math.min(length, compressedBytes(data, offset, length));
    }

    @Override
    void close();
}
