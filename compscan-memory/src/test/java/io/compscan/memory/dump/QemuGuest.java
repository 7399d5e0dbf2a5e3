package io.compscan.memory.dump;

import io.compscan.testing.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A guest of QEMU that is paused before its first instruction, with a file in its memory; needs no KVM. */
@Needs("qemu-system-x86_64")
public final class QemuGuest implements AutoCloseable {

    /** The size of its memory. */
    public static final int MEMORY_BYTES = 64 << 20;
    /** Where the file lies. */
    public static final long FILE_ADDRESS = 16 << 20;

    private static final String PROMPT = "(qemu) ";

    private final Process process;
    private final BufferedReader out;
    private final OutputStream in;

    private QemuGuest(Process process) {
        this.process = process;
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = process.getOutputStream();
    }

    /** Starts a guest. */
    public static QemuGuest start(Path file) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        "qemu-system-x86_64",
                        "-accel",
                        "tcg",
                        "-m",
                        String.valueOf(MEMORY_BYTES >> 20),
                        "-S",
                        "-nodefaults",
                        "-display",
                        "none",
                        "-vga",
                        "none",
                        "-monitor",
                        "stdio",
                        "-device",
                        "loader,force-raw=on,addr=0x" + Long.toHexString(FILE_ADDRESS) + ",file=" + file))
                .redirectErrorStream(true)
                .start();
        QemuGuest guest = new QemuGuest(process);
        guest.awaitPrompt();
        // The prompt comes while the guest is made. An answer comes when the file is in its memory.
        guest.type("info status");
        return guest;
    }

    /** The number of its process. */
    public long pid() {
        return process.pid();
    }

    /** Types a command and waits until it is done; returns what was said. */
    public String type(String command) throws IOException {
        in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return awaitPrompt();
    }

    private String awaitPrompt() throws IOException {
        StringBuilder said = new StringBuilder();
        for (int c = out.read(); c >= 0; c = out.read()) {
            said.append((char) c);
            if (said.toString().endsWith(PROMPT)) {
                return said.toString();
            }
        }
        throw new IOException("QEMU has ended: " + said);
    }

    /** Writes a dump; fails the test if QEMU does not. */
    public Path dump(Path file, String how) throws IOException {
        String said = type(String.format(how, file));
        if (!Files.exists(file)) {
            throw new IOException(how + ": " + said);
        }
        return file;
    }

    @Override
    public void close() throws IOException {
        in.close();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
