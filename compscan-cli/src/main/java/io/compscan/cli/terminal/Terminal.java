package io.compscan.cli.terminal;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.TerminalCalls;
import io.compscan.report.console.Screen;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * The terminals behind standard output and standard error, if there are any.
 *
 * <p>{@link System#console} speaks of standard input and output together. Only one of them may be redirected, so this class asks libc about
 * each descriptor. Without libc there is no terminal.
 */
public final class Terminal {

    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int USUAL_COLUMNS = 80;

    private Terminal() {}

    /** Whether standard error goes to a terminal on which a line can be drawn again. */
    static boolean isOnStderr() {
        return isTerminal(STDERR);
    }

    /** Its width as it is now. */
    static int columns() {
        return columns(STDERR);
    }

    /** The screen or file behind standard output. */
    public static Screen screen(boolean isDetailed) {
        return screen(System.getenv(), isTerminal(STDOUT), () -> columns(STDOUT), isDetailed);
    }

    /** The screen for a known environment and terminal. Colours follow no-color.org and the CLICOLOR convention of BSD. */
    public static Screen screen(
            Map<String, String> environment, boolean isTerminal, IntSupplier terminalColumns, boolean isDetailed) {
        int given = columns(environment);
        int width = given > 0 ? given : isTerminal ? terminalColumns.getAsInt() : Screen.FILE.columns();
        String forced = environment.getOrDefault("CLICOLOR_FORCE", "0");
        boolean isRefused = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("CLICOLOR", "1").equals("0");
        boolean isForced = !forced.equals("0") && !forced.isEmpty();
        boolean isColoured = isForced || (isTerminal && !isRefused);
        return new Screen(width, isDetailed, isColoured);
    }

    private static boolean isTerminal(int descriptor) {
        if ("dumb".equals(System.getenv("TERM")) || !TerminalCalls.load()) {
            return false;
        }
        try {
            return TerminalCalls.isatty(descriptor) == 1;
        } catch (LastErrorException e) {
            return false;
        }
    }

    /** The width in {@code COLUMNS}, which shells do not export by themselves. Without it the width of the terminal, else 80. */
    private static int columns(int descriptor) {
        int given = columns(System.getenv());
        if (given > 0) {
            return given;
        }
        if (TerminalCalls.knowsWindowSize()) {
            try {
                // struct winsize: rows, columns, two more
                short[] size = new short[4];
                TerminalCalls.ioctl(descriptor, TerminalCalls.TIOCGWINSZ, size);
                if (size[1] > 0) {
                    return size[1];
                }
            } catch (LastErrorException e) {
                // The usual width is right more often than not.
            }
        }
        return USUAL_COLUMNS;
    }

    private static int columns(Map<String, String> environment) {
        String columns = environment.getOrDefault("COLUMNS", "");
        return columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : 0;
    }
}
