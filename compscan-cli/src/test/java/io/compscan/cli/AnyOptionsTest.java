package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.SparseFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Any options together: a scan answers, or refuses them in one line. Options that say how to scan, and not what to compute, change no
 * number.
 */
class AnyOptionsTest {

    private static final int FILE_BYTES = 150_000;

    private static final String[] CHUNKINGS = {
        "512",
        "4k",
        "12k",
        "128k",
        "16m",
        "fastcdc:8k",
        "rabin:4k",
        "gear:8k",
        "buzhash:16k",
        "casync:16k",
        "kopia:16k",
        "ae:8k",
        "ram:8k"
    };

    private static final String[] COMPRESSORS = {
        "none",
        "lz4",
        "lz4:8",
        "lz4hc",
        "zstd",
        "zstd:9",
        "deflate",
        "gozstd",
        "zfslz4",
        "zstdstream",
        "lz4stream",
        "snappy"
    };

    // Options, each with its value behind a blank; %/ is a directory of the try.

    /** What changes numbers. */
    private static final List<String> WHAT = List.of(
            "--exact",
            "--superblock 64k",
            "--into archives",
            "--into archives,images,partitions",
            "--include *.t*",
            "--exclude b*",
            "--one-file-system",
            "--trimmed",
            "--follow-symlinks",
            "--fingerprint blake3",
            "--fingerprint xxh3:0123456789abcdef");

    /** Likewise, of a scan alone. */
    private static final List<String> WHAT_OF_A_SCAN = List.of(
            "--compress-sample 10%",
            "--source-space",
            "--similarity",
            "--per-file",
            "--per-file --min-size 100k",
            "--per-file --ext gz,txt",
            "--index sketch",
            "--index auto");

    /** What changes none. Without {@code --nice}, which would hold for all tests that come later. */
    private static final List<String> HOW = List.of(
            "--keep-cache",
            "--rate 1g",
            "--readers 1",
            "--readers 5",
            "--workers 1",
            "--workers 7",
            "--map-memory 64m",
            "--map-list-size 8",
            "--map-list-size 512",
            "--unpack-memory 256m",
            "--spill-dir %/",
            "--spill-limit 0",
            "--accelerator off",
            "--checkpoint %/state",
            "--checkpoint %/state --checkpoint-every 1s",
            "--catalog %/catalog",
            "--catalog %/catalog --verify 50%",
            "--details",
            "--quiet",
            "--progress json",
            "--html %/page.html",
            "--out %/out",
            "--save %/set",
            "--metrics %/metrics.prom");

    private static final List<String> OF_AN_ESTIMATE = List.of(
            "--read 30%",
            "--read 100%",
            "--until 5%",
            "--time 1s",
            "--threads 3",
            "--extent 16k",
            "--seed 7",
            "--keep-cache",
            "--details",
            "--csv %/passes.csv",
            "--checkpoint %/state",
            "--html %/page.html",
            "--out %/out",
            "--save %/estimate");

    private static final List<String> OF_DUPLICATES = List.of(
            "--into archives",
            "--include *.t*",
            "--exclude b*",
            "--follow-symlinks",
            "--trimmed",
            "--no-places",
            "--pairs 1",
            "--top 1",
            "--top 500",
            "--chunk 512",
            "--chunk 16m",
            "--chunk fastcdc:8k",
            "--chunk rabin:4k",
            "--readers 3",
            "--workers 5",
            "--map-list-size 8",
            "--spill-limit 0",
            "--out %/out",
            "--json",
            "--details");

    private static final List<String> OF_A_DOCTOR =
            List.of("--include *.t*", "--exclude b*", "--follow-symlinks", "--chunk 512,12k", "--chunk 64k", "--json");

    private static final String[] OF_A_RESULT = {
        "report %/out",
        "report %/out --details",
        "report %/out --html -",
        "report %/out --html - --growth 15%..25% --years 7 --headroom 20% --price 300 --raid 20% --guarantee 4:1",
        "report %/out --out %/again",
        "plan %/out --growth 20%",
        "plan %/out --json --growth linear:20% --years 3 --change-per-day 1% --retention 30d,8w,12m",
        "plan %/out --csv - --growth 10% --spares 5%",
        "plan %/out --html - --growth 10%",
        "duplicates %/out/result.json",
        "inline %/out --nodes 8 --phases 3 --compute-rate 1MB/s --storage-bandwidth 1GB/s --interconnect-bandwidth 1GB/s"
    };

    private static final String[] OF_A_SET = {
        "report %/set",
        "report %/set --verify",
        "report %/set --entries csv",
        "report %/set --entries json",
        "report %/set --html -",
        "merge %/set --json",
        "merge %/set %/set --html -",
        "merge %/set --profile zfs,vdo --json",
        "diff %/set %/set --json",
        "diff %/set %/set --html -",
        "duplicates %/set --top 3",
        "duplicates %/set --json"
    };

