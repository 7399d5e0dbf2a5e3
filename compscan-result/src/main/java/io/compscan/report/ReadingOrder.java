package io.compscan.report;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Locale;

/**
 * Characters that change the order in which a text is read, as in {@code gpj.U+202Eexe}. Names of files may have them. In JSON they are
 * escapes: an editor shows the document as it is, and a reader of JSON gets the same name.
 */
@SuppressWarnings("serial") // Nobody serializes it.
public class ReadingOrder extends CharacterEscapes {

    /** The escapes of JSON, and these. */
    public ReadingOrder() {}

    /** Whether a character is one of the controls of the Unicode Bidirectional Algorithm (UAX #9). */
    static boolean changes(int codePoint) {
        return codePoint == 0x061c
                || codePoint == 0x200e
                || codePoint == 0x200f
                || (codePoint >= 0x202a && codePoint <= 0x202e)
                || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return standardAsciiEscapesForJSON();
    }

    @Override
    @SuppressWarnings("NullAway") // null is Jackson's word for "no special escape".
    public SerializableString getEscapeSequence(int character) {
        return changes(character) ? new SerializedString(String.format(Locale.ROOT, "\\u%04x", character)) : null;
    }
}
