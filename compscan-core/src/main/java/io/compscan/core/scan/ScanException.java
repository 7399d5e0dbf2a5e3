package io.compscan.core.scan;

/** A scan that could not be carried on: a fault of compscan or of the machine, never of the data that was read. */
public final class ScanException extends Exception {

    private static final long serialVersionUID = 1;

    ScanException(String message) {
        super(message);
    }

    /** With the cause that the message tells of. */
    public ScanException(String message, Throwable cause) {
        super(message, cause);
    }
}
