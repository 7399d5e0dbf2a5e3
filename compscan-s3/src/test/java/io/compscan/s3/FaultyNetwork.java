package io.compscan.s3;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a store. Of its connections some are answered with 503, some break after a few bytes, and none lasts long.
 */
final class FaultyNetwork implements AutoCloseable {

    private static final String SLOW_DOWN_BODY =
            "<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>";
    private static final byte[] SLOW_DOWN = String.join(
                    "\r\n",
                    "HTTP/1.1 503 Slow Down",
                    "Content-Type: application/xml",
                    "Content-Length: " + SLOW_DOWN_BODY.length(),
                    "Connection: close",
                    "",
                    SLOW_DOWN_BODY)
            .getBytes(StandardCharsets.US_ASCII);

    private static final int MOST_FAULTS_IN_ROW = 8;

    private final ServerSocket server;
    private final int storePort;
    private final int breaksInTen;
    private final int refusalsInTen;
    /** A connection that breaks carries fewer bytes than this. */
    private final int bytesBeforeBreak;

    /**
     * So many connections are answered with 503 before any other; less than a request is repeated. The one behind them passes: by chance, four
     * more faults would use up what a request has left.
     */
    private int refusalsLeft;

    /** Faults since a connection has passed. A request is repeated eleven times, and by chance one in 4,096 would meet twelve of these. */
    private int faultsInRow;

    private boolean hasPassed;

    private final Random random;
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    FaultyNetwork(URI store, int breaksInTen, int refusalsInTen, long seed) throws IOException {
        this(store, breaksInTen, refusalsInTen, 400_000, seed);
    }

    FaultyNetwork(URI store, int breaksInTen, int refusalsInTen, int bytesBeforeBreak, long seed) throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        storePort = store.getPort();
        this.breaksInTen = breaksInTen;
        this.refusalsInTen = refusalsInTen;
        this.bytesBeforeBreak = bytesBeforeBreak;
        refusalsLeft = refusalsInTen == 0 ? 0 : 8;
        random = new Random(seed);
        start(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** How many connections broke within an answer. */
    int broken() {
        return broken.get();
    }

    /** How many requests were answered with 503. */
    int refused() {
        return refused.get();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "faulty-network");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                int draw;
                long lasts;
                synchronized (random) {
                    draw = refusalsLeft > 0 || (hasPassed && faultsInRow < MOST_FAULTS_IN_ROW) ? random.nextInt(10) : 9;
                    faultsInRow = draw < breaksInTen + refusalsInTen ? faultsInRow + 1 : 0;
                    lasts = draw < breaksInTen ? random.nextInt(bytesBeforeBreak) : 1 << 20;
                }
                if (refusalsLeft > 0 || (draw >= breaksInTen && draw < breaksInTen + refusalsInTen)) {
                    refusalsLeft--;
                    start(() -> refuse(client));
                } else {
                    hasPassed = true;
                    start(() -> connect(client, lasts, draw < breaksInTen));
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    private void refuse(Socket client) {
        try (client) {
            byte[] request = new byte[16 << 10];
            if (client.getInputStream().read(request) > 0) {
                refused.incrementAndGet();
                client.getOutputStream().write(SLOW_DOWN);
                client.getOutputStream().flush();
                client.shutdownOutput();
                while (client.getInputStream().read(request) > 0) {
                    // Until the client has read the answer.
                }
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private void connect(Socket client, long lasts, boolean breaks) {
        try (client;
                Socket store = new Socket(InetAddress.getLoopbackAddress(), storePort)) {
            start(() -> copy(client, store, Long.MAX_VALUE));
            long left = copy(store, client, lasts);
            if (left <= 0 && breaks) {
                broken.incrementAndGet();
                // As a cable that is pulled: what is under way is lost.
                client.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // One of the two has gone.
        }
    }

    /** Copies until one side ends or so many bytes have passed; the bytes that are left. */
    private static long copy(Socket from, Socket to, long most) {
        byte[] data = new byte[16 << 10];
        long left = most;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            while (left > 0) {
                int got = in.read(data, 0, (int) Math.min(data.length, left));
                if (got < 0) {
                    break;
                }
                out.write(data, 0, got);
                left -= got;
            }
            to.shutdownOutput();
        } catch (IOException e) {
            close(to);
        }
        return left;
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It has gone already.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
