package io.compscan.core.profile;

import io.compscan.core.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Profiles of one system whose settings are parameters: {@code zfs:record=128k,compress=zstd}.
 *
 * <p>The name of the family is that of its member without parameters. The file of that member is the template of all others.
 */
abstract class ProfileFamily {

    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})([km]?)");

    private final String name;
    private final List<String> keys;

    /** @param keys the parameters that there are */
    ProfileFamily(String name, List<String> keys) {
        this.name = name;
        this.keys = keys;
    }

    /** The name of the family, and of its member without parameters. */
    final String name() {
        return name;
    }

    /** Whether a name is that of a member with parameters. */
    final boolean hasMember(String profile) {
        return profile.startsWith(name + ":");
    }

    /** The name by which results call a member: its parameters in their order. */
    final String canonical(String member) {
        return name + ":" + text(valuesOf(member));
    }

    /**
     * The file of a member.
     *
     * @param member its name, with parameters
     * @param template the file of the member without parameters
     * @throws IllegalArgumentException if a parameter makes no sense, naming the member and the key
     */
    final String toml(String member, String template) {
        try {
            return toml(valuesOf(member), template);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(member + ": " + e.getMessage(), e);
        }
    }

    private Map<String, String> valuesOf(String member) {
        return values(member.substring(name.length() + 1));
    }

    /**
     * The values by their keys, in the order given.
     *
     * @param items the parameters, with commas between them
     * @throws IllegalArgumentException if one is not KEY=VALUE with such a key, or is given twice
     */
    final Map<String, String> values(String items) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String item : items.split(",", -1)) {
            int sign = item.indexOf('=');
            String key = (sign < 0 ? item : item.substring(0, sign)).strip().toLowerCase(Locale.ROOT);
            if (!keys.contains(key)) {
                throw new IllegalArgumentException("'" + key + "' is no parameter; " + Spelling.hint(key, keys));
            }
            if (sign < 0 || item.substring(sign + 1).isBlank()) {
                throw new IllegalArgumentException(key + " needs a value, such as " + key + "=" + example(key));
            }
            if (values.put(key, item.substring(sign + 1).strip().toLowerCase(Locale.ROOT)) != null) {
                throw new IllegalArgumentException(key + " is given twice");
            }
        }
        return values;
    }

    /** A value that a key may have. */
    abstract String example(String key);

    /** All parameters of the member with these values, in their order. */
    abstract String text(Map<String, String> values);

    /**
     * The file of the member with these values.
     *
     * @throws IllegalArgumentException if one makes no sense, naming its key
     */
    abstract String toml(Map<String, String> values, String template);

    /**
     * The file of a member.
     *
     * @param change of the key of a line, empty if it has none, and the line: the line of the member
     * @param isChecked whether the evidence is the member's, too; or it is left out
     */
    static String changed(String template, BinaryOperator<String> change, boolean isChecked) {
        String file = template.lines()
                .map(line -> change.apply(line.substring(0, Math.max(0, line.indexOf(" = "))), line))
                .collect(Collectors.joining("\n", "", "\n"));
        int evidence = file.indexOf("[checked]");
        return isChecked || evidence < 0 ? file : file.substring(0, evidence);
    }

    /**
     * The bytes of a power of two such as {@code 64k}.
     *
     * @param range the least and the most in words
     * @throws IllegalArgumentException if it is none in the range, naming the key
     */
    static int powerOfTwo(String key, String text, int least, int most, String range) {
        Matcher matcher = SIZE.matcher(text);
        long bytes = !matcher.matches()
                ? 0
                : Long.parseLong(matcher.group(1))
                        << switch (matcher.group(2)) {
                            case "k" -> 10;
                            case "m" -> 20;
                            default -> 0;
                        };
        if (Long.bitCount(bytes) != 1 || bytes < least || bytes > most) {
            throw new IllegalArgumentException(key + ": '" + text + "' is not a power of two from " + range);
        }
        return (int) bytes;
    }

    /** Returns the value; refuses it unless it is one of the two, naming the key. */
    static String choice(String key, String text, String one, String other) {
        if (!text.equals(one) && !text.equals(other)) {
            throw new IllegalArgumentException(key + ": '" + text + "' is not " + one + " or " + other);
        }
        return text;
    }
}
