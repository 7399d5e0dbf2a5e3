package io.compscan.cli.terminal;

import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.Spilling;
import org.jspecify.annotations.Nullable;

/** Tells why an index is full, and the remedy. */
public final class FullIndex {

    private FullIndex() {}

    /** The failure of a scan whose index was full. */
    public static CommandFailure of(ScanOutcome outcome) {
        Spilling spilling = outcome.spilling();
        return new CommandFailure(
                ExitCode.FAILED, message(spilling == null ? null : spilling.failure(), outcome.memoryRefused()));
    }

    /** @param spillFailure the reason why it cannot continue on disk; null if it may not use the disk */
    private static String message(@Nullable String spillFailure, boolean memoryRefused) {
        String used = memoryRefused ? "the system gives the index no more memory" : "the index has used up its memory";
        String more = memoryRefused ? "a higher limit (ulimit -v)" : "more with --map-memory";
        return spillFailure == null
                ? used + " and the scan stopped early; give it " + more
                        + ", a place to go on with --spill-dir, or use larger chunks"
                : used + ", cannot go on on disk (" + spillFailure + "), and the scan stopped early; give it a place"
                        + " with --spill-dir, or " + more;
    }
}
