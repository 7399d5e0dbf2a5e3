package io.compscan.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Programs of the system: they make what Java cannot, and their answers are the truth of many tests. A test names those that it runs by
 * {@link Needs}, but for those of every Unix. CI installs all of them.
 */
public final class Programs {

    /** The administrator's programs are not on every user's path. */
    private static final String PLACES = System.getenv("PATH") + File.pathSeparator + "/usr/sbin:/sbin:/usr/local/sbin";

    /** What POSIX has, with bash and tar, which the launcher and each Linux have. */
    private static final Set<String> EVERYWHERE = Set.of(
            "bash", "chmod", "cp", "dd", "find", "ln", "mkdir", "mkfifo", "mv", "rm", "sh", "tar", "touch", "umount");

    /** Those of the test that runs. One JVM runs one test at a time. */
    private static volatile Set<String> named = Set.of();

    private static final long LIMIT_SECONDS = 120;
    private static final Path HERE = Path.of("");

    private Programs() {}

    /** Sets the programs that the next test may run, beside those of every Unix. */
    static void setNamed(Set<String> programs) {
        named = Set.copyOf(programs);
    }

    /**
     * Skips the test where a program is missing whose name is among its arguments. It goes before all that the test makes; {@link Needs} is
     * for programs that each run of a test needs.
     */
    public static void assume(String... programs) {
        for (String program : programs) {
            assumeTrue(isInstalled(program), "there is no " + program);
        }
        Set<String> all = new HashSet<>(named);
        all.addAll(List.of(programs));
        named = all;
    }

    /** Whether a program is on the path, or in the administrator's directories. */
    public static boolean isInstalled(String program) {
        return Arrays.stream(PLACES.split(File.pathSeparator, -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place).resolve(program)));
    }

    /** Runs a program that must succeed, and returns all its output. The test must name it by {@link Needs}. */
    public static String runIn(Path directory, Object... command) throws IOException {
        return pipe(directory, "", command);
    }

    /** Runs a program; see {@link #runIn(Path, Object...)}. */
    public static String runIn(Path directory, List<?> command) throws IOException {
        return pipe(directory, "", command.toArray());
    }

    /** Runs a program in the directory of the build; see {@link #runIn(Path, Object...)}. */
    public static String run(Object... command) throws IOException {
        return runIn(HERE, command);
    }

    /** Runs a program that reads the input; see {@link #runIn(Path, Object...)}. */
    public static String pipe(Path directory, String input, Object... command) throws IOException {
        requireNamed(String.valueOf(command[0]));
        Process process = builder(directory, command).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (exitCode(process, command) != 0) {
            throw new AssertionError(Arrays.toString(command) + ": " + output);
        }
        return output;
    }

    /**
     * Runs a program that must succeed with these variables in its environment, and returns what it answers without what it
     * complains of; see {@link #runIn(Path, Object...)}.
     */
    public static String runWith(Map<String, String> environment, Path directory, Object... command)
            throws IOException {
        requireNamed(String.valueOf(command[0]));
        Path complaints = Files.createTempFile("compscan-program-", ".err");
        try {
            ProcessBuilder builder =
                    builder(directory, command).redirectErrorStream(false).redirectError(complaints.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (exitCode(process, command) != 0) {
                throw new AssertionError(Arrays.toString(command) + ": " + Files.readString(complaints));
            }
            return answer;
        } finally {
            Files.delete(complaints);
        }
    }

    /** Whether a program is there and succeeds. */
    public static boolean succeeds(Object... command) {
        try {
            Process process = builder(HERE, command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            return exitCode(process, command) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** A test that names nothing is carried out where a program is missing, and fails there. */
    private static void requireNamed(String program) {
        if (!EVERYWHERE.contains(program) && !named.contains(program)) {
            throw new AssertionError("the test runs " + program + " and does not name it: @Needs(\"" + program + "\")");
        }
    }

    private static ProcessBuilder builder(Path directory, Object... command) {
        ProcessBuilder builder = new ProcessBuilder(
                        Arrays.stream(command).map(String::valueOf).toList())
                .directory(directory.toAbsolutePath().toFile())
                .redirectErrorStream(true);
        // Tests read the messages. Messages about open descriptors of the JVM must not be among them.
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("LVM_SUPPRESS_FD_WARNINGS", "1");
        builder.environment().put("PATH", PLACES);
        return builder;
    }

    private static int exitCode(Process process, Object... command) {
        try {
            if (process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            throw new AssertionError(Arrays.toString(command) + ": does not end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(Arrays.toString(command) + ": interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
