package io.compscan.report.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The lines of a report so far, none of them wider than its screen, except for words that do not fit. */
final class Lines {

    /** Spaces, except within a number with its unit, and within a ratio such as {@code 3.5 : 1}. */
    private static final Pattern BREAK =
            Pattern.compile(" (?<![0-9] : )(?!: 1\\b|(?:%|B|[KMGTPE]iB|[kMGTPE]B|min|h|s)(?:$|[ /),.;:]))");

    private final Screen screen;
    private final StringBuilder text = new StringBuilder();
    private int count;

    Lines(Screen screen) {
        this.screen = screen;
    }

    Screen screen() {
        return screen;
    }

    int columns() {
        return screen.columns();
    }

    /** The number of lines. */
    int count() {
        return count;
    }

    void blank() {
        line("");
    }

    /** A line that is known to fit. */
    void line(String line) {
        text.append(line).append('\n');
        count++;
    }

    /** Text that goes on in the next line where it does not fit. */
    void prose(String prose) {
        prose("", prose, UnaryOperator.identity());
    }

    /** The same behind a first word, below which it goes on. */
    void prose(String head, String prose) {
        prose(head, prose, UnaryOperator.identity());
    }

    /** The answer. */
    void headline(String prose) {
        prose("", prose, screen::bold);
    }

    /** A warning. */
    void warning(String head, String prose) {
        prose(head, prose, screen::warning);
    }

    private void prose(String head, String prose, UnaryOperator<String> style) {
        String start = head;
        for (String part : wrapped(prose, screen.columns() - head.length())) {
            line(style.apply(start + part));
            start = " ".repeat(head.length());
        }
    }

    /** The table, which gives way where it is too wide. */
    void table(TextTable table) {
        for (String row : table.rows("  ", screen.columns())) {
            line(row);
        }
    }

    /** Lines of another report. */
    void append(Lines other) {
        text.append(other.text);
        count += other.count;
    }

    /** Breaks at spaces alone, and not between a number and its unit. */
    static List<String> wrapped(String prose, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : BREAK.split(prose, -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
