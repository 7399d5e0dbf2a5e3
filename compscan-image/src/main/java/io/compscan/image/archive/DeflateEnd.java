package io.compscan.image.archive;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The end of deflated data, which the data itself tells.
 *
 * @param endAt where it ends; where the damage is, if it is damaged
 * @param sizeBytes the size of what it unpacks to, as far as it can be unpacked
 */
record DeflateEnd(State state, long endAt, long sizeBytes) {

    private static final int BUFFER_BYTES = 64 << 10;

    enum State {
        /** All of it is there. */
        WHOLE,
        /** The archive ends within it. */
        CUT,
        /** It is no deflated data from some place on, or cannot be read there. */
        DAMAGED
    }

    /** Unpacks the data that begins here. */
    static DeflateEnd of(ArchiveBytes bytes, long dataAt) throws IOException {
        Inflater inflater = new Inflater(true);
        byte[] packed = new byte[BUFFER_BYTES];
        byte[] unpacked = new byte[BUFFER_BYTES];
        long readTo = dataAt;
        State state = State.WHOLE;
        try {
            while (state == State.WHOLE && !inflater.finished()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("interrupted");
                }
                int length = (int) Math.min(BUFFER_BYTES, bytes.sizeBytes() - readTo);
                if (!inflater.needsInput()) {
                    inflater.inflate(unpacked);
                    state = inflater.needsDictionary() ? State.DAMAGED : state;
                } else if (length > 0) {
                    bytes.read(readTo, packed, length);
                    inflater.setInput(packed, 0, length);
                    readTo += length;
                } else {
                    state = State.CUT;
                }
            }
            return new DeflateEnd(state, dataAt + inflater.getBytesRead(), inflater.getBytesWritten());
        } catch (DataFormatException | UnreadablePlace e) {
            return new DeflateEnd(State.DAMAGED, dataAt + inflater.getBytesRead(), inflater.getBytesWritten());
        } finally {
            inflater.end();
        }
    }
}
