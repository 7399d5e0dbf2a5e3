package io.compscan.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import io.compscan.report.ReadingOrder;
import java.io.IOException;
import java.math.BigInteger;

/**
 * JSON for a script in an HTML page, with nothing lost. No {@code <} can end the element that contains it. Integers beyond 2^53, which
 * a script's numbers cannot hold, are strings. The writer stays open.
 */
final class PageJson extends JsonGeneratorDelegate {

    /** The last integer up to which a double has every one. */
    static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

    PageJson(JsonGenerator json) {
        super(json, false);
        json.setCharacterEscapes(new NoMarkup());
        json.disable(Feature.AUTO_CLOSE_TARGET);
    }

    @Override
    public void writeNumber(long number) throws IOException {
        if (number > MAX_SAFE_INTEGER || number < -MAX_SAFE_INTEGER) {
            writeString(Long.toString(number));
        } else {
            super.writeNumber(number);
        }
    }

    @Override
    public void writeNumber(BigInteger number) throws IOException {
        writeString(number.toString());
    }

    private static final class NoMarkup extends ReadingOrder {

        private static final long serialVersionUID = 1L;

        private final int[] escapes = standardAsciiEscapesForJSON();

        NoMarkup() {
            for (char c : new char[] {'<', '>', '&'}) {
                escapes[c] = CharacterEscapes.ESCAPE_STANDARD;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return escapes.clone();
        }
    }
}
