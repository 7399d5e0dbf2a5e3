package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mistaken command lines of {@code dev/mistakes.txt}: one line each that says what to type, and the right exit code. */
class MistakesTest {

    @TempDir
    private static Path dir;

    /** One mistake. */
    record Mistake(int exitCode, String arguments, List<String> words) {

        static Mistake parse(String line) {
            String[] parts = line.split("\\|", -1);
            return new Mistake(
                    Integer.parseInt(parts[0].strip()),
                    parts[1].strip(),
                    Arrays.stream(parts[2].split(";")).map(String::strip).toList());
        }

        @Override
        public String toString() {
            return "compscan " + arguments;
        }
    }

    static List<Mistake> mistakes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("..", "dev", "mistakes.txt"))) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Mistake::parse)
                    .toList();
        }
    }

    @BeforeAll
    static void fill() throws IOException {
        byte[] bytes = new byte[100_000];
        new Random(1).nextBytes(bytes);
        Files.createDirectory(dir.resolve("d"));
        Files.write(dir.resolve("d/f"), bytes);
        Files.write(dir.resolve("d/g"), bytes);
        Files.createFile(dir.resolve("empty"));
        Files.writeString(dir.resolve("big.err"), "something went wrong\n");
        Files.writeString(dir.resolve("run.csv"), "a,b\r\n1,2\r\n");
        Run scan = Run.of("scan", dir.resolve("d"), "--out", dir.resolve("result"), "--save", dir.resolve("d.fpr"));
        assertThat(scan.exitCode()).as(scan.err()).isZero();
    }

    @Test
    void thereAreSixtyAndMore() throws IOException {
        assertThat(mistakes()).hasSizeGreaterThan(60).doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void isToldInOneLine(Mistake mistake) {
        Object[] args = Arrays.stream(mistake.arguments().split(" +"))
                .filter(word -> !word.isEmpty())
                .map(word -> word.replace("@", dir.toString()).replace("\"\"", ""))
                .toArray();

        Run.of(args).failedWith(mistake.exitCode(), mistake.words().toArray(String[]::new));
    }
}
