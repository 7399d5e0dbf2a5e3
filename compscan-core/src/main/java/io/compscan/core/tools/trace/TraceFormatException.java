package io.compscan.core.tools.trace;

import java.io.IOException;

/** A file that is no trace of its format, or a damaged one. The message begins with the fault and names no file. */
public final class TraceFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    TraceFormatException(String message) {
        super(message);
    }
}
