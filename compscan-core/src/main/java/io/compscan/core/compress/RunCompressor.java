package io.compscan.core.compress;

/** Compresses as another compressor does, and says how long the runs are in which the file system gives up. */
final class RunCompressor implements Compressor {

    private static final int LOOK_BYTES = 32 << 10;

    private final Compressor compressor;
    private final Compressor rough;
    private final int runBytes;

    RunCompressor(Compressor compressor, Compressor rough, int runBytes) {
        this.compressor = compressor;
        this.rough = rough;
        this.runBytes = runBytes;
    }

    @Override
    public int compressedBytes(byte[] data, int offset, int length) {
        return compressor.compressedBytes(data, offset, length);
    }

    @Override
    public int runBytes() {
        return runBytes;
    }

    /** Whether the compressor says so, or the beginning shrinks to half with a fast one. */
    @Override
    public boolean looksCompressible(byte[] data, int offset, int length) {
        return compressor.looksCompressible(data, offset, length)
                || (length > LOOK_BYTES && rough.storedBytes(data, offset, LOOK_BYTES) <= LOOK_BYTES / 2);
    }

    @Override
    public void close() {
        compressor.close();
        rough.close();
    }
}
