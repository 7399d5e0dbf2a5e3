package io.compscan.cli.terminal;

/** Ends a command with one line on stderr and an exit code. */
public final class CommandFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    /**
     * A failure.
     *
     * @param line what to say
     */
    public CommandFailure(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /** The exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
