package io.compscan.core.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictContentType;
import java.util.Arrays;

/**
 * The size of bytes that are compressed against other bytes: a frame of Zstandard, level 3, with these as its dictionary. One thread.
 *
 * <p>The frame has what one of {@code zstd} has: magic number, content size, no name of the dictionary, no checksum.
 */
public final class ZstdDelta implements AutoCloseable {

    private final ZstdCompressCtx context;
    private byte[] encoded = new byte[0];
    private int encodedBytes;

    /** @throws java.io.UncheckedIOException if the native library cannot be loaded */
    public ZstdDelta() {
        context = EncodingCompressor.load(ZstdCodec.NAME, () -> ZstdCodec.context(ZstdCodec.DEFAULT_LEVEL));
    }

    /** The bytes that the data takes beside its base, whatever the base holds. */
    public int deltaBytes(byte[] data, byte[] base) {
        int bound = Math.toIntExact(Zstd.compressBound(data.length));
        if (encoded.length < bound) {
            encoded = new byte[bound];
        }
        // A base that begins like a trained dictionary is none.
        context.loadDict(base, ZstdDictContentType.RAW_CONTENT);
        encodedBytes = context.compressByteArray(encoded, 0, encoded.length, data, 0, data.length);
        return encodedBytes;
    }

    /** The frame of the last call. */
    byte[] frame() {
        return Arrays.copyOf(encoded, encodedBytes);
    }

    @Override
    public void close() {
        context.close();
    }
}
