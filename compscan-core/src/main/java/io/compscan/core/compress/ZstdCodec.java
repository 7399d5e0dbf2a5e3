package io.compscan.core.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.compscan.core.Versions;

/**
 * {@code zstd[:level]}: Zstandard, levels -1000 to 22 as in the library, 3 by default; negative ones are the fast ones, 0 means 3.
 *
 * <p>The size is that of a frame as the library makes it when it knows the length: magic number, content size, no dictionary, no
 * checksum.
 */
public final class ZstdCodec implements Codec {

    static final String NAME = "zstd";
    static final int DEFAULT_LEVEL = 3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Levels levels() {
        // The library goes down to -131072, where not even zeros shrink; file systems offer -1000 as the fastest.
        // Written out: to ask the library would load it at every start.
        return new Levels(-1000, 22, DEFAULT_LEVEL);
    }

    @Override
    public String library(int level) {
        return Versions.library("zstd-jni");
    }

    @Override
    public Compressor open(int level) {
        return EncodingCompressor.load(name(), () -> new ZstdCompressor(level));
    }

    /** A context whose frames have the content size and nothing else that a reader does not need. */
    static ZstdCompressCtx context(int level) {
        return new ZstdCompressCtx()
                .setLevel(level)
                .setContentSize(true)
                .setChecksum(false)
                .setDictID(false);
    }

    private static final class ZstdCompressor extends EncodingCompressor {

        private final ZstdCompressCtx context;

        ZstdCompressor(int level) {
            context = ZstdCodec.context(level);
        }

        @Override
        int bound(int length) {
            return Math.toIntExact(Zstd.compressBound(length));
        }

        @Override
        int encode(byte[] data, int offset, int length, byte[] target) {
            return context.compressByteArray(target, 0, target.length, data, offset, length);
        }

        @Override
        public void close() {
            super.close();
            context.close();
        }
    }
}
