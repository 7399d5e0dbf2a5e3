package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code compscan duplicates} on data, sets and results. */
@Timeout(120)
class DuplicatesCommandTest {

    private static final int CHUNK = 4096;

    @TempDir
    private Path directory;

    private static byte[] random(int seed, int chunks) {
        byte[] data = new byte[chunks * CHUNK];
        new Random(seed).nextBytes(data);
        return data;
    }

    /** Two days of a backup with 40 chunks in common, one file of them twice more, and one chunk nine times in a file. */
    private Path data() throws IOException {
        Path data = directory.resolve("data");
        for (String day : List.of("monday", "tuesday")) {
            Path files = Files.createDirectories(data.resolve(day));
            Files.write(files.resolve("big"), random(1, 30));
            Files.write(files.resolve("small"), random(2, 10));
            Files.write(files.resolve("own"), random(day.hashCode(), 20));
        }
        Files.write(Files.createDirectories(data.resolve("other")).resolve("s1"), random(2, 10));
        byte[] repeated = new byte[9 * CHUNK];
        for (int i = 0; i < 9; i++) {
            System.arraycopy(random(3, 1), 0, repeated, i * CHUNK, CHUNK);
        }
        Files.write(data.resolve("other/nine"), repeated);
        Files.write(data.resolve("other/zeros1"), new byte[50 * CHUNK]);
        Files.write(data.resolve("other/zeros2"), new byte[50 * CHUNK]);
        return data;
    }

    private static JsonNode json(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("duplicates", "--json", "-q"));
        all.addAll(List.of(arguments));
        Run run = Run.of(all.toArray());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return run.json();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    @Test
    void tellsChunksFilesAndDirectories() throws IOException {
        Path data = data();

        JsonNode told = json(data);

        assertThat(told.get("format").asText()).isEqualTo("compscan-duplicates");
        assertThat(told.get("origin").asText()).isEqualTo("data");
        assertThat(told.at("/summary/uniqueBytes").asInt()).isEqualTo((30 + 10 + 40 + 1) * CHUNK);
        assertThat(told.at("/summary/duplicateBytes").asInt()).isEqualTo((30 + 20 + 8) * CHUNK);
        assertThat(told.at("/summary/repeatedChunkCount").asInt()).isEqualTo(41);
        assertThat(told.at("/summary/copiedFileCount").asInt()).isEqualTo(3);
        assertThat(told.at("/summary/copiedFileBytes").asInt()).isEqualTo(50 * CHUNK);
        JsonNode first = told.at("/chunks/0");
        assertThat(first.get("references").asInt()).isEqualTo(9);
        assertThat(first.get("savedBytes").asInt()).isEqualTo(8 * CHUNK);
        assertThat(first.get("path").asText())
                .isEqualTo(data.resolve("other/nine").toString());
        assertThat(first.get("offset").asInt() % CHUNK).isZero();
        assertThat(told.get("chunks")).hasSize(10);
        assertThat(texts(told.at("/files/0/paths")))
                .containsExactly(
                        data.resolve("monday/big").toString(),
                        data.resolve("tuesday/big").toString());
        assertThat(told.at("/files/1/copies").asInt()).isEqualTo(3);
        assertThat(told.get("files")).hasSize(2);
        JsonNode pair = told.at("/directories/pairs/0");
        assertThat(pair.at("/first/path").asText())
                .isEqualTo(data.resolve("monday").toString());
        assertThat(pair.at("/second/path").asText())
                .isEqualTo(data.resolve("tuesday").toString());
        assertThat(pair.get("sharedBytes").asInt()).isEqualTo(40 * CHUNK);
        assertThat(pair.at("/first/bytes").asInt()).isEqualTo(60 * CHUNK);
        assertThat(pair.has("sharedBytesLow")).isFalse();
        assertThat(told.at("/directories/pairs")).hasSize(3);
    }

