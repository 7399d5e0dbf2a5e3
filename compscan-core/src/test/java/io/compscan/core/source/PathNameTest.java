package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathNameTest {

    /** Valid UTF-8 of all lengths, stray bytes, surrogates, controls, backslashes; anything but the two bytes that no name has. */
    @Provide
    Arbitrary<byte[]> names() {
        Arbitrary<byte[]> anyBytes = Arbitraries.bytes()
                .filter(b -> b != 0 && b != '/')
                .array(byte[].class)
                .ofMinSize(1)
                .ofMaxSize(40);
        Arbitrary<byte[]> text = Arbitraries.strings()
                .withChars('a', '\\', 'x', '0', 'A', '\n', '\t', '\u007F', '\u0085', '\u2028', 'é', '€', '\uFFFD')
                .withChars("\uD83D\uDE00".toCharArray())
                .ofMinLength(1)
                .ofMaxLength(20)
                .map(string -> string.getBytes(StandardCharsets.UTF_8));
        return Arbitraries.oneOf(anyBytes, text).filter(name -> !isDots(name));
    }

    private static boolean isDots(byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1);
        return text.equals(".") || text.equals("..");
    }

    @Example
    void theLastNameIsBehindTheLastSeparator() {
        String separator = PathName.SEPARATOR;
        assertThat(PathName.lastName("a" + separator + "b.zip" + separator + "c"))
                .isEqualTo("c");
        assertThat(PathName.lastName("alone")).isEqualTo("alone");
        assertThat(PathName.lastName("a" + separator)).isEmpty();
    }

    @Property(tries = 2000)
    void theSpellingLosesNothing(@ForAll("names") byte[] name) {
        assertThat(unescape(PathName.escape(name))).isEqualTo(name);
    }

    @Property(tries = 2000)
    void theSpellingTellsHowManyBytesTheNameHas(@ForAll("names") byte[] name) {
        assertThat(PathName.lastNameBytes("a/b\\\\/" + PathName.escape(name))).isEqualTo(name.length);
    }

    @Property(tries = 2000)
    void theSpellingIsOneLineOfPlainText(@ForAll("names") byte[] name) {
        assertThat(PathName.escape(name).codePoints())
                .noneMatch(c -> Character.isISOControl(c)
                        || c == 0x2028
                        || c == 0x2029
                        || Character.getType(c) == Character.SURROGATE);
    }

    @Property(tries = 2000)
    void aPathIsSpeltFromItsBytes(@ForAll("names") byte[] name) {
        Path path = RawNames.in(Path.of("/somewhere"), name);
        assertThat(PathName.bytesOf(path))
                .isEqualTo(("/somewhere/" + latin1(name)).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(PathName.of(path)).isEqualTo("/somewhere/" + PathName.escape(name));
        Path relative = Path.of("/somewhere").relativize(path);
        assertThat(PathName.bytesOf(relative)).isEqualTo(name);
        assertThat(PathName.of(relative)).isEqualTo(PathName.escape(name));
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] unescape(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int i = 0;
        while (i < text.length()) {
            if (text.charAt(i) != '\\') {
                int codePoint = text.codePointAt(i);
                bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(codePoint);
            } else if (text.charAt(i + 1) == '\\') {
                bytes.write('\\');
                i += 2;
            } else {
                assertThat(text.charAt(i + 1)).isEqualTo('x');
                bytes.write(Integer.parseInt(text, i + 2, i + 4, 16));
                i += 4;
            }
        }
        return bytes.toByteArray();
    }

    @Example
    void ordinaryPathsAreShownAsTheyAre() {
        for (String path : new String[] {"/", "/a/b", "a", "a/b c", "../x", ".", "", "/home/jürgen/日本.txt"}) {
            assertThat(PathName.of(Path.of(path))).isEqualTo(path);
            assertThat(PathName.bytesOf(Path.of(path))).isEqualTo(path.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(PathName.of(Path.of("a\nb\\c"))).isEqualTo("a\\x0Ab\\\\c");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "a.txt, txt",
                "A.TXT, txt",
                "a.tar.gz, gz",
                "dir.d/a, ''",
                ".bashrc, ''",
                "a., ''",
                "a.b c, ''",
                "a.c++, c++",
                "a.7z, 7z",
                "a.exactlysixteench, exactlysixteench",
                "a.morethansixteench, ''",
                "a.é, ''",
                "libz.so.1.2.13, so",
                "access.log.3, log",
                "a.tar.20261122, tar",
                "a.1.2, 2",
                ".1, ''",
                ".so.1, 1",
                "a.é.1, 1",
                "/, ''",
            })
    void extensions(String path, String extension) {
        assertThat(PathName.extensionOf(Path.of(path))).isEqualTo(extension);
    }
}
