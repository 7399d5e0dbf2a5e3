package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.core.profile.Profiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What compscan predicts against what restic, Borg and mksquashfs really write; each is skipped where it is not installed.
 *
 * <p>Small data; {@code docs/accuracy.md} has the same for larger. Where a repository draws at random what decides where chunks end, a few
 * large chunks more or less would be a few per cent of so little: the prediction is told what was drawn.
 */
@Tag("any-jvm")
class AccuracyTest {

    private static final Percentage TOLERANCE = Percentage.withPercentage(2);

    /** What a key adds to each chunk; without one the table of the chunker is known. */
    private static final int BORG_ENCRYPTION_BYTES = 40;

    @TempDir
    private static Path directory;

    /** The data sets that are stored. */
    enum Data {
        /** Files as compscan generates them: half of all chunks are duplicates, and all shrink to a half. */
        GENERATED,
        /** Files of the JDK that runs the tests: text, classes, libraries. */
        REAL,
        /** Three states of such a tree, a day apart, each stored as a backup of its own. */
        DAYS
    }

    @BeforeAll
    static void makeData() throws IOException {
        Run generated = Run.of(
                "generate",
                "-o",
                data(Data.GENERATED).resolve("all"),
                "--truth",
                directory.resolve("truth.json"),
                "--size=24m",
                "--files=12",
                "--chunk=1m",
                "--run=4m",
                "--dedup=1.5",
                "--compress=2");
        assertThat(generated.exitCode()).as(generated.err()).isZero();
        copyJdk(data(Data.REAL).resolve("all"), 4 << 20);
        Path day = data(Data.DAYS).resolve("day1");
        copyJdk(day, 2 << 20);
        for (int i = 2; i <= 3; i++) {
            Path next = data(Data.DAYS).resolve("day" + i);
            copy(day, next, Long.MAX_VALUE);
            change(next, new Random(i));
            day = next;
        }
    }

    @ParameterizedTest
    @EnumSource
    void restic(Data data) throws Exception {
        needs("restic");
        Path repository = directory.resolve("restic-" + data);
        Map<String, String> environment = Map.of("RESTIC_PASSWORD", "secret");
        run(directory, environment, "restic", "--no-cache", "-q", "-r", repository, "init");
        for (Path state : states(data)) {
            run(state, environment, "restic", "--no-cache", "-q", "-r", repository, "backup", ".");
        }
        Path profile = profileLike("restic", "0x3da3358b4dc173", "0x" + polynomial(repository, environment));
        assertThat(predictedBytes(data, "--profile-file", profile)).isCloseTo(bytesIn(repository), TOLERANCE);
    }

