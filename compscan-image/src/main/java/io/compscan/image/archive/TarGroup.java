package io.compscan.image.archive;

import java.io.IOException;

/**
 * The headers that tell of one file: its own, and those with its long name and its attributes in front.
 *
 * <pre>
 *   startAt                            headerAt
 *   | prefix | data | prefix | data |  header   | the file
 * </pre>
 *
 * @param state what is found there
 * @param startAt where the first of them begins
 * @param headerAt where that of the file begins; of a damaged group, where the damage is
 */
record TarGroup(State state, long startAt, long headerAt) {

    /** Names and attributes are kept in memory. */
    static final int MAX_NAME_BYTES = 16 << 20;

    /** Writers need two names and attributes. The library calls itself for each. */
    private static final int MAX_PREFIXES = 16;

    enum State {
        /** All headers are sound. */
        WHOLE,
        /** A header of attributes for all files behind it. It tells of names and times, and nothing of where files lie. */
        GLOBAL,
        /** Zeros end the archive. */
        END,
        /** A header is damaged, or missing. */
        DAMAGED,
        /** The archive ends within them. */
        CUT
    }

    /** Whether long names or attributes stand before the header. */
    boolean hasPrefix() {
        return startAt < headerAt;
    }

    /** Goes from header to header, by their sizes; what they say is left to the library. */
    static TarGroup at(TarBytes bytes, long startAt) throws IOException {
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
            long size = sizeOf(header);
            if (size < 0 || prefixes == MAX_PREFIXES) {
                return new TarGroup(State.DAMAGED, startAt, at);
            }
            if (size > MAX_NAME_BYTES - (at - startAt)) {
                throw new IOException("damaged: a name of more than " + MAX_NAME_BYTES + " bytes");
            }
            at = behind(at + TarHeader.BYTES, size);
        }
    }

    /** Negative where it is no number. */
    static long sizeOf(TarHeader header) {
        try {
            return header.sizeBytes();
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    /** Where the record begins that follows so many bytes. */
    static long behind(long dataAt, long sizeBytes) {
        return Math.addExact(dataAt, Math.addExact(sizeBytes, TarHeader.BYTES - 1) / TarHeader.BYTES * TarHeader.BYTES);
    }
}
