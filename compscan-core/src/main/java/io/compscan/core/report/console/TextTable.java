package io.compscan.core.report.console;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells in columns that are as wide as their widest cell, two spaces apart. */
final class TextTable {

    private final String alignments;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param alignments one letter for each column: {@code l} for left, {@code r} for right
     */
    TextTable(String alignments) {
        this.alignments = alignments;
    }

    void add(String... cells) {
        if (cells.length != alignments.length()) {
            throw new IllegalArgumentException(cells.length + " cells for " + alignments.length() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** Appends every row after the indent, without spaces at the end of a line. */
    void appendTo(StringBuilder out, String indent) {
        int[] widths = new int[alignments.length()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int column = 0; column < widths.length; column++) {
                String cell = row.get(column);
                String padding = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? "" : "  ");
                line.append(alignments.charAt(column) == 'r' ? padding + cell : cell + padding);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
