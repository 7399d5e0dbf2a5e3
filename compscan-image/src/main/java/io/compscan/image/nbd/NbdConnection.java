package io.compscan.image.nbd;

import io.compscan.core.source.PathName;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * A connection on which one request is under way at a time. One thread at a time.
 *
 * <pre>
 *   request     magic (4) | flags (2) | type (2) | cookie (8) | offset (8) | length (4)
 *   simple      magic (4) | error (4) | cookie (8) | data
 *   structured  magic (4) | flags (2) | type (2) | cookie (8) | length (4) | payload     repeated until the flag DONE
 * </pre>
 */
final class NbdConnection implements Closeable {

    private static final int REQUEST_MAGIC = 0x25609513;
    private static final int SIMPLE_MAGIC = 0x67446698;
    private static final int STRUCTURED_MAGIC = 0x668e33ef;
    private static final int READ = 0;
    private static final int DISCONNECT = 2;
    private static final int BLOCK_STATUS = 7;
    private static final int FLAG_DONE = 1;
    private static final int CHUNK_NONE = 0;
    private static final int CHUNK_DATA = 1;
    private static final int CHUNK_HOLE = 2;
    private static final int CHUNK_STATUS = 5;
    private static final int CHUNK_ERROR_BIT = 1 << 15;
    private static final int STATE_ZERO = 2;
    private static final int MAX_CHUNKS = 1 << 16;
    private static final int MAX_TEXT_BYTES = 4096;
    private static final int MAX_EXTENTS = 1 << 16;
    private static final int REQUEST_BYTES = 28;

