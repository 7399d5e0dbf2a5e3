package io.compscan.memory.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A shell that undoes a freeze when this process ends in any way. It reads from a pipe, which closes then.
 *
 * <p>Where possible, it has a session of its own, so that the signal that ends a terminal's programs does not reach it.
 */
final class Watchdog implements AutoCloseable {

    private static final String DONE = "done";
    private static final String SCRIPT = "trap '' INT TERM HUP QUIT; pids=; groups=;"
            + " while read -r word rest; do case $word in"
            + " done) exit 0;;"
            + " pid) pids=\"$pids $rest\";;"
            + " group) groups=\"$groups $rest\";;"
            + " esac; done;"
            + " for pid in $pids; do kill -CONT \"$pid\" 2>/dev/null; done;"
            + " for group in $groups; do echo 0 >\"$group/cgroup.freeze\"; done";

    private final Process shell;
    private final OutputStream pipe;

    private Watchdog(Process shell) {
        this.shell = shell;
        pipe = shell.getOutputStream();
    }

    static Watchdog start() throws IOException {
        try {
            return new Watchdog(start(List.of("setsid", "sh", "-c", SCRIPT)));
        } catch (IOException e) {
            return new Watchdog(start(List.of("sh", "-c", SCRIPT)));
        }
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Takes note of a process that is about to be stopped. */
    void process(long pid) throws IOException {
        tell("pid " + pid);
    }

    /** Takes note of a control group that is about to be frozen. */
    void group(String path) throws IOException {
        tell("group " + path);
    }

    private void tell(String line) throws IOException {
        pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        pipe.flush();
    }

    /** Ends the shell; nothing is left to undo. */
    @Override
    public void close() {
        try {
            tell(DONE);
            pipe.close();
        } catch (IOException e) {
            shell.destroy();
        }
    }
}
