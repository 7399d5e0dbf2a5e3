package io.compscan.image.nbd;

import io.compscan.core.source.PathName;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The start of a connection: the client names options, and the server answers each.
 *
 * <pre>
 *   option  IHAVEOPT (8) | option (4) | length (4) | data
 *   answer  magic (8) | option (4) | type (4) | length (4) | data
 * </pre>
 */
final class NbdHandshake {

    private static final long FIRST_MAGIC = 0x4e42444d41474943L;
    private static final long OPTION_MAGIC = 0x49484156454F5054L;
    private static final long ANSWER_MAGIC = 0x3e889045565a9L;
    private static final int FIXED_NEWSTYLE = 1;
    private static final int NO_ZEROES = 2;

    private static final int OPTION_GO = 7;
    private static final int OPTION_STRUCTURED = 8;
    private static final int OPTION_CONTEXT = 10;

    private static final int ANSWER_ACK = 1;
    private static final int ANSWER_INFO = 3;
    private static final int ANSWER_CONTEXT = 4;
    private static final int ERROR_BIT = 1 << 31;
    private static final int ERROR_TLS = ERROR_BIT | 5;
    private static final int ERROR_UNKNOWN = ERROR_BIT | 6;

    private static final int INFO_EXPORT = 0;
    private static final int INFO_BLOCK_SIZE = 3;
    private static final int FLAG_MULTI = 1 << 8;

    private static final String ZEROS = "base:allocation";
    private static final int MAX_ANSWERS = 1000;
    private static final int MAX_ANSWER_BYTES = 64 << 10;
    private static final int MOST_BYTES = 32 << 20;
    /** More than any disk has. Sums of such sizes stay within 63 bits. */
    private static final long MOST_DISK_BYTES = 1L << 60;

    private static final int MOST_LEAST_BYTES = 64 << 10;

    private final NbdSocket socket;
    private final DataInputStream in;

    private NbdHandshake(NbdSocket socket, DataInputStream in) {
        this.socket = socket;
        this.in = in;
    }

    /** Agrees on the export of this name. */
    static NbdExport run(NbdSocket socket, DataInputStream in, String name) throws IOException {
        NbdHandshake handshake = new NbdHandshake(socket, in);
        handshake.greet();
        byte[] export = name.getBytes(StandardCharsets.UTF_8);
        boolean isStructured = handshake.agrees(OPTION_STRUCTURED, ByteBuffer.allocate(0));
        int context = isStructured ? handshake.context(export) : -1;
        return handshake.go(name, export, isStructured, context);
    }

    private static IOException damaged(String what) {
        return new IOException("the server breaks the protocol: " + what);
    }

    private void greet() throws IOException {
        if (in.readLong() != FIRST_MAGIC) {
            throw new IOException("this is no server of network block devices");
        }
        int flags = in.readLong() == OPTION_MAGIC ? in.readUnsignedShort() : 0;
        if ((flags & FIXED_NEWSTYLE) == 0) {
            throw new IOException("the server speaks an old version of the protocol");
        }
        socket.write(ByteBuffer.allocate(Integer.BYTES)
                .putInt(flags & (FIXED_NEWSTYLE | NO_ZEROES))
                .flip());
    }

