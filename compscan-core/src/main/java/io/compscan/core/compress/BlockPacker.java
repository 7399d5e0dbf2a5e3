package io.compscan.core.compress;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Compresses blocks quickly, with {@code zstd}, and can restore them. A block is kept packed until it is known whether a slow compressor
 * must see it. Belongs to one thread.
 */
public final class BlockPacker implements AutoCloseable {

    static final String CODEC = "zstd";
    /** The level of Btrfs. A scan for its profile and for one with a slow compressor then compresses each block once. */
    static final int LEVEL = 3;

    private final EncodingCompressor zstd = (EncodingCompressor) new ZstdCodec().open(LEVEL);
    private final Compressor sizes;
    private byte[] data = {};
    private int offset;
    private int length;
    private int storedBytes;

    /** A packer that compresses each block. */
    public BlockPacker() {
        this(UnaryOperator.identity());
    }

    /** @param remembering turns the compressor into one with the same sizes, which may know some of them already */
    public BlockPacker(UnaryOperator<Compressor> remembering) {
        sizes = remembering.apply(zstd);
    }

    /** The compressor of {@link #spec}; belongs to this packer. */
    public Compressor sizes() {
        return sizes;
    }

    /** The compressor of the blocks. */
    public static CompressorSpec spec() {
        return new CompressorSpec(CODEC, LEVEL);
    }

    /** The stored size of a block in bytes: its length where it does not shrink. */
    public int storedBytes(byte[] source, int from, int count) {
        data = source;
        offset = from;
        length = count;
        zstd.forget();
        storedBytes = sizes.storedBytes(source, from, count);
        return storedBytes;
    }

    /** The last block, in as many bytes as its stored size; its source must not have changed since. */
    public byte[] packed() {
        if (storedBytes >= length) {
            return Arrays.copyOfRange(data, offset, offset + length);
        }
        if (!zstd.hasEncoded()) {
            zstd.compressedBytes(data, offset, length);
        }
        return Arrays.copyOf(zstd.encoded(), storedBytes);
    }

    /** The block of this length that {@link #packed} made these bytes of. */
    public static byte[] unpack(byte[] packed, int length) {
        return packed.length < length ? Zstd.decompress(packed, length) : packed;
    }

    @Override
    public void close() {
        zstd.close();
    }
}
