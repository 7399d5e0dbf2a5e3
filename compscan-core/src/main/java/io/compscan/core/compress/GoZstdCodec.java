package io.compscan.core.compress;

/**
 * {@code gozstd}: the sizes of the Zstandard encoder in Go that restic and many services link, at its default level.
 *
 * <p>The encoder writes the format of Zstandard, but chooses otherwise than the reference library. A block of 128 KiB that repeats nothing
 * is stored raw, even if its bytes are far from random. Modelled on version 1.15 of {@code github.com/klauspost/compress}, which restic
 * 0.14 links. {@code docs/internals/accuracy.md} says how near the sizes are.
 */
public final class GoZstdCodec implements Codec {

    @Override
    public String name() {
        return "gozstd";
    }

    @Override
    public Levels levels() {
        return Levels.NONE;
    }

    @Override
    public Compressor open(int level) {
        return new GoZstdCompressor();
    }
}