    private void send(int option, ByteBuffer data) throws IOException {
        ByteBuffer message = ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + data.remaining());
        message.putLong(OPTION_MAGIC).putInt(option).putInt(data.remaining()).put(data);
        socket.write(message.flip());
    }

    private record Answer(int type, ByteBuffer data) {
        boolean isError() {
            return (type & ERROR_BIT) != 0;
        }
    }

    private Answer answer(int option) throws IOException {
        if (in.readLong() != ANSWER_MAGIC || in.readInt() != option) {
            throw damaged("an answer to no option");
        }
        int type = in.readInt();
        int length = in.readInt();
        if (length < 0 || length > MAX_ANSWER_BYTES) {
            throw damaged("an answer of " + Integer.toUnsignedString(length) + " bytes");
        }
        byte[] data = new byte[length];
        in.readFully(data);
        return new Answer(type, ByteBuffer.wrap(data));
    }

    private boolean agrees(int option, ByteBuffer data) throws IOException {
        send(option, data);
        return answer(option).type() == ANSWER_ACK;
    }

    /** The number of the context in which the server tells zeros; -1 if it does not tell them. */
    private int context(byte[] export) throws IOException {
        byte[] query = ZEROS.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer data = ByteBuffer.allocate(3 * Integer.BYTES + export.length + query.length);
        data.putInt(export.length).put(export).putInt(1).putInt(query.length).put(query);
        send(OPTION_CONTEXT, data.flip());
        int context = -1;
        for (int i = 0; i < MAX_ANSWERS; i++) {
            Answer answer = answer(OPTION_CONTEXT);
            if (answer.type() == ANSWER_CONTEXT && answer.data().remaining() >= Integer.BYTES) {
                context = answer.data().getInt() & Integer.MAX_VALUE;
            } else if (answer.type() == ANSWER_ACK) {
                return context;
            } else if (answer.isError()) {
                return -1;
            }
        }
        throw damaged("answers without an end");
    }

    private NbdExport go(String name, byte[] export, boolean isStructured, int context) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(Integer.BYTES + export.length + 2 * Short.BYTES);
        data.putInt(export.length).put(export).putShort((short) 1).putShort((short) INFO_BLOCK_SIZE);
        send(OPTION_GO, data.flip());
        long size = -1;
        int flags = 0;
        int least = 1;
        int most = MOST_BYTES;
        for (int i = 0; i < MAX_ANSWERS; i++) {
            Answer answer = answer(OPTION_GO);
            ByteBuffer info = answer.data();
            if (answer.isError()) {
                throw refused(answer, name);
            } else if (answer.type() == ANSWER_ACK) {
                if (size < 0) {
                    throw damaged("an export without a size");
                }
                return new NbdExport(size, (flags & FLAG_MULTI) != 0, isStructured, context, least, most);
            } else if (answer.type() == ANSWER_INFO && info.remaining() >= Short.BYTES) {
                int kind = info.getShort() & 0xffff;
                if (kind == INFO_EXPORT && info.remaining() == Long.BYTES + Short.BYTES) {
                    size = info.getLong();
                    if (size < 0 || size > MOST_DISK_BYTES) {
                        throw damaged("a disk of " + Long.toUnsignedString(size) + " bytes");
                    }
                    flags = info.getShort() & 0xffff;
                } else if (kind == INFO_BLOCK_SIZE && info.remaining() == 3 * Integer.BYTES) {
                    least = info.getInt();
                    info.getInt();
                    int longest = info.getInt();
                    most = longest < 0 ? MOST_BYTES : Math.min(MOST_BYTES, longest);
                    checkBlockSizes(least, most);
                }
            }
        }
        throw damaged("answers without an end");
    }

    private static void checkBlockSizes(int least, int most) throws IOException {
        if (least < 1
                || least > MOST_LEAST_BYTES
                || Integer.bitCount(least) != 1
                || most < least
                || most % least != 0) {
            throw damaged("requests of " + Integer.toUnsignedString(least) + " to " + Integer.toUnsignedString(most)
                    + " bytes");
        }
    }

    private static IOException refused(Answer answer, String name) {
        if (answer.type() == ERROR_TLS) {
            return new IOException(
                    "the server wants TLS, which is not spoken here; nbdkit or a tunnel may stand between");
        }
        if (answer.type() == ERROR_UNKNOWN) {
            return new IOException("the server has no export \"" + PathName.of(name) + "\"");
        }
        byte[] text = new byte[Math.min(answer.data().remaining(), 200)];
        answer.data().get(text);
        return new IOException("the server refuses: " + PathName.of(new String(text, StandardCharsets.UTF_8)));
    }
}
