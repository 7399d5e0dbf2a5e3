package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Nightly;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Results and sets that somebody has written otherwise, with checksums that are right: numbers, or one line, never a stack.
 *
 * <p>The seed is another each time. A failure names it, and {@code -Dcompscan.seed=N} repeats it; {@code -Dcompscan.fuzz.tries=N} tries longer.
 */
@Timeout(300)
@Slow
class GeneratedDamageTest {

    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 400);

    @TempDir
    private static Path directory;

    private static String result;
    private static Path set;

    private final long seed = Long.getLong("compscan.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    @BeforeAll
    static void write() throws IOException {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Random random = new Random(17);
        byte[] block = new byte[512];
        for (int f = 0; f < 12; f++) {
            byte[] content = new byte[1 + random.nextInt(40_000)];
            for (int at = 0; at + 512 <= content.length; at += 512) {
                new Random(random.nextInt(40)).nextBytes(block);
                System.arraycopy(block, 0, content, at, 512);
            }
            Files.write(tree.resolve("file" + f + ".t" + f % 3), content);
        }
        set = directory.resolve("set.fpr");
        Run run = Run.of(
                "scan",
                tree,
                "--chunk",
                "512,fastcdc:1k",
                "--compress",
                "none,lz4",
                "--profile",
                "vdo",
                "--per-file",
                "--json",
                "--quiet");
        assertThat(run.exitCode()).as(run.err()).isZero();
        result = run.out();
        assertThat(Run.of("scan", tree, "--chunk", "512,fastcdc:1k", "--compress", "none,lz4", "--quiet", "--save", set)
                        .exitCode())
                .isZero();
    }

    private void assertNumbersOrALine(int attempt, Object... arguments) {
        Run.of(arguments).gaveNumbersOrALine("seed " + seed + ", try " + attempt + ", " + arguments[0]);
    }

    @Test
    void resultsThatSaySomethingElse() throws IOException {
        Path file = directory.resolve("damaged.json");
        for (int i = 0; i < TRIES; i++) {
            Files.writeString(file, DamagedJson.of(result, random));
            switch (i % 3) {
                case 0 -> assertNumbersOrALine(i, "report", file);
                case 1 -> assertNumbersOrALine(i, "report", file, "--html", "-");
                default -> assertNumbersOrALine(i, "plan", "capacity", file, "--growth", "20%");
            }
        }
    }

    @Test
    @Nightly
    void resultsInWhichOneValueIsNull() throws IOException {
        Path file = directory.resolve("damaged.json");
        int number = 0;
        // A page takes most of the time.
        int withPage = random.nextInt(4);
        for (String document : DamagedJson.withNulls(result)) {
            Files.writeString(file, document);
            if (number % 4 == withPage) {
                assertNumbersOrALine(number++, "report", file, "--html", "-");
            } else {
                assertNumbersOrALine(number++, "report", file, "--details");
            }
        }
    }

    @Test
    void resultsWithOtherBytes() throws IOException {
        Path file = directory.resolve("damaged.json");
        byte[] bytes = result.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < TRIES / 2; i++) {
            byte[] damaged = bytes.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, damaged);
            assertNumbersOrALine(i, "report", file);
        }
    }

    /** The entries or the description are others, and all checksums are right for them. */
    @Test
    void setsThatSaySomethingElse() throws IOException {
        Path forged = directory.resolve("forged.fpr");
        for (int i = 0; i < TRIES / 2; i++) {
            Files.deleteIfExists(forged);
            ForgedSet.write(set, forged, random);
            switch (i % 3) {
                case 0 -> assertNumbersOrALine(i, "report", forged);
                case 1 -> assertNumbersOrALine(i, "merge", forged, set);
                default -> assertNumbersOrALine(i, "diff", set, forged);
            }
        }
    }
}
