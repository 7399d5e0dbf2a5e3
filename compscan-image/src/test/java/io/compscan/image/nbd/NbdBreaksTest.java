package io.compscan.image.nbd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.WalkedUnits;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections to a real server that break off at each byte of its answers, and a server that comes back with another disk. */
@Timeout(120)
@Slow
class NbdBreaksTest {

    private static final int SIZE = 64 << 10;
    /** The server's answers to all that is asked here have fewer bytes but for the data. */
    private static final int ANSWER_BYTES = 700;

    private static final int READ_BYTES = 200;

    @TempDir
    private Path directory;

    /** Passes so many bytes of the second connection on to the client, and all of the others. The first tells what is exported. */
    private static final class Breaking implements AutoCloseable {
        private final ServerSocket proxy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final Path socket;
        private final int passed;

        Breaking(Path socket, int passed) throws IOException {
            this.socket = socket;
            this.passed = passed;
            start(this::accept);
        }

        private static void start(Runnable task) {
            Thread thread = new Thread(task, "breaking-network");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            for (int i = 0; !proxy.isClosed(); i++) {
                try {
                    Socket client = proxy.accept();
                    client.setTcpNoDelay(true);
                    SocketChannel server = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                    int most = i == 1 ? passed : Integer.MAX_VALUE;
                    start(() -> request(client, server));
                    start(() -> answer(server, client, most));
                } catch (IOException e) {
                    return;
                }
            }
        }

        private static void request(Socket client, SocketChannel server) {
            try (client;
                    server) {
                byte[] data = new byte[4096];
                for (int got; (got = client.getInputStream().read(data)) > 0; ) {
                    for (ByteBuffer left = ByteBuffer.wrap(data, 0, got); left.hasRemaining(); ) {
                        server.write(left);
                    }
                }
            } catch (IOException e) {
                // One of the two has gone.
            }
        }

        private static void answer(SocketChannel server, Socket client, int most) {
            try (client;
                    server) {
                ByteBuffer data = ByteBuffer.allocate(4096);
                for (int left = most; left > 0; left -= data.position()) {
                    data.clear().limit(Math.min(left, data.capacity()));
                    if (server.read(data) < 0) {
                        return;
                    }
                    client.getOutputStream().write(data.array(), 0, data.position());
                }
            } catch (IOException e) {
                // One of the two has gone.
            }
        }

        String address() {
            return "nbd://127.0.0.1:" + proxy.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            proxy.close();
        }
    }

    private Process serve(Path image) throws IOException {
        return new ProcessBuilder("qemu-nbd", "-r", "-f", "raw", "-t", "-e", "8", "-k", socket().toString(), "" + image)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private Path socket() {
        return directory.resolve("socket");
    }

    private String address() {
        return "nbd+unix:///?socket=" + socket();
    }

    private static Unit unit(String address) throws Exception {
        return WalkedUnits.of(NbdExports.open(address)).get(0);
    }

    @Test
    @Needs("qemu-nbd")
    void anAnswerMayBreakOffAnywhere() throws Exception {
        byte[] bytes = new byte[SIZE];
        new Random(1).nextBytes(bytes);
        Arrays.fill(bytes, 8192, 40_960, (byte) 0);
        Path image = Files.write(directory.resolve("disk.img"), bytes);
        Process server = serve(image);
        try {
            NbdExports.openAtStart(server, address());
            int opened = 0;
            for (int passed = 0; passed < ANSWER_BYTES; passed++) {
                try (Breaking network = new Breaking(socket(), passed)) {
                    Unit unit = unit(network.address());
                    UnitChannel opening;
                    try {
                        opening = unit.open();
                    } catch (IOException e) {
                        assertThat(opened)
                                .as("%d bytes passed, but not %s", passed, e)
                                .isZero();
                        assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
                        continue;
                    }
                    opened++;
                    byte[] found = new byte[READ_BYTES];
                    try (UnitChannel channel = opening) {
                        assertThat(channel.read(100, found, 0, READ_BYTES)).isEqualTo(READ_BYTES);
                        assertThat(channel.nextData(9000))
                                .as("%d bytes passed", passed)
                                .isIn(9000L, 40_960L);
                        assertThat(found)
                                .as("%d bytes passed", passed)
                                .isEqualTo(Arrays.copyOfRange(bytes, 100, 100 + READ_BYTES));
                    }
                }
            }
            assertThat(opened).isGreaterThan(READ_BYTES);
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    @Test
    @Needs("qemu-nbd")
    void anotherDiskIsNotReadInItsPlace() throws Exception {
        Path image = Files.write(directory.resolve("disk.img"), new byte[SIZE]);
        Path longer = Files.write(directory.resolve("longer.img"), new byte[2 * SIZE]);
        Process server = serve(image);
        try {
            NbdExports.openAtStart(server, address());
            try (UnitChannel channel = unit(address()).open()) {
                assertThat(channel.read(0, new byte[10], 0, 10)).isEqualTo(10);
                server.destroy();
                server.waitFor();
                server = serve(longer);
                NbdExports.openAtStart(server, address());
                assertThatThrownBy(() -> channel.read(0, new byte[10], 0, 10))
                        .isInstanceOf(IOException.class)
                        .hasMessage("it changed: the server has another disk than before");
            }
        } finally {
            server.destroy();
            server.waitFor();
        }
    }
}
