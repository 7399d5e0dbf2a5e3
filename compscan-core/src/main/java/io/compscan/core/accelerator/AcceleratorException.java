package io.compscan.core.accelerator;

/** A device or its driver has failed; the message is one line that says which call and why. */
public final class AcceleratorException extends Exception {

    private static final long serialVersionUID = 1L;

    /** With the line to show. */
    public AcceleratorException(String message) {
        super(message.strip().lines().findFirst().orElse("unknown failure"));
    }
}
