package io.compscan.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process with a small heap, for tests of how much memory something takes. */
public final class SmallHeap {

    private SmallHeap() {}

    /**
     * Runs a main class of the test's class path to its end and returns what it printed.
     *
     * @param heap such as {@code 64m}
     * @param log the file that it prints to, which is made
     */
    public static String run(String heap, Path log, Class<?> mainClass, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                mainClass.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(log);
    }
}
