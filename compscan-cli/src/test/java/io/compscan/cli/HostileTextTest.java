package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Arguments and documents that somebody wrote in bad faith, and what is said of failures. */
@Timeout(100)
class HostileTextTest {

    private static final char ESC = '\u001b';

    @TempDir
    private Path directory;

    private Path tree;

    @BeforeEach
    void write() throws IOException {
        tree = Files.createDirectory(directory.resolve("tree"));
        Files.write(tree.resolve("file"), new byte[10_000]);
    }

    /** {@code ^} stands for the beginning of a terminal's command, {@code %} for the directory. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan %/no^where",
                "scan --chunk 4^k %/tree",
                "scan --no-such^option %/tree",
                "scan --compress lz^4 %/tree",
                "scan --profile vd^o %/tree",
                "scan --profile-file %/no^where %/tree",
                "scan --salt %/no^where %/tree",
                "scan --fingerprint sh^a1 %/tree",
                "scan --readers 1^ %/tree",
                "scan --rate 1^ %/tree",
                "scan --spill-dir %/no^where %/tree",
                "scan --resume %/no^where",
                "scan --checkpoint-every 1^s %/tree",
                "scan --out %/tree/file^/x %/tree",
                "scan --save %/no^where/x %/tree",
                "scan --include [^ %/tree",
                "sc^an",
                "report %/no^where",
                "merge %/no^where %/tree/file",
                "diff %/no^where %/tree/file",
                "report %/no^where",
                "plan %/no^where",
                "profiles no^such",
                "generate --out %/no^where --size x^",
                "generate --out %/d^ata --size 1m",
                "scan %/tree --out %/o^ut --save %/s^et --html %/p^age",
                "scan %/tr^ee"
            })
    void noControlCharacterComesToTheTerminal(String line) throws IOException {
        Files.write(
                Files.createDirectory(directory.resolve("tr" + ESC + "[2Jee")).resolve("f" + ESC), new byte[10]);
        Object[] arguments = line.replace("^", ESC + "[2J")
                .replace("%", directory.toString())
                .split(" ");
        Run run = Run.of(arguments);
        assertThat(run.out() + run.err()).isNotEmpty().doesNotContain(String.valueOf(ESC));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--chunk 4k\n",
                "--chunk \t4k",
                "--chunk \u0664k",
                "--chunk gear:8k,seed=\u0663",
                "--chunk gear:8k,seed=+3",
                "--chunk fastcdc:8k,min=\u0661k",
                "--compress lz4\n",
                "--compress zstd:\u0663",
                "--compress lz4/4k\n",
                "--compress-sample 1/\u0664",
                "--compress-sample 10%\n",
                "--readers \u0662",
                "--workers 2\n",
                "--map-list-size \u0663\u0662",
                "--map-memory 1\u0660m",
                "--superblock 64k\n",
                "--rate 1\u0660m/s",
                "--checkpoint-every 9\u0660s",
                "--profile vdo\n",
                "--fingerprint sha1\n"
            })
    void numbersAreOfAsciiDigitsAndNothingElse(String option) {
        int space = option.indexOf(' ');
        Run.of("scan", tree, option.substring(0, space), option.substring(space + 1))
                .failedWith(ExitCode.USAGE, option.substring(0, space));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seed \u0663",
                "--files 1\n",
                "--dedup \u0663",
                "--compress 2\n",
                "--size 1\u0660m",
                "--zero 1\u0660%"
            })
    void numbersOfTheGenerator(String option) {
        int space = option.indexOf(' ');
        Run.of(
                        "generate",
                        "--out",
                        directory.resolve("data"),
                        "--size",
                        "1m",
                        option.substring(0, space),
                        option.substring(space + 1))
                .failedWith(ExitCode.USAGE, option.substring(0, space));
        assertThat(directory.resolve("data")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"elapsedNanos", "scannedBytesPerSecond", "readers", "workers", "indexBytes"})
    void aResultOfLessThanNoTimeIsRefused(String field) throws IOException {
        Path out = directory.resolve("out");
        assertThat(Run.of("scan", tree, "--out", out).exitCode()).isZero();
        Path result = out.resolve("result.json");
        String text = Files.readString(result);
        String changed = text.replaceFirst("(\"" + field + "\" *: *)([0-9])", "$1-1$2");
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(result, changed);
        Run.of("report", out).failedWith(ExitCode.FAILED, result.toString(), field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    @Slow
    void aDeviceWithoutAnEndIsRefused(String device) throws Exception {
        Path path = Path.of(device);
        assumeTrue(Files.exists(path) && System.getProperty("os.name").equals("Linux"), "no " + device);
        Run.of("scan", tree, path).failedWith(ExitCode.FAILED, device + ": a device that never ends", "head -c");
        Path link = Files.createSymbolicLink(directory.resolve("link"), path);
        Run.of("scan", link).failedWith(ExitCode.FAILED, link + ": a device that never ends");
        // Met on a walk it is a device like any other, and never opened.
        Files.move(link, tree.resolve("link"));
        assertThat(Run.scan(ExitCode.OK, tree, "--follow-symlinks")
                        .at("/totals/specialFileCount")
                        .asInt())
                .isEqualTo(1);

        Process process = new ProcessBuilder(ScanProcess.command("scan", "--stdin"))
                .redirectInput(path.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(ExitCode.FAILED);
        assertThat(said).contains("standard input: a device that never ends").hasLineCount(1);
        assertThat(Run.of("scan", "/dev/null").exitCode()).isZero();
    }

    @Command(name = "broken")
    private static final class Broken implements Callable<Integer> {
        private final Exception failure;

        Broken(Exception failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws Exception {
            throw failure;
        }
    }

    private static String said(Exception failure) {
        StringWriter err = new StringWriter();
        CommandLine commandLine = CommandLines.of(new Broken(failure)).setErr(new PrintWriter(err));
        assertThat(commandLine.execute()).isEqualTo(ExitCode.FAILED);
        return err.toString();
    }

    @Test
    void aStackIsForABugAlone() {
        assertThat(said(new IllegalStateException("no" + ESC + "[2Jway\n")))
                .startsWith("compscan: this is a bug in compscan ")
                .contains("report", "IllegalStateException", "no\\x1b[2Jway", "    at io.compscan.cli.HostileTextTest")
                .doesNotContain(String.valueOf(ESC));
        assertThat(said(new IOException("disk is on fire"))).isEqualTo("compscan: disk is on fire\n");
        assertThat(said(new UncheckedIOException(new IOException("x.run: damaged"))))
                .isEqualTo("compscan: x.run: damaged\n");
    }
}
