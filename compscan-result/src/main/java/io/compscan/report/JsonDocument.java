package io.compscan.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.compscan.file.Reason;
import io.compscan.result.EstimateResult;
import io.compscan.result.Later;
import io.compscan.result.LeftOut;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.RecordComponent;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One of the JSON documents. Each holds a record, and begins with the name of its format and the version; see
 * {@code docs/reference/formats.md}.
 *
 * <p>The fields are in the order of the records' components. Reading refuses another format, a newer version, a missing field and numbers
 * that do not add up. It ignores unknown fields.
 *
 * @param type the record
 * @param format the name of its format
 * @param version the version that is written, and the newest that is read
 */
record JsonDocument<T extends Record>(Class<T> type, String format, int version) {

    /** Loads the binding of JSON to records when the first document is read. */
    private static final class Reading {
        static final JsonMapper MAPPER = mapper();
    }

    /** Opens the text of a document; called twice for each. */
    @FunctionalInterface
    interface Opening {
        Reader open() throws IOException;
    }

    /** Writes the document, ending with a newline; flushes but does not close. */
    void write(T value, Writer out) throws IOException {
        RecordJson.write(value, out);
        out.write('\n');
        out.flush();
    }

    /**
     * Reads a document.
     *
     * @param name its name in messages
     * @throws ResultFormatException if it is no such document, or its version is not known here
     * @throws IOException if it cannot be read
     */
    T read(String name, Opening opening) throws IOException {
        try {
            try (Reader in = opening.open()) {
                checkVersion(name, in);
            }
            try (Reader in = opening.open()) {
                T value = Reading.MAPPER.readValue(in, type);
                String negative = JsonFields.negative(value, "");
                if (negative != null) {
                    throw new ResultFormatException(name + ": " + negative);
                }
                return value;
            }
        } catch (JsonProcessingException e) {
            throw failure(name, e);
        } catch (CharacterCodingException e) {
            throw new ResultFormatException(name + ": " + Reason.of(e), e);
        }
    }

    /** Checks format and version alone, so that the message about a newer document calls it newer and not broken. */
    private void checkVersion(String name, Reader in) throws IOException {
        String foundFormat = "";
        int foundVersion = 0;
        try (JsonParser json = Reading.MAPPER.createParser(in)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while ((foundFormat.isEmpty() || foundVersion == 0) && json.nextToken() == JsonToken.FIELD_NAME) {
                    String field = json.currentName();
                    JsonToken value = json.nextToken();
                    if (field.equals("format") && value == JsonToken.VALUE_STRING) {
                        foundFormat = json.getText();
                    } else if (field.equals("version") && value == JsonToken.VALUE_NUMBER_INT) {
                        foundVersion = json.getIntValue();
                    } else {
                        json.skipChildren();
                    }
                }
            }
        }
        if (!foundFormat.equals(format) || foundVersion < 1) {
            throw new ResultFormatException(name
                    + (foundFormat.equals(EstimateResult.FORMAT)
                            ? ": an estimate; give the directory of 'compscan estimate --out'"
                            : ": not a " + format + " document"));
        }
        if (foundVersion > version) {
            throw new ResultFormatException(name + ": version " + foundVersion + " of " + format
                    + " is newer than this compscan, which reads up to version " + version);
        }
    }

    private static ResultFormatException failure(String name, JsonProcessingException cause) {
        StringBuilder message = new StringBuilder(name).append(": ");
        if (cause.getLocation() != null && cause.getLocation().getLineNr() > 0) {
            message.append("line ").append(cause.getLocation().getLineNr()).append(": ");
        }
        if (cause instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            message.append(path(mapping)).append(": ");
        }
        return new ResultFormatException(message + SafeText.oneLine(reason(cause)), cause);
    }

    /** What is wrong, in words for the user of the document: the parser's own name types of Java. */
    private static String reason(JsonProcessingException cause) {
        if (cause.getCause() instanceof IllegalStateException || cause.getCause() instanceof IllegalArgumentException) {
            return String.valueOf(cause.getCause().getMessage());
        }
        if (cause instanceof JsonEOFException) {
            return "the document ends too early";
        }
        if (cause instanceof InputCoercionException || cause.getCause() instanceof InputCoercionException) {
            return "it is out of range";
        }
        String text = String.valueOf(cause.getOriginalMessage());
        if (cause instanceof MismatchedInputException mismatch) {
            if (text.startsWith("Missing ") || mismatch instanceof InvalidNullException) {
                return "it is missing";
            }
            if (text.startsWith("Cannot ")) {
                return "it is not " + kind(mismatch.getTargetType());
            }
        }
        // The rest is advice on how to configure the parser.
        return text.replaceFirst("(?s)[;,]? \\(?`?DeserializationFeature.*", "");
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == null) {
            return "what belongs there";
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type == double.class || type == Double.class) {
            return "a number";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a whole number";
        }
        if (type.isEnum()) {
            List<String> names = Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .toList();
            return "one of " + String.join(", ", names);
        }
        return type.isArray() || Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    /** The place in the document: {@code layouts[0].compression[1].physicalBytes}. */
    private static String path(JsonMappingException cause) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : cause.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return SafeText.oneLine(path.toString());
    }

    private static JsonMapper mapper() {
        SimpleModule scalars = new SimpleModule().addDeserializer(Instant.class, new InstantReader());
        JsonMapper.Builder builder = JsonMapper.builder()
                .addModule(scalars)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        builder.annotationIntrospector(
                AnnotationIntrospector.pair(new LaterFields(), new JacksonAnnotationIntrospector()));
        return builder.build();
    }

    /**
     * Every field must be there, under its name or a former one, except those that earlier documents do not have. These become empty, or
     * zero. Null is refused where the component is not {@link Nullable}.
     */
    private static final class LaterFields extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
            return member instanceof AnnotatedParameter parameter ? !isLater(parameter) : null;
        }

        @Override
        public JsonSetter.Value findSetterInfo(Annotated annotated) {
            if (!(annotated instanceof AnnotatedParameter parameter) || component(parameter) == null) {
                return JsonSetter.Value.empty();
            }
            if (!isLater(parameter)) {
                return isNullable(parameter)
                        ? JsonSetter.Value.empty()
                        : JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL);
            }
            Class<?> type = parameter.getRawType();
            return JsonSetter.Value.forValueNulls(
                    List.class.isAssignableFrom(type) || type == long.class ? Nulls.AS_EMPTY : Nulls.SET);
        }

        private static boolean isLater(AnnotatedParameter parameter) {
            RecordComponent component = component(parameter);
            return component != null
                    && (component.isAnnotationPresent(Later.class) || component.isAnnotationPresent(LeftOut.class));
        }

        private static boolean isNullable(AnnotatedParameter parameter) {
            RecordComponent component = component(parameter);
            return component != null && component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        }

        private static @Nullable RecordComponent component(AnnotatedParameter parameter) {
            RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
            return components == null || parameter.getIndex() >= components.length
                    ? null
                    : components[parameter.getIndex()];
        }
    }

    private static final class InstantReader extends StdScalarDeserializer<Instant> {

        private static final long serialVersionUID = 1L;

        InstantReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
            String text = json.getValueAsString("");
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                throw JsonMappingException.from(json, "not an ISO-8601 instant: " + text, e);
            }
        }
    }
}
