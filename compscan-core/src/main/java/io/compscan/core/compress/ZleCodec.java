package io.compscan.core.compress;

/**
 * {@code zle}: the zero-length encoding of OpenZFS, which shortens zeros alone. A byte says how many bytes follow as they are, up to 64, or
 * how many zeros it stands for, up to 192.
 */
public final class ZleCodec implements Codec {

    private static final int MAX_LITERALS = 64;
    private static final int MAX_ZEROS = 192;

    @Override
    public String name() {
        return "zle";
    }

    @Override
    public Levels levels() {
        return Levels.NONE;
    }

    @Override
    public Compressor open(int level) {
        return (PureCompressor) (data, offset, length) -> compressedBytes(data, offset, offset + length);
    }

    private static int compressedBytes(byte[] data, int offset, int end) {
        int bytes = 0;
        int at = offset;
        while (at < end) {
            int first = at;
            bytes++;
            if (data[at] == 0) {
                while (at < end && at - first < MAX_ZEROS && data[at] == 0) {
                    at++;
                }
            } else {
                // A single zero is a literal like others, but not the last one: two of them end a run.
                int last = Math.min(first + MAX_LITERALS, end) - 1;
                while (at < last && (data[at] | data[at + 1]) != 0) {
                    at++;
                }
                at += data[at] == 0 ? 0 : 1;
                bytes += at - first;
            }
        }
        return bytes;
    }
}
