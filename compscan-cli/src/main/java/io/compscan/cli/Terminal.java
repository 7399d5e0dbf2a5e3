package io.compscan.cli;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.TerminalCalls;

/**
 * The terminal behind standard error, if there is one.
 *
 * <p>{@link System#console} speaks of standard input and output, which may be redirected while standard error is not, so libc is
 * asked about descriptor 2. Where it cannot be, there is no terminal.
 */
final class Terminal {

    private static final int STDERR = 2;
    private static final int USUAL_COLUMNS = 80;

    private Terminal() {}

    /** Whether standard error goes to a terminal on which a line can be drawn again. */
    static boolean isOnStderr() {
        if ("dumb".equals(System.getenv("TERM")) || !TerminalCalls.load()) {
            return false;
        }
        try {
            return TerminalCalls.isatty(STDERR) == 1;
        } catch (LastErrorException e) {
            return false;
        }
    }

    /** Its width as it is now: as the terminal says, else {@code COLUMNS}, else 80. */
    static int columns() {
        if (TerminalCalls.knowsWindowSize()) {
            try {
                // struct winsize: rows, columns, two more
                short[] size = new short[4];
                TerminalCalls.ioctl(STDERR, TerminalCalls.TIOCGWINSZ, size);
                if (size[1] > 0) {
                    return size[1];
                }
            } catch (LastErrorException e) {
                // The environment may know.
            }
        }
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : USUAL_COLUMNS;
    }
}
