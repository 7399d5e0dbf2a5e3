package io.compscan.core.scan.checkpoint;

import java.io.IOException;

/** A checkpoint cannot be written, read or used; the message is one line that names the file. */
public final class CheckpointException extends IOException {

    private static final long serialVersionUID = 1L;

    CheckpointException(String message) {
        super(message);
    }

    /** A failure with a message and a cause. */
    public CheckpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
