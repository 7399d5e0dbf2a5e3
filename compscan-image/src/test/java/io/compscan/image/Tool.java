package io.compscan.image;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Programs that make or read file systems, which tell what is right. CI installs them. */
final class Tool {

    private static final String PLACES = System.getenv("PATH") + ":/usr/sbin:/sbin";

    private Tool() {}

    /** Skips the test where a program is missing. */
    static void assume(String... programs) {
        for (String program : programs) {
            boolean isHere = Arrays.stream(PLACES.split(File.pathSeparator, -1))
                    .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
            assumeTrue(isHere, program);
        }
    }

    /** Runs a program that must succeed; skips the test where it is missing. */
    static String run(Path directory, String... command) throws IOException, InterruptedException {
        assume(command[0]);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("PATH", PLACES);
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("LVM_SUPPRESS_FD_WARNINGS", "1");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    /** A file that is one hole. */
    static Path sparse(Path file, long bytes) throws IOException {
        try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "rw")) {
            all.setLength(bytes);
        }
        return file;
    }
}
