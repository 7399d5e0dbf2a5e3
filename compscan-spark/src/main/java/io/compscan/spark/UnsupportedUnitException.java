package io.compscan.spark;

/** A unit that only the machine can read on which it was found. */
final class UnsupportedUnitException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnsupportedUnitException(String message) {
        super(message);
    }
}
