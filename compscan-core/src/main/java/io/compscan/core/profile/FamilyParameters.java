package io.compscan.core.profile;

import io.compscan.core.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The parameters of a member of a family of profiles, such as {@code index=1g,sparse=on}. */
final class FamilyParameters {

    private FamilyParameters() {}

    /**
     * The values by their keys, in the order given.
     *
     * @param items the parameters, with commas between them
     * @param keys the keys that there are
     * @param example of a key a value
     * @throws IllegalArgumentException if one is not KEY=VALUE with such a key, or is given twice
     */
    static Map<String, String> values(String items, List<String> keys, UnaryOperator<String> example) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String item : items.split(",", -1)) {
            int sign = item.indexOf('=');
            String key = (sign < 0 ? item : item.substring(0, sign)).strip().toLowerCase(Locale.ROOT);
            if (!keys.contains(key)) {
                throw new IllegalArgumentException("'" + key + "' is no parameter; " + Spelling.hint(key, keys));
            }
            if (sign < 0 || item.substring(sign + 1).isBlank()) {
                throw new IllegalArgumentException(key + " needs a value, such as " + key + "=" + example.apply(key));
            }
            if (values.put(key, item.substring(sign + 1).strip().toLowerCase(Locale.ROOT)) != null) {
                throw new IllegalArgumentException(key + " is given twice");
            }
        }
        return values;
    }
}
