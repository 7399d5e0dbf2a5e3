package io.compscan.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** compscan as a process of its own. */
final class ScanProcess {

    private ScanProcess() {}

    /** The command that runs compscan, from the classes under test. */
    static List<String> command(Object... arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx200m"));
        // What the tests' own JVM has: its collector, and when it compiles.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.compscan.cli.Main"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    /** Waits until the process has a thread that reads: it is started after the handlers of signals. */
    static void awaitReader(Process scan) throws IOException, InterruptedException {
        await(scan, ScanProcess::isReader);
    }

    /** Waits until a thread of the process waits for data in a pipe. Before, it would see an interrupt by itself. */
    static void awaitReaderOfPipe(Process scan) throws IOException, InterruptedException {
        await(scan, task -> isReader(task) && waitsForPipe(task));
    }

    private static void await(Process scan, Predicate<Path> isMeant) throws IOException, InterruptedException {
        Path tasks = Path.of("/proc", Long.toString(scan.pid()), "task");
        assumeTrue(Files.isDirectory(tasks), "no /proc here");
        while (scan.isAlive()) {
            try (var threads = Files.list(tasks)) {
                if (threads.anyMatch(isMeant)) {
                    return;
                }
            }
            Thread.sleep(20);
        }
    }

    private static boolean isReader(Path task) {
        return read(task.resolve("comm")).matches("compscan-[0-9]+\\s*");
    }

    /** Some kernels show to nobody where a thread waits. */
    private static boolean waitsForPipe(Path task) {
        String place = read(task.resolve("wchan"));
        return place.equals("0") ? read(task.resolve("stat")).contains(") S ") : place.contains("pipe");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            // The thread has gone.
            return "";
        }
    }
}
