package io.compscan.image.archive;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.tukaani.xz.MemoryLimitException;

/**
 * Bounds the memory that each stream of one container takes, and what all of them unpack to. Images of thin disks are mostly zeros, so these
 * do not count. Several threads may use it at once.
 */
final class UnpackBounds {

    /** The option that sets the limit for dictionaries, as messages name it. */
    private static final String OPTION = "--unpack-memory";

    /** No stream of DEFLATE (RFC 1951) expands as far: 258 bytes take two bits at least. */
    static final long MAX_EXPANSION = 1100;
    /** So many unpacked bytes are allowed without any check, because they do no harm. */
    static final long FREE_BYTES = 16 << 20;

    /** A decoder of LZMA has so much beside its dictionary. */
    private static final int TABLE_KIBIBYTES = 512;

    private static final byte[] ZEROS = new byte[8192];

    private final long dictionaryBytes;
    private final AtomicLong unpackedBytes = new AtomicLong();
    private final AtomicLong packedBytes = new AtomicLong();

    /** @param dictionaryBytes the limit for the dictionary or window of one stream */
    UnpackBounds(long dictionaryBytes) {
        this.dictionaryBytes = dictionaryBytes;
    }

    /** The limit for all memory of a decoder, as the library counts it. */
    int decoderKibibytes() {
        return (int) Math.min(Integer.MAX_VALUE, (dictionaryBytes >> 10) + TABLE_KIBIBYTES);
    }

    /** The logarithm of the largest window that is allowed. */
    int windowLog() {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(dictionaryBytes);
    }

    void requireDictionary(long bytes) throws IOException {
        if (bytes > dictionaryBytes) {
            throw tooLarge(bytes);
        }
    }

    private IOException tooLarge(long bytes) {
        return new IOException("its dictionary of " + mebibytes(bytes) + " is larger than the limit of "
                + mebibytes(dictionaryBytes) + "; " + OPTION + " sets it");
    }

    private static String mebibytes(long bytes) {
        return ((bytes + (1 << 20) - 1) >> 20) + " MiB";
    }

    /** The failure of an exception while a stream is unpacked, in one line. */
    IOException failure(Exception e) {
        if (e instanceof MemoryLimitException memory) {
            return tooLarge((long) memory.getMemoryNeeded() << 10);
        }
        if (e instanceof ZstdIOException zstd && zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
            return new IOException(
                    "its window is larger than the limit of " + mebibytes(dictionaryBytes) + "; " + OPTION + " sets it",
                    e);
        }
        return LibraryFailure.of(e);
    }

    /**
     * Counts.
     *
     * @param packed how many packed bytes were read since the last call
     * @throws IOException if few packed bytes have unpacked to too many
     */
    void add(long packed, byte[] data, int offset, int length) throws IOException {
        long allPacked = packedBytes.addAndGet(packed);
        long all = isZero(data, offset, length) ? unpackedBytes.get() : unpackedBytes.addAndGet(length);
        if (all > FREE_BYTES && all / MAX_EXPANSION > allPacked) {
            throw new IOException("it unpacks to more than " + MAX_EXPANSION + " times its size, zeros left out");
        }
    }

    private static boolean isZero(byte[] data, int offset, int length) {
        for (int from = 0; from < length; from += ZEROS.length) {
            int bytes = Math.min(ZEROS.length, length - from);
            if (!Arrays.equals(data, offset + from, offset + from + bytes, ZEROS, 0, bytes)) {
                return false;
            }
        }
        return true;
    }
}
