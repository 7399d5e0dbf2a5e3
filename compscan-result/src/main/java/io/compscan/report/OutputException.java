package io.compscan.report;

import io.compscan.file.Reason;
import java.io.IOException;
import java.nio.file.Path;

/** An output cannot be written; the message is one line that names it and tells why, fit for the console. */
public final class OutputException extends IOException {

    private static final long serialVersionUID = 1L;

    OutputException(Path path, String reason) {
        super("cannot write " + SafeText.oneLine(path.toString()) + ": " + reason);
    }

    /** The place that cannot be written, and what happened there. */
    public OutputException(Path path, Exception cause) {
        super("cannot write " + SafeText.oneLine(path.toString()) + ": " + SafeText.oneLine(Reason.of(cause)), cause);
    }
}
