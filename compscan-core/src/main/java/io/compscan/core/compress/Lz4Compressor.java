package io.compscan.core.compress;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4JNIFastResetCompressor;
import net.jpountz.lz4.LZ4JNIHCFastResetCompressor;

/** Raw LZ4 blocks. A native compressor keeps its tables from one block to the next. */
final class Lz4Compressor extends EncodingCompressor {

    private final LZ4Compressor lz4;
    private final Runnable release;

    Lz4Compressor(LZ4JNIFastResetCompressor fast) {
        lz4 = fast;
        release = fast::close;
    }

    Lz4Compressor(LZ4JNIHCFastResetCompressor high) {
        lz4 = high;
        release = high::close;
    }

    /** @param java one that needs no release */
    Lz4Compressor(LZ4Compressor java) {
        lz4 = java;
        release = () -> {};
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
