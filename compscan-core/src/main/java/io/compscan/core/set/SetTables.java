package io.compscan.core.set;

import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Maps the entries of one scheme to two tables of a run file.
 *
 * <pre>
 *   full   fingerprint -> references, stored 0, stored 1, ...            chunks of full length
 *   other  fingerprint -> references, length, stored 0, stored 1, ...    all others
 * </pre>
 *
 * <p>The attributes of a table hold everything that decides whether two sets may be merged.
 */
final class SetTables {

    static final int PARTS = 2;
    private static final String FULL = "full";
    private static final String OTHER = "other";

    private SetTables() {}

    /** One of the two tables. */
    static TableSpec table(Scheme scheme, int fingerprintBytes, String saltId, boolean isFull) {
        List<Field> fields = new ArrayList<>();
        if (!isFull) {
            fields.add(Field.holding("length", scheme.maxChunkBytes()));
        }
        for (String compressor : scheme.sizedCompressors()) {
            fields.add(Field.holding("stored:" + compressor, scheme.maxChunkBytes()));
        }
        String part = isFull ? FULL : OTHER;
        return new TableSpec(
                scheme.chunking() + " " + part,
                fingerprintBytes,
                new RecordLayout(fields),
                Map.of(
                        "chunking", scheme.chunking(),
                        "maxChunkBytes", Integer.toString(scheme.maxChunkBytes()),
                        "expectedChunkBytes", Long.toString(scheme.expectedChunkBytes()),
                        "fingerprint", scheme.fingerprint(),
                        "salt", saltId,
                        "compressors", String.join(",", scheme.compressors()),
                        "samples",
                                String.join(
                                        ",",
                                        scheme.samples().stream()
                                                .map(CompressSample::name)
                                                .toList()),
                        "superblockBytes", Integer.toString(scheme.superblockBytes()),
                        "part", part));
    }

    /**
     * The scheme of a table.
     *
     * @throws IllegalArgumentException if {@link #table} does not make such a table
     */
    static Scheme scheme(TableSpec table) {
        Map<String, String> attributes = table.attributes();
        return new Scheme(
                get(attributes, "chunking"),
                number(attributes, "maxChunkBytes"),
                number(attributes, "expectedChunkBytes"),
                get(attributes, "fingerprint"),
                list(attributes, "compressors"),
                list(attributes, "samples").stream().map(CompressSample::named).toList(),
                number(attributes, "superblockBytes"));
    }

    static String saltId(TableSpec table) {
        return get(table.attributes(), "salt");
    }

    private static String get(Map<String, String> attributes, String name) {
        String value = attributes.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the attribute " + name + " is missing");
        }
        return value;
    }

    private static int number(Map<String, String> attributes, String name) {
        String text = get(attributes, name);
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("the attribute " + name + " is no number");
        }
        return Integer.parseInt(text);
    }

    private static List<String> list(Map<String, String> attributes, String name) {
        String text = get(attributes, name);
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }
}
