package io.compscan.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.PrettyPrinter;
import java.io.IOException;
import java.util.Set;

/**
 * Indents a result by two spaces a level, but writes a row of a table on one line, and a list of scalars too:
 *
 * <pre>
 * "refcounts": [
 *   {"references": 1, "chunks": 200, "bytes": 819200},
 *   {"references": 2, "chunks": 3, "bytes": 12288}
 * ],
 * </pre>
 *
 * <p>Has no state: the depth comes from the generator.
 */
final class RowPrinter implements PrettyPrinter {

    /** Arrays whose elements are rows. */
    private static final Set<String> TABLES = Set.of(
            "chunkSizes", "refcounts", "compressibility", "types", "errors", "shares", "physical", "entries", "years");

    /** Arrays of scalars. */
    private static final Set<String> LISTS = Set.of(
            "paths",
            "chunkings",
            "compressors",
            "includes",
            "excludes",
            "zeroBytes",
            "hosts",
            "command",
            "sharedBytes",
            "commonBytes",
            "commonBytesLow",
            "commonBytesHigh",
            "partners",
            "storedBytes");

    @Override
    public void writeRootValueSeparator(JsonGenerator json) throws IOException {
        json.writeRaw('\n');
    }

    @Override
    public void writeStartObject(JsonGenerator json) throws IOException {
        json.writeRaw('{');
    }

    @Override
    public void beforeObjectEntries(JsonGenerator json) throws IOException {
        open(json);
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
        json.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
        separate(json);
    }

    @Override
    public void writeEndObject(JsonGenerator json, int entryCount) throws IOException {
        close(json, entryCount, '}');
    }

    @Override
    public void writeStartArray(JsonGenerator json) throws IOException {
        json.writeRaw('[');
    }

    @Override
    public void beforeArrayValues(JsonGenerator json) throws IOException {
        open(json);
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
        separate(json);
    }

    @Override
    public void writeEndArray(JsonGenerator json, int entryCount) throws IOException {
        close(json, entryCount, ']');
    }

    private static void open(JsonGenerator json) throws IOException {
        JsonStreamContext context = json.getOutputContext();
        if (!isOnOneLine(context)) {
            newLine(json, context.getNestingDepth());
        }
    }

    private static void separate(JsonGenerator json) throws IOException {
        JsonStreamContext context = json.getOutputContext();
        json.writeRaw(',');
        if (isOnOneLine(context)) {
            json.writeRaw(' ');
        } else {
            newLine(json, context.getNestingDepth());
        }
    }

    private static void close(JsonGenerator json, int entryCount, char bracket) throws IOException {
        JsonStreamContext context = json.getOutputContext();
        if (entryCount > 0 && !isOnOneLine(context)) {
            newLine(json, context.getNestingDepth() - 1);
        }
        json.writeRaw(bracket);
    }

    private static void newLine(JsonGenerator json, int depth) throws IOException {
        json.writeRaw("\n" + "  ".repeat(depth));
    }

    /** Whether the content of this object or array stays on its first line. */
    private static boolean isOnOneLine(JsonStreamContext context) {
        if (context.inArray()) {
            return LISTS.contains(name(context));
        }
        JsonStreamContext parent = context.getParent();
        return parent != null && parent.inArray() && TABLES.contains(name(parent));
    }

    /** The name of the field that holds this array; empty if no field does. */
    private static String name(JsonStreamContext array) {
        JsonStreamContext parent = array.getParent();
        return parent != null && parent.inObject() ? parent.getCurrentName() : "";
    }
}
