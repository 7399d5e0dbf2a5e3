package io.compscan.image.nbd;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A socket of the network or of the file system. What is under way must end before a deadline, however slowly bytes come. One thread at a
 * time.
 *
 * <p>A timeout for each byte would not do: a server that sends one byte now and then would hold its client for ever. Sockets of the file
 * system have no timeouts at all.
 */
final class NbdSocket implements Closeable {

    /** A server that is too slow. A new connection is no help. */
    static final class TooSlowException extends IOException {
        private static final long serialVersionUID = 1;

        TooSlowException(Duration limit) {
            super("the server does not answer within " + limit.toSeconds() + " s");
        }
    }

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private Duration limit = Duration.ZERO;
    private long deadlineNanos;

    private NbdSocket(SocketChannel channel, Selector selector, SelectionKey key) {
        this.channel = channel;
        this.selector = selector;
        this.key = key;
    }

    /** Connects within a limit. */
    static NbdSocket connect(SocketAddress address, boolean isUnix, Duration limit) throws IOException {
        SocketChannel channel = isUnix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        Selector selector = null;
        try {
            selector = Selector.open();
            channel.configureBlocking(false);
            NbdSocket socket = new NbdSocket(channel, selector, channel.register(selector, 0));
            socket.within(limit);
            if (!channel.connect(address)) {
                do {
                    socket.await(SelectionKey.OP_CONNECT);
                } while (!channel.finishConnect());
            }
            if (!isUnix) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            return socket;
        } catch (IOException | RuntimeException e) {
            if (selector != null) {
                selector.close();
            }
            channel.close();
            throw e;
        }
    }

    /** Sets the time from now on within which all that follows must end. */
    void within(Duration newLimit) {
        limit = newLimit;
        deadlineNanos = System.nanoTime() + newLimit.toNanos();
    }

    private void await(int operation) throws IOException {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
            throw new TooSlowException(limit);
        }
        key.interestOps(operation);
        selector.select(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        selector.selectedKeys().clear();
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Writes all of it. */
    void write(ByteBuffer data) throws IOException {
        while (data.hasRemaining()) {
            if (channel.write(data) == 0) {
                await(SelectionKey.OP_WRITE);
            }
        }
    }

    /** The bytes that the server sends. */
    InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] data, int offset, int length) throws IOException {
                ByteBuffer target = ByteBuffer.wrap(data, offset, length);
                while (true) {
                    int got = channel.read(target);
                    if (got != 0 || length == 0) {
                        return got;
                    }
                    await(SelectionKey.OP_READ);
                }
            }
        };
    }

    @Override
    public void close() throws IOException {
        try (selector) {
            channel.close();
        }
    }
}
