package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.testing.Slow;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares predictions of the profiles as they ship with what restic, Borg, mksquashfs and casync write with their defaults. A program
 * that is not installed skips its tests.
 *
 * <p>The data is of the half that no figure of a profile was set by, made small by {@code dev/accuracy/make.py}; {@code docs/internals/accuracy.md}
 * has the same for larger. A prediction holds within 2 %, or if the repository lies in twice the printed interval: of so little
 * data a repository's draw decides more.
 */
@Slow
class AccuracyTest {

    private static final double TOLERANCE = 0.02;
    /** casync draws nothing, and its chunks are known: what is left is the version of its Zstandard library. */
    private static final double CASYNC_TOLERANCE = 0.002;

    private static final Path MAKE = Path.of("..", "dev", "accuracy", "make.py").toAbsolutePath();

    /** How many states there are of what changes. */
    private static final int STATES = 4;

    @TempDir
    private static Path directory;

    /** What a scan says of a data set: one scan serves all programs that see its files. */
    private static final Map<Data, JsonNode> SCANNED = new EnumMap<>(Data.class);

    /** The data sets that are stored. */
    enum Data {
        MAIL(0.1),
        LOGS(0.1),
        KEYS(0.15),
        FLOATS(0.1),
        PACKAGES(0.1),
        TINY(0.1),
        IMAGES(1),
        /** States of a database, each stored as a backup of its own. */
        DATABASE(0.2),
        /** States of a tree, likewise: files of the JDK that runs the tests. */
        DAYS(0);

        private final double scale;

        Data(double scale) {
            this.scale = scale;
        }

        boolean hasStates() {
            return this == DATABASE || this == DAYS;
        }
    }

    @BeforeAll
    static void makeData() throws Exception {
        needs("python3");
        for (Data data : Data.values()) {
            if (data.scale > 0 && (data != Data.IMAGES || Files.isExecutable(Path.of("/usr/sbin/mkfs.ext4")))) {
                String kind = data.name().toLowerCase(Locale.ROOT);
                run(directory, Map.of(), "python3", MAKE, kind, "held", data(data), Double.toString(data.scale));
            }
        }
        Path day = data(Data.DAYS).resolve("1");
        copyJdk(List.of("conf", "legal", "include", "bin", "lib"), day, 2 << 20);
        for (int i = 2; i <= STATES; i++) {
            Path next = data(Data.DAYS).resolve(Integer.toString(i));
            copy(day, next, Long.MAX_VALUE);
            change(next, new Random(i));
            day = next;
        }
        copyJdk(List.of("bin", "lib"), directory.resolve("jdk"), 4 << 20);
    }

    @ParameterizedTest
    @EnumSource
    void restic(Data data) throws Exception {
        needs("restic");
        Path repository = directory.resolve("restic-" + data);
        Map<String, String> environment = Map.of("RESTIC_PASSWORD", "secret");
        copy(resticRepository(environment), repository, Long.MAX_VALUE);
        Path tree = directory.resolve("tree-restic-" + data);
        for (Path state : states(data)) {
            run(inPlace(data, state, tree), environment, "restic", "--no-cache", "-q", "-r", repository, "backup", ".");
        }
        assertHolds(data, "restic", bytesIn(repository));
    }

    /** Mailboxes, most of whose directories are empty: restic stores the tree of an empty directory once. */
    @Test
    void resticStoresEmptyDirectoriesOnce() throws Exception {
        needs("restic");
        Random random = new Random(2);
        Path boxes = directory.resolve("boxes");
        for (int box = 0; box < 120; box++) {
            for (String name : List.of("cur", "new", "tmp")) {
                Files.createDirectories(boxes.resolve("user" + box).resolve(name));
            }
            for (int mail = 0; mail < 6; mail++) {
                byte[] text = new byte[500 + random.nextInt(2000)];
                random.nextBytes(text);
                Files.write(boxes.resolve("user" + box + "/cur/" + Long.toHexString(random.nextLong())), text);
            }
        }
        Path repository = directory.resolve("restic-boxes");
        Map<String, String> environment = Map.of("RESTIC_PASSWORD", "secret");
        copy(resticRepository(environment), repository, Long.MAX_VALUE);
        run(boxes, environment, "restic", "--no-cache", "-q", "-r", repository, "backup", ".");
        JsonNode scanned = Run.scan(0, boxes, "--profile", "restic");
        assertHolds("mailboxes", scanned, "restic", bytesIn(repository), TOLERANCE);
    }

