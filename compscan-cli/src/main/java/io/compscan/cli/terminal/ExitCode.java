package io.compscan.cli.terminal;

import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import java.util.List;

/**
 * The exit codes, as documented for scripts, and the one rule from what came of a command to its code.
 *
 * <pre>
 *   an output did not get to its place     {@link #FAILED}, or {@link #CLOSED_PIPE}      thrown where it is written
 *   the index was full, or is damaged      {@link #FAILED}
 *   Ctrl-C                                 {@link #INTERRUPTED}
 *   data is missing, and nothing was read  {@link #FAILED}
 *   data is missing                        {@link #INCOMPLETE}
 *   otherwise                              {@link #OK}
 * </pre>
 */
public final class ExitCode {

    /** Done, everything read. */
    public static final int OK = 0;
    /** Nothing could be read, an output could not be written, sets do not match, or the run failed. */
    public static final int FAILED = 1;
    /** The command line is wrong. */
    public static final int USAGE = 2;
    /** Done, but some data could not be read. */
    public static final int INCOMPLETE = 3;
    /** Stopped by Ctrl-C; the numbers so far were reported. */
    public static final int INTERRUPTED = 130;

    /** The reader of standard output left before its end, as {@code head} does. Shells tell so of a program that SIGPIPE ends. */
    public static final int CLOSED_PIPE = 141;

    private ExitCode() {}

    /**
     * The one of a scan, whose outputs have been delivered.
     *
     * @param savesSet whether a fingerprint set was asked for
     * @throws CommandFailure if the index was full or is damaged, or if nothing could be read
     */
    public static int of(ScanOutcome outcome, boolean savesSet) throws CommandFailure {
        String damage = outcome.result().indexDamage();
        if (damage != null) {
            throw new CommandFailure(
                    FAILED,
                    "the index could not be read back, so what depends on distinct chunks is an upper bound"
                            + (savesSet ? " and no set was saved" : "") + ": " + damage);
        }
        if (outcome.stopReason() == StopReason.INDEX_FULL) {
            throw FullIndex.of(outcome);
        }
        return of(outcome.result());
    }

    /**
     * The one of a result of data that this command has read.
     *
     * @throws CommandFailure if nothing could be read
     */
    public static int of(ScanResult result) throws CommandFailure {
        Totals totals = result.totals();
        boolean isMissing = totals.unreadPathCount() > 0 || (totals.changedPathCount() > 0 && hasLoss(result.errors()));
        // An aborted stream was read as far as it was written, if only for no byte.
        return of(result.partial(), isMissing, totals.scannedBytes() > 0 || totals.unreadPathCount() == 0);
    }

    /**
     * The one of data that this command has read.
     *
     * @param isInterrupted whether Ctrl-C has ended the reading
     * @param errors the paths that could not be read, or that changed
     * @param hasRead whether anything was read
     * @throws CommandFailure if nothing could be read
     */
    public static int of(boolean isInterrupted, List<ReadError> errors, boolean hasRead) throws CommandFailure {
        return of(isInterrupted, hasLoss(errors), hasRead);
    }

    /** The one of results that were computed from recorded ones, if any of these lacks data. */
    public static int ofRecorded(boolean isMissing) {
        return isMissing ? INCOMPLETE : OK;
    }

    /** Whether a recorded result lacks data, because its reading was stopped or some paths could not be read. */
    public static boolean isMissing(boolean isPartial, Totals totals) {
        return isPartial || totals.unreadPathCount() > 0;
    }

    private static boolean hasLoss(List<ReadError> errors) {
        return errors.stream().anyMatch(error -> error.kind().isLoss());
    }

    private static int of(boolean isInterrupted, boolean isMissing, boolean hasRead) throws CommandFailure {
        if (isInterrupted) {
            return INTERRUPTED;
        }
        if (isMissing && !hasRead) {
            throw new CommandFailure(FAILED, "nothing could be read");
        }
        return isMissing ? INCOMPLETE : OK;
    }
}
