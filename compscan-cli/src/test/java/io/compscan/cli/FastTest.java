package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --fast} and the seed of {@code --fingerprint xxh3}: drawn, named, kept, and the same where sets shall merge. */
@Timeout(120)
class FastTest {

    private static final String SEED = "xxh3:00c0ffee00c0ffee";

    @TempDir
    private Path tempDir;

    private Path dir;
    private Path tree;

    @BeforeEach
    void write() throws IOException {
        dir = tempDir.toRealPath();
        tree = Files.createDirectories(dir.resolve("tree"));
        Random random = new Random(8);
        for (int f = 0; f < 40; f++) {
            byte[] content = new byte[random.nextInt(60_000)];
            new Random(random.nextInt(30)).nextBytes(content);
            Files.write(tree.resolve("f" + f + ".t" + f % 3), content);
        }
    }

    private static String digest(JsonNode result) {
        return result.at("/settings/fingerprint").asText();
    }

    private static JsonNode named(JsonNode result, String digest) {
        return Run.json(
                Run.withoutTiming(result).toString().replace("\"" + digest(result) + "\"", "\"" + digest + "\""));
    }

    private Path save(String name, Object... options) {
        Path set = dir.resolve(name + ".fpr");
        Object[] words = Stream.concat(Stream.of("scan", "--quiet", tree, "--save", set), Stream.of(options))
                .toArray();
        Run run = Run.of(words);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return set;
    }

    private static JsonNode json(Object... args) {
        Run run = Run.of(args);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--chunk 4k,fastcdc:8k --compress none,lz4",
                "--chunk 512 --compress zstd --superblock 64k",
                "--profile vdo,borg,zfs-lz4-128k",
                "--chunk 4k --per-file",
                "--chunk 512 --map-memory 64k"
            })
    void theNumbersAreThoseOfSha1(String options) {
        Object[] words = (tree + " " + options).split(" ");
        Object[] fast = (tree + " " + options + " --fast").split(" ");
        JsonNode expected = Run.scan(ExitCode.OK, words);
        JsonNode found = Run.scan(ExitCode.OK, fast);
        assertThat(digest(found)).matches("xxh3:[0-9a-f]{16}");
        assertThat(named(found, "sha1")).isEqualTo(Run.withoutTiming(expected));
        // Each scan draws a seed, and that of a result can be asked for.
        assertThat(digest(Run.scan(ExitCode.OK, fast))).isNotEqualTo(digest(found));
        Object[] again = (tree + " " + options + " --fingerprint " + digest(found)).split(" ");
        assertThat(Run.withoutTiming(Run.scan(ExitCode.OK, again))).isEqualTo(Run.withoutTiming(found));
    }

    @Test
    void setsOfOneSeedMerge() {
        Path first = save("first", "--fingerprint", SEED);
        Path second = save("second", "--fingerprint", SEED.toUpperCase(Locale.ROOT));
        JsonNode union = json("merge", "--json", first, second).at("/union");
        assertThat(digest(union)).isEqualTo(SEED);
        JsonNode expected =
                json("merge", "--json", save("third"), save("fourth")).at("/union");
        assertThat(union.at("/layouts/0/uniqueBytes")).isEqualTo(expected.at("/layouts/0/uniqueBytes"));
        assertThat(union.at("/layouts/0/duplicateBytes")).isEqualTo(expected.at("/layouts/0/duplicateBytes"));
        Path drawn = save("drawn", "--fast");
        for (String command : new String[] {"merge", "diff"}) {
            Run.of(command, first, drawn)
                    .failedWith(
                            ExitCode.FAILED,
                            "drawn.fpr does not match ",
                            "fingerprint xxh3:",
                            ", not " + SEED + ". Each scan draws a seed; scan that data with --fingerprint " + SEED);
        }
        Run sha1 = Run.of("merge", first, dir.resolve("third.fpr"))
                .failedWith(ExitCode.FAILED, "fingerprint sha1, not " + SEED);
        assertThat(sha1.err()).doesNotContain("draws");
    }

    /** The seed is the salt's, so nobody reads it anywhere. */
    @Test
    void setsOfOneSaltMerge() throws IOException {
        Path salt = Files.writeString(dir.resolve("salt"), "0123456789abcdef secret");
        Path first = save("first", "--fast", "--salt", salt);
        JsonNode union = json("merge", "--json", first, save("second", "--fast", "--salt", salt))
                .at("/union");
        assertThat(digest(union)).isEqualTo("xxh3:salted");
        Path other = Files.writeString(dir.resolve("other"), "fedcba9876543210 secret");
        Run.of("merge", first, save("third", "--fast", "--salt", other)).failedWith(ExitCode.FAILED, "salt ");
        Run.of("scan", tree, "--fingerprint", SEED, "--salt", salt)
                .failedWith(ExitCode.USAGE, "--fingerprint: a salt gives the seed, so name none");
    }

    @Test
    void aCatalogGoesOnWithItsSeed() {
        Path catalog = dir.resolve("catalog");
        JsonNode first = Run.scan(ExitCode.OK, tree, "--fast", "--catalog", catalog);
        JsonNode second = Run.scan(ExitCode.OK, tree, "--fast", "--catalog", catalog);
        assertThat(Run.withoutTiming(second)).isEqualTo(Run.withoutTiming(first));
        assertThat(second.at("/timing/churn/readBytes").asLong(-1)).isLessThanOrEqualTo(0);
        assertThat(digest(Run.scan(ExitCode.OK, tree, "--fingerprint", "xxh3", "--catalog", catalog)))
                .isEqualTo(digest(first));
        Run.of("scan", tree, "--fingerprint", SEED, "--catalog", catalog)
                .failedWith(ExitCode.FAILED, "--catalog: ", "made for other measurements", digest(first));
        Run.of("scan", tree, "--catalog", catalog).failedWith(ExitCode.FAILED, "made for other measurements");
    }

    @Test
    void anEstimateGoesOnWithItsSeed() throws IOException {
        byte[] image = new byte[64 << 20];
        Random random = new Random(3);
        byte[] block = new byte[4096];
        for (int at = 0; at < image.length; at += block.length) {
            new Random(random.nextInt(9000)).nextBytes(block);
            System.arraycopy(block, 0, image, at, block.length);
        }
        Files.write(tree.resolve("image"), image);
        Path part = dir.resolve("part");
        Object[] begun = {"estimate", "--quiet", tree, "--extent", "128k", "--fast", "--save", part, "--read", "10%"};
        assertThat(Run.of(begun).exitCode()).isZero();
        JsonNode on = json("estimate", "--resume", part, "--read", "50%", "--json");
        assertThat(on.at("/readBytes").asLong()).isGreaterThan(image.length / 4);
        // Another seed knows the chunks of the part by other keys, so their duplicates would be lost.
        JsonNode atOnce = json("estimate", tree, "--extent", "128k", "--read", "50%", "--json");
        assertThat(on.at("/layouts/0/uniqueBytes").asLong())
                .isPositive()
                .isEqualTo(atOnce.at("/layouts/0/uniqueBytes").asLong());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast --fingerprint sha1          | --fast and --fingerprint exclude each other",
                "--fingerprint xxh3:12              | the fingerprints are sha1",
                "--fingerprint sha1:00c0ffee00c0ffee | has no seed"
            })
    void whatCannotBeMeantIsRefused(String options, String reason) {
        Object[] words = ("scan " + tree + " " + options).split(" ");
        Run.of(words).failedWith(ExitCode.USAGE, "--fingerprint", reason);
    }
}
