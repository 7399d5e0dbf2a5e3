package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;

/** Stops processes and lets them go on; see kill(2). */
public final class SignalCalls {

    private static final int SIGCONT = 18;
    private static final int SIGSTOP = 19;

    private SignalCalls() {}

    /** Whether this system has the calls; the numbers of the signals are those of Linux. */
    private static final class Binding {
        static final boolean SUCCEEDED = Platform.isLinux() && Libc.bind(SignalCalls.class);
    }

    /** Stops a process; returns false if it does not exist or belongs to somebody else. */
    public static boolean stop(long pid) {
        return send(pid, SIGSTOP);
    }

    /** Lets a stopped process go on; returns false if it does not exist or belongs to somebody else. */
    public static boolean resume(long pid) {
        return send(pid, SIGCONT);
    }

    private static boolean send(long pid, int signal) {
        if (pid < 1 || pid > Integer.MAX_VALUE || !Binding.SUCCEEDED) {
            return false;
        }
        try {
            return kill((int) pid, signal) == 0;
        } catch (LastErrorException e) {
            return false;
        }
    }

    private static native int kill(int pid, int signal) throws LastErrorException;
}
