package io.compscan.image.nbd;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of a server of network block devices. The input is all that the server says. */
public final class NbdTargets implements FuzzTargets {

    private static final int DATA_BYTES = 4096;

    private @Nullable Server server;

    /** For the service loader. */
    public NbdTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                new FuzzTarget("nbd", () -> List.of(NbdTest.script()), this::run),
                new FuzzTarget(
                        "nbd-address",
                        () -> List.of(
                                "nbd://host:10809/disk".getBytes(StandardCharsets.UTF_8),
                                "nbd+unix:///disk?socket=/run/s%20k".getBytes(StandardCharsets.UTF_8)),
                        NbdTargets::address));
    }

    private static void address(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
            // The provider is asked for these schemes alone.
            boolean isAsked = text.startsWith("nbd:") || text.startsWith("nbd+unix:");
            return isAsked && NbdAddress.parse(text).port() >= 0;
        });
    }

    private void run(byte[] input) throws IOException {
        if (server == null) {
            server = new Server();
        }
        server.script = input;
        NbdAddress address = server.address;
        Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
            byte[] data = new byte[DATA_BYTES];
            try (NbdChannel channel = NbdChannel.open(address)) {
                channel.read(0, data, 0, data.length);
                channel.nextData(0);
                channel.read(Math.max(0, channel.sizeBytes() - 1), data, 0, 1);
            }
            return true;
        });
    }

    /** Says only its script to each client, and listens until the client goes. */
    private static final class Server {

        private final ServerSocketChannel socket;
        private final NbdAddress address;
        private volatile byte[] script = {};

        Server() throws IOException {
            Path path = Scratch.directory().resolve("nbd");
            socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
            address = NbdAddress.at("nbd+unix://", path.toString());
            Thread thread = new Thread(this::serve, "hostile-server");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            ByteBuffer ignored = ByteBuffer.allocate(DATA_BYTES);
            while (true) {
                try (SocketChannel client = accept()) {
                    ByteBuffer all = ByteBuffer.wrap(script);
                    while (all.hasRemaining()) {
                        client.write(all);
                    }
                    client.shutdownOutput();
                    while (client.read(ignored.clear()) > 0) {
                        // Reads until the client has its answers, or gives up.
                    }
                } catch (IOException e) {
                    // The client has had enough.
                }
            }
        }

        private SocketChannel accept() {
            try {
                return socket.accept();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
