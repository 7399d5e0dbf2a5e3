package io.compscan.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report of the entries of a fingerprint set, one by one as they come. It keeps nothing, so there may be any number of them.
 *
 * <p>{@code docs/reference/formats.md} specifies the formats. The caller calls {@link #layout}, then {@link #entry} for each chunk of that
 * layout, and {@link #end} after the last layout.
 */
public interface EntryReport {

    /** The name of the JSON format. */
    String FORMAT = "compscan-entries";
    /** The version of the JSON format. */
    int VERSION = 1;

    /**
     * Begins the entries of another chunking.
     *
     * @param sizedCompressors the compressors whose stored size each entry has, in their order
     */
    void layout(String chunking, String fingerprint, List<String> sizedCompressors) throws IOException;

    /**
     * One distinct chunk.
     *
     * @param storedBytes the stored size for each sized compressor; 0 if the chunk was not compressed
     */
    void entry(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) throws IOException;

    /** Ends the report; flushes, and does not close the writer. */
    void end() throws IOException;

    /**
     * A CSV table.
     *
     * @param compressors every compressor whose sizes any of the layouts has
     */
    static EntryReport csv(Writer out, List<String> compressors) throws IOException {
        // Of each column of stored bytes, places has the place among these; -1 if there is none.
        @SuppressWarnings("ArrayRecordComponent")
        record Entry(
                String chunking,
                byte[] fingerprint,
                long references,
                int lengthBytes,
                int[] storedBytes,
                int[] places) {
            private @Nullable Long stored(int column) {
                int place = places[column];
                return place < 0 || storedBytes[place] == 0 ? null : Long.valueOf(storedBytes[place]);
            }
        }
        CsvTable<Entry> table = new CsvTable<Entry>()
                .text("chunking", Entry::chunking)
                .text("fingerprint", entry -> HexFormat.of().formatHex(entry.fingerprint))
                .number("references", Entry::references)
                .number("lengthBytes", Entry::lengthBytes);
        for (int i = 0; i < compressors.size(); i++) {
            int column = i;
            table.optional("storedBytes:" + compressors.get(i), entry -> entry.stored(column));
        }
        CsvTable<Entry>.Rows rows = table.begin(out);
        return new EntryReport() {
            private String chunking = "";
            /** The place of each column among the stored sizes of this layout; -1 if it has none. */
            private int[] places = {};

            @Override
            public void layout(String name, String fingerprint, List<String> sizedCompressors) {
                chunking = name;
                places =
                        compressors.stream().mapToInt(sizedCompressors::indexOf).toArray();
            }

            @Override
            public void entry(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes)
                    throws IOException {
                rows.add(new Entry(chunking, fingerprint, references, lengthBytes, storedBytes, places));
            }

            @Override
            public void end() throws IOException {
                rows.flush();
            }
        };
    }

    /** One JSON document, with one entry a line. */
    static EntryReport json(Writer out) throws IOException {
        JsonGenerator json = RecordJson.generator(out);
        json.writeStartObject();
        json.writeStringField("format", FORMAT);
        json.writeNumberField("version", VERSION);
        json.writeArrayFieldStart("layouts");
        return new EntryReport() {
            private List<String> compressors = List.of();
            private boolean inLayout;

            @Override
            public void layout(String chunking, String fingerprint, List<String> sizedCompressors) throws IOException {
                endLayout();
                compressors = sizedCompressors;
                inLayout = true;
                json.writeStartObject();
                json.writeStringField("chunking", chunking);
                json.writeStringField("fingerprint", fingerprint);
                json.writeArrayFieldStart("compressors");
                for (String compressor : sizedCompressors) {
                    json.writeString(compressor);
                }
                json.writeEndArray();
                json.writeArrayFieldStart("entries");
            }

            private void endLayout() throws IOException {
                if (inLayout) {
                    json.writeEndArray();
                    json.writeEndObject();
                }
            }

            @Override
            public void entry(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes)
                    throws IOException {
                json.writeStartObject();
                json.writeStringField("fingerprint", HexFormat.of().formatHex(fingerprint));
                json.writeNumberField("references", references);
                json.writeNumberField("lengthBytes", lengthBytes);
                json.writeArrayFieldStart("storedBytes");
                for (int i = 0; i < compressors.size(); i++) {
                    json.writeNumber(storedBytes[i]);
                }
                json.writeEndArray();
                json.writeEndObject();
            }

            @Override
            public void end() throws IOException {
                endLayout();
                json.writeEndArray();
                json.writeEndObject();
                json.flush();
                out.write('\n');
                out.flush();
            }
        };
    }
}
