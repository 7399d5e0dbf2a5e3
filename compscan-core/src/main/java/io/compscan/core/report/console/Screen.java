package io.compscan.core.report.console;

/**
 * What a report is written for.
 *
 * @param columns how many characters fit into a line, {@value #LEAST_COLUMNS} or more
 * @param isDetailed whether everything is said, not only what most people ask first
 * @param isColoured whether the escape sequences of ECMA-48 may mark what matters
 */
public record Screen(int columns, boolean isDetailed, boolean isColoured) {

    /** A file, or a pipe into another program, of which nothing is known. */
    public static final Screen FILE = new Screen(100, false, false);

    /** No table says anything in less. */
    public static final int LEAST_COLUMNS = 60;

    /** Beyond this width the eye loses its line. */
    private static final int MOST_COLUMNS = 200;

    private static final String BOLD = "\u001b[1m";
    private static final String YELLOW = "\u001b[33m";
    private static final String PLAIN = "\u001b[0m";

    /** Brings the width into its bounds. */
    public Screen {
        columns = Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, columns));
    }

    /** The same with everything said. */
    public Screen detailed() {
        return new Screen(columns, true, isColoured);
    }

    String bold(String text) {
        return isColoured ? BOLD + text + PLAIN : text;
    }

    String warning(String text) {
        return isColoured ? YELLOW + text + PLAIN : text;
    }
}
