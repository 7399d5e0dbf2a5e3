package io.compscan.spark;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.compscan.core.fold.ledger.AccountSums;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/** Turns objects into bytes between driver and executors, independent of the serializer that Spark is configured with. */
final class Wire {

    private static final ObjectMapper JSON =
            JsonMapper.builder().addMixIn(AccountSums.class, AsArray.class).build();

    /** For records as numerous as files. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private interface AsArray {}

    private Wire() {}

    /** The bytes of a serializable object. */
    static byte[] bytes(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The object of such bytes. */
    static <T> T object(byte[] bytes, Class<T> type) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return type.cast(in.readObject());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the executors have another compscan than the driver", e);
        }
    }

    /** The JSON document of a record of numbers and names. */
    static byte[] json(Object object) {
        try {
            return JSON.writeValueAsBytes(object);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static <T> T fromJson(byte[] bytes, Class<T> type) {
        try {
            return JSON.readValue(bytes, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
