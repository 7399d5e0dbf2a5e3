package io.compscan.core.tools.trace;

import io.compscan.result.ReadError;
import java.io.IOException;

/** Receives the records of a trace, unit after unit, in its order. */
interface TraceVisitor {

    /**
     * Begins a unit; the chunks that follow belong to it.
     *
     * @param extension the extension of its name
     */
    void unit(String extension) throws IOException;

    /** No stored size is known. */
    int[] NOT_STORED = {};

    /**
     * A chunk that is not all zero.
     *
     * @param hashes holds its hash at {@code offset}; valid during the call
     */
    default void chunk(byte[] hashes, int offset, int lengthBytes) throws IOException {
        chunk(hashes, offset, lengthBytes, 1, NOT_STORED);
    }

    /**
     * A chunk that is not all zero and occurs several times.
     *
     * @param hashes holds its hash at {@code offset}; valid during the call
     * @param references the number of its occurrences, one or more
     * @param storedBytes its stored size, 1 to its length, by each {@linkplain TraceScheme#stored way of storing} of the trace
     */
    void chunk(byte[] hashes, int offset, int lengthBytes, long references, int[] storedBytes) throws IOException;

    /** A chunk of zeros that occurs so often. */
    void zeros(int lengthBytes, long references) throws IOException;

    /**
     * A piece of what describes the data: no chunk of it.
     *
     * @param hashes holds its hash at {@code offset}; valid during the call
     * @param storedBytes its stored size, 1 to its length
     */
    default void metadata(byte[] hashes, int offset, int lengthBytes, int storedBytes) throws IOException {}

    /**
     * A write of a chunk; the last one to each place counts.
     *
     * @param disk whose places these are
     * @param place the number of the chunk on it
     * @param hashes holds its hash at {@code offset}; valid during the call
     * @param isZero whether it is all zero
     */
    void write(String disk, long place, byte[] hashes, int offset, int lengthBytes, boolean isZero) throws IOException;

    /** Bytes of the unit for which there is no chunk. */
    void error(ReadError error) throws IOException;

    /** A further name of a unit. */
    void hardLink(long sizeBytes) throws IOException;

    /** A symbolic link. */
    void symbolicLink() throws IOException;
}
