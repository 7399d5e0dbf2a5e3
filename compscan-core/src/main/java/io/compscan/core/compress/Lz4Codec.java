package io.compscan.core.compress;

import io.compscan.core.Versions;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * {@code lz4[:acceleration]}: the fast LZ4 of the reference library; sizes are those of a raw block, without frame or length field.
 *
 * <p>Versions 1.8.2 to 1.10 of lz4 write the same bytes, and so does the library here. Later versions store up to 5 % less of regular text.
 *
 * <p>The level is the library's acceleration, from 1 (the default, densest) to 65537 (fastest).
 */
public final class Lz4Codec implements Codec {

    @Override
    public String name() {
        return "lz4";
    }

    @Override
    public Levels levels() {
        return new Levels(1, 65537, 1);
    }

    @Override
    public String library(int level) {
        return Versions.library("lz4-java");
    }

    @Override
    public Compressor open(int level) {
        // Never a Java port: it finds other matches, so the sizes would depend on the platform.
        var lz4 = EncodingCompressor.load(name(), LZ4Factory::nativeInstance).fastResetCompressor(level);
        return new Lz4Compressor(lz4, lz4::close);
    }

    /** Raw LZ4 blocks. A native compressor keeps its tables from one block to the next. */
    static final class Lz4Compressor extends EncodingCompressor {

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
}
