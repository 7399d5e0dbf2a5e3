package io.compscan.image.archive;

import java.io.IOException;

/**
 * The headers of one file: the header of the file itself, and before it those with its long name and its attributes, the prefixes.
 *
 * <pre>
 *   startAt                            headerAt
 *   | prefix | data | prefix | data |  header   | the file
 * </pre>
 *
 * @param state the result of reading the headers
 * @param startAt where the first header begins
 * @param headerAt where the header begins that decides the state: that of the file if the state is {@link State#WHOLE}, the damaged or
 *     missing one otherwise
 */
record TarGroup(State state, long startAt, long headerAt) {

    /** The limit for the prefixes of one file, which are kept in memory. */
    static final int MAX_NAME_BYTES = 16 << 20;

    /** Writers need at most three prefixes: two names and attributes. */
    private static final int MAX_PREFIXES = 16;

    enum State {
        /** All headers are sound. */
        WHOLE,
        /** The first header has attributes for all files behind it. They tell names and times, but not where files lie. */
        GLOBAL,
        /** Zeros stand in place of the first header; they end the archive. */
        END,
        /** A header is damaged or missing, or there are too many prefixes. */
        DAMAGED,
        /** The archive ends within the headers. */
        CUT
    }

    /** Whether prefixes stand before the header. */
    boolean hasPrefix() {
        return startAt < headerAt;
    }

    /** Goes from header to header, by their sizes. */
    static TarGroup at(ArchiveBytes bytes, long startAt) throws IOException {
        long at = startAt;
        for (int prefixes = 0; ; prefixes++) {
            if (at > bytes.sizeBytes() - TarHeader.BYTES) {
                return new TarGroup(State.CUT, startAt, at);
            }
            TarHeader header = bytes.header(at);
            if (header.isZero()) {
                return new TarGroup(at == startAt ? State.END : State.DAMAGED, startAt, at);
            }
            if (!header.isSound()) {
                return new TarGroup(State.DAMAGED, startAt, at);
            }
            if (header.isGlobal() && at == startAt) {
                return new TarGroup(State.GLOBAL, startAt, at);
            }
            if (!header.isPrefix() && !header.isGlobal()) {
                return new TarGroup(State.WHOLE, startAt, at);
            }
            long size = header.sizeBytes();
            if (size < 0 || size > MAX_NAME_BYTES - (at - startAt) || prefixes == MAX_PREFIXES) {
                return new TarGroup(State.DAMAGED, startAt, at);
            }
            at = behind(at + TarHeader.BYTES + size);
        }
    }

    /** The start of the record that follows data which ends here. */
    static long behind(long endAt) {
        return (endAt + TarHeader.BYTES - 1) / TarHeader.BYTES * TarHeader.BYTES;
    }
}
