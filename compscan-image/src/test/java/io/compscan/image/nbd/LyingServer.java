package io.compscan.image.nbd;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A server of one export that answers as its test wants it to. The byte at each place of the disk follows from the place.
 *
 * <p>It writes its answers by the specification of the protocol, and shares no code with the client.
 */
final class LyingServer implements AutoCloseable {

    /** What is wrong with an answer. */
    enum Lie {
        NONE,
        ERROR,
        HANG,
        DRIP,
        SHORT,
        TOO_LONG,
        NEGATIVE_LENGTH,
        OUTSIDE,
        TWICE,
        OTHER_REQUEST,
        ENDLESS,
        ENDLESS_HOLES,
        CLOSE,
        GARBAGE,
        LONG_ERROR
    }

    private static final long FIRST_MAGIC = 0x4e42444d41474943L;
    private static final long OPTION_MAGIC = 0x49484156454F5054L;
    private static final long ANSWER_MAGIC = 0x3e889045565a9L;
    private static final int CHUNK_MAGIC = 0x668e33ef;

    private final ServerSocketChannel server;
    private final long sizeBytes;
    private final LongFunction<Lie> lies;
    private final @Nullable Path path;

    /**
     * Starts a server.
     *
     * @param path the socket in the file system; null for one of the network
     * @param lies the lie for a request that holds this place; asked for the first byte and the last of each block of 512
     */
    LyingServer(@Nullable Path path, long sizeBytes, LongFunction<Lie> lies) throws IOException {
        this.path = path;
        this.sizeBytes = sizeBytes;
        this.lies = lies;
        SocketAddress address = path == null
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)
                : UnixDomainSocketAddress.of(path);
        server = path == null ? ServerSocketChannel.open() : ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(address, 64);
        start(this::accept);
    }

    static byte byteAt(long position) {
        return (byte) ((position >> 12) * 31 + position * 7);
    }

    String address() throws IOException {
        return path == null
                ? "nbd://127.0.0.1:" + ((InetSocketAddress) server.getLocalAddress()).getPort() + "/disk"
                : "nbd+unix:///disk?socket=" + path;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "lying-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel client = server.accept();
                start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(SocketChannel client) {
        try (client) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(client));
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(client)));
            out.writeLong(FIRST_MAGIC);
            out.writeLong(OPTION_MAGIC);
            out.writeShort(3);
            out.flush();
            in.readInt();
            for (int option = 0; option != 7; ) {
                in.readLong();
                option = in.readInt();
                in.skipNBytes(in.readInt());
                if (option == 8) {
                    answer(out, option, 1, 0);
                } else if (option == 7) {
                    answer(out, option, 3, 12);
                    out.writeShort(0);
                    out.writeLong(sizeBytes);
                    out.writeShort(1 | 1 << 8);
                    answer(out, option, 1, 0);
                } else {
                    answer(out, option, 1 << 31 | 1, 0);
                }
                out.flush();
            }
            while (true) {
                in.readInt();
                in.readShort();
                int type = in.readUnsignedShort();
                long cookie = in.readLong();
                long from = in.readLong();
                int length = in.readInt();
                if (type == 2 || !reply(out, cookie, from, length)) {
                    return;
                }
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // The client has gone.
        }
    }

    private static void answer(DataOutputStream out, int option, int type, int length) throws IOException {
        out.writeLong(ANSWER_MAGIC);
        out.writeInt(option);
        out.writeInt(type);
        out.writeInt(length);
    }

    private static void chunk(DataOutputStream out, long cookie, boolean isLast, int type, int length)
            throws IOException {
        out.writeInt(CHUNK_MAGIC);
        out.writeShort(isLast ? 1 : 0);
        out.writeShort(type);
        out.writeLong(cookie);
        out.writeInt(length);
    }

    private Lie lie(long from, int length) {
        for (long at = from / 512 * 512; at < from + length; at += 512) {
            Lie lie = lies.apply(at);
            if (lie != Lie.NONE) {
                return lie;
            }
        }
        return Lie.NONE;
    }

    private static byte[] data(long from, int length) {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = byteAt(from + i);
        }
        return data;
    }

    private static void send(DataOutputStream out, long cookie, long from, byte[] data, boolean isLast)
            throws IOException {
        chunk(out, cookie, isLast, 1, Long.BYTES + data.length);
        out.writeLong(from);
        out.write(data);
    }

    /** Answers a request; false if the connection ends. */
    private boolean reply(DataOutputStream out, long cookie, long from, int length)
            throws IOException, InterruptedException {
        switch (lie(from, length)) {
            case NONE -> send(out, cookie, from, data(from, length), true);
            case ERROR -> {
                chunk(out, cookie, true, 1 << 15 | 1, 6);
                out.writeInt(5);
                out.writeShort(0);
            }
            case HANG -> Thread.sleep(Long.MAX_VALUE);
            case DRIP -> {
                chunk(out, cookie, true, 1, Long.BYTES + length);
                out.writeLong(from);
                for (byte one : data(from, length)) {
                    out.write(one);
                    out.flush();
                    Thread.sleep(20);
                }
            }
            case SHORT -> send(out, cookie, from, data(from, length / 2), true);
            case TOO_LONG -> send(out, cookie, from, data(from, length + 512), true);
            case NEGATIVE_LENGTH -> chunk(out, cookie, true, 1, -1);
            case OUTSIDE -> send(out, cookie, from + length, data(from, length), true);
            case TWICE -> {
                send(out, cookie, from, data(from, length), false);
                send(out, cookie, from, data(from, length), true);
            }
            case OTHER_REQUEST -> send(out, cookie + 1, from, data(from, length), true);
            case ENDLESS -> {
                while (true) {
                    chunk(out, cookie, false, 0, 0);
                }
            }
            case ENDLESS_HOLES -> {
                while (true) {
                    chunk(out, cookie, false, 2, 12);
                    out.writeLong(from);
                    out.writeInt(512);
                }
            }
            case CLOSE -> {
                return false;
            }
            case GARBAGE -> out.write(data(from, 4096));
            case LONG_ERROR -> chunk(out, cookie, true, 1 << 15 | 1, -5);
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
