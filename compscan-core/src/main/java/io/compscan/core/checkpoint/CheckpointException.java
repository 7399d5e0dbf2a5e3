package io.compscan.core.checkpoint;

import java.io.IOException;

/** A checkpoint that cannot be written, read or used; the message names the file, in one line. */
public final class CheckpointException extends IOException {

    private static final long serialVersionUID = 1L;

    CheckpointException(String message) {
        super(message);
    }

    /** A failure with this message, which has this cause. */
    public CheckpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
