package io.compscan.core.fingerprint;

import io.compscan.core.SplitMix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Makes the fingerprints of a long file's chunks its own: they depend on the file's size and on the chunk's place in it.
 *
 * <p>Some systems store a file once only where all of its bytes come again. A long file is read in chunks, and its end is not known
 * at its beginning. Its size stands for it: files of other sizes have no chunk in common with it. Two files of one size still share what
 * they have in the same places.
 */
public final class LongFiles {

    private static final VarHandle BYTES_AS_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private LongFiles() {}

    /**
     * Changes the first and the last eight bytes of the fingerprint {@code [begin, end)}: maps begin with the first, and samples choose by the
     * last.
     *
     * @param position where the chunk begins in the file
     */
    public static void mark(byte[] fingerprints, int begin, int end, long fileBytes, long position) {
        long mixed = mix(fileBytes, position);
        change(fingerprints, begin, SplitMix.mix(mixed));
        change(fingerprints, end - Long.BYTES, mixed);
    }

    private static void change(byte[] fingerprints, int at, long by) {
        BYTES_AS_LONG.set(fingerprints, at, (long) BYTES_AS_LONG.get(fingerprints, at) ^ by);
    }

    /** The changed last bytes of a fingerprint, as a big-endian number. */
    public static long marked(long lastBytes, long fileBytes, long position) {
        return lastBytes ^ mix(fileBytes, position);
    }

    private static long mix(long fileBytes, long position) {
        return SplitMix.mix(SplitMix.mix(fileBytes) + position + SplitMix.GOLDEN);
    }
}
