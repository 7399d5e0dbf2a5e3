package io.compscan.image.archive;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * All members of a gzip file (RFC 1952), as {@code gzip -dc} unpacks them. Extra fields are skipped whatever they hold. Zeros behind the last
 * member are padding, and other bytes there are garbage. One thread.
 */
final class GzipStream extends InputStream {

    private static final int BUFFER_BYTES = 64 << 10;

    private static final int DEFLATED = 8;
    private static final int HEADER_SUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    private final InputStream packed;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 sum = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private boolean isFirst = true;
    private boolean isInMember;
    private boolean hasEnded;
    private boolean hasGarbage;

    GzipStream(InputStream packed) {
        this.packed = packed;
    }

    /** The reason why bytes at the end are left out; null if there are none. */
    @Nullable String remark() {
        return hasGarbage ? "bytes that are not gzip follow its end; they are left out, as gzip does" : null;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] data, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!hasEnded) {
            if (!isInMember && !header()) {
                hasEnded = true;
                break;
            }
            int got = inflate(data, offset, length);
            if (got > 0) {
                sum.update(data, offset, got);
                return got;
            }
            if (inflater.finished()) {
                at = end - inflater.getRemaining();
                trailer();
            } else if (inflater.needsDictionary()) {
                throw new IOException("damaged: it asks for a dictionary");
            } else if (fill()) {
                inflater.setInput(buffer, 0, end);
            } else {
                throw new EOFException();
            }
        }
        return -1;
    }

    private int inflate(byte[] data, int offset, int length) throws IOException {
        try {
            return inflater.inflate(data, offset, length);
        } catch (DataFormatException e) {
            throw new IOException("damaged: " + e.getMessage(), e);
        }
    }

    /** Goes into the next member. Returns false at the end. */
    private boolean header() throws IOException {
        int first = next();
        if (!isFirst) {
            boolean isPadded = first == 0;
            while (first == 0) {
                first = next();
            }
            if (first < 0) {
                return false;
            }
            if (isPadded || first != 0x1f || peek() != 0x8b) {
                hasGarbage = true;
                return false;
            }
        }
        if (first != 0x1f || byteOf() != 0x8b || byteOf() != DEFLATED) {
            throw new IOException("damaged: it is no gzip file");
        }
        isFirst = false;
        int flags = byteOf();
        if ((flags & RESERVED) != 0) {
            throw new IOException("damaged: it has flags that are not known");
        }
        // Time, level and system.
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(byteOf() | byteOf() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_SUM) != 0) {
            skip(2);
        }
        inflater.reset();
        inflater.setInput(buffer, at, end - at);
        sum.reset();
        isInMember = true;
        return true;
    }

    private void trailer() throws IOException {
        long expected = number();
        long size = number();
        if (expected != sum.getValue()) {
            throw new IOException("damaged: its checksum is wrong");
        }
        if (size != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw new IOException("damaged: its length is wrong");
        }
        isInMember = false;
    }

    private long number() throws IOException {
        long number = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            number |= (long) byteOf() << (Byte.SIZE * i);
        }
        return number;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            byteOf();
        }
    }

    private void skipText() throws IOException {
        int last = byteOf();
        while (last != 0) {
            last = byteOf();
        }
    }

    private int byteOf() throws IOException {
        int next = next();
        if (next < 0) {
            throw new EOFException();
        }
        return next;
    }

    private int peek() throws IOException {
        return at < end || fill() ? buffer[at] & 0xff : -1;
    }

    private int next() throws IOException {
        return at < end || fill() ? buffer[at++] & 0xff : -1;
    }

    private boolean fill() throws IOException {
        int got = packed.read(buffer, 0, BUFFER_BYTES);
        at = 0;
        end = Math.max(0, got);
        return got > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        packed.close();
    }
}
