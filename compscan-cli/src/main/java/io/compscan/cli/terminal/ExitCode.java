package io.compscan.cli.terminal;

import io.compscan.core.result.ScanResult;

/** The exit codes, as documented for scripts. */
public final class ExitCode {

    /** Done, everything read. */
    public static final int OK = 0;
    /** Nothing could be read, an output could not be written, sets do not match, or the run failed. */
    public static final int FAILED = 1;
    /** The command line is wrong. */
    public static final int USAGE = 2;
    /** Done, but some paths could not be read. */
    public static final int INCOMPLETE = 3;
    /** Stopped by Ctrl-C; the numbers so far were reported. */
    public static final int INTERRUPTED = 130;

    /** The reader of standard output left before its end, as {@code head} does. Shells tell so of a program that SIGPIPE ends. */
    public static final int CLOSED_PIPE = 141;

    private ExitCode() {}

    /**
     * The one of a scan that has come to its end.
     *
     * @throws CommandFailure if it found nothing that could be read
     */
    public static int of(ScanResult result) throws CommandFailure {
        if (result.totals().unreadPathCount() == 0) {
            return OK;
        }
        boolean nothingRead = result.totals().scannedBytes() == 0;
        if (nothingRead) {
            throw new CommandFailure(FAILED, "nothing could be read");
        }
        return INCOMPLETE;
    }
}
