package io.compscan.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.compscan.result.LeftOut;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as JSON: components in their order, constants of enums in lower case, moments as text.
 *
 * <p>Jackson's own binding of records needs 0.1 s to start, as long as a scan of some small files.
 */
final class RecordJson {

    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private final JsonGenerator json;
    private final Map<Class<?>, List<Field>> fieldsOf = new HashMap<>();

    /**
     * A component of a record.
     *
     * @param isLeftOut whether it is left out where it is null
     * @param isPrimitive whether it is a {@code double}, which is written with an exponent where that is shorter
     */
    private record Field(String name, Method accessor, boolean isLeftOut, boolean isPrimitive) {

        static Field of(RecordComponent component) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            return new Field(
                    component.getName(),
                    accessor,
                    component.isAnnotationPresent(LeftOut.class),
                    component.getType() == double.class);
        }

        @Nullable Object valueIn(Record value) {
            try {
                return accessor.invoke(value);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(accessor + " cannot be called", e);
            }
        }
    }

    private RecordJson(JsonGenerator json) {
        this.json = json;
    }

    /** A generator whose writer stays open. */
    static JsonGenerator generator(Writer out) throws IOException {
        JsonGenerator json = FACTORY.createGenerator(out);
        json.setPrettyPrinter(new RowPrinter());
        json.setCharacterEscapes(new ReadingOrder());
        return json;
    }

    /** Writes the record; flushes but does not close. */
    static void write(Record value, Writer out) throws IOException {
        try (JsonGenerator json = generator(out)) {
            new RecordJson(json).write(value);
        }
    }

    private void write(Record value) throws IOException {
        json.writeStartObject();
        for (Field field : fields(value.getClass())) {
            Object part = field.valueIn(value);
            if (part != null || !field.isLeftOut) {
                json.writeFieldName(field.name);
                if (part instanceof Double number && field.isPrimitive) {
                    json.writeNumber(number);
                } else {
                    write(part);
                }
            }
        }
        json.writeEndObject();
    }

    private List<Field> fields(Class<?> type) {
        return fieldsOf.computeIfAbsent(
                type,
                key -> Arrays.stream(key.getRecordComponents()).map(Field::of).toList());
    }

    private void write(@Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Record part) {
            write(part);
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(element);
            }
            json.writeEndArray();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Integer number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            json.writeNumber(Figures.plain(number));
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Enum<?> constant) {
            json.writeString(constant.name().toLowerCase(Locale.ROOT));
        } else if (value instanceof Instant moment) {
            json.writeString(moment.toString());
        } else {
            throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }
}
