package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;

/** Calls of Unix that set the priority of a process or thread. */
public final class PriorityCalls {

    public static final int PRIO_PROCESS = 0;
    public static final int IOPRIO_WHO_PROCESS = 1;
    public static final int IOPRIO_IDLE = 3 << 13;
    public static final int ESRCH = 3;

    private PriorityCalls() {}

    private static final class Binding {
        static final boolean SUCCEEDED = !Platform.isWindows() && Libc.bind(PriorityCalls.class);
    }

    /** Binds the calls on first use; returns whether this system has them. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    /** Whether a priority belongs to a thread, as on Linux, and not to the process. */
    public static boolean areOfThreads() {
        return Platform.isLinux();
    }

    /** The number of {@code ioprio_set}, which libc does not name; 0 where it is unknown. */
    public static long ioprioSet() {
        if (!Platform.is64Bit()) {
            return 0;
        }
        return switch (Platform.ARCH) {
            case "x86-64" -> 251;
            case "aarch64", "riscv64", "loongarch64" -> 30;
            default -> 0;
        };
    }

    public static native int setpriority(int which, int who, int priority) throws LastErrorException;

    public static native long syscall(long number, long which, long who, long priority) throws LastErrorException;
}
