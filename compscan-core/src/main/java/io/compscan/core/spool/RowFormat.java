package io.compscan.core.spool;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes records component by component, so that a new component is never forgotten. Only the process that writes reads them.
 *
 * <pre>
 *   int, long, double, boolean   as DataOutput writes them
 *   other values                 0 for null, else 1 and the value
 *   text                         length in bytes (int) | UTF-8
 *   enum                         place among the constants (int)
 *   list                         number of elements (int) | its elements
 *   record                       its components in their order
 * </pre>
 */
final class RowFormat<T extends Record> {

    /** Writes and reads the values of one type. */
    private interface Form {
        void write(Object value, DataOutput out) throws IOException;

        Object read(DataInput in) throws IOException;
    }

    private interface Writing {
        void write(Object value, DataOutput out) throws IOException;
    }

    private interface Reading {
        Object read(DataInput in) throws IOException;
    }

    private final Class<T> type;
    private final Form form;

    private RowFormat(Class<T> type) {
        this.type = type;
        form = recordForm(type);
    }

    /**
     * The format of a record.
     *
     * @throws IllegalArgumentException if a component has a type that no result has
     */
    static <T extends Record> RowFormat<T> of(Class<T> type) {
        return new RowFormat<>(type);
    }

    void write(T row, DataOutput out) throws IOException {
        form.write(row, out);
    }

    T read(DataInput in) throws IOException {
        return type.cast(form.read(in));
    }

    private static Form of(Type type) {
        if (type == int.class) {
            return form((value, out) -> out.writeInt((Integer) value), DataInput::readInt);
        }
        if (type == long.class) {
            return form((value, out) -> out.writeLong((Long) value), DataInput::readLong);
        }
        if (type == double.class) {
            return form((value, out) -> out.writeDouble((Double) value), DataInput::readDouble);
        }
        if (type == boolean.class) {
            return form((value, out) -> out.writeBoolean((Boolean) value), DataInput::readBoolean);
        }
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return listForm(of(list.getActualTypeArguments()[0]));
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalArgumentException("no format for " + type);
        }
        if (plain == Integer.class) {
            return of(int.class);
        }
        if (plain == Long.class) {
            return of(long.class);
        }
        if (plain == Double.class) {
            return of(double.class);
        }
        if (plain == Boolean.class) {
            return of(boolean.class);
        }
        if (plain == String.class) {
            return form(RowFormat::writeText, RowFormat::readText);
        }
        if (plain.isEnum()) {
            List<Object> constants = List.of(plain.getEnumConstants());
            return form((value, out) -> out.writeInt(constants.indexOf(value)), in -> constants.get(in.readInt()));
        }
        if (plain.isRecord()) {
            return recordForm(plain);
        }
        throw new IllegalArgumentException("no format for " + type);
    }

    private static Form form(Writing writing, Reading reading) {
        return new Form() {
            @Override
            public void write(Object value, DataOutput out) throws IOException {
                writing.write(value, out);
            }

            @Override
            public Object read(DataInput in) throws IOException {
                return reading.read(in);
            }
        };
    }

    private static void writeText(Object value, DataOutput out) throws IOException {
        byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Form listForm(Form element) {
        return form(
                (value, out) -> {
                    List<?> list = (List<?>) value;
                    out.writeInt(list.size());
                    for (Object one : list) {
                        element.write(one, out);
                    }
                },
                in -> {
                    int size = in.readInt();
                    List<Object> list = new ArrayList<>(size);
                    for (int i = 0; i < size; i++) {
                        list.add(element.read(in));
                    }
                    return list;
                });
    }

    private static Form recordForm(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Form[] forms = Arrays.stream(components)
                .map(component -> of(component.getGenericType()))
                .toArray(Form[]::new);
        Method[] accessors = Arrays.stream(components)
                .map(RecordComponent::getAccessor)
                .map(RowFormat::accessible)
                .toArray(Method[]::new);
        Constructor<?> constructor;
        try {
            constructor = accessible(type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no canonical constructor", e);
        }
        return form(
                (value, out) -> {
                    for (int i = 0; i < forms.length; i++) {
                        writeComponent(component(accessors[i], value), types[i], forms[i], out);
                    }
                },
                in -> {
                    @Nullable Object[] values = new @Nullable Object[forms.length];
                    for (int i = 0; i < forms.length; i++) {
                        values[i] = types[i].isPrimitive() || in.readBoolean() ? forms[i].read(in) : null;
                    }
                    return made(constructor, values);
                });
    }

    private static <A extends AccessibleObject> A accessible(A object) {
        object.setAccessible(true);
        return object;
    }

    private static void writeComponent(@Nullable Object value, Class<?> type, Form form, DataOutput out)
            throws IOException {
        if (!type.isPrimitive()) {
            out.writeBoolean(value != null);
        }
        if (value != null) {
            form.write(value, out);
        }
    }

    private static @Nullable Object component(Method accessor, Object row) {
        try {
            return accessor.invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object made(Constructor<?> constructor, @Nullable Object[] values) throws IOException {
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IOException("a row was damaged", e);
        }
    }
}