    @Test
    void agreesWithAScanOfGeneratedData() {
        Path data = directory.resolve("generated");
        assertThat(Run.of("generate", "-q", "--out", data, "--size", "24m", "--dedup", "2.5", "--seed", "5")
                        .exitCode())
                .isZero();
        JsonNode scan = Run.scan(ExitCode.OK, data).at("/layouts/0");

        JsonNode told = json(data, "--top", "500");

        assertThat(told.at("/summary/uniqueBytes")).isEqualTo(scan.get("uniqueBytes"));
        assertThat(told.at("/summary/duplicateBytes")).isEqualTo(scan.get("duplicateBytes"));
        List<Long> references = new ArrayList<>();
        scan.get("refcounts").forEach(row -> {
            for (long i = row.get("chunks").asLong();
                    i > 0 && row.get("references").asInt() > 1;
                    i--) {
                references.add(row.get("references").asLong());
            }
        });
        references.sort(Comparator.reverseOrder());
        assertThat(told.at("/summary/repeatedChunkCount").asInt()).isEqualTo(references.size());
        List<Long> found = new ArrayList<>();
        told.get("chunks").forEach(chunk -> {
            assertThat(chunk.get("path").isTextual()).isTrue();
            found.add(chunk.get("references").asLong());
        });
        assertThat(found).isEqualTo(references.subList(0, Math.min(500, references.size())));
    }

    @Test
    void aSetTellsChunksAndAResultDirectories() throws IOException {
        Path data = data();
        Path set = directory.resolve("set.fpr");
        Path result = directory.resolve("result");
        assertThat(Run.of("scan", "-q", data, "--save", set, "--out", result).exitCode())
                .isZero();
        JsonNode known = json(data, "--no-places", "--top", "60");

        JsonNode ofSet = json(set, "--top", "60");
        assertThat(ofSet.get("origin").asText()).isEqualTo("set");
        assertThat(ofSet.get("chunks")).isEqualTo(known.get("chunks"));
        assertThat(ofSet.at("/chunks/0/path").isNull()).isTrue();
        assertThat(ofSet.get("files").isNull()).isTrue();
        assertThat(ofSet.get("directories").isNull()).isTrue();

        for (Path place : List.of(result, result.resolve("result.json"))) {
            JsonNode ofResult = json(place);
            assertThat(ofResult.get("origin").asText()).isEqualTo("result");
            assertThat(ofResult.get("chunks").isNull()).isTrue();
            assertThat(ofResult.at("/summary/repeatedChunkCount")).isEqualTo(known.at("/summary/repeatedChunkCount"));
            JsonNode pair = ofResult.at("/directories/pairs/0");
            assertThat(pair.at("/first/path").asText())
                    .isEqualTo(data.resolve("monday").toString());
            assertThat(pair.at("/second/path").asText())
                    .isEqualTo(data.resolve("tuesday").toString());
            assertThat(ofResult.at("/directories/compressor").asText()).isEqualTo("lz4");
        }
        assertThat(Run.of("duplicates", "-q", set).out())
                .isEqualTo(Run.of("duplicates", set).out());
        assertThat(Run.of("duplicates", set).out()).contains("A set knows chunks alone");
        assertThat(Run.of("duplicates", result).out()).contains("A result knows the top-level directories alone");
    }

    /** A scan's options that make a set a sample. */
    @Test
    void aSampleOfChunksHasNoTop() throws IOException {
        Path set = directory.resolve("sketch.fpr");
        Path result = directory.resolve("sketched");
        Path data = data();
        Files.write(data.resolve("other/large"), random(9, 2000));
        assertThat(Run.of("scan", "-q", data, "--index", "sketch:256", "--save", set, "--out", result)
                        .exitCode())
                .isZero();
        Run.of("duplicates", set).failedWith(ExitCode.FAILED, "holds a sample of the chunks");
        // What the sketch has estimated is called an estimate.
        assertThat(Run.of("duplicates", result).out())
                .containsPattern("~[0-9.]+ [KM]iB of [0-9.]+ [KM]iB are duplicates \\(~");
        assertThat(json(result).at("/summary/method").asText()).isEqualTo("sketch");
    }

