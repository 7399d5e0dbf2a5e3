package io.compscan.cli.terminal;

import java.io.PrintWriter;

/** Ends a command with one line on stderr, or without a word, and an exit code. */
public final class CommandFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    /**
     * A failure.
     *
     * @param line what to say; empty if nobody needs to be told
     */
    public CommandFailure(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /** Says the line, if there is one, and returns the exit code of the process. */
    public int tell(PrintWriter stderr) {
        String line = String.valueOf(getMessage());
        if (!line.isEmpty()) {
            Message.say(stderr, line);
        }
        return exitCode;
    }

    /** The exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
