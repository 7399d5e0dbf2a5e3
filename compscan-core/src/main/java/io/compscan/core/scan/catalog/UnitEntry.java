package io.compscan.core.scan.catalog;

import io.compscan.core.scan.checkpoint.Bytes;
import io.compscan.core.source.UnitVersion;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;

/**
 * A unit that a scan has read to its end, as the log of units holds it.
 *
 * <pre>
 *   record   | number | shared | suffix length | suffix | size + 1 | modified | changed | inode | trusted | records | logical bytes |
 *            | content, 8 bytes |
 * </pre>
 *
 * <p>A name is UTF-8; its first {@code shared} bytes are those of the name before it in the same frame. All numbers but {@code content} are
 * {@linkplain io.compscan.core.Varint short}.
 *
 * @param number of the unit in its segment
 * @param name of the unit
 * @param version of the unit before it was read
 * @param isTrusted whether an equal version proves equal bytes, and all of them were read
 * @param recordCount its records in the log of pieces
 * @param logicalBytes its bytes
 * @param content follows from its chunks and their places
 */
record UnitEntry(
        int number,
        String name,
        UnitVersion version,
        boolean isTrusted,
        int recordCount,
        long logicalBytes,
        long content) {

    /** Appends the record; returns the bytes of the name, for the next one. */
    byte[] write(Bytes out, byte[] nameBefore) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        out.putNumber(number);
        out.putName(text, nameBefore);
        out.putNumber(version.sizeBytes() + 1);
        out.putNumber(version.modifiedNanos());
        out.putNumber(version.changedNanos());
        out.putNumber(version.inode());
        out.put(isTrusted ? 1 : 0);
        out.putNumber(recordCount);
        out.putNumber(logicalBytes);
        out.putLong(content);
        return text;
    }

    /** Reads the names and numbers of a frame, one record after the other. One thread. */
    static final class Reader {
        private final Bytes in;
        private byte[] text = {};

        Reader(byte[] frame) {
            in = new Bytes(frame);
        }

        boolean hasNext() {
            return in.hasRemaining();
        }

        UnitEntry next() throws EOFException {
            int number = in.number(Integer.MAX_VALUE);
            text = in.getName(text);
            UnitVersion version = new UnitVersion(in.number() - 1, in.number(), in.number(), in.number());
            boolean isTrusted = in.get() == 1;
            int recordCount = in.number(Integer.MAX_VALUE);
            long logicalBytes = in.number();
            return new UnitEntry(
                    number,
                    new String(text, StandardCharsets.UTF_8),
                    version,
                    isTrusted,
                    recordCount,
                    logicalBytes,
                    in.getLong());
        }
    }
}
