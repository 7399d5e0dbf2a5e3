package io.compscan.core.estimate;

import java.io.IOException;

/** A saved estimate cannot be written, read or resumed; the message is one line that names the file. */
public final class PartException extends IOException {

    private static final long serialVersionUID = 1L;

    PartException(String message) {
        super(message);
    }

    PartException(String message, Throwable cause) {
        super(message, cause);
    }
}