    private static final String[] OF_A_CATALOG = {
        "history %/catalog",
        "history %/catalog --json",
        "history %/catalog --csv -",
        "history %/catalog --html -",
        "diff %/catalog",
        "diff %/catalog --json",
        "plan %/catalog",
        "plan %/catalog --growth 20% --json",
        "report %/catalog",
        "report %/catalog --html -"
    };

    private static Path base;
    private static List<String> profiles;

    @BeforeContainer
    static void makeData() throws IOException {
        base = Files.createTempDirectory("compscan-any-options");
        profiles = Run.of("profiles", "--json").json().findValuesAsText("name");
        assertThat(profiles).hasSizeGreaterThan(10).contains("zfs", "vdo");
        Random random = new Random(5);
        byte[] noise = new byte[FILE_BYTES];
        random.nextBytes(noise);
        byte[] words = "all of the text of this file is the same, or nearly "
                .repeat(FILE_BYTES / 52)
                .getBytes(StandardCharsets.US_ASCII);
        Path tree = Files.createDirectories(base.resolve("tree/deep/er"))
                .getParent()
                .getParent();
        Files.write(tree.resolve("noise"), noise);
        Files.write(tree.resolve("deep/again"), noise);
        Files.write(tree.resolve("a.txt"), words);
        Files.write(tree.resolve("zeros.raw"), new byte[FILE_BYTES]);
        Files.write(tree.resolve("deep/er/empty.txt"), new byte[0]);
        Files.createDirectory(tree.resolve("no files"));
        Files.createSymbolicLink(tree.resolve("link"), Path.of("deep"));
        Files.createLink(tree.resolve("hard"), tree.resolve("noise"));
        for (int i = 0; i < 40; i++) {
            Files.write(tree.resolve("deep/er/small" + i + ".tmp"), Arrays.copyOf(noise, 10 + 97 * i));
        }
        Files.write(tree.resolve("a.txt.gz"), gzip(words));
        Files.write(base.resolve("alone.gz"), gzip(noise));
        try (OutputStream out = Files.newOutputStream(tree.resolve("b.zip"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : new String[] {"noise", "a.txt", "zeros.raw"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(Files.readAllBytes(tree.resolve(name)));
                zip.closeEntry();
            }
        }
        SparseFile.of(base.resolve("sparse.img"), 80L << 20);
        Files.createDirectory(base.resolve("nothing"));
        Files.write(base.resolve("none"), new byte[0]);
    }

    @AfterContainer
    static void removeData() throws IOException {
        remove(base);
    }

    private static void remove(Path directory) throws IOException {
        List<Path> below;
        try (Stream<Path> all = Files.walk(directory)) {
            below = new ArrayList<>(all.toList());
        }
        for (int i = below.size() - 1; i >= 0; i--) {
            Files.delete(below.get(i));
        }
    }

    private static byte[] gzip(byte[] data) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(data);
        }
        return packed.toByteArray();
    }

    @Property(tries = 150)
    void answerOrAreRefused(@ForAll Random random) throws IOException {
        List<String> what = what(random);
        what.addAll(choose(random, WHAT_OF_A_SCAN, 2));
        Path plainly = Files.createDirectory(base.resolve("plainly"));
        Path somehow = Files.createDirectory(base.resolve("somehow"));
        try {
            Run plain = scan(what, plainly);
            List<String> more = new ArrayList<>(what);
            more.addAll(choose(random, HOW, 4));
            if (more.stream().anyMatch(List.of("--html", "--out", "--save")::contains)) {
                more.add("--overwrite");
            }
            for (int again = 0; again < (more.contains("--catalog") ? 2 : 1); again++) {
                Run other = scan(more, somehow);
                if (plain.exitCode() == other.exitCode() && plain.exitCode() != ExitCode.USAGE) {
                    assertThat(numbers(other)).as("%s", more).isEqualTo(numbers(plain));
                } else {
                    assertThat(other.exitCode())
                            .as("%s: %s %s%s", more, plain.exitCode(), plain.err(), other.err())
                            .isEqualTo(ExitCode.USAGE);
                }
            }
        } finally {
            remove(plainly);
            remove(somehow);
        }
    }

