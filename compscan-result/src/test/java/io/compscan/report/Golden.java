package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts of {@code src/test/resources} that output is compared with as a whole. */
public final class Golden {

    private Golden() {}

    /**
     * Asserts that a text is that of a file. Where the environment has {@code COMPSCAN_WRITE_GOLDEN} the text is
     * written there instead, for a person to read and commit.
     */
    public static void assertSame(String name, String text) throws IOException {
        if (System.getenv("COMPSCAN_WRITE_GOLDEN") != null) {
            Files.writeString(Path.of("src/test/resources/io/compscan/report", name), text);
            return;
        }
        assertThat(text).isEqualTo(text(name));
    }

    /** The text of such a file. */
    public static String text(String name) throws IOException {
        try (InputStream in = Golden.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
