package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.compscan.cli.file.ResultFile;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.report.ResultJson;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that released versions have written are read, for ever. They lie in {@code src/test/resources}, a directory for each minor version.
 * {@code -Dcompscan.compatible.write=1.0} writes those of this version.
 */
class CompatibilityTest {

    private static final Path FILES = Path.of("src/test/resources/io/compscan/cli/compatible");
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Relative, since results hold it. */
    private static final Path TREE = Path.of("target/compatible");

    private static final List<String> OPTIONS =
            List.of("-c", "4k,fastcdc:2k", "-z", "lz4,zstd", "--profile", "vdo,zfs,restic", "-q");

    @TempDir
    private Path dir;

    static Stream<Path> versions() throws IOException {
        try (Stream<Path> versions = Files.list(FILES)) {
            return versions.sorted().toList().stream();
        }
    }

    @Test
    void writesTheFilesOfThisVersion() throws IOException {
        String version = System.getProperty("compscan.compatible.write", "");
        if (version.isEmpty()) {
            assertThat(versions()).isNotEmpty();
            return;
        }
        Path files = FILES.resolve(version);
        scan(1, "--out", dir.resolve("out"), "--save", dir.resolve("monday.fpr"), "--catalog", dir.resolve("catalog"));
        scan(2, "--save", dir.resolve("tuesday.fpr"), "--catalog", dir.resolve("catalog"));
        Path salt = Files.writeString(dir.resolve("salt"), "the salt of this test");
        scan(2, "--save", dir.resolve("sketch.fpr"), "--index", "sketch:256", "--salt", salt);
        Files.createDirectories(files.resolve("catalog"));
        Files.copy(dir.resolve("out/result.json"), files.resolve("result.json"));
        for (String set : List.of("monday", "tuesday", "sketch")) {
            Files.copy(dir.resolve(set + ".fpr"), files.resolve(set + ".fpr"));
            Files.writeString(files.resolve(set + ".csv"), entries(dir.resolve(set + ".fpr")));
        }
        Files.writeString(files.resolve("union.csv"), union(dir, dir.resolve("union.fpr")));
        copy(dir.resolve("catalog"), files.resolve("catalog"));
        Files.writeString(files.resolve("history.json"), history(dir.resolve("catalog")));
    }

    /** Whatever it says, a result says it again: a version adds fields, and changes none. */
    @ParameterizedTest
    @MethodSource("versions")
    void aResultIsRead(Path version) throws Exception {
        Path file = version.resolve("result.json");
        StringWriter again = new StringWriter();
        ResultJson.write(ResultFile.read(file), again);
        assertHolds(JSON.readTree(again.toString()), JSON.readTree(file.toFile()), "result.json");
        for (List<String> command : List.of(
                List.of("report"), List.of("plan", "--growth", "20%"), List.of("duplicates"), List.of("inline"))) {
            List<Object> words = new ArrayList<>(command);
            words.add(1, file);
            if (command.get(0).equals("inline")) {
                words.addAll(Arrays.asList(("--nodes 4 --phases 2 --compute-rate 1MB/s --storage-bandwidth 1MB/s"
                                + " --interconnect-bandwidth 1MB/s --dedup-rate 1MB/s")
                        .split(" ")));
            }
            Run run = Run.of(words.toArray());
            assertThat(run.exitCode()).as("%s: %s", words, run.err()).isEqualTo(ExitCode.OK);
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void setsAreReadAndMerged(Path version) throws IOException {
        for (String set : List.of("monday", "tuesday", "sketch")) {
            Path file = version.resolve(set + ".fpr");
            assertThat(Run.of("report", file, "--verify").exitCode()).isEqualTo(ExitCode.OK);
            assertThat(entries(file)).isEqualTo(Files.readString(version.resolve(set + ".csv")));
        }
        assertThat(union(version, dir.resolve("union.fpr"))).isEqualTo(Files.readString(version.resolve("union.csv")));
        Run diff = Run.of("diff", version.resolve("monday.fpr"), version.resolve("tuesday.fpr"));
        assertThat(diff.exitCode()).as(diff.err()).isEqualTo(ExitCode.OK);
    }

    /** The next scan has the numbers of a scan without it, and the history goes on. */
    @ParameterizedTest
    @MethodSource("versions")
    void aCatalogGoesOn(Path version) throws Exception {
        Path catalog = dir.resolve("catalog");
        copy(version.resolve("catalog"), catalog);
        assertHolds(
                JSON.readTree(history(catalog)),
                JSON.readTree(version.resolve("history.json").toFile()),
                "history.json");
        assertThat(Run.of("report", catalog).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(Run.of("diff", catalog).exitCode()).isEqualTo(ExitCode.OK);
        scan(3, "--catalog", catalog, "--out", dir.resolve("rescan"));
        scan(3, "--out", dir.resolve("scan"));
        assertThat(ResultFile.read(dir.resolve("rescan")).layouts())
                .isEqualTo(ResultFile.read(dir.resolve("scan")).layouts());
        assertThat(JSON.readTree(history(catalog)).at("/scans")).hasSize(3);
    }

    /** Asserts that a document has all that an older one has; {@code toolVersion} is that of the writer. */
    private static void assertHolds(JsonNode now, JsonNode before, String place) {
        if (before.isObject()) {
            before.properties().forEach(field -> {
                if (!field.getKey().equals("toolVersion") || place.contains("settings")) {
                    assertHolds(now.path(field.getKey()), field.getValue(), place + "/" + field.getKey());
                }
            });
        } else if (before.isArray()) {
            assertThat(now.size()).as(place).isEqualTo(before.size());
            for (int i = 0; i < before.size(); i++) {
                assertHolds(now.get(i), before.get(i), place + "/" + i);
            }
        } else {
            assertThat(now).as(place).isEqualTo(before);
        }
    }

    private static String entries(Path set) {
        return Run.of("report", set, "--entries", "csv").out();
    }

    private static String history(Path catalog) {
        return Run.of("history", catalog, "--json").out();
    }

    private static String union(Path sets, Path union) {
        Run run = Run.of("merge", sets.resolve("monday.fpr"), sets.resolve("tuesday.fpr"), "--save", union, "-q");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return entries(union);
    }

    /** Scans the tree of a day: 24 files, of which three change from one day to the next. */
    private static void scan(int day, Object... more) throws IOException {
        for (int i = 0; i < 24; i++) {
            Random random = new Random(i % 8 == 0 ? 1000L * day + i : i % 10);
            byte[] bytes = new byte[3000 + random.nextInt(90_000)];
            for (int from = 0; from < bytes.length; from += 500) {
                if (random.nextInt(4) > 0) {
                    Arrays.fill(bytes, from, Math.min(bytes.length, from + 500), (byte) random.nextInt(3));
                } else {
                    byte[] piece = new byte[Math.min(500, bytes.length - from)];
                    random.nextBytes(piece);
                    System.arraycopy(piece, 0, bytes, from, piece.length);
                }
            }
            Path file = TREE.resolve("tree/d" + i % 3 + "/f" + i + (i % 2 == 0 ? ".txt" : ".bin"));
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        }
        List<Object> words = new ArrayList<>(List.of("scan", TREE.resolve("tree")));
        words.addAll(OPTIONS);
        words.addAll(Arrays.asList(more));
        Run run = Run.of(words.toArray());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
    }
}