    /** A failure for which a new connection is no help: mostly, the server answers that it cannot read the bytes. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    private final NbdSocket socket;
    private final DataInputStream in;
    private final Duration answerLimit;
    private final NbdExport export;
    private long cookie;

    private NbdConnection(NbdSocket socket, DataInputStream in, Duration answerLimit, NbdExport export) {
        this.socket = socket;
        this.in = in;
        this.answerLimit = answerLimit;
        this.export = export;
    }

    /** Connects, and agrees with the server on an export. */
    static NbdConnection open(NbdAddress address, NbdLimits limits) throws IOException {
        NbdSocket socket = address.connect();
        try {
            socket.within(limits.handshake());
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.input()));
            return new NbdConnection(socket, in, limits.answer(), NbdHandshake.run(socket, in, address.export()));
        } catch (EOFException e) {
            socket.close();
            throw new IOException("the server ends the connection", e);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    NbdExport export() {
        return export;
    }

    private void request(int type, long offset, int length) throws IOException {
        cookie++;
        ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES);
        request.putInt(REQUEST_MAGIC).putShort((short) 0).putShort((short) type);
        request.putLong(cookie).putLong(offset).putInt(length);
        socket.within(answerLimit);
        socket.write(request.flip());
    }

    private static IOException damaged(String what) {
        return new IOException("the server breaks the protocol: " + what);
    }

    /**
     * Reads all of these bytes, which lie in the export.
     *
     * @return their number
     */
    int read(long position, byte[] data, int offset, int length) throws IOException {
        request(READ, position, length);
        long got = 0;
        String failure = null;
        for (int chunks = 0; chunks < MAX_CHUNKS; chunks++) {
            int magic = in.readInt();
            if (magic == SIMPLE_MAGIC && chunks == 0 && !export.isStructured()) {
                int error = in.readInt();
                checkCookie();
                if (error != 0) {
                    throw new RefusedException(reason(error, ""));
                }
                in.readFully(data, offset, length);
                return length;
            }
            Chunk chunk = chunk(magic);
            if (chunk.isError()) {
                failure = readError(chunk.length());
            } else if (chunk.type() == CHUNK_DATA && chunk.length() > Long.BYTES) {
                int bytes = chunk.length() - Long.BYTES;
                in.readFully(data, offset + place(position, length, bytes), bytes);
                got += bytes;
            } else if (chunk.type() == CHUNK_HOLE && chunk.length() == Long.BYTES + Integer.BYTES) {
                long from = in.readLong();
                int bytes = in.readInt();
                int at = place(position, length, from, bytes);
                Arrays.fill(data, offset + at, offset + at + bytes, (byte) 0);
                got += bytes;
            } else if (chunk.type() != CHUNK_NONE || chunk.length() != 0) {
                throw damaged("a chunk of type " + chunk.type() + " with " + chunk.length() + " bytes");
            }
            if (chunk.isLast()) {
                if (failure != null) {
                    throw new RefusedException(failure);
                }
                if (got != length) {
                    throw damaged(got + " bytes where " + length + " were asked for");
                }
                return length;
            }
        }
        throw damaged("an answer without an end");
    }

    private int place(long position, int length, int bytes) throws IOException {
        return place(position, length, in.readLong(), bytes);
    }

    private static int place(long position, int length, long from, int bytes) throws IOException {
        long at = from - position;
        if (bytes < 0 || at < 0 || at > length - bytes) {
            throw damaged("bytes at " + Long.toUnsignedString(from) + " that were not asked for");
        }
        return (int) at;
    }

    /**
     * Asks the server which bytes are zeros.
     *
     * @return lengths one behind another, from the position on; those of zeros are negative. Empty where the server cannot tell
     */
    long[] zeros(long position, int length) throws IOException {
        if (!export.tellsZeros()) {
            return new long[0];
        }
        request(BLOCK_STATUS, position, length);
        long[] found = new long[0];
        String failure = null;
        for (int chunks = 0; chunks < MAX_CHUNKS; chunks++) {
            Chunk chunk = chunk(in.readInt());
            if (chunk.isError()) {
                failure = readError(chunk.length());
            } else if (chunk.type() == CHUNK_STATUS) {
                found = readExtents(chunk.length());
            } else if (chunk.type() != CHUNK_NONE || chunk.length() != 0) {
                throw damaged("a chunk of type " + chunk.type());
            }
            if (chunk.isLast()) {
                return failure == null ? found : new long[0];
            }
        }
        throw damaged("an answer without an end");
    }

    private long[] readExtents(int length) throws IOException {
        int count = (length - Integer.BYTES) / Long.BYTES;
        if (length < Integer.BYTES + Long.BYTES
                || count > MAX_EXTENTS
                || length != Integer.BYTES + count * Long.BYTES) {
            throw damaged("a status of " + Integer.toUnsignedString(length) + " bytes");
        }
        if (in.readInt() != export.zerosContext()) {
            throw damaged("a status that was not asked for");
        }
        long[] extents = new long[count];
        for (int i = 0; i < count; i++) {
            long bytes = in.readInt() & 0xffff_ffffL;
            boolean isZero = (in.readInt() & STATE_ZERO) != 0;
            if (bytes == 0) {
                throw damaged("an extent without bytes");
            }
            extents[i] = isZero ? -bytes : bytes;
        }
        return extents;
    }

    /** The header of a part of an answer. */
    private record Chunk(int flags, int type, int length) {
        boolean isLast() {
            return (flags & FLAG_DONE) != 0;
        }

        boolean isError() {
            return (type & CHUNK_ERROR_BIT) != 0;
        }
    }

    private Chunk chunk(int magic) throws IOException {
        if (magic != STRUCTURED_MAGIC || !export.isStructured()) {
            throw damaged("an answer that begins with " + Integer.toHexString(magic));
        }
        int flags = in.readUnsignedShort();
        int type = in.readUnsignedShort();
        checkCookie();
        int length = in.readInt();
        if (length < 0) {
            throw damaged("a chunk of " + Integer.toUnsignedString(length) + " bytes");
        }
        return new Chunk(flags, type, length);
    }

    private void checkCookie() throws IOException {
        if (in.readLong() != cookie) {
            throw damaged("an answer to another request");
        }
    }

    private String readError(int length) throws IOException {
        if (length < Integer.BYTES + Short.BYTES || length > MAX_TEXT_BYTES) {
            throw damaged("an error of " + Integer.toUnsignedString(length) + " bytes");
        }
        int error = in.readInt();
        byte[] rest = new byte[length - Integer.BYTES - Short.BYTES];
        int textLength = in.readUnsignedShort();
        in.readFully(rest);
        return reason(error, new String(rest, 0, Math.min(textLength, rest.length), StandardCharsets.UTF_8));
    }

    private static String reason(int error, String text) {
        String name = switch (error) {
            case 1 -> "not permitted";
            case 5 -> "input/output error";
            case 12 -> "out of memory";
            case 22 -> "a request that it cannot understand";
            case 108 -> "the server goes down";
            default -> "error " + Integer.toUnsignedString(error);
        };
        return "the server reports: " + (text.isEmpty() ? name : PathName.of(text));
    }

    @Override
    public void close() throws IOException {
        try {
            request(DISCONNECT, 0, 0);
        } catch (IOException e) {
            // The server has gone already.
        } finally {
            socket.close();
        }
    }
}
