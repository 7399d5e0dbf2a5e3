package io.compscan.core.fingerprint;

/**
 * The mark that tells the fingerprint of a file shorter than a chunk from the end of a longer file. It is the last bit of the last byte.
 *
 * <p>Some systems find no duplicates of short files but share the ends of long ones. With the mark, the two are distinct chunks even where
 * their bytes are the same.
 */
public final class WholeFiles {

    private static final int MARK = 1;

    private WholeFiles() {}

    /** Marks the fingerprint that ends before {@code end}: as a whole file, or as any other chunk. */
    public static void mark(byte[] fingerprints, int end, boolean isWholeFile) {
        int last = fingerprints[end - 1];
        fingerprints[end - 1] = (byte) (isWholeFile ? last | MARK : last & ~MARK);
    }

    /** Whether the fingerprint has the mark of a whole file. */
    public static boolean isMarked(byte[] fingerprint) {
        return (fingerprint[fingerprint.length - 1] & MARK) != 0;
    }
}
