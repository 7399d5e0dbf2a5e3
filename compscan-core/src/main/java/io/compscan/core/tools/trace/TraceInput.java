package io.compscan.core.tools.trace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The bytes of a trace, little-endian. One thread. */
final class TraceInput implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream stream;
    private final String name;
    private final byte[] word = new byte[Long.BYTES];
    private byte[] line = {};
    private long position;

    /** @param name the name of the file, for names of units and for errors */
    TraceInput(InputStream stream, String name) {
        this.stream = new BufferedInputStream(stream, BUFFER_BYTES);
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The bytes themselves, for a parser that counts them. */
    InputStream stream() {
        return stream;
    }

    /** The number of bytes read so far. */
    long position() {
        return position;
    }

    /** Whether nothing follows. */
    boolean isAtEnd() throws IOException {
        stream.mark(1);
        boolean isAtEnd = stream.read() < 0;
        stream.reset();
        return isAtEnd;
    }

    /** Fills a range of the array; the file must have as many bytes. */
    void read(byte[] target, int offset, int length) throws IOException {
        int got = stream.readNBytes(target, offset, length);
        position += got;
        if (got < length) {
            throw new EOFException();
        }
    }

    void skip(long count) throws IOException {
        stream.skipNBytes(count);
        position += count;
    }

    long u64() throws IOException {
        read(word, 0, Long.BYTES);
        return ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    }

    int u8() throws IOException {
        read(word, 0, 1);
        return word[0] & 0xFF;
    }

    long u32() throws IOException {
        read(word, 0, Integer.BYTES);
        return ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getInt(0) & 0xFFFF_FFFFL;
    }

    /** A number of bytes or records, which no honest file has above 2^62. */
    long count(String what) throws IOException {
        long value = u64();
        if (value < 0 || value > 1L << 62) {
            throw damaged(what + " " + Long.toUnsignedString(value));
        }
        return value;
    }

    /** A text of a known length, which the caller has checked; it ends at its first zero byte. */
    String text(int bytes) throws IOException {
        byte[] text = new byte[bytes];
        read(text, 0, bytes);
        int end = 0;
        while (end < bytes && text[end] != 0) {
            end++;
        }
        return new String(text, 0, end, StandardCharsets.UTF_8);
    }

    /** The next line without its end; null if there is none. A longer line is damage. */
    @Nullable String line(int mostBytes) throws IOException {
        if (line.length < mostBytes) {
            line = new byte[mostBytes];
        }
        int length = 0;
        int next = stream.read();
        if (next < 0) {
            return null;
        }
        while (next >= 0 && next != '\n') {
            position++;
            if (length == mostBytes) {
                throw damaged("a line of more than " + mostBytes + " bytes");
            }
            line[length++] = (byte) next;
            next = stream.read();
        }
        position++;
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** The failure of a file that contradicts its format. */
    TraceFormatException damaged(String what) {
        return new TraceFormatException("damaged before byte " + position + ": " + what);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
