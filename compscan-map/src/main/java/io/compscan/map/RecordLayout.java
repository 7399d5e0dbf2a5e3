package io.compscan.map;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a map keeps for each fingerprint: a reference count, always, and zero or more small unsigned fields.
 *
 * <p>The reference count is exact up to {@code 2^63 - 1} and costs one byte for nearly every entry. A field is an unsigned
 * integer of one to four bytes. Zero means "not known (yet)"; two values of the same field merge to the larger one, so the
 * outcome does not depend on who wrote first.
 *
 * @param fields the fields, in the order in which batches and cursors number them
 */
public record RecordLayout(List<Field> fields) {

    /**
     * One field of a record.
     *
     * @param name what it holds, unique within the layout
     * @param bytes its width, 1 to 4
     */
    public record Field(String name, int bytes) {
        /** Refuses a width outside 1 to 4. */
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

        /** The largest value that fits, as a signed int is concerned: four bytes hold 0 to {@link Integer#MAX_VALUE}. */
        public int maxValue() {
            return bytes == Integer.BYTES ? Integer.MAX_VALUE : (1 << (8 * bytes)) - 1;
        }
    }

    /** Copies the list and refuses two fields of one name. */
    public RecordLayout {
        fields = List.copyOf(fields);
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("field " + field.name() + " is named twice");
            }
        }
    }

    /** A layout of the reference count and these fields. */
    public static RecordLayout of(Field... fields) {
        return new RecordLayout(List.of(fields));
    }

    /** How many fields a record has besides its reference count. */
    public int fieldCount() {
        return fields.size();
    }

    /** The width of all fields together, in bytes, without the reference count. */
    public int fieldBytes() {
        return fields.stream().mapToInt(Field::bytes).sum();
    }
}
