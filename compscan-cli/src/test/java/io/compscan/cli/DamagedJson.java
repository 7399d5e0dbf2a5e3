package io.compscan.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Documents that are well formed and say something else: a value is another, is gone, is there twice, or belongs elsewhere. */
final class DamagedJson {

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> VALUES = List.of(
            "-1",
            "0",
            "1",
            "999999999999",
            "-9223372036854775808",
            "9223372036854775807",
            "1e400",
            "0.5",
            "-0.5",
            "null",
            "true",
            "\"\"",
            "\"x\"",
            "\"\\u001b[31m\\n\"",
            "\"4611686018427387904k\"",
            "[]",
            "{}",
            "[[]]");

    private DamagedJson() {}

    /** A place in a document: a container, and a name or a number in it. */
    private record Place(JsonNode container, String name, int number) {

        JsonNode value() {
            return container instanceof ObjectNode ? container.get(name) : container.get(number);
        }

        void set(JsonNode value) {
            if (container instanceof ObjectNode object) {
                object.set(name, value);
            } else {
                ((ArrayNode) container).set(number, value);
            }
        }

        void remove() {
            if (container instanceof ObjectNode object) {
                object.remove(name);
            } else {
                ((ArrayNode) container).remove(number);
            }
        }
    }

    /** The document with one to three such changes. */
    static String of(String document, Random random) {
        try {
            JsonNode changed = JSON.readTree(document);
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                change(changed, random);
            }
            return JSON.writeValueAsString(changed).replace("\"1e400\"", "1e400");
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** The document once for each of its values, which is null there. */
    static List<String> withNulls(String document) {
        try {
            int count = places(JSON.readTree(document)).size();
            List<String> all = new ArrayList<>();
            for (int place = 0; place < count; place++) {
                JsonNode changed = JSON.readTree(document);
                places(changed).get(place).set(JsonNodeFactory.instance.nullNode());
                all.add(JSON.writeValueAsString(changed));
            }
            return all;
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static void change(JsonNode document, Random random) throws JsonProcessingException {
        List<Place> places = places(document);
        if (places.isEmpty()) {
            return;
        }
        Place place = places.get(random.nextInt(places.size()));
        switch (random.nextInt(6)) {
            case 0 -> place.remove();
            case 1 ->
                place.set(places.get(random.nextInt(places.size())).value().deepCopy());
            case 2 -> {
                if (place.container() instanceof ArrayNode array) {
                    array.insert(place.number(), place.value().deepCopy());
                }
            }
            case 3 -> {
                if (place.value().isIntegralNumber()) {
                    place.set(JsonNodeFactory.instance.numberNode(place.value().asLong() + random.nextInt(5) - 2));
                }
            }
            default -> {
                String value = VALUES.get(random.nextInt(VALUES.size()));
                place.set(value.equals("1e400") ? JsonNodeFactory.instance.textNode(value) : JSON.readTree(value));
            }
        }
    }

    private static List<Place> places(JsonNode document) {
        List<Place> places = new ArrayList<>();
        collect(document, places);
        return places;
    }

    private static void collect(JsonNode node, List<Place> places) {
        if (node.isObject()) {
            for (var names = node.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                places.add(new Place(node, name, -1));
                collect(node.get(name), places);
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                places.add(new Place(node, "", i));
                collect(node.get(i), places);
            }
        }
    }
}
