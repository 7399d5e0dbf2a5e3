package io.compscan.map;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The record of each fingerprint: a reference count and zero or more small unsigned fields.
 *
 * <p>The reference count is exact up to {@code 2^63 - 1} and nearly always takes one byte. A field is an unsigned integer of one to four
 * bytes, and 0 means "not known (yet)". Two values of one field merge to the larger one, so the order of writers does not matter.
 *
 * @param fields the fields; batches and cursors number them in this order
 */
public record RecordLayout(List<Field> fields) {

    /**
     * One field of a record.
     *
     * @param name its name, unique within the layout
     * @param bytes its width, 1 to 4
     */
    public record Field(String name, int bytes) {
        /** Rejects a width outside 1 to 4. */
        public Field {
            if (bytes < 1 || bytes > Integer.BYTES) {
                throw new IllegalArgumentException("field " + name + ": width of " + bytes + " bytes is not in 1..4");
            }
        }

        /** The narrowest field that holds every value from 0 to {@code max}. */
        public static Field holding(String name, int max) {
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(max);
            return new Field(name, Math.max(1, (bits + 7) / 8));
        }

        /** The largest value: all bits set, or {@link Integer#MAX_VALUE} for four bytes. */
        public int maxValue() {
            return bytes == Integer.BYTES ? Integer.MAX_VALUE : (1 << (8 * bytes)) - 1;
        }
    }

    /** Copies the list and rejects two fields of one name. */
    public RecordLayout {
        fields = List.copyOf(fields);
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("field " + field.name() + " is named twice");
            }
        }
    }

    /** A record with these fields. */
    public static RecordLayout of(Field... fields) {
        return new RecordLayout(List.of(fields));
    }

    /** The number of fields. */
    public int fieldCount() {
        return fields.size();
    }

    /** The width of all fields together, without the reference count, in bytes. */
    public int fieldBytes() {
        return fields.stream().mapToInt(Field::bytes).sum();
    }
}
