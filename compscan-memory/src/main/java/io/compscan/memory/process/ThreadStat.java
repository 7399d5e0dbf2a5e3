package io.compscan.memory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The state of a thread by its {@code stat} under {@code /proc}; see proc_pid_stat(5). */
final class ThreadStat {

    /** The letters for: stopped, stopped by a debugger, ended. */
    private static final String AT_REST = "tTZXx";

    private static final String ENDED = "ZXx";
    /** Behind the letter: parent, group, session, terminal, its group, and then the flags. */
    private static final int FLAGS = 6;

    private static final long EXITING = 0x4;
    private static final long OF_THE_KERNEL = 0x200000;

    private ThreadStat() {}

    /** Whether all threads of a process are stopped; true if there is no such process. */
    static boolean areStopped(long pid) {
        List<Path> threads;
        try (Stream<Path> list = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            threads = list.toList();
        } catch (IOException e) {
            return true;
        }
        return threads.stream().allMatch(thread -> AT_REST.indexOf(letter(fields(thread))) >= 0);
    }

    /** Whether a thread may have memory: it is none of the kernel and does not end. */
    static boolean hasMemory(Path thread) {
        String[] fields = fields(thread);
        if (ENDED.indexOf(letter(fields)) >= 0 || fields.length <= FLAGS) {
            return false;
        }
        return (Long.parseLong(fields[FLAGS]) & (EXITING | OF_THE_KERNEL)) == 0;
    }

    private static char letter(String[] fields) {
        return fields[0].isEmpty() ? 'X' : fields[0].charAt(0);
    }

    /** The fields behind the command, from the letter on. The command stands in parentheses, and may contain some. */
    private static String[] fields(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            int end = stat.lastIndexOf(')');
            return end < 0 || end + 2 > stat.length()
                    ? new String[] {""}
                    : stat.substring(end + 2).split(" ", -1);
        } catch (IOException e) {
            return new String[] {""};
        }
    }
}
