package io.compscan.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The working directory, whose name Java may not have. Then no relative path leads anywhere. */
public final class WorkingDirectory {

    /** The setting that has all names. */
    public static final String UTF8_LOCALE = "LC_ALL=C.UTF-8";

    private static final boolean IS_UTF8 = "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));

    /** The working directory without its name. */
    private static final Path HERE = Path.of("/proc/self/cwd");

    private WorkingDirectory() {}

    /**
     * Requires that the character set of the locale has the name. Otherwise Java loads none of its own files by their names, whatever path
     * is scanned.
     */
    public static void requireName() throws CommandFailure {
        if (!IS_UTF8 && isNameless()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the character set of the locale does not have the name of the working directory; try again with "
                            + UTF8_LOCALE);
        }
    }

    /** The reason why no relative path leads anywhere; empty if that is not so. */
    public static String refusal() {
        return IS_UTF8 && isNameless()
                ? "the name of the working directory is not UTF-8, and Java takes no other; try " + HERE
                : "";
    }

    private static boolean isNameless() {
        try {
            // Of a directory that was removed the system knows no name either.
            return !isDirectory() && !Files.readSymbolicLink(HERE).toString().endsWith(" (deleted)");
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isDirectory() {
        try {
            return Files.isDirectory(Path.of("").toAbsolutePath());
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
