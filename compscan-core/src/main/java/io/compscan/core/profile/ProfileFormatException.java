package io.compscan.core.profile;

import java.io.IOException;

/** A file that is no profile, or none that makes sense. The message is one line that names the file and the fault. */
public final class ProfileFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    ProfileFormatException(String message) {
        super(message);
    }

    ProfileFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