    /** An empty repository, made once: restic takes half a second to choose how long its key is derived. */
    private static Path resticRepository(Map<String, String> environment) throws Exception {
        Path repository = directory.resolve("restic-empty");
        if (!Files.exists(repository)) {
            run(directory, environment, "restic", "--no-cache", "-q", "-r", repository, "init");
        }
        return repository;
    }

    @ParameterizedTest
    @EnumSource
    void borg(Data data) throws Exception {
        needs("borg");
        Path repository = directory.resolve("borg-" + data);
        Map<String, String> environment = borgEnvironment();
        run(directory, environment, "borg", "init", "--encryption=repokey", repository);
        Path tree = directory.resolve("tree-borg-" + data);
        int number = 0;
        for (Path state : states(data)) {
            run(inPlace(data, state, tree), environment, "borg", "create", repository + "::" + number++, ".");
        }
        assertHolds(data, "borg", bytesIn(repository));
    }

    @ParameterizedTest
    @EnumSource
    void squashfs(Data data) throws Exception {
        needs("mksquashfs");
        Path image = directory.resolve(data + ".squashfs");
        List<Object> command = new ArrayList<>(List.of("mksquashfs"));
        command.addAll(states(data));
        command.addAll(List.of(image, "-no-progress", "-quiet"));
        run(directory, Map.of(), command.toArray());
        assertHolds(data, "squashfs", Files.size(image));
    }

    /** Files above 16 MiB, of which compscan reads pieces: squashfs stores each of them but the copy, though they begin alike or are of one size. */
    @Test
    void squashfsStoresEachStateOfALongFile() throws Exception {
        needs("mksquashfs");
        Random random = new Random(1);
        StringBuilder lines = new StringBuilder();
        for (int second = 0; lines.length() < 21 << 20; second++) {
            lines.append(second).append(" host").append(random.nextInt(9)).append(" request ");
            lines.append(Long.toHexString(random.nextLong())).append(" was answered\n");
        }
        byte[] log = lines.toString().getBytes(StandardCharsets.US_ASCII);
        Path states = Files.createDirectories(directory.resolve("growing"));
        for (int mebibytes : List.of(17, 19, 21)) {
            Files.write(states.resolve("log" + mebibytes), Arrays.copyOf(log, mebibytes << 20));
        }
        byte[] changed = Arrays.copyOf(log, 17 << 20);
        Arrays.fill(changed, 100, 120, (byte) '#');
        Files.write(states.resolve("changed17"), changed);
        Files.write(states.resolve("copy17"), Arrays.copyOf(log, 17 << 20));
        Path image = directory.resolve("growing.squashfs");
        run(directory, Map.of(), "mksquashfs", states, image, "-no-progress", "-quiet");
        JsonNode scanned = Run.scan(0, states, "--profile", "squashfs");
        assertHolds("a log that grows and changes", scanned, "squashfs", Files.size(image), TOLERANCE);
    }

    /** Each file is cut on its own, as casync cuts images and devices. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MAIL", "TINY", "DAYS"})
    void casync(Data data) throws Exception {
        needs("casync");
        Path made = Files.createDirectory(directory.resolve("casync-" + data));
        int number = 0;
        for (Path state : states(data)) {
            try (Stream<Path> files = Files.walk(state)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path index = made.resolve(number++ + ".caibx");
                    run(made, Map.of(), "casync", "make", "--store=store.castr", index, file);
                }
            }
        }
        assertHolds(data, scanned(data), "casync", bytesIn(made), CASYNC_TOLERANCE);
    }

    /** A directory is one archive: small files and states tell it from files one by one. */
    @ParameterizedTest
    @EnumSource(names = {"MAIL", "KEYS", "TINY", "DAYS"})
    void casyncOfDirectories(Data data) throws Exception {
        needs("casync");
        Path made = Files.createDirectory(directory.resolve("casync-tree-" + data));
        List<Object> archives = new ArrayList<>();
        for (Path state : states(data)) {
            Path index = made.resolve(archives.size() + ".caidx");
            run(made, Map.of(), "casync", "make", "--store=store.castr", index, state);
            archives.add("catar:" + state);
        }
        archives.addAll(List.of("--profile", "casync"));
        assertHolds(data, Run.scan(0, archives.toArray()), "casync", bytesIn(made), CASYNC_TOLERANCE);
    }

    private static JsonNode scanned(Data data) throws IOException {
        JsonNode known = SCANNED.get(data);
        if (known == null) {
            List<Object> arguments = new ArrayList<>(states(data));
            arguments.addAll(List.of("--profile", "restic,borg,squashfs,casync"));
            known = Run.scan(0, arguments.toArray());
            SCANNED.put(data, known);
        }
        return known;
    }

