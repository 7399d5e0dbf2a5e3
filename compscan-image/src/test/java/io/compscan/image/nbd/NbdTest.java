package io.compscan.image.nbd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.WalkedUnits;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exports of QEMU's server have the bytes of the image, and a hostile server does no harm. */
@Timeout(120)
class NbdTest {

    private static final int SIZE = 24 << 20;

    @TempDir
    private Path directory;

    private Path raw;
    private byte[] bytes;

    @BeforeEach
    void makeImage() throws IOException {
        raw = directory.resolve("disk.img");
        bytes = new byte[SIZE];
        byte[] data = new byte[700_000];
        new Random(7).nextBytes(data);
        System.arraycopy(data, 0, bytes, 100_000, data.length);
        System.arraycopy(data, 0, bytes, 12 << 20, data.length);
        System.arraycopy(data, 0, bytes, SIZE - data.length, data.length);
        try (RandomAccessFile file = new RandomAccessFile(raw.toFile(), "rw")) {
            file.setLength(SIZE);
            for (int at : new int[] {100_000, 12 << 20, SIZE - data.length}) {
                file.seek(at);
                file.write(data);
            }
        }
    }

    private static Unit open(String location) throws Exception {
        return unitOf(NbdExports.open(location));
    }

    private static Unit unitOf(Source source) throws Exception {
        List<Unit> units = WalkedUnits.of(source);
        assertThat(units).hasSize(1);
        return units.get(0);
    }

