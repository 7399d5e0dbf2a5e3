package io.compscan.core.compress;

import io.compscan.core.Versions;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.xerial.snappy.Snappy;

/** {@code snappy}: Google's Snappy; sizes are those of a raw block, which begins with its length. */
public final class SnappyCodec implements Codec {

    @Override
    public String name() {
        return "snappy";
    }

    @Override
    public Levels levels() {
        return Levels.NONE;
    }

    @Override
    public String library(int level) {
        return Versions.library("snappy-java");
    }

    @Override
    public Compressor open(int level) {
        EncodingCompressor.load(name(), () -> Snappy.maxCompressedLength(1));
        return new EncodingCompressor() {
            @Override
            int bound(int length) {
                return Snappy.maxCompressedLength(length);
            }

            @Override
            int encode(byte[] data, int offset, int length, byte[] target) {
                try {
                    return Snappy.compress(data, offset, length, target, 0);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