    @Test
    void theReportFitsIntoEightyColumns() throws IOException {
        Path data = data();
        Run run = Run.of("duplicates", data);
        assertThat(run.exitCode()).isZero();
        String text = run.out();
        assertThat(text)
                .contains(
                        "232 KiB of 556 KiB are duplicates (41.7 %) as fixed:4096; zeros are not counted.",
                        "There are 81 distinct chunks, 41 of them twice or more.",
                        "200 KiB of the duplicates are 3 whole copies of files.",
                        "files that are copies of each other",
                        "directories that share most");
        assertThat(text.lines().count()).isLessThan(45);
        Path tables = directory.resolve("tables");
        assertThat(Run.of("duplicates", "-q", data, "--out", tables).out())
                .contains("232 KiB of 556 KiB are duplicates");
        assertThat(tables.resolve("duplicate_chunks.csv"))
                .content()
                .startsWith("chunking,fingerprint,references,bytes");
        assertThat(Files.readAllLines(tables.resolve("duplicate_files.csv")))
                .hasSize(1 + 2 + 3)
                .contains("1,2,122880,122880,122880," + data.resolve("monday/big"));
        assertThat(Files.readAllLines(tables.resolve("duplicate_directories.csv"))
                        .get(1))
                .isEqualTo("fixed:4096,none," + data.resolve("monday") + ",false,245760," + data.resolve("tuesday")
                        + ",false,245760,163840,,");
        assertThat(Run.json(Files.readString(tables.resolve("duplicates.json"))).get("files"))
                .hasSize(2);
        Run.of("duplicates", data, "--out", tables).failedWith(ExitCode.FAILED, "--out", "exists");
        assertThat(Run.of("duplicates", "-q", data, "--out", tables, "--overwrite")
                        .exitCode())
                .isZero();
    }

    @Test
    void outputsInsideTheDataAreNotCounted() throws IOException {
        Path data = data();
        JsonNode before = json(data, "--no-places");
        Path out = data.resolve("out");
        assertThat(Run.of("duplicates", "-q", data, "--out", out).exitCode()).isZero();
        assertThat(json(data, "--no-places", "--out", out, "--overwrite").get("summary"))
                .isEqualTo(before.get("summary"));
    }

    @Test
    void mistakes() throws IOException {
        Path data = data();
        Run.of("duplicates").failedWith(ExitCode.USAGE, "PATH is missing");
        Run.of("duplicates", "--stdin").failedWith(ExitCode.USAGE, "--stdin");
        Run.of("duplicates", data, "--top", "0").failedWith(ExitCode.USAGE, "--top: 0 is not in 1 to 100000");
        Run.of("duplicates", data, "--pairs", "1").failedWith(ExitCode.USAGE, "--pairs: 1 is not in 1024");
        Run.of("duplicates", data, "--chunk", "4k,8k").failedWith(ExitCode.USAGE, "--chunk: takes one chunking, not 2");
        Run.of("duplicates", data.resolve("none")).failedWith(ExitCode.FAILED, "no such file");
        Path set = directory.resolve("one.fpr");
        assertThat(Run.of("scan", data, "-q", "--save", set).exitCode()).isZero();
        Run.of("duplicates", set, set).failedWith(ExitCode.USAGE, "a fingerprint set or a result goes alone");
        // A set among data is data.
        assertThat(Run.of("duplicates", "-q", data, set).exitCode()).isZero();
    }

    @Test
    void whatCannotBeReadIsListed() throws IOException {
        Path data = data();
        Files.createSymbolicLink(data.resolve("other/dangling"), data.resolve("nowhere"));
        Run run = Run.of("duplicates", "--follow-symlinks", data);
        assertThat(run.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.out()).contains("1 path could not be read").contains("dangling");
    }
}