    /** Given a repository's polynomial, the chunks are those of restic, every one. */
    @Test
    void chunksAreThoseOfRestic() throws Exception {
        needs("restic");
        Path repository = directory.resolve("restic-chunks");
        Map<String, String> environment = Map.of("RESTIC_PASSWORD", "secret");
        String[] restic = {"restic", "--no-cache", "-q", "-r", repository.toString()};
        run(directory, environment, with(restic, "init"));
        run(data(Data.REAL), environment, with(restic, "backup", "."));
        long blobs = 0;
        long bytes = 0;
        for (String index : run(directory, environment, with(restic, "list", "index"))
                .lines()
                .toList()) {
            for (JsonNode pack : Run.json(run(directory, environment, with(restic, "cat", "index", index)))
                    .get("packs")) {
                for (JsonNode blob : pack.get("blobs")) {
                    boolean isData = blob.get("type").asText().equals("data");
                    blobs += isData ? 1 : 0;
                    bytes += isData ? blob.get("uncompressed_length").asLong() : 0;
                }
            }
        }
        JsonNode layout = Run.scan(
                        0,
                        data(Data.REAL),
                        "--chunk",
                        "rabin:1m,min=512k,max=8m,window=64,value=0,poly=0x" + polynomial(repository, environment))
                .get("layouts")
                .get(0);
        assertThat(layout.get("uniqueChunkCount").asLong()).isEqualTo(blobs);
        assertThat(layout.get("uniqueBytes").asLong()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @EnumSource
    void borg(Data data) throws Exception {
        needs("borg");
        Path repository = directory.resolve("borg-" + data);
        Map<String, String> environment = borgEnvironment();
        run(directory, environment, "borg", "init", "--encryption=none", repository);
        for (Path state : states(data)) {
            run(state, environment, "borg", "create", repository + "::" + state.getFileName(), ".");
        }
        Path profile = profileLike("borg", "bytesPerChunk = 159", "bytesPerChunk = " + (159 - BORG_ENCRYPTION_BYTES));
        assertThat(predictedBytes(data, "--profile-file", profile)).isCloseTo(bytesIn(repository), TOLERANCE);
    }

    /** In a repository without a key, whose table is the plain one, the chunks are those of Borg, every one. */
    @Test
    void chunksAreThoseOfBorg() throws Exception {
        needs("borg");
        Path repository = directory.resolve("borg-chunks");
        Map<String, String> environment = borgEnvironment();
        run(directory, environment, "borg", "init", "--encryption=none", repository);
        run(data(Data.REAL), environment, "borg", "create", repository + "::all", ".");
        long chunks = run(directory, environment, "borg", "list", "--format={num_chunks}{NL}", repository + "::all")
                .lines()
                .mapToLong(Long::parseLong)
                .sum();
        JsonNode layout = Run.scan(0, data(Data.REAL), "--chunk", "buzhash:2m,min=512k,max=8m")
                .get("layouts")
                .get(0);
        assertThat(layout.get("chunkCount").asLong()).isEqualTo(chunks);
    }

    @ParameterizedTest
    @EnumSource
    void squashfs(Data data) throws Exception {
        needs("mksquashfs");
        Path image = directory.resolve(data + ".squashfs");
        run(directory, Map.of(), "mksquashfs", data(data), image, "-no-progress", "-quiet");
        assertThat(predictedBytes(data, "--profile", "squashfs")).isCloseTo(Files.size(image), TOLERANCE);
    }

    private static long predictedBytes(Data data, Object... profile) {
        JsonNode profiles = Run.scan(
                        0,
                        Stream.concat(Stream.of(data(data)), Stream.of(profile)).toArray())
                .get("profiles");
        assertThat(profiles).hasSize(1);
        return profiles.get(0).get("allocatedBytes").asLong();
    }

    /** A profile that comes with compscan, with what a repository draws at random replaced by what it has drawn. */
    private static Path profileLike(String name, String text, String instead) throws IOException {
        try (InputStream in = Profiles.class.getResourceAsStream(name + ".toml")) {
            String toml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(toml).contains(text);
            return Files.writeString(
                    directory.resolve(name + ".toml"),
                    toml.replace(text, instead).replace("name = \"" + name + "\"", "name = \"this-" + name + "\""));
        }
    }

    private static String polynomial(Path repository, Map<String, String> environment) throws Exception {
        return Run.json(run(directory, environment, "restic", "--no-cache", "-q", "-r", repository, "cat", "config"))
                .get("chunker_polynomial")
                .asText();
    }

    private static Path data(Data data) {
        return directory.resolve("data-" + data);
    }

    private static List<Path> states(Data data) throws IOException {
        try (Stream<Path> states = Files.list(data(data))) {
            return states.sorted().toList();
        }
    }

    private static Map<String, String> borgEnvironment() {
        return Map.of(
                "BORG_PASSPHRASE",
                "secret",
                "BORG_BASE_DIR",
                directory.resolve("borg-home").toString(),
                "BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK",
                "yes");
    }

    private static void copyJdk(Path to, long maxFileBytes) throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        for (String part : List.of("conf", "legal", "include", "bin", "lib")) {
            if (Files.isDirectory(home.resolve(part))) {
                copy(home.resolve(part), to.resolve(part), maxFileBytes);
            }
        }
    }

    /** Copies regular files, links followed. */
    private static void copy(Path from, Path to, long maxFileBytes) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.size(file) <= maxFileBytes) {
                    Path copy = to.resolve(from.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
    }

    /** Changes a few bytes in every tenth file, and appends to a log. */
    private static void change(Path tree, Random random) throws IOException {
        List<Path> paths;
        try (Stream<Path> files = Files.walk(tree)) {
            paths = files.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path path : paths) {
            if (random.nextInt(10) == 0 && Files.size(path) > 0) {
                assertThat(path.toFile().setWritable(true)).isTrue();
                try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                    file.seek(random.nextInt((int) file.length()));
                    file.write(random.nextInt());
                }
            }
        }
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            log.append("request ")
                    .append(random.nextInt(1 << 20))
                    .append(" took ")
                    .append(random.nextInt(900))
                    .append(" ms\n");
        }
        Files.writeString(tree.resolve("log"), log);
    }

    private static long bytesIn(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(AccuracyTest::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object[] with(String[] command, String... more) {
        return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray();
    }

    private static void needs(String program) {
        boolean found = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
        assumeTrue(found, program + " is not installed");
    }

    private static String run(Path in, Map<String, String> environment, Object... command) throws Exception {
        List<String> words = new ArrayList<>();
        for (Object word : command) {
            words.add(word.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(words).directory(in.toFile());
        builder.environment().putAll(environment);
        Path err = Files.createTempFile("compscan-accuracy", ".err");
        try {
            Process process = builder.redirectError(err.toFile()).start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as(words.toString())
                    .isTrue();
            assertThat(process.exitValue())
                    .as(words + ": " + Files.readString(err))
                    .isZero();
            return out;
        } finally {
            Files.delete(err);
        }
    }
}
