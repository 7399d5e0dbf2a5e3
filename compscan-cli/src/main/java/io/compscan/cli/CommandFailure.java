package io.compscan.cli;

/** Ends a command with one line on stderr and an exit code. */
final class CommandFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    /** @param line what to say */
    CommandFailure(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /** The exit code of the process. */
    int exitCode() {
        return exitCode;
    }
}
