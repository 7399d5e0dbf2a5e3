package io.compscan.report;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Numbers of a document that count something, and so are not below zero. */
final class JsonFields {

    /** The numbers that may be below zero; all others count something. */
    private static final Set<String> SIGNED =
            Set.of("parent", "profitBytes", "roundingBytes", "roundingBytesLow", "roundingBytesHigh");

    private JsonFields() {}

    /**
     * The first number below zero that counts something, with its place in the document; null if there is none.
     *
     * @param value a record, a list, or a component of one
     * @param path the place of the value
     */
    static @Nullable String negative(@Nullable Object value, String path) {
        String found = null;
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size() && found == null; i++) {
                found = negative(list.get(i), path + "[" + i + "]");
            }
        } else if (value instanceof Record) {
            RecordComponent[] components = value.getClass().getRecordComponents();
            for (int i = 0; i < components.length && found == null; i++) {
                String name = components[i].getName();
                if (!SIGNED.contains(name)) {
                    found = negative(component(value, components[i]), path.isEmpty() ? name : path + "." + name);
                }
            }
        } else if ((value instanceof Long || value instanceof Integer) && ((Number) value).longValue() < 0) {
            found = path + ": " + value + " is less than 0";
        }
        return found;
    }

    private static @Nullable Object component(Object value, RecordComponent component) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record of results is public", e);
        }
    }
}
