package io.compscan.core.compress;

/** Tells the compressed size of byte ranges; belongs to one thread and may hold native memory and scratch buffers. */
public interface Compressor extends AutoCloseable {

    /** A page: a file system goes on with compression only where that saves a whole page. */
    int PAGE_BYTES = 4096;

    /**
     * The size in bytes that {@code data[offset .. offset + length - 1]} takes when compressed on its own, {@code length} or more
     * if it does not shrink. The same bytes always give the same size.
     */
    int compressedBytes(byte[] data, int offset, int length);

    /** The stored size: the compressed size, or the raw one where compression does not help. */
    default int storedBytes(byte[] data, int offset, int length) {
        return Math.min(length, compressedBytes(data, offset, length));
    }

    /**
     * Whole files below this length share blocks with their neighbours; 0 if the compressor shares no blocks. The size of such a file alone
     * is not its stored size.
     */
    default int sharedBlockBytes() {
        return 0;
    }

    /**
     * Chunks of a file lie in runs of this length; 0 if there are no runs. Behind the first chunk that does not shrink by
     * {@value #PAGE_BYTES} bytes, the rest of its run is stored raw, even where it shrinks.
     */
    default int runBytes() {
        return 0;
    }

    /**
     * Whether a look at the beginning is enough to say that compression saves a page; false leaves that open. Much faster than compression
     * where data shrinks.
     */
    default boolean looksCompressible(byte[] data, int offset, int length) {
        return false;
    }

    /** Whether compression saves one of the pages that the bytes take, as file systems ask. */
    default boolean savesPage(byte[] data, int offset, int length) {
        return looksCompressible(data, offset, length) || pages(storedBytes(data, offset, length)) < pages(length);
    }

    /** The pages that bytes take. */
    static int pages(int bytes) {
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    }

    /**
     * A size that grows with the stored size, found faster where there is a faster way. It serves to share out the size of several chunks
     * together.
     */
    default int roughBytes(byte[] data, int offset, int length) {
        return storedBytes(data, offset, length);
    }

    @Override
    void close();
}
