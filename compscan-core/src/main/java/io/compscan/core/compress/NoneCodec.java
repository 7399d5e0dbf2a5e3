package io.compscan.core.compress;

/** {@code none}: stores everything raw. */
public final class NoneCodec implements Codec {

    @Override
    public String name() {
        return "none";
    }

    @Override
    public Levels levels() {
        return Levels.NONE;
    }

    @Override
    public Compressor open(int level) {
        return (PureCompressor) (data, offset, length) -> length;
    }
}
