package io.compscan.cli.option;

import com.sun.jna.LastErrorException;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.libc.PriorityCalls;
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
public final class Priority {

    private static final int LOWEST = 19;

    private Priority() {}

    /** Makes the process give way to every other one. */
    static void lower() throws CommandFailure {
        if (!PriorityCalls.load()) {
            throw new CommandFailure(
                    ExitCode.FAILED, "--nice: the priority cannot be lowered on this system: libc cannot be called");
        }
        try {
            if (!PriorityCalls.areOfThreads()) {
                PriorityCalls.setpriority(PriorityCalls.PRIO_PROCESS, 0, LOWEST);
                return;
            }
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
                for (Path thread : threads) {
                    lower(Integer.parseInt(thread.getFileName().toString()));
                }
            }
        } catch (LastErrorException | IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "--nice: the priority cannot be lowered on this system: " + e.getMessage());
        }
    }

    private static void lower(int threadId) {
        try {
            PriorityCalls.setpriority(PriorityCalls.PRIO_PROCESS, threadId, LOWEST);
            long call = PriorityCalls.ioprioSet();
            if (call > 0) {
                PriorityCalls.syscall(call, PriorityCalls.IOPRIO_WHO_PROCESS, threadId, PriorityCalls.IOPRIO_IDLE);
            }
        } catch (LastErrorException e) {
            // Threads of the JIT compiler come and go.
            if (e.getErrorCode() != PriorityCalls.ESRCH) {
                throw e;
            }
        }
    }
}
