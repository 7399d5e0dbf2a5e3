package io.compscan.image.partition;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text in which LVM2 describes a volume group: {@code name = value}, {@code name { ... }}, lists in brackets, comments from {@code #} on.
 *
 * @param values texts and numbers, and lists of them
 * @param sections by name
 */
record LvmText(Map<String, List<String>> values, Map<String, LvmText> sections) {

    private static final int MAX_DEPTH = 16;

    static LvmText parse(String text) throws IOException {
        Parser parser = new Parser(text);
        LvmText all = parser.section(0);
        if (parser.token() != null) {
            throw new IOException("damaged: the description of the volume group does not make sense");
        }
        return all;
    }

    /** The section of this name; an empty one if there is none. */
    LvmText section(String name) {
        return sections.getOrDefault(name, new LvmText(Map.of(), Map.of()));
    }

    /** The first value of this name; empty if there is none. */
    String text(String name) {
        List<String> all = values.getOrDefault(name, List.of());
        return all.isEmpty() ? "" : all.get(0);
    }

    long number(String name) throws IOException {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException e) {
            throw new IOException("damaged: the description of the volume group has no number \"" + name + "\"", e);
        }
    }

    private static final class Parser {

        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        LvmText section(int depth) throws IOException {
            Map<String, List<String>> values = new LinkedHashMap<>();
            Map<String, LvmText> sections = new LinkedHashMap<>();
            String name = token();
            while (name != null && !name.equals("}")) {
                String then = token();
                if ("{".equals(then) && depth < MAX_DEPTH) {
                    sections.put(name, section(depth + 1));
                } else if ("=".equals(then)) {
                    values.put(name, value());
                } else {
                    throw new IOException("damaged: the description of the volume group does not make sense");
                }
                name = token();
            }
            if ((name == null) != (depth == 0)) {
                throw new IOException("damaged: the description of the volume group breaks off");
            }
            return new LvmText(values, sections);
        }

        private List<String> value() throws IOException {
            List<String> all = new ArrayList<>();
            String first = token();
            if (!"[".equals(first)) {
                all.add(String.valueOf(first));
                return all;
            }
            for (String one = token(); !"]".equals(one); one = token()) {
                if (one == null) {
                    throw new IOException("damaged: the description of the volume group breaks off");
                }
                if (!one.equals(",")) {
                    all.add(one);
                }
            }
            return all;
        }

        /** A name, a number, a text without its quotes, or a single sign; null at the end. */
        @Nullable String token() {
            while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '#')) {
                if (text.charAt(at) == '#') {
                    int end = text.indexOf('\n', at);
                    at = end < 0 ? text.length() : end;
                } else {
                    at++;
                }
            }
            if (at == text.length()) {
                return null;
            }
            int start = at;
            if (text.charAt(at) == '"') {
                int end = text.indexOf('"', at + 1);
                at = end < 0 ? text.length() : end + 1;
                return text.substring(start + 1, end < 0 ? text.length() : end);
            }
            while (at < text.length() && isOfName(text.charAt(at))) {
                at++;
            }
            at = Math.max(at, start + 1);
            return text.substring(start, at);
        }

        private static boolean isOfName(char c) {
            return Character.isLetterOrDigit(c) || "_.+-/".indexOf(c) >= 0;
        }
    }
}
