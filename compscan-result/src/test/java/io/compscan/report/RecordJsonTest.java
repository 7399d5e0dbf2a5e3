package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.result.Refcount;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordJsonTest {

    private enum Kind {
        FULL_SIZE
    }

    private record Part(String name) {}

    private record All(
            String text,
            int number,
            long large,
            @Nullable Double ratio,
            double share,
            boolean truth,
            Kind kind,
            Instant moment,
            List<Part> parts,
            List<Long> compressors,
            @Nullable Part absent) {}

    private record Unknown(Map<String, String> map) {}

    private static String json(Record value) throws IOException {
        StringWriter out = new StringWriter();
        RecordJson.write(value, out);
        return out.toString();
    }

    @Test
    void eachKindOfComponent() throws IOException {
        All all = new All(
                "a \"b\"\n\u001b",
                -1,
                Long.MAX_VALUE,
                1e-7,
                1e-7,
                true,
                Kind.FULL_SIZE,
                Instant.parse("2026-11-24T01:02:03Z"),
                List.of(new Part("x"), new Part("y")),
                List.of(1L, 2L),
                null);
        assertThat(json(all)).isEqualTo("""
                {
                  "text": "a \\"b\\"\\n\\u001B",
                  "number": -1,
                  "large": 9223372036854775807,
                  "ratio": 0.0000001,
                  "share": 1.0E-7,
                  "truth": true,
                  "kind": "full_size",
                  "moment": "2026-11-24T01:02:03Z",
                  "parts": [
                    {
                      "name": "x"
                    },
                    {
                      "name": "y"
                    }
                  ],
                  "compressors": [1, 2],
                  "absent": null
                }""");
    }

    /** Ends of intervals are fields of estimates alone. */
    @Test
    void aFieldThatSaysNothingIsLeftOut() throws IOException {
        assertThat(json(new Refcount(1, 2, 3, null, null, null, null)))
                .contains("bytes")
                .doesNotContain("Low", "High", "null");
        assertThat(json(new Refcount(1, 2, 3, 1L, null, null, null))).contains("\"chunksLow\": 1");
    }

    @Test
    void whatHasNoJsonIsRefused() {
        assertThatThrownBy(() -> json(new Unknown(Map.of()))).hasMessageStartingWith("no JSON for class ");
    }
}
