package io.compscan.map.trie;

/** A check that fails with a formatted message. */
final class Invariant {

    private Invariant() {}

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library that this module does without
    static void holds(boolean condition, String format, Object... arguments) {
        if (!condition) {
            throw new IllegalStateException(String.format(format, arguments));
        }
    }
}
