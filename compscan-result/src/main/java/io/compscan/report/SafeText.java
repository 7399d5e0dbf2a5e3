package io.compscan.report;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Text from outside (paths, reasons, extensions) made harmless for the place where it is shown.
 *
 * <p>Paths arrive with control characters and invalid UTF-8 already written as {@code \xNN} and a backslash as {@code \\}. All other
 * harmful characters have the same notation, so one rule turns a shown path back into its bytes.
 */
public final class SafeText {

    private SafeText() {}

    /** The text on one line: whatever would break it, move the cursor or reverse the reading order becomes {@code \xNN} a byte. */
    public static String oneLine(String text) {
        if (text.codePoints().noneMatch(SafeText::isHarmful)) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(codePoint -> {
            if (isHarmful(codePoint)) {
                appendEscaped(safe, codePoint);
            } else {
                safe.appendCodePoint(codePoint);
            }
        });
        return safe.toString();
    }

    /**
     * {@link #oneLine}, and no formula. A spreadsheet would run a cell that begins with one of {@code = + - @}, and any user who creates a
     * file on a scanned disk chooses its name. A single character is no formula.
     */
    public static String cell(String text) {
        String line = oneLine(text);
        if (line.length() < 2 || "=+-@".indexOf(line.charAt(0)) < 0) {
            return line;
        }
        StringBuilder safe = new StringBuilder(line.length() + 3);
        appendEscaped(safe, line.charAt(0));
        return safe.append(line, 1, line.length()).toString();
    }

    /** {@link #oneLine} in at most {@code maxLength} characters: the middle is left out, since root and name say most. */
    public static String oneLine(String text, int maxLength) {
        String line = oneLine(text);
        if (line.length() <= maxLength) {
            return line;
        }
        int tail = (maxLength - 3) * 2 / 3;
        int head = maxLength - 3 - tail;
        if (Character.isHighSurrogate(line.charAt(head - 1))) {
            head--;
        }
        return line.substring(0, head) + "..." + end(line, tail);
    }

    /** {@link #oneLine} in at most {@code maxLength} characters: the beginning is left out, for places with little room. */
    public static String oneLineEnd(String text, int maxLength) {
        String line = oneLine(text);
        return line.length() <= maxLength ? line : "..." + end(line, maxLength - 3);
    }

    private static String end(String line, int length) {
        int from = line.length() - length;
        return line.substring(Character.isLowSurrogate(line.charAt(from)) ? from + 1 : from);
    }

    private static boolean isHarmful(int codePoint) {
        return ReadingOrder.changes(codePoint)
                || switch (Character.getType(codePoint)) {
                    case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
                    case Character.SURROGATE -> true;
                    default -> false;
                };
    }

    private static void appendEscaped(StringBuilder safe, int codePoint) {
        // A lone surrogate has no UTF-8 and comes out as a question mark: such a string never was a file name.
        for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
            safe.append(String.format(Locale.ROOT, "\\x%02x", b));
        }
    }
}
