package io.compscan.core.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Shows paths in one line, with nothing lost.
 *
 * <p>File names are bytes, and Java's strings cannot hold all of them. Invalid UTF-8 and control characters show as {@code \xNN}, a
 * backslash as {@code \\}. So every name has one spelling, and it breaks no line, table or document.
 */
public final class PathName {

    /** The separator of the names in a shown path. */
    public static final String SEPARATOR =
            escape(FileSystems.getDefault().getSeparator().getBytes(StandardCharsets.UTF_8));

    private static final char REPLACEMENT = '\uFFFD';
    private static final int LONGEST_EXTENSION = 16;

    private static final boolean UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    /** Elsewhere a path's text depends on the locale, and the spelling of a name must not. */
    private static final boolean TEXT_IS_UTF8 =
            !UNIX || "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));

    private PathName() {}

    /** The path, safe to print. */
    public static String of(Path path) {
        String text = path.toString();
        boolean isDecoded = UNIX && path.getFileSystem() == FileSystems.getDefault();
        if (isDecoded && !isDecodedExactly(text)) {
            return escape(undecoded(path));
        }
        return of(text);
    }

    /** The extension of the path's last name; see {@link #extensionOf(String)}. */
    public static String extensionOf(Path path) {
        return extensionOf(path.toString().substring(lastNameStart(path)));
    }

    /**
     * The extension of a name: lower case, without the dot, empty if there is none or it is none of the usual kind. Version
     * suffixes belong to the extension before them: {@code libz.so.1.2} has {@code so}, {@code access.log.3} has {@code log}.
     */
    public static String extensionOf(String name) {
        int end = name.length();
        int dot = name.lastIndexOf('.');
        while (dot > 0 && isNumber(name, dot + 1, end)) {
            end = dot;
            dot = name.lastIndexOf('.', end - 1);
        }
        String extension = extension(name, dot, end);
        return extension.isEmpty() ? extension(name, name.lastIndexOf('.'), name.length()) : extension;
    }

    private static boolean isNumber(String name, int from, int to) {
        return to > from && name.substring(from, to).chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static String extension(String name, int dot, int end) {
        int length = end - dot - 1;
        if (dot <= 0 || length == 0 || length > LONGEST_EXTENSION) {
            return "";
        }
        for (int i = dot + 1; i < end; i++) {
            char c = name.charAt(i);
            boolean usual = (c >= '0' && c <= '9')
                    || (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || "_+-~".indexOf(c) >= 0;
            if (!usual) {
                return "";
            }
        }
        return name.substring(dot + 1, end).toLowerCase(Locale.ROOT);
    }

    /** The start of the last name in the path's text. A path keeps its text, but would make another path of its last name. */
    public static int lastNameStart(Path path) {
        return path.toString().lastIndexOf(path.getFileSystem().getSeparator()) + 1;
    }

    /** The last of the names that separators part; all of it if there is no separator. */
    public static String lastName(String name) {
        int separator = name.lastIndexOf(SEPARATOR);
        return separator < 0 ? name : name.substring(separator + SEPARATOR.length());
    }

    /** The length in bytes of the last name of a shown path, as its directory has it. */
    public static int lastNameBytes(String shown) {
        int bytes = 0;
        for (int i = shown.lastIndexOf('/') + 1; i < shown.length(); i++) {
            char c = shown.charAt(i);
            if (c == '\\') {
                i += shown.startsWith("x", i + 1) ? 3 : 1;
                bytes++;
            } else if (c < 0x80) {
                bytes++;
            } else {
                // Two surrogates are four bytes.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
            }
        }
        return bytes;
    }

    /** A name that is already text, such as an object's name in a store, made safe to print. */
    public static String of(String text) {
        return isPlain(text) ? text : escape(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' || Character.isISOControl(c) || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                return false;
            }
        }
        return true;
    }

    /** The path's bytes as the file system has them. */
    public static byte[] bytesOf(Path path) {
        String text = path.toString();
        return isDecodedExactly(text) ? text.getBytes(StandardCharsets.UTF_8) : undecoded(path);
    }

    /** Whether the text of a path holds all of its bytes. In none of the charsets that names are in is ASCII anything else. */
    private static boolean isDecodedExactly(String text) {
        return TEXT_IS_UTF8 ? text.indexOf(REPLACEMENT) < 0 : text.chars().allMatch(c -> c < 0x80);
    }

    /** A path's URI is the one place where Java shows its bytes undecoded. */
    private static byte[] undecoded(Path path) {
        // The one path that is a slash, and the one that is nothing, have no names to look for.
        if (path.getNameCount() == 0 || path.toString().isEmpty()) {
            return path.toString().getBytes(StandardCharsets.UTF_8);
        }
        String uri = path.toUri().getRawPath();
        if (uri.endsWith("/")) {
            uri = uri.substring(0, uri.length() - 1);
        }
        int start = 0;
        if (!path.isAbsolute()) {
            start = uri.length();
            for (int i = 0; i < path.getNameCount(); i++) {
                start = uri.lastIndexOf('/', start - 1);
            }
            start++;
        }
        ByteBuffer bytes = ByteBuffer.allocate(uri.length());
        for (int i = start; i < uri.length(); i++) {
            if (uri.charAt(i) == '%') {
                bytes.put((byte) Integer.parseInt(uri, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.put((byte) uri.charAt(i));
            }
        }
        byte[] result = new byte[bytes.position()];
        bytes.flip().get(result);
        return result;
    }

    public static String escape(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer decoded = CharBuffer.allocate(bytes.length + 1);
        StringBuilder out = new StringBuilder(bytes.length + 16);
        while (true) {
            CoderResult result = decoder.reset().decode(in, decoded, true);
            decoded.flip();
            decoded.codePoints().forEach(c -> appendEscaped(out, c));
            decoded.clear();
            if (!result.isError()) {
                return out.toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.append(String.format("\\x%02X", in.get()));
            }
        }
    }

    private static void appendEscaped(StringBuilder out, int codePoint) {
        if (codePoint == '\\') {
            out.append("\\\\");
        } else if (Character.isISOControl(codePoint) || codePoint == 0x2028 || codePoint == 0x2029) {
            for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
                out.append(String.format("\\x%02X", b));
            }
        } else {
            out.appendCodePoint(codePoint);
        }
    }
}