    /** What one command writes, the others read. */
    @Property(tries = 50)
    void whatAScanWritesIsRead(@ForAll Random random) throws IOException {
        List<String> what = what(random);
        what.addAll(choose(random, WHAT_OF_A_SCAN, 2));
        Path directory = Files.createDirectory(base.resolve("written"));
        try {
            for (String output : List.of("--out %/out", "--save %/set", "--catalog %/catalog")) {
                List<String> all = new ArrayList<>(what);
                all.addAll(List.of(output.split(" ", -1)));
                if (scan(all, directory).exitCode() == ExitCode.USAGE) {
                    continue;
                }
                if (output.contains("catalog") && random.nextBoolean()) {
                    scan(all, directory);
                }
                String[] readers =
                        output.contains("out") ? OF_A_RESULT : output.contains("set") ? OF_A_SET : OF_A_CATALOG;
                for (int i = 0; i < 3; i++) {
                    String reader = readers[random.nextInt(readers.length)];
                    checked(List.of(reader.split(" ", -1)), directory);
                }
            }
        } finally {
            remove(directory);
        }
    }

    @Property(tries = 50)
    void anEstimateAnswersOrIsRefused(@ForAll Random random) throws IOException {
        List<String> words = new ArrayList<>(List.of("estimate", "--json"));
        words.addAll(what(random));
        words.addAll(choose(random, OF_AN_ESTIMATE, 3));
        Path directory = Files.createDirectory(base.resolve("estimated"));
        try {
            checked(words, directory);
        } finally {
            remove(directory);
        }
    }

    @Property(tries = 50)
    void whatLooksForPlacesAnswersOrIsRefused(@ForAll Random random) throws IOException {
        boolean isDoctor = random.nextInt(3) == 0;
        List<String> words = new ArrayList<>(List.of(isDoctor ? "doctor" : "duplicates"));
        words.addAll(input(random));
        words.addAll(choose(random, isDoctor ? OF_A_DOCTOR : OF_DUPLICATES, 5));
        Path directory = Files.createDirectory(base.resolve("placed"));
        try {
            checked(words, directory);
        } finally {
            remove(directory);
        }
    }

    private static List<String> input(Random random) {
        List<String> words = new ArrayList<>();
        String[] inputs = {"tree", "alone.gz", "sparse.img", "nothing", "none"};
        if (random.nextInt(6) == 0) {
            words.add("--stdin");
        } else {
            words.add(base.resolve(inputs[random.nextInt(inputs.length)]).toString());
            if (random.nextInt(3) == 0) {
                words.add(base.resolve("tree/deep").toString());
            }
        }
        return words;
    }

    private static List<String> what(Random random) {
        List<String> words = input(random);
        if (random.nextInt(3) > 0) {
            words.addAll(List.of("--chunk", some(random, List.of(CHUNKINGS))));
        }
        if (random.nextInt(3) > 0) {
            words.addAll(List.of("--compress", some(random, List.of(COMPRESSORS))));
        }
        if (random.nextInt(3) == 0) {
            words.addAll(List.of("--profile", some(random, profiles)));
        }
        words.addAll(choose(random, WHAT, 3));
        return words;
    }

    private static String some(Random random, List<String> all) {
        List<String> some = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            some.add(all.get(random.nextInt(all.size())));
        }
        return String.join(",", some);
    }

    /** The words of up to so many, no option twice. */
    private static List<String> choose(Random random, List<String> all, int most) {
        List<String> words = new ArrayList<>();
        int tries = random.nextInt(most + 1);
        for (int i = 0; i < tries; i++) {
            List<String> option = List.of(all.get(random.nextInt(all.size())).split(" ", -1));
            if (!words.contains(option.get(0))) {
                words.addAll(option);
            }
        }
        return words;
    }

    private static Run scan(List<String> words, Path directory) {
        List<String> all = new ArrayList<>(List.of("scan", "--json"));
        all.addAll(words);
        return checked(all, directory);
    }

    /** A line with a hint may precede that of the failure, and lines of progress those of an estimate. */
    private static Run checked(List<String> words, Path directory) {
        Object[] all =
                words.stream().map(word -> word.replace("%/", directory + "/")).toArray();
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(read(base.resolve("tree/b.zip"))));
        Run run;
        try {
            run = Run.of(all);
        } finally {
            System.setIn(before);
        }
        String what = String.join(" ", words) + ": " + run.err();
        assertThat(run.err()).as(what).doesNotContain("this is a bug");
        assertThat(run.exitCode()).as(what).isBetween(ExitCode.OK, ExitCode.INCOMPLETE);
        if (run.exitCode() == ExitCode.FAILED || run.exitCode() == ExitCode.USAGE) {
            assertThat(run.err().lines()).as(what).isNotEmpty().allMatch(line -> line.startsWith("compscan: "));
        }
        return run;
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without the space that files take: the kernel gives them their blocks a while after they were written. */
    private static JsonNode numbers(Run run) {
        ObjectNode numbers = (ObjectNode) Run.withoutTiming(run.json());
        numbers.remove(List.of("settings", "sourceSpace"));
        return numbers;
    }
}
