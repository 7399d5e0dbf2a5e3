package io.compscan.cli;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;

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
        if (Platform.isWindows() || "dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            return Libc.isatty(STDERR) == 1;
        } catch (LastErrorException | LinkageError e) {
            return false;
        }
    }

    /** Its width as it is now: as the terminal says, else {@code COLUMNS}, else 80. */
    static int columns() {
        if (Platform.isLinux() && !Platform.isPPC()) {
            try {
                // struct winsize: rows, columns, two more
                short[] size = new short[4];
                Libc.ioctl(STDERR, Libc.TIOCGWINSZ, size);
                if (size[1] > 0) {
                    return size[1];
                }
            } catch (LastErrorException | LinkageError e) {
                // The environment may know.
            }
        }
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : USUAL_COLUMNS;
    }

    private static final class Libc {
        static {
            Native.register(Libc.class, Platform.C_LIBRARY_NAME);
        }

        /** On Linux, and there not on PowerPC. */
        static final long TIOCGWINSZ = 0x5413;

        private Libc() {}

        static native int isatty(int descriptor) throws LastErrorException;

        static native int ioctl(int descriptor, long request, short[] argument) throws LastErrorException;
    }
}
