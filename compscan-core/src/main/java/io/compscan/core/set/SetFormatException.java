package io.compscan.core.set;

import java.io.IOException;

/**
 * A file that is a run but no fingerprint set, or sets that do not go together. The message is one line that names the file and the reason.
 */
public final class SetFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    SetFormatException(String message) {
        super(message);
    }

    SetFormatException(String message, Exception cause) {
        super(message, cause);
    }
}
