package io.compscan.cli.file;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Standard input, which may be closed ({@code <&-}). Then the JVM's first file takes its number, which is a part of Java itself. To scan that
 * would give the numbers of another file, and to close it ends the JVM.
 */
public final class StandardInput {

    /** Its name as a path, so that it can be looked at. */
    public static final Path DEVICE = Path.of("/dev/stdin");

    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/0");
    private static final Set<Path> NAMES = Set.of(DEVICE, Path.of("/dev/fd/0"), DESCRIPTOR);

    private StandardInput() {}

    /** Whether the path is a name of standard input. */
    public static boolean isAt(Path path) {
        return NAMES.contains(path);
    }

    /** Refuses standard input that is closed; {@code name} is what the command line calls it. */
    public static void requireOpen(String name) throws CommandFailure {
        if (isClosed()) {
            throw new CommandFailure(ExitCode.FAILED, name + ": standard input is closed");
        }
    }

    /** Whether nothing was given to this process, as far as that can be known. */
    private static boolean isClosed() {
        try {
            Path java = Path.of(System.getProperty("java.home")).toRealPath();
            return DESCRIPTOR.toRealPath().startsWith(java);
        } catch (IOException e) {
            // A pipe has no real path; nor is there one without /proc.
            return false;
        }
    }
}
