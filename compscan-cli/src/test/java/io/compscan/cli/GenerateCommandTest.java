package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class GenerateCommandTest {

    private static final List<String> COUNTS = List.of(
            "chunkCount",
            "zeroChunkCount",
            "zeroBytes",
            "nonZeroBytes",
            "uniqueChunkCount",
            "uniqueBytes",
            "duplicateChunkCount",
            "duplicateBytes",
            "dedupRatio",
            "refcounts");

    @TempDir
    Path temp;

    private record Run(int exitCode, String out, String err) {}

    private static Run run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = AllCommands.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        int exitCode =
                commandLine.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        return new Run(exitCode, out.toString(), err.toString());
    }

    static Stream<Arguments> grid() {
        List<Arguments> grid = new ArrayList<>();
        int seed = 1;
        for (String chunk : List.of("512", "4k", "64k")) {
            for (String dedup : List.of("1", "1.5", "2.0", "3.0", "7.5")) {
                for (String zero : List.of("0%", "12.5%")) {
                    String compress = List.of("1", "1.5", "2.0", "3").get(seed % 4);
                    String run = seed % 3 == 0 ? "192k" : chunk;
                    grid.add(Arguments.of(chunk, dedup, compress, zero, 1 + seed % 13, run, seed));
                    seed++;
                }
            }
        }
        return grid.stream();
    }

    @ParameterizedTest(name = "chunk {0} dedup {1} compress {2} zero {3} files {4} run {5} seed {6}")
    @MethodSource("grid")
    @Slow
    void aScanFindsWhatWasAskedFor(
            String chunk, String dedup, String compress, String zero, int files, String run, int seed)
            throws IOException {
        Path data = temp.resolve("made/data");
        Run generate = run(
                "generate",
                "--out",
                data,
                "--size",
                "6m",
                "--chunk",
                chunk,
                "--dedup",
                dedup,
                "--compress",
                compress,
                "--zero",
                zero,
                "--files",
                files,
                "--run",
                run,
                "--seed",
                seed,
                "--json");
        assertThat(generate.err()).isEmpty();
        assertThat(generate.exitCode()).isZero();
        assertThat(temp.resolve("made/data.truth.json")).hasContent(generate.out());

        Run scan = run("scan", data, "--chunk", chunk, "--compress", "lz4", "--json");
        assertThat(scan.exitCode()).isZero();
        ObjectMapper json = new ObjectMapper();
        JsonNode truth = json.readTree(generate.out());
        JsonNode result = json.readTree(scan.out());
        JsonNode layout = result.get("layouts").get(0);
        assertThat(layout.get("chunking")).isEqualTo(truth.get("chunking"));
        for (String field : COUNTS) {
            assertThat(layout.get(field)).as(field).isEqualTo(truth.get(field));
        }
        assertThat(result.get("totals").get("logicalBytes")).isEqualTo(truth.get("logicalBytes"));
        assertThat(result.get("totals").get("fileCount").asInt()).isEqualTo(files);
        assertThat(layout.get("dedupRatio").asDouble()).isEqualTo(Double.parseDouble(dedup));
        double ratio = Double.parseDouble(compress);
        assertThat(layout.get("compression").get(0).get("compressionRatio").asDouble())
                .isCloseTo(ratio, within(ratio * 0.01));
    }

    @Test
    void theShapeOfAScanIsRebuilt() throws IOException {
        Path data = temp.resolve("data");
        Path again = temp.resolve("again");
        Path scanned = temp.resolve("scanned");
        assertThat(run("generate", "--out", data, "--size", "4m", "--dedup", "2.5")
                        .exitCode())
                .isZero();
        assertThat(run("scan", data, "--chunk", "4k,8k", "--out", scanned).exitCode())
                .isZero();
        Run rebuilt = run("generate", "--out", again, "--histogram", scanned.resolve("refcounts.csv"), "--json");
        assertThat(rebuilt.err()).isEmpty();
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readTree(rebuilt.out()).get("refcounts"))
                .isEqualTo(
                        json.readTree(temp.resolve("data.truth.json").toFile()).get("refcounts"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size 5q | Invalid value for option '--size': '5q' is not a size",
                "--size 0 | --size: must be at least 1 byte",
                "--dedup 2 | --size: missing",
                "--size 1m --dedup 0.5 | --dedup 0.5: must be at least 1",
                "--size 1m --dedup 300 | --dedup 300: there are only 256 chunks that are not zero",
                "--size 1m --compress 2 --compressor none | --compress 2: none does not get beyond 1 on chunks of 4 KiB",
                "--size 1m --compressor lzo | Invalid value for option '--compressor': compressor 'lzo' is not known",
                "--size 1m --chunk 0 | --chunk 0: must lie in 512 bytes to 16 MiB",
                "--size 1m --chunk 8g | --chunk 8 GiB: is too large",
                "--size 1m --files 300 | --files 300: there are only 256 chunks of 4 KiB for them",
                "--size 1m --zero 10 | --zero 10: must be a share of 0 to 1",
                "--size 1m --zero x | Invalid value for option '--zero': 'x' is not a share, such as 10% or 0.1",
                "--size 1m --shift 1 | --shift 1: must be 0 or lie in 2 bytes to 16 MiB",
                "--size 1m --run 5k | --run 5 KiB: must be a multiple of the chunk of 4 KiB",
                "--size 1m --threads 0 | --threads: 0 is not in 1 to 1024",
                "--dedup 2 --histogram x.csv | --dedup: the dedup ratio follows from --histogram"
            })
    void aWrongCommandLineGetsOneLine(String options, String line) {
        List<Object> arguments = new ArrayList<>(List.of("generate", "--out", temp.resolve("data")));
        arguments.addAll(List.of(options.split(" ")));
        Run run = run(arguments.toArray());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1).first().asString().startsWith("compscan: " + line);
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void outputsThatExistAreKept() throws IOException {
        Path data = temp.resolve("data");
        Path truth = temp.resolve("data.truth.json");
        Files.createDirectory(data);
        Files.writeString(data.resolve("precious"), "precious");
        Run run = run("generate", "--out", data, "--size", "1m");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualToIgnoringNewLines("compscan: --out: " + data + " is not empty");
        run = run("generate", "--out", data, "--size", "1m", "--overwrite");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("precious is not part of a generated data set");
        assertThat(data.resolve("precious")).hasContent("precious");
        assertThat(temp).isDirectoryNotContaining("glob:**.json*");

        Files.delete(data.resolve("precious"));
        Files.writeString(truth, "truth");
        run = run("generate", "--out", data, "--size", "1m");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualToIgnoringNewLines(
                        "compscan: --truth: cannot write " + truth + ": it exists already (--overwrite replaces it)");
        assertThat(truth).hasContent("truth");
        assertThat(run("generate", "--out", data, "--size", "1m", "--overwrite").exitCode())
                .isZero();
        run = run("generate", "--out", data, "--size", "1m", "--truth", data.resolve("truth.json"));
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void aTruthFileThatCannotBeWrittenIsNamed() {
        Path truth = temp.resolve("nowhere/truth.json");
        Run run = run("generate", "--out", temp.resolve("data"), "--size", "1m", "--truth", truth);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("compscan: --truth: cannot write " + truth);
        assertThat(temp.resolve("data")).doesNotExist();
    }
}
