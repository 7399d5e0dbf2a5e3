package io.compscan.map.memory;

/** A check that fails with a formatted message. */
public final class Invariant {

    private Invariant() {}

    /** Throws an {@link IllegalStateException} with the formatted message unless the condition holds. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library that this module does without
    public static void holds(boolean condition, String format, Object... arguments) {
        if (!condition) {
            throw new IllegalStateException(String.format(format, arguments));
        }
    }
}
