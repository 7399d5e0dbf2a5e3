package io.compscan.core.set;

import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.core.index.KeptSample;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps the entries of one scheme to two tables of a run file.
 *
 * <pre>
 *   full   fingerprint -> references, stored 0, stored 1, ...            chunks of full length
 *   other  fingerprint -> references, length, stored 0, stored 1, ...    all others
 * </pre>
 *
 * <p>The attributes of a table hold everything that decides whether two sets may be merged. The tables of a sketch have one attribute more,
 * which names the {@link KeptSample}.
 */
final class SchemeTables {

    static final int PARTS = 2;
    private static final String FULL = "full";
    private static final String OTHER = "other";
    private static final String SKETCH = "sketch";
    /** The tables of an estimate from a part of the data begin with it; it is no business of sets beyond that. */
    private static final String OF_A_PART = "part ";

    private SchemeTables() {}

    /** Whether these are the tables of an estimate from a part of the data. */
    static boolean isPart(List<TableSummary> tables) {
        return !tables.isEmpty() && tables.get(0).spec().name().startsWith(OF_A_PART);
    }

    /**
     * One of the two tables.
     *
     * @param sample which chunks it holds; null for all of them. A table of a sample has the last eight bytes of fingerprints alone
     */
    static TableSpec table(
            Scheme scheme, int fingerprintBytes, String saltId, boolean isFull, @Nullable KeptSample sample) {
        List<Field> fields = new ArrayList<>();
        if (!isFull) {
            fields.add(Field.holding("length", scheme.maxChunkBytes()));
        }
        for (String compressor : scheme.sizedCompressors()) {
            fields.add(Field.holding("stored:" + compressor, scheme.maxChunkBytes()));
        }
        String part = isFull ? FULL : OTHER;
        Map<String, String> attributes = new HashMap<>();
        if (sample != null) {
            attributes.put(SKETCH, sample.name());
        }
        attributes.put("chunking", scheme.chunking());
        attributes.put("maxChunkBytes", Integer.toString(scheme.maxChunkBytes()));
        attributes.put("expectedChunkBytes", Long.toString(scheme.expectedChunkBytes()));
        attributes.put("fingerprint", scheme.fingerprint());
        attributes.put("salt", saltId);
        attributes.put("compressors", String.join(",", scheme.compressors()));
        attributes.put(
                "samples",
                String.join(
                        ",", scheme.samples().stream().map(CompressSample::name).toList()));
        attributes.put("superblockBytes", Integer.toString(scheme.superblockBytes()));
        attributes.put("part", part);
        return new TableSpec(
                scheme.chunking() + " " + part,
                sample == null ? fingerprintBytes : Long.BYTES,
                new RecordLayout(fields),
                attributes);
    }

    /** Which chunks a table holds; null for all of them. */
    static @Nullable KeptSample sample(TableSpec table) {
        String name = table.attributes().get(SKETCH);
        return name == null ? null : KeptSample.named(name);
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
