package io.compscan.core.compress;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;

/**
 * Compresses blocks quickly, with {@code zstd:1}, and can give each back: what is kept of a block until it is known whether a slow compressor
 * must see it. Belongs to one thread.
 */
public final class BlockPacker implements AutoCloseable {

    static final String CODEC = "zstd";
    static final int LEVEL = 1;

    private final EncodingCompressor zstd = (EncodingCompressor) new ZstdCodec().open(LEVEL);
    private byte[] data = {};
    private int offset;
    private int length;
    private int storedBytes;

    /** The stored size of a block in bytes: its length where it does not shrink. */
    public int storedBytes(byte[] source, int from, int count) {
        data = source;
        offset = from;
        length = count;
        storedBytes = zstd.storedBytes(source, from, count);
        return storedBytes;
    }

    /** The last block, in as many bytes as its stored size; its source must not have changed since. */
    public byte[] packed() {
        return storedBytes < length
                ? Arrays.copyOf(zstd.encoded(), storedBytes)
                : Arrays.copyOfRange(data, offset, offset + length);
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
