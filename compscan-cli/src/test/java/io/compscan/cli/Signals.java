package io.compscan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sends signals to processes that compscan runs in. */
final class Signals {

    private static final int SIGINT = 2;

    private Signals() {}

    /** As Ctrl-C does; with TERM where whoever started the tests, such as a shell in the background, has had INT ignored. */
    static void interrupt(Process process) throws IOException, InterruptedException {
        send("INT", process);
    }

    /** Sends INT, as {@link #interrupt} does, or another signal; a process that has gone meanwhile is no fault. */
    static void send(String name, Process process) throws IOException, InterruptedException {
        send(name, process, 1);
    }

    /** Likewise, twice without a pause, as {@code timeout} does. */
    static void sendTwice(String name, Process process) throws IOException, InterruptedException {
        send(name, process, 2);
    }

    private static void send(String name, Process process, int times) throws IOException, InterruptedException {
        String signal = name.equals("INT") && ignoresInt(process) ? "TERM" : name;
        // The shell's own: a small machine has no program of this name.
        String kill = "kill -" + signal + " " + process.pid() + ";";
        new ProcessBuilder("sh", "-c", kill.repeat(times))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static boolean ignoresInt(Process process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).strip(), 16))
                .anyMatch(mask -> (mask >> (SIGINT - 1) & 1) == 1);
    }
}
