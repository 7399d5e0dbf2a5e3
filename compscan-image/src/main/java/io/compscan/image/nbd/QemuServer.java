package io.compscan.image.nbd;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A {@code qemu-nbd} that serves one image to this process.
 *
 * <p>It ends when nobody is connected any more. The connection held here ends with this process, however that ends.
 *
 * @param address where it listens
 * @param held keeps it alive
 */
record QemuServer(NbdAddress address, NbdChannel held) {

    /** The values of {@code -f}. If QEMU guessed, the bytes of an image would choose the format. */
    private static final Set<String> FORMATS =
            Set.of("raw", "qcow", "qcow2", "qed", "vmdk", "vpc", "vhdx", "vdi", "parallels", "bochs", "cloop", "dmg");

    private static final int MAX_CLIENTS = 1024;
    private static final long START_MILLIS = 10_000;
    private static final long POLL_MILLIS = 20;

    /** @param location a format and a path, as in {@code qed:/vm/old.qed} */
    static QemuServer start(String location) throws IOException {
        int colon = location.indexOf(':');
        String format = colon < 0 ? "" : location.substring(0, colon);
        if (!FORMATS.contains(format)) {
            throw new IOException("name the format, as in qemu:qed:PATH: one of "
                    + FORMATS.stream().sorted().collect(Collectors.joining(", ")));
        }
        Path image = Path.of(location.substring(colon + 1)).toAbsolutePath();
        if (!Files.isReadable(image)) {
            throw new IOException(Files.exists(image) ? "permission denied" : "no such file");
        }
        // Others must not connect: the directory is this user's alone.
        Path directory = Files.createTempDirectory("compscan-nbd");
        Path socket = directory.resolve("socket");
        Path talk = directory.resolve("talk");
        try {
            Process process = new ProcessBuilder(
                            "qemu-nbd",
                            "-r",
                            "-f",
                            format,
                            "-e",
                            String.valueOf(MAX_CLIENTS),
                            "-k",
                            socket.toString(),
                            "--",
                            image.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(talk.toFile())
                    .start();
            process.getOutputStream().close();
            return connect(process, socket, talk, location);
        } catch (IOException e) {
            throw e.getMessage() != null && e.getMessage().startsWith("Cannot run program")
                    ? new IOException("it takes qemu-nbd, which is not installed", e)
                    : e;
        } finally {
            // Connected or not, nobody needs the names any more, except that of the socket.
            Files.deleteIfExists(talk);
            // The last one registered goes first.
            directory.toFile().deleteOnExit();
            socket.toFile().deleteOnExit();
        }
    }

    private static QemuServer connect(Process process, Path socket, Path talk, String location) throws IOException {
        NbdAddress address = NbdAddress.at("qemu:" + location, socket.toString());
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MILLIS);
        try {
            while (System.nanoTime() < deadline) {
                // It listens before it looks at the image, and may end soon after.
                if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
                if (Files.exists(socket)) {
                    try {
                        return new QemuServer(address, NbdChannel.open(address));
                    } catch (IOException e) {
                        // It has ended, or does not answer yet.
                    }
                }
            }
            process.destroy();
            String reason = Files.readString(talk, StandardCharsets.UTF_8).strip();
            throw new IOException(reason.isEmpty() ? "qemu-nbd does not start" : PathName.of(firstLine(reason)));
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    long sizeBytes() {
        return held.sizeBytes();
    }
}
