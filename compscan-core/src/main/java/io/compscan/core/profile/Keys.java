package io.compscan.core.profile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records as tables of a profile: a component is a key, and its type says what the key holds.
 *
 * <p>Integers, decimals, flags, lists of integers, pools of ZFS as texts, and tables that are records again.
 */
final class Keys {

    private Keys() {}

    /**
     * Reads a record, which checks itself.
     *
     * @param prefix what comes before the keys that the record's constructor names in its messages
     * @throws IllegalArgumentException if a key is unknown or missing, has another type, or its value makes no sense
     */
    static <T extends Record> T read(TomlTable table, String prefix, Class<T> type) {
        RecordComponent[] components = type.getRecordComponents();
        table.allow(Arrays.stream(components).map(RecordComponent::getName).toArray(String[]::new));
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (RecordComponent component : components) {
            values.put(component.getName(), value(table, component, values));
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types)
                    .newInstance(values.values().toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException broken) {
                throw new IllegalArgumentException(prefix + broken.getMessage(), broken);
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object value(
            TomlTable table, RecordComponent component, Map<String, @Nullable Object> before) {
        String key = component.getName();
        Class<?> type = component.getType();
        if (type == List.class) {
            return table.integers(key);
        }
        if (type == boolean.class) {
            return table.flag(key);
        }
        Key declared = component.getAnnotation(Key.class);
        if (declared != null && !table.has(key)) {
            Object other = before.get(declared.usual());
            return other != null ? other : usual(declared, type);
        }
        if (type == int.class) {
            return table.integer(key);
        }
        if (!table.has(key)) {
            return null;
        }
        if (type == Integer.class) {
            return table.integer(key);
        }
        if (type == double.class) {
            return table.decimal(key).doubleValue();
        }
        if (type == ZfsPool.class) {
            return ZfsFamily.pool(table, key);
        }
        return read(table.table(key), table.path(), type.asSubclass(Record.class));
    }

    private static Object usual(Key declared, Class<?> type) {
        // The branches of a conditional expression would be converted to one type.
        if (type == double.class) {
            return Double.valueOf(declared.usual());
        }
        if (type == boolean.class) {
            return Boolean.valueOf(declared.usual());
        }
        return Integer.valueOf(declared.usual());
    }

    /** Puts the keys of a record, in their order, with the nesting of its tables. */
    static void write(ObjectNode node, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String key = component.getName();
            Object value = valueOf(record, component);
            Key declared = component.getAnnotation(Key.class);
            if (declared != null
                    && declared.isLeftOut()
                    && usual(declared, component.getType()).equals(value)) {
                continue;
            }
            if (value instanceof Boolean flag) {
                node.put(key, flag);
            } else if (value instanceof Double decimal) {
                node.put(key, decimal);
            } else if (value instanceof List<?> integers) {
                ArrayNode array = node.putArray(key);
                integers.forEach(integer -> array.add((Integer) integer));
            } else if (value instanceof ZfsPool pool) {
                node.put(key, pool.text());
            } else if (value instanceof Record table) {
                write(node.putObject(key), table);
            } else if (component.getType() == int.class || component.getType() == Integer.class) {
                node.put(key, (Integer) value);
            }
        }
    }

    private static @Nullable Object valueOf(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
