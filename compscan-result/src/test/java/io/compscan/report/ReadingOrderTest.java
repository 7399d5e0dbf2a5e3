package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingOrderTest {

    @ParameterizedTest
    @ValueSource(ints = {0x061c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069})
    void aControlIsAnEscapeAndTheNameIsTheSame(int control) throws Exception {
        String name = "gpj." + Character.toString(control) + "exe \u00e9 \uD83D\uDE00 \"\\";
        StringWriter out = new StringWriter();
        try (JsonGenerator json = RecordJson.generator(out)) {
            json.writeString(name);
        }
        assertThat(out.toString()).contains(String.format("\\u%04x", control), "\u00e9", "\uD83D\uDE00");
        assertThat(out.toString().codePoints()).doesNotContain(control);
        assertThat(new JsonMapper().readValue(out.toString(), String.class)).isEqualTo(name);
        assertThat(SafeText.oneLine(name).codePoints()).doesNotContain(control);
    }
}
