package io.compscan.core.compress;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Compresses blocks quickly, with {@code zstd}, and can give each back: what is kept of a block until it is known whether a slow compressor
 * must see it. Belongs to one thread.
 */
public final class BlockPacker implements AutoCloseable {

    static final String CODEC = "zstd";
    /** That of Btrfs: with both profiles each block is compressed once. */
    static final int LEVEL = 3;

    private final EncodingCompressor zstd = (EncodingCompressor) new ZstdCodec().open(LEVEL);
    private final Compressor sizes;
    private byte[] data = {};
    private int offset;
    private int length;
    private int storedBytes;

    /** One that compresses each block. */
    public BlockPacker() {
        this(UnaryOperator.identity());
    }

    /** @param remembering makes of its compressor one with the same sizes, which may know them already */
    public BlockPacker(UnaryOperator<Compressor> remembering) {
        sizes = remembering.apply(zstd);
    }

    /** The compressor of {@link #spec}; belongs to this. */
    public Compressor sizes() {
        return sizes;
    }

    /** What blocks are compressed with. */
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
