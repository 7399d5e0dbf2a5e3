package io.compscan.spark;

/** Only the machine that has found a unit can read it. */
final class UnsupportedUnitException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnsupportedUnitException(String message) {
        super(message);
    }
}
