package io.compscan.core.write.session;

import java.io.IOException;

/** The limit of open streams of a session is reached. */
public final class TooManyStreamsException extends IOException {

    private static final long serialVersionUID = 1L;

    TooManyStreamsException(String name, int maxOpenStreams) {
        super(name + ": " + maxOpenStreams + " streams are open, and no more may be");
    }
}
