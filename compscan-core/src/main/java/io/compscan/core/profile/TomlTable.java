package io.compscan.core.profile;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.core.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of a TOML document, read by key and type. An exception names the broken rule and the full key. */
final class TomlTable {

    /** Larger than any sum of bytes, smaller than what makes a sum slow. */
    private static final BigDecimal MAX_DECIMAL = BigDecimal.valueOf(Long.MAX_VALUE >> 16);

    private static final int MAX_DECIMAL_PLACES = 18;
    private static final int MAX_TEXT = 1000;
    private static final int MAX_ELEMENTS = 1000;

    /** The keys that lead here, with a dot behind each. */
    private final String path;

    private final JsonNode node;

    TomlTable(String path, JsonNode node) {
        this.path = path;
        this.node = node;
    }

    /** The keys that lead here, with a dot behind each. */
    String path() {
        return path;
    }

    /** Refuses keys other than these. */
    void allow(String... keys) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!List.of(keys).contains(name)) {
                throw failure(name, "there is no such key; " + Spelling.hint(name, List.of(keys)));
            }
        }
    }

    boolean has(String key) {
        return node.has(key);
    }

    /** A table in this one; empty if it is not there. */
    TomlTable table(String key) {
        JsonNode value = node.path(key);
        if (!value.isMissingNode() && !value.isObject()) {
            throw failure(key, "must be a table");
        }
        return new TomlTable(path + key + ".", value);
    }

    String text(String key) {
        if (!has(key)) {
            throw failure(key, "is missing");
        }
        return text(key, node.get(key));
    }

    String textOr(String key, String usual) {
        return has(key) ? text(key) : usual;
    }

    /** The texts of an array; none if it is not there. */
    List<String> texts(String key) {
        return elements(key).stream().map(element -> text(key, element)).toList();
    }

    /** All texts of this table by their keys, in the order of the file. */
    Map<String, String> allTexts() {
        Map<String, String> texts = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(key -> texts.put(key, text(key)));
        return texts;
    }

    int integer(String key) {
        if (!has(key)) {
            throw failure(key, "is missing");
        }
        return integer(key, node.get(key));
    }

    int integerOr(String key, int usual) {
        return has(key) ? integer(key) : usual;
    }

    /** The integers of an array; none if it is not there. */
    List<Integer> integers(String key) {
        return elements(key).stream().map(element -> integer(key, element)).toList();
    }

    /** False if it is not there. */
    boolean flag(String key) {
        if (has(key) && !node.get(key).isBoolean()) {
            throw failure(key, "must be true or false");
        }
        return node.path(key).booleanValue();
    }

    /** A number that is not negative; 0 if it is not there. */
    BigDecimal decimal(String key) {
        if (!has(key)) {
            return BigDecimal.ZERO;
        }
        BigDecimal number = number(key);
        if (number.signum() < 0) {
            throw failure(key, "must not be negative");
        }
        if (number.compareTo(MAX_DECIMAL) > 0 || number.scale() > MAX_DECIMAL_PLACES) {
            throw failure(key, "must be below 2^47 and have at most " + MAX_DECIMAL_PLACES + " decimal places");
        }
        return number;
    }

    /** A share of a prediction, which must be there: above -1 and below 100. */
    double deviation(String key) {
        if (!has(key)) {
            throw failure(key, "is missing");
        }
        double share = number(key).doubleValue();
        if (!(share > -1 && share < 100)) {
            throw failure(key, "must be above -1 and below 100");
        }
        return share;
    }

    private BigDecimal number(String key) {
        JsonNode value = node.get(key);
        // {@code inf} and {@code nan} are no decimals.
        boolean isDecimal = value.isIntegralNumber() || value.isBigDecimal();
        if (!isDecimal) {
            throw failure(key, "must be a number");
        }
        return value.decimalValue();
    }

    private List<JsonNode> elements(String key) {
        List<JsonNode> elements = new ArrayList<>();
        if (has(key)) {
            JsonNode array = node.get(key);
            if (!array.isArray() || array.size() > MAX_ELEMENTS) {
                throw failure(key, "must be an array of at most " + MAX_ELEMENTS + " elements");
            }
            array.forEach(elements::add);
        }
        return elements;
    }

    private String text(String key, JsonNode value) {
        String text = value.isTextual() ? value.textValue() : "";
        if (text.isBlank() || text.length() > MAX_TEXT || text.codePoints().anyMatch(Character::isISOControl)) {
            throw failure(key, "must be a text of one line, up to " + MAX_TEXT + " characters long");
        }
        return text;
    }

    private int integer(String key, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw failure(key, "must be an integer below 2^31");
        }
        return value.intValue();
    }

    private IllegalArgumentException failure(String key, String rule) {
        return new IllegalArgumentException(path + key + ": " + rule);
    }
}