    private void assertHasBytes(Unit unit) throws Exception {
        assertThat(unit.sizeBytes()).isEqualTo(SIZE);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        long seed = System.nanoTime();
        try (UnitChannel channel = unit.open()) {
            List<Future<?>> parts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Random random = new Random(seed + i);
                int from = i * (SIZE / 4);
                parts.add(threads.submit(() -> {
                    for (int at = from; at < from + SIZE / 4; ) {
                        byte[] data = new byte[1 + random.nextInt(600_000)];
                        int got = channel.read(at, data, 0, data.length);
                        assertThat(Arrays.mismatch(data, 0, got, bytes, at, at + got))
                                .as("seed %d", seed)
                                .isEqualTo(-1);
                        at += got;
                    }
                    return null;
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
            assertThat(channel.read(SIZE, new byte[1], 0, 1)).isEqualTo(-1);
            Random random = new Random(seed);
            for (int i = 0; i < 200; i++) {
                int at = random.nextInt(SIZE);
                int data = (int) channel.nextData(at);
                assertThat(data).isBetween(at, SIZE);
                assertThat(Arrays.equals(bytes, at, data, new byte[data - at], 0, data - at))
                        .as("a hole from %d to %d, seed %d", at, data, seed)
                        .isTrue();
            }
            assertThat(channel.nextData(4 << 20)).isGreaterThan(11 << 20);
        } finally {
            threads.shutdown();
        }
    }

    private Process serve(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("qemu-nbd", "-r", "-f", "raw", "-t"));
        command.addAll(List.of(options));
        command.add(raw.toString());
        return new ProcessBuilder(command).inheritIO().start();
    }

    @Test
    @Needs("qemu-nbd")
    void anExportHasTheBytesOfTheImage() throws Exception {
        Path socket = directory.resolve("a socket");
        for (String clients : List.of("1", "8")) {
            Process server = serve("-x", "disk", "-e", clients, "-k", socket.toString());
            try {
                String query = "?socket=" + socket.toString().replace(" ", "%20");
                assertHasBytes(unitOf(NbdExports.openAtStart(server, "nbd+unix:///disk" + query)));
                assertThatThrownBy(() -> open("nbd+unix:///other" + query))
                        .hasMessage("the server has no export \"other\"");
            } finally {
                server.destroy();
                server.waitFor();
                Files.deleteIfExists(socket);
            }
        }
    }

    @Test
    @Needs("qemu-nbd")
    void aServerInTheNetworkIsReadTillItGoes() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Process server = serve("-e", "8", "-b", "127.0.0.1", "-p", String.valueOf(port));
        try {
            Unit unit = unitOf(NbdExports.openAtStart(server, "nbd://127.0.0.1:" + port));
            assertHasBytes(unit);
            try (UnitChannel channel = unit.open()) {
                server.destroy();
                server.waitFor();
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> channel.read(0, new byte[10], 0, 10))
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining("cannot be reached");
                }
            }
        } finally {
            server.destroy();
        }
    }

    @Test
    @Needs({"qemu-img", "qemu-nbd"})
    void qemuReadsWhatWeDoNot() throws Exception {
        Path image = directory.resolve("disk.qed");
        Programs.run("qemu-img", "convert", "-O", "qed", raw, image);
        assertHasBytes(open("qemu:qed:" + image));
        assertThatThrownBy(() -> open("qemu:qed:" + raw)).hasMessageContaining("QED");
        assertThatThrownBy(() -> open("qemu:" + image)).hasMessageContaining("name the format");
        assertThatThrownBy(() -> open("qemu:qed:" + directory.resolve("gone"))).hasMessage("no such file");
    }

    @Test
    void wrongAddressesAreRefused() {
        assertThatThrownBy(() -> open("nbd:disk")).hasMessageContaining("nbd://HOST:PORT/EXPORT");
        assertThatThrownBy(() -> open("nbd+unix:///disk")).hasMessageContaining("socket=PATH");
        assertThatThrownBy(() -> open("nbds://host/disk")).hasMessageContaining("TLS");
        assertThatThrownBy(() -> open("nbd+unix:///?socket=" + directory + "/none"))
                .hasMessageContaining("the server does not answer");
    }

    /** What a server would answer, with some bytes changed. {@code -Dcompscan.fuzz.tries=20000} tries so many. */
    @Test
    void aHostileServerDoesNoHarm() throws Exception {
        int cases = Math.min(20_000, Integer.getInteger("compscan.fuzz.tries", 300));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> answer(server, random), "hostile-server");
            thread.setDaemon(true);
            thread.start();
            int read = 0;
            for (int i = 0; i < cases; i++) {
                try (UnitChannel channel =
                        open("nbd://127.0.0.1:" + server.getLocalPort()).open()) {
                    byte[] data = new byte[4096];
                    read += channel.read(0, data, 0, data.length);
                    channel.nextData(0);
                } catch (IOException e) {
                    assertThat(String.valueOf(e.getMessage()))
                            .as("seed %d", seed)
                            .doesNotContain("\n");
                }
            }
            assertThat(read).as("seed %d", seed).isPositive();
        }
    }

    private static void answer(ServerSocket server, Random random) {
        byte[] script = script();
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                byte[] mutated = script.clone();
                for (int i = random.nextInt(3); i > 0; i--) {
                    mutated[random.nextInt(mutated.length)] = (byte) (random.nextBoolean() ? random.nextInt() : -1);
                }
                client.getOutputStream().write(mutated, 0, mutated.length - random.nextInt(2) * random.nextInt(200));
                client.shutdownOutput();
                InputStream in = client.getInputStream();
                byte[] ignored = new byte[4096];
                client.setSoTimeout(500);
                while (in.read(ignored) > 0) {
                    // Until the client has what it wanted, or gives up.
                }
            } catch (IOException e) {
                // The client has had enough.
            }
        }
    }

    /** The answers to all that the client asks, in its order. */
    static byte[] script() {
        ByteBuffer out = ByteBuffer.allocate(16 << 10);
        out.putLong(0x4e42444d41474943L).putLong(0x49484156454F5054L).putShort((short) 3);
        option(out, 8, 1);
        option(out, 10, 4, 0, 0, 0, 9, 'b');
        option(out, 10, 1);
        option(out, 7, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 1, 1);
        option(out, 7, 3, 0, 3, 0, 0, 0, 1, 0, 0, 0x10, 0, 1, 0, 0, 0);
        option(out, 7, 1);
        out.putInt(0x668e33ef)
                .putShort((short) 0)
                .putShort((short) 1)
                .putLong(1)
                .putInt(8 + 4000)
                .putLong(0);
        out.put(new byte[4000]);
        out.putInt(0x668e33ef)
                .putShort((short) 1)
                .putShort((short) 2)
                .putLong(1)
                .putInt(12)
                .putLong(4000)
                .putInt(96);
        out.putInt(0x668e33ef)
                .putShort((short) 1)
                .putShort((short) 5)
                .putLong(2)
                .putInt(12);
        out.putInt(9).putInt(4096).putInt(3);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void option(ByteBuffer out, int option, int type, int... data) {
        out.putLong(0x3e889045565a9L).putInt(option).putInt(type).putInt(data.length);
        for (int one : data) {
            out.put((byte) one);
        }
    }
}