    private static void assertHolds(Data data, String profile, long actualBytes) throws IOException {
        assertHolds(data, scanned(data), profile, actualBytes, TOLERANCE);
    }

    private static void assertHolds(Object data, JsonNode scanned, String profile, long actualBytes, double tolerance) {
        JsonNode result = StreamSupport.stream(scanned.get("profiles").spliterator(), false)
                .filter(row -> row.get("profile").asText().equals(profile))
                .findFirst()
                .orElseThrow();
        long predicted = result.get("allocatedBytes").asLong();
        boolean isNear = Math.abs((double) predicted / actualBytes - 1) <= tolerance;
        long low = result.get("allocatedBytesLow").asLong();
        long high = result.get("allocatedBytesHigh").asLong();
        // One draw in twenty lies outside of the interval, hardly any outside of twice its width.
        boolean isInside =
                predicted - 2 * (predicted - low) <= actualBytes && actualBytes <= predicted + 2 * (high - predicted);
        assertThat(isNear || isInside)
                .as(
                        "%s with %s: predicted %,d, actual %,d, %+.2f %%, interval %s to %s",
                        data, profile, predicted, actualBytes, 100.0 * predicted / actualBytes - 100, low, high)
                .isTrue();
    }

    /** The directory that a backup sees: the state itself, or one tree that changes in place and touches nothing else. */
    private static Path inPlace(Data data, Path state, Path tree) throws IOException {
        if (!data.hasStates()) {
            return state;
        }
        List<Path> gone;
        try (Stream<Path> files = Files.exists(tree) ? Files.walk(tree) : Stream.of()) {
            gone = files.filter(Files::isRegularFile)
                    .filter(file -> !Files.exists(state.resolve(tree.relativize(file))))
                    .toList();
        }
        for (Path file : gone) {
            Files.delete(file);
        }
        List<Path> there;
        try (Stream<Path> files = Files.walk(state)) {
            there = files.filter(Files::isRegularFile).toList();
        }
        for (Path file : there) {
            Path target = tree.resolve(state.relativize(file));
            Files.createDirectories(target.getParent());
            if (!Files.exists(target) || Files.mismatch(file, target) >= 0) {
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return tree;
    }

    /** Given a repository's polynomial, the chunks are those of restic, every one. */
    @Test
    void chunksAreThoseOfRestic() throws Exception {
        needs("restic");
        Path repository = directory.resolve("restic-chunks");
        Map<String, String> environment = Map.of("RESTIC_PASSWORD", "secret");
        String[] restic = {"restic", "--no-cache", "-q", "-r", repository.toString()};
        run(directory, environment, with(restic, "init"));
        run(directory.resolve("jdk"), environment, with(restic, "backup", "."));
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
                        directory.resolve("jdk"),
                        "--chunk",
                        "rabin:1m,min=512k,max=8m,window=64,value=0,poly=0x" + polynomial(repository, environment))
                .get("layouts")
                .get(0);
        assertThat(layout.get("uniqueChunkCount").asLong()).isEqualTo(blobs);
        assertThat(layout.get("uniqueBytes").asLong()).isEqualTo(bytes);
    }

    /** In a repository without a key, whose table is the plain one, the chunks are those of Borg, every one. */
    @Test
    void chunksAreThoseOfBorg() throws Exception {
        needs("borg");
        Path repository = directory.resolve("borg-chunks");
        Map<String, String> environment = borgEnvironment();
        run(directory, environment, "borg", "init", "--encryption=none", repository);
        run(directory.resolve("jdk"), environment, "borg", "create", repository + "::all", ".");
        long chunks = run(directory, environment, "borg", "list", "--format={num_chunks}{NL}", repository + "::all")
                .lines()
                .mapToLong(Long::parseLong)
                .sum();
        JsonNode layout = Run.scan(0, directory.resolve("jdk"), "--chunk", "buzhash:2m,min=512k,max=8m")
                .get("layouts")
                .get(0);
        assertThat(layout.get("chunkCount").asLong()).isEqualTo(chunks);
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
        assumeTrue(Files.exists(data(data)), data + " cannot be made");
        if (!data.hasStates()) {
            return List.of(data(data));
        }
        try (Stream<Path> states = Files.list(data(data))) {
            return states.sorted().limit(STATES).toList();
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

    private static void copyJdk(List<String> parts, Path to, long maxFileBytes) throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        for (String part : parts) {
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
