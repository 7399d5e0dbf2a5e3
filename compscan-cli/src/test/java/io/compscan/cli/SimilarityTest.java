package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scan --similarity}: what delta compression may save. */
class SimilarityTest {

    private static final int CHUNK = 4096;

    @TempDir
    private Path directory;

    /** Two states of 200 random chunks; half of them have a byte changed in the second. Then a copy, and zeros. */
    private Path states() throws IOException {
        Path states = Files.createDirectories(directory.resolve("states"));
        byte[] first = new byte[200 * CHUNK];
        new Random(7).nextBytes(first);
        byte[] second = first.clone();
        for (int chunk = 0; chunk < 100; chunk++) {
            second[2 * chunk * CHUNK + 100]++;
        }
        Files.write(states.resolve("1"), first);
        Files.write(states.resolve("2"), second);
        Files.write(states.resolve("3"), second);
        Files.write(states.resolve("zeros"), new byte[50 * CHUNK]);
        return states;
    }

    private static JsonNode first(JsonNode result) {
        return result.get("similarity").get("chunkings").get(0);
    }

    /** Of 300 distinct chunks 100 are like another, but for those whose feature lies where they differ: one in 30 or so. */
    @Test
    void changedChunksAreSavedAndNoOtherNumberChanges() throws Exception {
        Path states = states();
        for (String compressor : new String[] {"none", "lz4", "xz:1"}) {
            JsonNode plain = Run.scan(ExitCode.OK, states, "--chunk", "4k,fastcdc:4k", "--compress", compressor);
            JsonNode with =
                    Run.scan(ExitCode.OK, states, "--chunk", "4k,fastcdc:4k", "--compress", compressor, "--similarity");
            JsonNode found = first(with);
            assertThat(found.get("chunking").asText()).isEqualTo("fixed:4096");
            assertThat(found.get("compressor").asText()).isEqualTo("zstd");
            assertThat(found.get("sampledChunkCount").asLong()).isEqualTo(300);
            assertThat(found.get("sampleRate").asDouble()).isEqualTo(1);
            assertThat(found.get("savedShare").asDouble()).isBetween(0.29, 0.334);
            assertThat(found.get("savedShareLow")).isEqualTo(found.get("savedShareHigh"));
            assertThat(with.get("similarity").get("chunkings")).hasSize(2);
            ObjectNode rest = (ObjectNode) Run.withoutTiming(with);
            rest.remove("similarity");
            assertThat(rest).isEqualTo(Run.withoutTiming(plain));
        }
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() throws Exception {
        Path states = states();
        Object[] words = {states, "--profile", "borg,vdo", "--similarity", "--readers", 1, "--workers", 1};
        JsonNode one = Run.scan(ExitCode.OK, words).get("similarity");
        words[5] = 3;
        words[7] = 5;
        assertThat(Run.scan(ExitCode.OK, words).get("similarity")).isEqualTo(one);
        // The draws of a system are no chunkings of their own.
        assertThat(one.get("chunkings").size()).isBetween(1, 2);
    }

    @Test
    void theReportCallsItAPotential() throws Exception {
        Run run = Run.of("scan", states(), "--similarity", "--chunk", "4k");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.unwrapped())
                .containsPattern(
                        "potential: delta compression against similar chunks may save another (29|3[0-3])[.]\\d %"
                                + " of what fixed:4096 and zstd leave[.] No number above counts that[.]");
        assertThat(Run.of("scan", directory.resolve("states/zeros"), "--similarity")
                        .unwrapped())
                .contains("potential: there is no chunk that delta compression could make smaller.");
    }

    @Test
    void whatDoesNotSeeAllBytesIsRefused() throws Exception {
        Path states = states();
        assertRefused(
                "--similarity and --checkpoint exclude each other",
                states,
                "--similarity",
                "--checkpoint",
                directory.resolve("state"));
        assertRefused(
                "--similarity and --catalog exclude each other",
                states,
                "--similarity",
                "--catalog",
                directory.resolve("catalog"));
        assertRefused(
                "--similarity needs every chunk, and --index sketch keeps a sample",
                states,
                "--similarity",
                "--index",
                "sketch");
        assertThat(directory.resolve("state")).doesNotExist();
        assertThat(directory.resolve("catalog")).doesNotExist();
    }

    private static void assertRefused(String message, Object... words) {
        Object[] all = new Object[words.length + 1];
        all[0] = "scan";
        System.arraycopy(words, 0, all, 1, words.length);
        Run run = Run.of(all);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("compscan: " + message).hasLineCount(1);
    }
}
