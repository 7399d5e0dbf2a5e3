package io.compscan.memory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Whether the threads of processes are stopped, by {@code /proc/PID/task/TID/stat}. */
final class Stopped {

    /** The letters for: stopped, stopped by a debugger, ended. */
    private static final String AT_REST = "TtZXx";

    private Stopped() {}

    /** Whether all threads of a process are stopped; true if there is no such process. */
    static boolean isStopped(long pid) {
        List<Path> threads;
        try (Stream<Path> list = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            threads = list.toList();
        } catch (IOException e) {
            return true;
        }
        return threads.stream().allMatch(thread -> AT_REST.indexOf(state(thread)) >= 0);
    }

    /** The letter behind the command. The command stands in parentheses, and may contain some. */
    private static char state(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            int end = stat.lastIndexOf(')');
            return end < 0 || end + 2 >= stat.length() ? 'X' : stat.charAt(end + 2);
        } catch (IOException e) {
            return 'X';
        }
    }
}
