package io.compscan.image.qcow2;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A parent in QEMU's notation {@code json:{...}}. It is read where it names a file and its format, and nothing that changes the bytes.
 *
 * @param name the name of the file
 * @param format the format of the file; null if it is not told
 */
record JsonPlace(String name, @Nullable String format) {

    static final String SCHEME = "json:";
    private static final String FILE = "file";
    private static final Set<String> FORMATS = Set.of("qcow2", "raw", "vmdk", "vpc", "vhdx", "vdi");
    /** Settings that decide which bytes a guest sees. */
    private static final Set<String> CHANGES = Set.of("offset", "size", "backing", "data-file", "encrypt", "snapshot");

    static JsonPlace of(String text) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        try {
            Reader reader = new Reader(text, SCHEME.length());
            reader.object("", settings, 0);
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            throw refusal(text);
        }
        boolean isChanged = settings.keySet().stream().anyMatch(key -> CHANGES.contains(key.split("[.]", -1)[0]));
        String driver = settings.get("driver");
        String below = settings.getOrDefault("file.driver", FILE);
        String name = FILE.equals(driver) ? settings.get("filename") : settings.get("file.filename");
        boolean isKnown = driver == null || FILE.equals(driver) || FORMATS.contains(driver);
        if (isChanged || !isKnown || !below.equals(FILE) || name == null) {
            throw refusal(text);
        }
        return new JsonPlace(name, FILE.equals(driver) ? null : driver);
    }

    private static IOException refusal(String text) {
        return new IOException("its parent \"" + PathName.of(text) + "\" is not a file");
    }

    /** Reads objects of objects and plain values; keys get those above them in front, with a dot. */
    private static final class Reader {

        private static final int MAX_DEPTH = 8;

        private final String text;
        private int at;

        Reader(String text, int at) {
            this.text = text;
            this.at = at;
        }

        void object(String prefix, Map<String, String> settings, int depth) {
            expect('{');
            if (depth > MAX_DEPTH) {
                throw new IllegalArgumentException();
            }
            while (next() != '}') {
                String key = prefix + string();
                expect(':');
                if (next() == '{') {
                    object(key + ".", settings, depth + 1);
                } else {
                    settings.put(key, next() == '"' || next() == '\'' ? string() : word());
                }
                if (next() == ',') {
                    at++;
                } else if (next() != '}') {
                    throw new IllegalArgumentException();
                }
            }
            at++;
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        private void expect(char c) {
            if (next() != c) {
                throw new IllegalArgumentException();
            }
            at++;
        }

        private String word() {
            int from = at;
            while (",}".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at).strip();
        }

        /** A text in quotes; QEMU allows both kinds. */
        private String string() {
            char quote = next();
            if (quote != '"' && quote != '\'') {
                throw new IllegalArgumentException();
            }
            StringBuilder string = new StringBuilder();
            for (at++; text.charAt(at) != quote; at++) {
                char c = text.charAt(at);
                if (c != '\\') {
                    string.append(c);
                    continue;
                }
                char escaped = text.charAt(++at);
                if (escaped == 'u') {
                    string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    int known = "bfnrt".indexOf(escaped);
                    string.append(known < 0 ? escaped : "\b\f\n\r\t".charAt(known));
                }
            }
            at++;
            return string.toString();
        }
    }
}
