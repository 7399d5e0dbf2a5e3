package io.compscan.core.fingerprint;

import io.compscan.core.SplitMix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Makes the fingerprints of chunks depend on their long file or extent: on a number for it, and on the chunk's place in it.
 *
 * <p>Some systems share extents as a whole. Some store a file once only where all of its bytes come again. A long file is read in chunks, and its end is not known
 * at its beginning. A {@linkplain io.compscan.core.source.FileSample sample of its blocks} stands for it.
 */
public final class LongFiles {

    private static final VarHandle BYTES_AS_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private LongFiles() {}

    /**
     * Changes the first and the last eight bytes of the fingerprint {@code [begin, end)}: maps begin with the first, and samples choose by the
     * last.
     *
     * @param fileMark stands for the file
     * @param position where the chunk begins in the file
     */
    public static void mark(byte[] fingerprints, int begin, int end, long fileMark, long position) {
        long mixed = mix(fileMark, position);
        change(fingerprints, begin, SplitMix.mix(mixed));
        change(fingerprints, end - Long.BYTES, mixed);
    }

    /** Makes the fingerprints {@code [first, end)} belong to one extent: each then depends on all of them. A single one does not change. */
    public static void markExtent(byte[] fingerprints, int fingerprintBytes, int first, int end) {
        if (end - first == 1) {
            return;
        }
        long extent = 0;
        for (int i = first + 1; i <= end; i++) {
            extent = extended(extent, (long) BYTES_AS_LONG.get(fingerprints, i * fingerprintBytes - Long.BYTES));
        }
        for (int i = first; i < end; i++) {
            mark(fingerprints, i * fingerprintBytes, (i + 1) * fingerprintBytes, extent, i - first);
        }
    }

    private static long extended(long extent, long lastBytes) {
        return SplitMix.mix(extent * SplitMix.GOLDEN + lastBytes);
    }

    private static void change(byte[] fingerprints, int at, long by) {
        BYTES_AS_LONG.set(fingerprints, at, (long) BYTES_AS_LONG.get(fingerprints, at) ^ by);
    }

    private static long mix(long fileMark, long position) {
        return SplitMix.mix(fileMark + position * SplitMix.GOLDEN);
    }
}
