package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scan does not count its own outputs in the data that it reads, neither on the first run nor when it replaces them. */
class OwnOutputsTest {

    @TempDir
    private Path data;

    @BeforeEach
    void fill() throws IOException {
        Files.createDirectories(data.resolve("sub"));
        Files.writeString(data.resolve("a.txt"), "x".repeat(10_000));
        Files.writeString(data.resolve("sub/b.txt"), "y".repeat(5_000));
        Files.writeString(data.resolve("sub/page.html"), "not the output of this name");
    }

    private JsonNode totals(Object... options) {
        Object[] args = new Object[options.length + 1];
        args[0] = data;
        System.arraycopy(options, 0, args, 1, options.length);
        return Run.scan(ExitCode.OK, args).get("totals");
    }

    @Test
    void filesBesideTheData() {
        JsonNode alone = totals();
        Object[] options = {
            "--out", data, "--html", data.resolve("page.html"), "--save", data.resolve("sub/set.fpr"), "--overwrite"
        };
        assertThat(totals(options)).isEqualTo(alone);
        assertThat(data.resolve("result.json")).exists();
        assertThat(totals(options)).isEqualTo(alone);
        // Without those options they are files like any other.
        assertThat(totals().get("fileCount").asInt())
                .isGreaterThan(alone.get("fileCount").asInt() + 5);
    }

    @Test
    void directoriesInTheData() {
        JsonNode alone = totals();
        Object[] options = {
            "--out", data.resolve("sub/out"), "--checkpoint", data.resolve("state"), "--spill-dir", data, "--overwrite"
        };
        assertThat(totals(options)).isEqualTo(alone);
        assertThat(totals(options)).isEqualTo(alone);
        assertThat(data.resolve("sub/out/result.json")).exists();
    }

    @Test
    void aDirectoryThatHoldsMoreIsReadButForTheOutputs() throws IOException {
        Files.createDirectories(data.resolve("mixed"));
        Files.writeString(data.resolve("mixed/mine.csv"), "counts");
        JsonNode alone = totals();
        Object[] options = {"--out", data.resolve("mixed"), "--overwrite"};
        assertThat(totals(options)).isEqualTo(alone);
        assertThat(totals(options)).isEqualTo(alone);
    }
}
