package io.compscan.core.compress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * A compressor that encodes into a buffer of its own, which grows to the longest input. The size is that of a stream that can be
 * decoded.
 */
abstract class EncodingCompressor implements Compressor {

    private byte[] encoded = new byte[0];
    private boolean hasEncoded;

    /**
     * What the first use of a native library makes. It is unpacked into the directory for temporary files, and the kernel maps it from there.
     *
     * @throws UncheckedIOException if it cannot be unpacked, or may not run there
     */
    static <T> T load(String codec, Supplier<T> use) {
        try {
            return use.get();
        } catch (LinkageError | AssertionError e) {
            throw new UncheckedIOException(new IOException(
                    codec + ": its native library cannot be loaded from " + System.getProperty("java.io.tmpdir")
                            + ", which must be writable, not full, and not mounted noexec;"
                            + " java -Djava.io.tmpdir=DIR names another directory",
                    e));
        }
    }

    @Override
    public final int compressedBytes(byte[] data, int offset, int length) {
        int bound = bound(length);
        if (encoded.length < bound) {
            encoded = new byte[bound];
        }
        hasEncoded = true;
        return encode(data, offset, length, encoded);
    }

    /** Forgets that there was a call of {@link #compressedBytes}. */
    final void forget() {
        hasEncoded = false;
    }

    /** Whether there was one since. */
    final boolean hasEncoded() {
        return hasEncoded;
    }

    /** The buffer whose first bytes are the stream made by the last call of {@link #compressedBytes}. */
    final byte[] encoded() {
        return encoded;
    }

    /** The most that {@code length} bytes can take. */
    abstract int bound(int length);

    /** Encodes to the start of {@code target}, which has room for {@link #bound}, and returns the length of the stream. */
    abstract int encode(byte[] data, int offset, int length, byte[] target);

    @Override
    public void close() {
        encoded = new byte[0];
    }
}
