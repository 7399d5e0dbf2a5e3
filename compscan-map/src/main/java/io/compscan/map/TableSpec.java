package io.compscan.map;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The kind of entries in a table: key length, fields, and how they were made.
 *
 * <p>Tables with equal specs may be merged; other tables must not be.
 *
 * @param name the name of the table in its file
 * @param keyBytes the length of every key, 8 to 64
 * @param layout the fields of every entry, at most 255
 * @param attributes free pairs of text, such as {@code chunking} and {@code fixed:4096}, sorted by name
 */
public record TableSpec(String name, int keyBytes, RecordLayout layout, Map<String, String> attributes) {

    private static final int MAX_FIELDS = 255;

    /** Copies the attributes and rejects values that a run cannot store. */
    public TableSpec {
        if (keyBytes < 8 || keyBytes > 64) {
            throw new IllegalArgumentException("keyBytes = " + keyBytes + " is not in 8..64");
        }
        if (layout.fieldCount() > MAX_FIELDS) {
            throw new IllegalArgumentException(layout.fieldCount() + " fields are more than " + MAX_FIELDS);
        }
        attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    }

    /** A table without attributes. */
    public static TableSpec of(String name, int keyBytes, RecordLayout layout) {
        return new TableSpec(name, keyBytes, layout, Map.of());
    }
}
