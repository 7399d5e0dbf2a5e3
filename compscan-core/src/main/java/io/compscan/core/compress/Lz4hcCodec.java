package io.compscan.core.compress;

import io.compscan.core.Versions;
import net.jpountz.lz4.LZ4Factory;

/**
 * {@code lz4hc[:level]}: the high-compression LZ4 of the reference library, levels 2 to 12, 9 by default. Sizes are those of a raw
 * block, without frame or length field.
 */
public final class Lz4hcCodec implements Codec {

    @Override
    public String name() {
        return "lz4hc";
    }

    @Override
    public Levels levels() {
        return new Levels(2, 12, 9);
    }

    @Override
    public String library(int level) {
        return Versions.library("lz4-java");
    }

    @Override
    public Compressor open(int level) {
        var lz4 = EncodingCompressor.load(name(), LZ4Factory::nativeInstance).highFastResetCompressor(level);
        return new Lz4Codec.Lz4Compressor(lz4, lz4::close);
    }
}
