package io.compscan.core.compress;

/**
 * A compressor that encodes into a buffer of its own, which grows to the longest input. The size is that of a stream that can be
 * decoded.
 */
abstract class EncodingCompressor implements Compressor {

    private byte[] encoded = new byte[0];
    private boolean hasEncoded;

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
