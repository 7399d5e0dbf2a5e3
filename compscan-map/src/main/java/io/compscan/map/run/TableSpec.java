package io.compscan.map.run;

import io.compscan.map.RecordLayout;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the entries of a table are: the length of their keys, what they hold, and how they came about.
 *
 * <p>Tables whose specs are equal may be merged; others must not be.
 *
 * @param name what the table is called in its file
 * @param keyBytes the length of every key, 8 to 64
 * @param layout what each entry holds besides its key: at most 255 fields
 * @param attributes free pairs of text, such as {@code chunking} and {@code fixed:4096}, kept in the order of their names
 */
public record TableSpec(String name, int keyBytes, RecordLayout layout, Map<String, String> attributes) {

    /** Copies the attributes, and refuses what a run cannot hold. */
    public TableSpec {
        if (keyBytes < RunFormat.MIN_KEY_BYTES || keyBytes > RunFormat.MAX_KEY_BYTES) {
            throw new IllegalArgumentException("keyBytes = " + keyBytes + " is not in 8..64");
        }
        if (layout.fieldCount() > RunFormat.MAX_FIELDS) {
            throw new IllegalArgumentException(layout.fieldCount() + " fields are more than " + RunFormat.MAX_FIELDS);
        }
        attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    }

    /** A table without attributes. */
    public static TableSpec of(String name, int keyBytes, RecordLayout layout) {
        return new TableSpec(name, keyBytes, layout, Map.of());
    }
}
