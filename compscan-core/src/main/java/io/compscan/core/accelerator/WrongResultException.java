package io.compscan.core.accelerator;

/** A device has computed something else than this machine's processor; the message is one line. No figure of the scan can be trusted. */
public final class WrongResultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With the line to show. */
    public WrongResultException(String message) {
        super(message);
    }
}
