package io.compscan.core.tools.generate;

import java.io.InputStream;
import java.util.Objects;

/** The bytes of one file, made as they are read. */
class GeneratedStream extends InputStream {

    private final ContentReader reader;
    private int file;
    private long position;
    private long end;

    GeneratedStream(ContentReader reader, int file, long bytes) {
        this.reader = reader;
        this.file = file;
        this.end = bytes;
    }

    final int file() {
        return file;
    }

    /** Goes on with a further file, if there is one. */
    boolean next() {
        return false;
    }

    final boolean goTo(int next, long bytes) {
        file = next;
        position = 0;
        end = bytes;
        return true;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        while (position == end) {
            if (!next()) {
                return -1;
            }
        }
        int read = (int) Math.min(length, end - position);
        reader.read(file, position, target, offset, read);
        position += read;
        return read;
    }

    @Override
    public long skip(long bytes) {
        long skipped = Math.max(0, Math.min(bytes, end - position));
        position += skipped;
        return skipped;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, end - position);
    }
}
