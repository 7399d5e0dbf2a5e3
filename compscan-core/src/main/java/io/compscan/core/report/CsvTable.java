package io.compscan.core.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/** Rows of cells; writes through to the last byte on flush, and leaves closing to the owner of the writer. */
final class CsvTable {

    private final CsvWriter csv;
    private CsvWriter.@Nullable CsvWriterRecord row;

    CsvTable(Writer out) {
        csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(out);
    }

    CsvTable text(String... cells) throws IOException {
        for (String cell : cells) {
            add(SafeText.cell(cell));
        }
        return this;
    }

    CsvTable number(long number) throws IOException {
        return add(Long.toString(number));
    }

    /** A number, or nothing. */
    CsvTable optional(@Nullable Long number) throws IOException {
        return number == null ? add("") : number(number);
    }

    CsvTable ratio(@Nullable Double ratio) throws IOException {
        return add(ratio == null ? "" : Figures.plain(ratio));
    }

    private CsvTable add(String cell) throws IOException {
        try {
            if (row == null) {
                row = csv.writeRecord();
            }
            row.writeField(cell);
            return this;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    void end() throws IOException {
        try {
            if (row != null) {
                row.endRecord();
                row = null;
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    void flush() throws IOException {
        csv.flush();
    }
}
