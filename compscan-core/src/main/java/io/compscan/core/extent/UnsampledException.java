package io.compscan.core.extent;

/** The data cannot be sampled; the message is one line for a person. */
public final class UnsampledException extends Exception {

    private static final long serialVersionUID = 1L;

    UnsampledException(String message) {
        super(message);
    }
}
