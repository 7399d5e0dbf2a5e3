package io.compscan.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a CSV table, from left to right. Each is declared once: its name, and how a row has its cell. Columns that several tables share
 * are a table of their own, which these {@linkplain #all include}.
 *
 * @param <R> a row
 */
final class CsvTable<R> {

    private final List<String> names = new ArrayList<>();
    private final List<Value<R, String>> cells = new ArrayList<>();

    /** What a row has in a column; null for an empty cell. */
    @FunctionalInterface
    interface Value<R, V> {
        @Nullable V of(R row);
    }

    /** Text from anywhere, made harmless. */
    CsvTable<R> text(String name, Value<R, String> value) {
        return add(name, row -> {
            String text = value.of(row);
            return text == null ? null : SafeText.cell(text);
        });
    }

    /** One of several words. */
    CsvTable<R> word(String name, Value<R, Enum<?>> value) {
        return add(name, row -> {
            Enum<?> constant = value.of(row);
            return constant == null ? null : word(constant);
        });
    }

    CsvTable<R> flag(String name, Predicate<R> value) {
        return add(name, row -> Boolean.toString(value.test(row)));
    }

    CsvTable<R> number(String name, ToLongFunction<R> value) {
        return add(name, row -> Long.toString(value.applyAsLong(row)));
    }

    /** A number that some rows do not have. */
    CsvTable<R> optional(String name, Value<R, Long> value) {
        return add(name, row -> {
            Long number = value.of(row);
            return number == null ? null : number.toString();
        });
    }

    CsvTable<R> ratio(String name, Value<R, Double> value) {
        return add(name, row -> {
            Double ratio = value.of(row);
            return ratio == null ? null : Figures.plain(ratio);
        });
    }

    /** The columns of a part of the row; all of its cells are empty where the row has no such part. */
    <P> CsvTable<R> all(CsvTable<P> columns, Value<R, P> part) {
        return all("", columns, part);
    }

    /** The same with this before each name. */
    <P> CsvTable<R> all(String prefix, CsvTable<P> columns, Value<R, P> part) {
        for (int i = 0; i < columns.names.size(); i++) {
            Value<P, String> cell = columns.cells.get(i);
            add(prefix + columns.names.get(i), row -> {
                P owner = part.of(row);
                return owner == null ? null : cell.of(owner);
            });
        }
        return this;
    }

    private CsvTable<R> add(String name, Value<R, String> cell) {
        names.add(name);
        cells.add(cell);
        return this;
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Writes the header and the rows, through to the last byte; leaves closing to the owner of the writer. */
    void write(Stream<R> rows, Writer out) throws IOException {
        Rows written = begin(out);
        for (Iterator<R> each = rows.iterator(); each.hasNext(); ) {
            written.add(each.next());
        }
        written.flush();
    }

    /** Writes the header. */
    Rows begin(Writer out) throws IOException {
        return new Rows(out);
    }

    /** Rows, written one by one. */
    final class Rows {
        private final CsvWriter csv;

        private Rows(Writer out) throws IOException {
            csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(out);
            record(names);
        }

        void add(R row) throws IOException {
            List<String> fields = new ArrayList<>(cells.size());
            for (Value<R, String> cell : cells) {
                fields.add(Objects.requireNonNullElse(cell.of(row), ""));
            }
            record(fields);
        }

        private void record(List<String> fields) throws IOException {
            try {
                csv.writeRecord(fields);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        void flush() throws IOException {
            csv.flush();
        }
    }
}
