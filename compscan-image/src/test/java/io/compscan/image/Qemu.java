package io.compscan.image;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** QEMU's tools, which tell what is right. */
final class Qemu {

    private Qemu() {}

    /** Skips the test where they are not installed; CI installs them. */
    static void assumeInstalled() {
        boolean isHere = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(directory -> Path.of(directory, "qemu-img").toFile().canExecute());
        assumeTrue(isHere, "qemu-img of qemu-utils");
    }

    /** Runs {@code qemu-img} in the directory. */
    static void img(Path directory, String... arguments) throws Exception {
        run(directory, "qemu-img", arguments);
    }

    /** Writes to an image by {@code qemu-io}. */
    static void io(Path directory, String file, String format, String... commands) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-f", format));
        for (String command : commands) {
            arguments.add("-c");
            arguments.add(command);
        }
        arguments.add(file);
        run(directory, "qemu-io", arguments.toArray(String[]::new));
    }

    private static void run(Path directory, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + output);
        }
    }
}
