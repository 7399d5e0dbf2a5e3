package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;

/** Terminal calls of Unix. */
public final class TerminalCalls {

    /** Asks for the window size: four shorts, the first two for rows and columns. */
    public static final long TIOCGWINSZ = 0x5413;

    private TerminalCalls() {}

    private static final class Binding {
        static final boolean SUCCEEDED = !Platform.isWindows() && Libc.bind(TerminalCalls.class);
    }

    /** Binds the calls on first use; returns whether this system has them. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    /** Whether {@link #TIOCGWINSZ} holds here: PowerPC and other kernels number the request differently. */
    public static boolean knowsWindowSize() {
        return Platform.isLinux() && !Platform.isPPC() && load();
    }

    public static native int isatty(int descriptor) throws LastErrorException;

    public static native int ioctl(int descriptor, long request, short[] argument) throws LastErrorException;
}
