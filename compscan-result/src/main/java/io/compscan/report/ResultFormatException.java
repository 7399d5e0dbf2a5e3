package io.compscan.report;

import java.io.IOException;

/** A document is not a result that this version can read; the message is one line that names it and tells why. */
public final class ResultFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    ResultFormatException(String message) {
        super(message);
    }

    ResultFormatException(String message, Exception cause) {
        super(message, cause);
    }
}
