package io.compscan.cli;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The priority of this process for processor and disks, as {@code nice} and {@code ionice} set it.
 *
 * <p>On Linux both belong to a thread, and a new thread has those of the one that starts it. So every thread there is gets them,
 * those of the JIT compiler and the garbage collector too, and the scan's threads are born with them. Elsewhere on Unix they belong
 * to the process, and there is no priority for disks.
 */
final class Priority {

    private static final int LOWEST = 19;
    private static final int PRIO_PROCESS = 0;
    private static final int IOPRIO_WHO_PROCESS = 1;
    private static final int IOPRIO_IDLE = 3 << 13;

    private Priority() {}

    /** Makes the process give way to every other one. */
    static void lower() throws CommandFailure {
        try {
            if (!Platform.isLinux()) {
                Libc.setpriority(PRIO_PROCESS, 0, LOWEST);
                return;
            }
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
                for (Path thread : threads) {
                    lower(Integer.parseInt(thread.getFileName().toString()));
                }
            }
        } catch (LastErrorException | LinkageError | IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "--nice: the priority cannot be lowered on this system: " + e.getMessage());
        }
    }

    private static void lower(int threadId) {
        try {
            Libc.setpriority(PRIO_PROCESS, threadId, LOWEST);
            long call = ioprioSet();
            if (call > 0) {
                Libc.syscall(call, IOPRIO_WHO_PROCESS, threadId, IOPRIO_IDLE);
            }
        } catch (LastErrorException e) {
            // Threads of the JIT compiler come and go.
            if (e.getErrorCode() != Libc.ESRCH) {
                throw e;
            }
        }
    }

    /** The number of the system call, which libc has no name for; 0 where it is not known. */
    private static long ioprioSet() {
        if (!Platform.is64Bit()) {
            return 0;
        }
        return switch (Platform.ARCH) {
            case "x86-64" -> 251;
            case "aarch64", "riscv64", "loongarch64" -> 30;
            default -> 0;
        };
    }

    private static final class Libc {
        static {
            Native.register(Libc.class, Platform.C_LIBRARY_NAME);
        }

        static final int ESRCH = 3;

        private Libc() {}

        static native int setpriority(int which, int who, int priority) throws LastErrorException;

        static native long syscall(long number, long which, long who, long priority) throws LastErrorException;
    }
}
