package io.compscan.report.console;

import io.compscan.report.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of cells in columns that are as wide as their widest cell, two spaces apart.
 *
 * <p>Where the rows are too wide for their screen, names and paths are cut first, down to a length that still tells them apart. Then
 * columns are left out, in the order that the table was given. Then names and paths are cut to a few letters.
 */
final class TextTable {

    private static final int READABLE_NAME_WIDTH = 16;
    private static final int READABLE_PATH_WIDTH = 32;
    private static final int LEAST_WIDTH = 6;
    private static final int GAP = 2;

    private final String alignments;
    private final List<List<String>> rows = new ArrayList<>();
    private int[] dropped = {};

    /**
     * An empty table.
     *
     * @param alignments one letter for each column: {@code l} for left, {@code r} for right, {@code n} for names, {@code p} for paths.
     *     Names may be cut at their end, paths at their beginning
     */
    TextTable(String alignments) {
        this.alignments = alignments;
    }

    /** Sets the columns that may be left out, the least important first. */
    TextTable dropping(int... columns) {
        dropped = columns.clone();
        return this;
    }

    void add(String... cells) {
        if (cells.length != alignments.length()) {
            throw new IllegalArgumentException(cells.length + " cells for " + alignments.length() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** The width of all columns with the spaces between them. */
    int width() {
        return total(naturalWidths());
    }

    /** Every row behind the indent, without spaces at its end, in at most {@code columns} columns if that is possible. */
    List<String> rows(String indent, int columns) {
        int[] widths = naturalWidths();
        int room = columns - indent.length();
        cut(widths, room, READABLE_NAME_WIDTH, READABLE_PATH_WIDTH);
        for (int i = 0; i < dropped.length && total(widths) > room; i++) {
            widths = naturalWidths();
            for (int j = 0; j <= i; j++) {
                widths[dropped[j]] = 0;
            }
            cut(widths, room, READABLE_NAME_WIDTH, READABLE_PATH_WIDTH);
        }
        cut(widths, room, LEAST_WIDTH, LEAST_WIDTH);
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            lines.add(line(indent, row, widths));
        }
        return lines;
    }

    private String line(String indent, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(indent);
        String gap = "";
        for (int column = 0; column < widths.length; column++) {
            if (widths[column] == 0) {
                continue;
            }
            String cell = fitted(row.get(column), alignments.charAt(column), widths[column]);
            String padding = " ".repeat(widths[column] - cell.length());
            line.append(gap).append(alignments.charAt(column) == 'r' ? padding + cell : cell + padding);
            gap = " ".repeat(GAP);
        }
        return line.toString().stripTrailing();
    }

    private static String fitted(String cell, char alignment, int width) {
        if (cell.length() <= width) {
            return cell;
        }
        return alignment == 'p' ? SafeText.oneLineEnd(cell, width) : cell.substring(0, width - 3) + "...";
    }

    private int[] naturalWidths() {
        int[] widths = new int[alignments.length()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    private static int total(int[] widths) {
        int shown = (int) Arrays.stream(widths).filter(width -> width > 0).count();
        return Arrays.stream(widths).sum() + Math.max(0, shown - 1) * GAP;
    }

    /** Takes the excess from the widest column that may be cut, until all such columns have the least width of their kind. */
    private void cut(int[] widths, int room, int leastNameWidth, int leastPathWidth) {
        for (int excess = total(widths) - room; excess > 0; excess--) {
            int widest = -1;
            for (int column = 0; column < widths.length; column++) {
                int least = switch (alignments.charAt(column)) {
                    case 'n' -> leastNameWidth;
                    case 'p' -> leastPathWidth;
                    default -> Integer.MAX_VALUE;
                };
                boolean isCut = widths[column] > least;
                if (isCut && (widest < 0 || widths[column] > widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }
}
