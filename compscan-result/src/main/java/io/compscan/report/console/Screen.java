package io.compscan.report.console;

/**
 * The medium of a report: its width, and the amount of detail.
 *
 * @param columns the number of characters in a line, {@value #LEAST_COLUMNS} or more
 * @param isDetailed whether the report has all details, not only the answers to the usual first questions
 * @param isColoured whether escape sequences of ECMA-48 may mark the important parts
 */
public record Screen(int columns, boolean isDetailed, boolean isColoured) {

    /** A file, or a pipe into an unknown program. */
    public static final Screen FILE = new Screen(100, false, false);

    /** The least width; in less no table says anything. */
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

    /** The same with all details. */
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
