package io.compscan.core.compress;

import net.jpountz.lz4.LZ4Compressor;

/** Raw LZ4 blocks. A native compressor keeps its tables from one block to the next. */
final class Lz4Compressor extends EncodingCompressor {

    private final LZ4Compressor lz4;
    private final Runnable release;

    /** @param release frees what the compressor holds */
    Lz4Compressor(LZ4Compressor lz4, Runnable release) {
        this.lz4 = lz4;
        this.release = release;
    }

    @Override
    int bound(int length) {
        return lz4.maxCompressedLength(length);
    }

    @Override
    int encode(byte[] data, int offset, int length, byte[] target) {
        return lz4.compress(data, offset, length, target, 0, target.length);
    }

    @Override
    public void close() {
        super.close();
        release.run();
    }
}
