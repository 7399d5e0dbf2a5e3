package io.compscan.image.disk;

import org.jspecify.annotations.Nullable;

/**
 * Where consecutive bytes of a disk lie.
 *
 * <pre>
 *   HOLE     zeros
 *   PARENT   at the same position of the parent
 *   DATA     in the file, from {@code offset} on
 *   PACKED   {@code skip} bytes into a cluster that is stored compressed, in {@code storedBytes} bytes from {@code offset} on,
 *            and up to the end of that cluster
 * </pre>
 *
 * @param kind which of these
 * @param length how many bytes, at least one
 * @param file the file, null for holes and the parent
 * @param offset where in the file
 * @param storedBytes the length of the compressed cluster, 0 for the others
 * @param skip the distance from the start of the compressed cluster, 0 for the others
 */
public record Run(Kind kind, long length, @Nullable ImageFile file, long offset, int storedBytes, int skip) {

    /** The kinds of runs. */
    public enum Kind {
        /** Zeros. */
        HOLE,
        /** Bytes of the parent. */
        PARENT,
        /** Bytes of a file. */
        DATA,
        /** Bytes of a compressed cluster. */
        PACKED
    }

    /** Zeros. */
    public static Run hole(long length) {
        return new Run(Kind.HOLE, length, null, 0, 0, 0);
    }

    /** Bytes of the parent; where there is none, zeros. */
    public static Run parent(long length) {
        return new Run(Kind.PARENT, length, null, 0, 0, 0);
    }

    /** Bytes of a file. */
    public static Run data(long length, ImageFile file, long offset) {
        return new Run(Kind.DATA, length, file, offset, 0, 0);
    }

    /** Bytes of a compressed cluster. */
    public static Run packed(long length, ImageFile file, long offset, int storedBytes, int skip) {
        return new Run(Kind.PACKED, length, file, offset, storedBytes, skip);
    }
}
