package io.compscan.core.compress;

/** Compresses as another compressor does, and says how long the runs are in which the file system gives up. */
final class RunCompressor implements Compressor {

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

    @Override
    public int roughBytes(byte[] data, int offset, int length) {
        return rough.storedBytes(data, offset, length);
    }

    @Override
    public void close() {
        compressor.close();
        rough.close();
    }
}
