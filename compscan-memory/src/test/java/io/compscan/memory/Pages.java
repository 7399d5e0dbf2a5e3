package io.compscan.memory;

import io.compscan.testing.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running process whose pages are known: the program {@code src/test/c/pages.c}, which needs a C compiler. */
@Needs("cc")
final class Pages implements AutoCloseable {

    private static final Path SOURCE = Path.of("src/test/c/pages.c");

    private final Process process;
    private final List<Long> pids;

    private Pages(Process process, List<Long> pids) {
        this.process = process;
        this.pids = pids;
    }

    /** Starts it and waits until its pages are there. */
    static Pages start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Program.PATH.toString());
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String line = out.readLine();
        if (line == null || !line.startsWith("ready ")) {
            process.destroyForcibly();
            throw new IOException(command + " said " + line);
        }
        return new Pages(
                process,
                Arrays.stream(line.substring(6).split(" ")).map(Long::valueOf).toList());
    }

    /** Its number, and that of its child. */
    List<Long> pids() {
        return pids;
    }

    long pid() {
        return pids.get(0);
    }

    String target() {
        return Long.toString(pid());
    }

    List<String> targets() {
        return pids.stream().map(String::valueOf).toList();
    }

    /** A line to it. */
    void poke() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** A figure of {@code /proc/PID/status} in KiB. */
    long status(String name) throws IOException {
        return Files.readAllLines(Path.of("/proc", target(), "status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }

    /** The letter of its state: {@code S}, {@code T}, and others. */
    char state() throws IOException {
        String stat = Files.readString(Path.of("/proc", target(), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Compiled once for all tests of a JVM. */
    private static final class Program {
        static final Path PATH = compile();

        private static Path compile() {
            try {
                Path program = Files.createTempDirectory("compscan-pages").resolve("pages");
                Process compiler = new ProcessBuilder("cc", "-O1", "-o", program.toString(), SOURCE.toString())
                        .inheritIO()
                        .start();
                if (compiler.waitFor() != 0) {
                    throw new IllegalStateException(SOURCE + " does not compile");
                }
                // The last to be registered is the first to go.
                program.getParent().toFile().deleteOnExit();
                program.toFile().deleteOnExit();
                return program;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
