package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code compscan scan} over a small tree with known contents. */
@Timeout(120)
class ScanCommandTest {

    private static final int CHUNK = 4096;

    @TempDir
    private Path tempDir;

    private Path tree;

    /**
     * By letters, see {@link #chunks}.
     *
     * <pre>
     *   one.img   A B A 0 0 c         two.img   A D        sub/three.txt   B c        link -> one.img
     * </pre>
     */
    @BeforeEach
    void makeTree() throws IOException {
        tree = tempDir.toRealPath().resolve("tree");
        Files.createDirectories(tree.resolve("sub"));
        Files.write(tree.resolve("one.img"), chunks("ABA00c"));
        Files.write(tree.resolve("two.IMG"), chunks("AD"));
        Files.write(tree.resolve("sub/three.txt"), chunks("Bc"));
        Files.createLink(tree.resolve("zlink.img"), tree.resolve("one.img"));
    }

    /** Letters stand for distinct chunks, 0 for zeros, a small letter for the first hundred bytes of its chunk. */
    static byte[] chunks(String letters) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            byte[] chunk = new byte[CHUNK];
            if (letter != '0') {
                new Random(Character.toUpperCase(letter)).nextBytes(chunk);
            }
            bytes.write(chunk, 0, Character.isLowerCase(letter) ? 100 : CHUNK);
        }
        return bytes.toByteArray();
    }

    private static void assertKnownNumbers(JsonNode result) {
        long one = 5 * CHUNK + 100;
        JsonNode totals = result.at("/totals");
        assertThat(totals.at("/logicalBytes").asLong()).isEqualTo(2 * one + 3 * CHUNK + 100);
        assertThat(totals.at("/hardLinkBytes").asLong()).isEqualTo(one);
        assertThat(totals.at("/scannedBytes").asLong()).isEqualTo(8 * CHUNK + 200);
        assertThat(totals.at("/fileCount").asLong()).isEqualTo(4);
        assertThat(totals.at("/hardLinkCount").asLong()).isEqualTo(1);
        JsonNode layout = result.at("/layouts/0");
        assertThat(layout.at("/chunkCount").asLong()).isEqualTo(10);
        assertThat(layout.at("/zeroBytes").asLong()).isEqualTo(2 * CHUNK);
        assertThat(layout.at("/uniqueChunkCount").asLong()).isEqualTo(4);
        assertThat(layout.at("/uniqueBytes").asLong()).isEqualTo(3 * CHUNK + 100);
        assertThat(layout.at("/duplicateBytes").asLong()).isEqualTo(3 * CHUNK + 100);
        assertThat(layout.at("/refcounts").toString())
                .isEqualTo("[{\"references\":1,\"chunks\":1,\"bytes\":4096},"
                        + "{\"references\":2,\"chunks\":2,\"bytes\":4196},"
                        + "{\"references\":3,\"chunks\":1,\"bytes\":4096}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sha1", "md5", "sha256", "sha512-256", "blake2b", "blake3", "sha3", "kangarootwelve", "SHA256"})
    void theNumbersAreThoseOfTheData(String fingerprint) {
        JsonNode result = Run.scan(ExitCode.OK, tree, "--fingerprint", fingerprint);
        assertKnownNumbers(result);
        // Random bytes do not shrink, so every chunk is stored raw.
        assertThat(result.at("/layouts/0/compression/0/physicalBytes").asLong()).isEqualTo(3 * CHUNK + 100);
    }

    @Test
    @Slow
    void theResultIsTheSameForAnyNumberOfThreads() throws IOException {
        for (int i = 0; i < 40; i++) {
            Random random = new Random(i);
            String letters = random.ints(random.nextInt(600), 'A', 'z')
                    .mapToObj(c -> Character.isLetter(c) ? Character.toString(c) : "0")
                    .reduce("", String::concat);
            Files.write(tree.resolve("more" + i), chunks(letters));
        }
        Object[] options = {
            tree, "--chunk", "1k,4k,7000", "--compress", "none,lz4,zstd:3", "--superblock", "5k", "--per-file"
        };
        JsonNode one = Run.scan(ExitCode.OK, with(options, "--readers", "1", "--workers", "1"));
        JsonNode eight = Run.scan(ExitCode.OK, with(options, "--readers", "8", "--workers", "8"));
        assertThat(one.at("/files")).hasSizeGreaterThan(40);
        assertThat(Run.withoutTiming(eight)).isEqualTo(Run.withoutTiming(one));
    }

    private static Object[] with(Object[] options, Object... more) {
        return IntStream.range(0, options.length + more.length)
                .mapToObj(i -> i < options.length ? options[i] : more[i - options.length])
                .toArray();
    }

    @Test
    void onlyTheResultIsOnStdout() {
        Run run = Run.of("scan", tree, "--json");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("{").endsWith("}\n");
        Run console = Run.of("scan", tree);
        assertThat(console.err()).isEmpty();
        assertThat(console.out()).contains("fixed:4096", "lz4", "thin", "dedup", "hard links");
    }

    @Test
    void theDocumentOnStdoutIsTheOneInTheDirectory() throws IOException {
        Path out = tempDir.resolve("a/b");
        Run run = Run.of("scan", tree, "--json", "--out", out, "--per-file");
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(out.resolve("result.json"))).isEqualTo(run.out());
        try (var files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "result.json",
                            "summary.csv",
                            "refcounts.csv",
                            "chunk_sizes.csv",
                            "compressibility.csv",
                            "files.csv",
                            "types.csv",
                            "directories.csv",
                            "machines.csv",
                            "directory_overlap.csv",
                            "errors.csv");
        }
    }

    @Test
    void severalChunkSizesAndCompressorsInOnePass() {
        JsonNode result = Run.scan(ExitCode.OK, tree, "-c", "4k,512,16m,4096", "-z", "none,lz4:3,lz4hc,deflate:1,xz:0");
        assertThat(result.at("/layouts").findValuesAsText("chunking"))
                .containsExactly("fixed:4096", "fixed:512", "fixed:16777216");
        for (JsonNode layout : result.at("/layouts")) {
            assertThat(layout.at("/compression").findValuesAsText("compressor"))
                    .containsExactly("none", "lz4:3", "lz4hc", "deflate:1", "xz:0");
        }
        assertKnownNumbers(result);
        assertThat(result.at("/layouts/2/chunkCount").asLong()).isEqualTo(3);
    }

    @Test
    void oldAndNewNameOfTheChunkSizeMeanTheSame() {
        JsonNode named = Run.scan(ExitCode.OK, tree, "--block-size", "8k");
        assertThat(Run.withoutTiming(named))
                .isEqualTo(Run.withoutTiming(Run.scan(ExitCode.OK, tree, "--chunk", "8KiB")));
    }

    @Test
    void superblocksAreMarkedAsSuch() throws IOException {
        Files.write(
                tree.resolve("text"),
                "the same words again and again ".repeat(2000).getBytes(StandardCharsets.UTF_8));
        JsonNode result = Run.scan(ExitCode.OK, tree, "--chunk", "4k,64k", "--superblock", "32k");
        assertThat(result.at("/settings/superblockBytes").asInt()).isEqualTo(32 << 10);
        assertThat(result.at("/layouts/0/compression/0/method").asText()).isEqualTo("superblock");
        assertThat(result.at("/layouts/1/compression/0/method").asText()).isEqualTo("chunk");
    }

    /** 16,384 distinct chunks. Most of them shrink, each to another share. */
    private JsonNode compressionOfSampleable(String... options) throws IOException {
        byte[] data = new byte[16_384 * 512];
        Random random = new Random(11);
        for (int from = 0; from < data.length; from += 512) {
            byte[] noise = new byte[32 + random.nextInt(480)];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, data, from, noise.length);
        }
        Path file = Files.write(tempDir.resolve("sampleable"), data);
        Object[] args = Stream.concat(Stream.of(file, "-c", "512", "-z", "lz4,deflate:1"), Arrays.stream(options))
                .toArray();
        return Run.scan(ExitCode.OK, args).at("/layouts/0/compression");
    }

    @Test
    @Slow
    void aSampleIsMarkedAndHoldsTheExactNumber() throws IOException {
        JsonNode exact = compressionOfSampleable("--compress-sample", "off");
        for (String rate : List.of("1/4", "25%", "0.25")) {
            JsonNode sampled = compressionOfSampleable("--compress-sample", rate);
            for (int i = 0; i < 2; i++) {
                assertThat(exact.at("/" + i + "/method").asText()).isEqualTo("chunk");
                assertThat(sampled.at("/" + i + "/method").asText()).isEqualTo("sample");
                JsonNode sample = sampled.at("/" + i + "/sample");
                assertThat(sample.at("/sampledChunkCount").asInt()).isBetween(100, 16_000);
                assertThat(exact.at("/" + i + "/physicalBytes").asLong())
                        .isBetween(
                                sample.at("/physicalBytesLow").asLong(),
                                sample.at("/physicalBytesHigh").asLong());
            }
        }
    }

    /** Fewer chunks than 0.4 % of uncertainty takes are all compressed. */
    @Test
    @Slow
    void ofLittleDataAutoLeavesNothingOut() throws IOException {
        JsonNode exact = compressionOfSampleable("--compress-sample", "off");
        assertThat(compressionOfSampleable("--compress-sample", "auto")).isEqualTo(exact);
        assertThat(compressionOfSampleable("--compress-sample", "100%")).isEqualTo(exact);
        assertThat(compressionOfSampleable()).isEqualTo(exact);
        assertThat(compressionOfSampleable("--exact")).isEqualTo(exact);
    }

    @Test
    void exactAndASampleExcludeEachOther() {
        Run.of("scan", tree, "--exact", "--compress-sample", "10%")
                .failedWith(ExitCode.USAGE, "--exact and --compress-sample exclude each other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101%", "1/0", "some", "-0.1"})
    void aSampleRateThatIsNoneIsRefused(String rate) {
        Run run = Run.of("scan", tree, "--compress-sample", rate);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines())
                .first()
                .asString()
                .contains("--compress-sample")
                .contains(rate);
    }

    @Test
    void perFileRowsAreDeduplicatedWithinTheFile() {
        JsonNode all = Run.scan(ExitCode.OK, tree, "--per-file");
        assertThat(all.at("/files").findValuesAsText("path")).hasSize(3).contains(tree + "/two.IMG");
        assertKnownNumbers(all);
        JsonNode images = Run.scan(ExitCode.OK, tree, "--per-file", "--ext", "vmdk,.img", "--min-size", "10k");
        assertThat(images.at("/files")).hasSize(1);
        JsonNode layout = images.at("/files/0/layouts/0");
        assertThat(layout.at("/uniqueBytes").asLong()).isEqualTo(2 * CHUNK + 100);
        assertThat(layout.at("/zeroBytes").asLong()).isEqualTo(2 * CHUNK);
        assertThat(layout.at("/duplicateBytes").asLong()).isEqualTo(CHUNK);
        assertKnownNumbers(images);
    }

    @Test
    void globsSelect() {
        assertThat(Run.scan(ExitCode.OK, tree, "--include", "*.{txt,IMG}")
                        .at("/totals/fileCount")
                        .asInt())
                .isEqualTo(2);
        assertThat(Run.scan(ExitCode.OK, tree, "--include", "*.txt,*.IMG")
                        .at("/totals/fileCount")
                        .asInt())
                .isEqualTo(2);
        JsonNode without = Run.scan(ExitCode.OK, tree, "--exclude", "sub", "--exclude", "*.img");
        assertThat(without.at("/totals/fileCount").asInt()).isEqualTo(1);
        assertThat(without.at("/totals/excludedCount").asInt()).isEqualTo(3);
        assertThat(without.at("/settings/excludes")).hasSize(2);
    }

    @Test
    void standardInputIsASource() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(chunks("ABA00c")));
        try {
            JsonNode result = Run.scan(ExitCode.OK, "--stdin");
            assertThat(result.at("/settings/paths/0").asText()).isEqualTo("-");
            assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(5 * CHUNK + 100);
            assertThat(result.at("/layouts/0/uniqueBytes").asLong()).isEqualTo(2 * CHUNK + 100);
            assertThat(result.at("/layouts/0/zeroBytes").asLong()).isEqualTo(2 * CHUNK);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void aRateChangesNoNumber() {
        assertKnownNumbers(Run.scan(ExitCode.OK, tree, "--rate", "1MiB/s"));
    }

    @Test
    void filesFromSeveralPathsAreOneDataSet() {
        JsonNode result = Run.scan(ExitCode.OK, tree.resolve("one.img"), tree.resolve("two.IMG"), tree.resolve("sub"));
        assertThat(result.at("/layouts/0/uniqueBytes").asLong()).isEqualTo(3 * CHUNK + 100);
        assertThat(result.at("/totals/hardLinkCount").asLong()).isZero();
        assertThat(result.at("/settings/paths")).hasSize(3);
    }
}
