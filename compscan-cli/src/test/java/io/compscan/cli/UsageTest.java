package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.cli.option.Converters;
import io.compscan.cli.option.OptionTraits;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Command lines that cannot be meant: exit 2, and one line that names what is wrong. */
class UsageTest {

    @TempDir
    private Path dir;

    @BeforeEach
    void fill() throws IOException {
        Files.writeString(dir.resolve("f"), "some data");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--chunk 0               | '--chunk'       | 512 to 16m",
                "--chunk=0               | '--chunk'       | 512 to 16m",
                "-c 5q                   | '-c'            | '5q' is not a size",
                "--chunk 5q              | '--chunk'       | '5q' is not a size",
                "--block-size 5q         | '--block-size'  | '5q' is not a size",
                "--chunk 1t              | '--chunk'       | '1t': a chunk is 512 to 16m",
                "--chunk -4k             | '--chunk'       | '-4k' is not a size",
                "--chunk 4k,,8k          | '--chunk'       | '' is not a size",
                "--chunk 4k,8x           | '--chunk'       | '8x' is not a size",
                "--chunk 17m             | '--chunk'       | 512 to 16m",
                "--chunk 511             | '--chunk'       | 512 to 16m",
                "--chunk 99999999999999t | '--chunk'       | too large",
                "--chunk 1.3k            | '--chunk'       | not a whole number",
                "--chunk                 | '--chunk'       | Missing",
                "--rate 100              | '--rate'        | needs a unit",
                "--rate 100/s            | '--rate'        | needs a unit",
                "--rate 0k               | '--rate'        | it never ends",
                "--rate fast             | '--rate'        | not a size",
                "--superblock 4          | '--superblock'  | 512 to 16m",
                "--superblock 1g         | '--superblock'  | 512 to 16m",
                "--compress gzip         | '--compress'    | 'gzip' is not known; there are",
                "--compress zstd:99      | '--compress'    | level must lie in",
                "--compress lz4:x        | '--compress'    | lz4:x",
                "--fingerprint crc32     | '--fingerprint' | 'crc32': the fingerprints are sha1",
                "--readers 0             | --readers       | 0 is not in 1 to 1024",
                "--workers -1            | --workers       | -1 is not in 1 to 1024",
                "--workers two           | '--workers'     | 'two'",
                "--map-memory 1z         | '--map-memory'  | '1z' is not a size",
                "--spill-limit 1z        | '--spill-limit' | '1z' is not a size",
                "--map-list-size 7       | --map-list-size | 8 to 512",
                "--min-size 5            | --min-size      | goes with --per-file",
                "--ext vmdk              | --ext           | goes with --per-file",
                "--overwrite             | --overwrite     | goes with --out",
                "--checkpoint-every 5m   | --checkpoint-every | goes with --checkpoint",
                "--stdin                 | --stdin         | exclude each other",
                "--include [a            | --include [a    | not a glob",
                "--exclude {a            | --exclude {a    | not a glob",
                "--blocksize 4k          | '--blocksize'   | Unknown option",
                "-Q                      | '-Q'            | Unknown option",
                "--json --json           | '--json'        | only once",
                "--compress lz4, zstd    | --compress      | 'lz4,' ends with a comma",
                "--include *.a,          | --include       | '*.a,' ends with a comma",
                "--into=images,          | --into          | 'images,' ends with a comma",
            })
    void isRefusedInOneLineThatNamesIt(String options, String name, String reason) {
        String[] args = Stream.concat(Stream.of("scan", dir.toString()), Arrays.stream(options.split(" ")))
                .toArray(String[]::new);
        Run.of((Object[]) args).failedWith(ExitCode.USAGE, name, reason, "(see 'compscan scan --help')");
    }

    @Test
    void somethingToScanMustBeNamed() {
        Run.of("scan").failedWith(ExitCode.USAGE, "PATH is missing");
        Run.of("scan", "").failedWith(ExitCode.USAGE, "PATH is empty");
        Run.of("scan", dir, "").failedWith(ExitCode.USAGE, "PATH is empty");
    }

    @Test
    void aCommandMustBeNamed() {
        Run.of().failedWith(ExitCode.USAGE, "a command is missing");
        Run.of("scam", dir).failedWith(ExitCode.USAGE, "'scam'");
        Run.of("--chunk", "4k").failedWith(ExitCode.USAGE, "'--chunk'");
    }

    @Test
    void whatHoldsALineBreakIsToldInOneLine() {
        Run.of("scan", dir, "--fingerprint", "a\nb").failedWith(ExitCode.USAGE, "'--fingerprint'");
        Run.of("scan", dir, "--no\nsuch").failedWith(ExitCode.USAGE, "--no\\x0asuch");
        Run.of("scan", dir.resolve("no\nfile")).failedWith(ExitCode.FAILED, "no\\x0Afile: no such file or directory");
    }

    @Test
    void helpAndVersionAreResults() {
        Run help = Run.of("scan", "--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).startsWith("Usage: compscan scan ").contains("--chunk", "--map-memory");
        assertThat(help.out().lines()).hasSizeLessThanOrEqualTo(60);
        assertThat(Run.of("--help").out()).contains("scan", "Reads data", "130");
        Run version = Run.of("--version");
        assertThat(version.exitCode()).isZero();
        assertThat(version.err()).isEmpty();
        assertThat(version.out())
                .matches("(?s)compscan \\d+\\.\\d+.*\\RJava .*")
                .doesNotContain("${");
    }

    @Test
    void helpShowsTheOptionsInGroupsAndTheRareOnesWhereAllAreAskedFor() {
        Map<String, OptionSpec> options = AllCommands.commandLine()
                .getSubcommands()
                .get("scan")
                .getCommandSpec()
                .optionsMap();
        assertThat(options.values().stream().distinct())
                .filteredOn(option -> OptionTraits.of(option) == null)
                .extracting(OptionSpec::longestName)
                .as("without a heading")
                .containsExactlyInAnyOrder("--help", "--version");

        String usual = Run.of("scan", "--help").out();
        assertThat(usual)
                .contains(
                        "Usage: compscan scan [OPTIONS]", "What to scan:", "Target systems:", "--help-all", "Examples:")
                .doesNotContain("--spill-limit");
        assertThat(usual.lines().filter(line -> line.matches("[A-Z][A-Za-z ]+:")))
                .containsSubsequence("What to scan:", "Output:", "Resources:", "Help:");
        assertThat(Run.of("help", "scan").out()).isEqualTo(usual);
        Run all = Run.of("scan", "--help-all");
        assertThat(all.exitCode()).isZero();
        assertThat(all.out()).contains("--spill-limit", "--fingerprint", "What to scan:", "Exit codes:", "gozstd");
        assertThat(options.keySet())
                .allSatisfy(name -> assertThat(all.out()).containsPattern("(?m)^ .*" + name + "\\b"));
        assertThat((usual + all.out()).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(Run.of("merge", "--help").out()).doesNotContain("Exit codes");
        assertThat(Run.of("help").out()).contains("Exit codes", "generate");
    }

    @Test
    void commandsAreInGroups() {
        String help = Run.of("--help").out();
        assertThat(help.lines().filter(line -> line.matches("[A-Z][A-Za-z ]+:")))
                .containsExactly("Start here:", "Compare:", "Advanced:", "Exit codes:");
        assertThat(help).contains("with 95 % confidence").doesNotContain("%n", "%%");
        assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        AllCommands.commandLine().getSubcommands().forEach((name, command) -> {
            assertThat(command.getCommandSpec().usageMessage().hidden())
                    .as(name)
                    .isFalse();
            assertThat(help).containsPattern("(?m)^  " + name + " ");
        });
        assertThat(Run.of().err()).contains("scan", "inline");
    }

    /** A new option for a path must say what {@code -} means to it. */
    @Test
    void aDashIsStandardOutputOrRefused() {
        Set<String> printed = Set.of("scan --html", "plan --csv", "history --csv", "estimate --csv", "report --out");
        AllCommands.commandLine().getSubcommands().forEach((name, command) -> {
            for (OptionSpec option : command.getCommandSpec().options()) {
                boolean isPath =
                        Arrays.asList(option.type(), option.auxiliaryTypes()[0]).contains(Path.class);
                String title = name + " " + option.longestName();
                if (isPath && !printed.contains(title) && !option.longestName().equals("--html")) {
                    assertThat(option.converters())
                            .as(title)
                            .isNotEmpty()
                            .allMatch(converter ->
                                    converter instanceof Converters.Output || converter instanceof Converters.Place);
                }
            }
        });
    }

    @Test
    void aDashIsWrittenToNoFile() throws IOException {
        Path out = dir.resolve("out");
        assertThat(Run.of("scan", dir.resolve("f"), "--out", out).exitCode()).isZero();
        Run csv = Run.of("plan", out, "--years", "2", "--csv", "-");
        assertThat(csv.err()).isEmpty();
        assertThat(csv.exitCode()).isZero();
        Path file = dir.resolve("years.csv");
        assertThat(Run.of("plan", out, "--years", "2", "--csv", file).exitCode())
                .isZero();
        assertThat(csv.out()).isEqualTo(Files.readString(file));
        Run.of("plan", out, "--csv", "-", "--json").failedWith(ExitCode.USAGE, "--json and --csv -");
        Path set = dir.resolve("set.fpr");
        assertThat(Run.of("scan", dir.resolve("f"), "--save", set).exitCode()).isZero();
        Run entries = Run.of("report", set, "--entries", "csv", "--out", "-");
        assertThat(entries.out()).startsWith("chunking,");
        assertThat(entries).isEqualTo(Run.of("report", set, "--entries", "csv"));
        assertThat(Run.of("report", set, "--verify").out()).contains("a fingerprint set");
        Run.of("report", set, "--html", dir.resolve("x.html")).failedWith(ExitCode.USAGE, "is a fingerprint set");
        Run.of("report", set, "--out", dir.resolve("x")).failedWith(ExitCode.USAGE, "--out goes with --entries");
        Run.of("report", set, "--overwrite").failedWith(ExitCode.USAGE, "--overwrite goes with --out");
        Run.of("report", dir, "--verify").failedWith(ExitCode.USAGE, "--verify goes with a fingerprint set");
        assertThat(Path.of("-")).doesNotExist();
    }

    /** As some file servers name them. */
    @Test
    void aPathMayBeginWithAnAtSign() throws IOException {
        Path meta = Files.createDirectory(dir.resolve("@meta"));
        Files.writeString(meta.resolve("f"), "--help");
        Run.of("scan", "@" + meta.resolve("f")).failedWith(ExitCode.FAILED, "no such file");
        Run.of("scan", "@/dev/zero").failedWith(ExitCode.FAILED, "@/dev/zero: no such file");
        assertThat(Run.of("scan", meta).exitCode()).isZero();
    }

    @Test
    void aCommandOnItsOwnIsTheSameAsAmongAllOthers() {
        Map<String, CommandLine> all = AllCommands.commandLine().getSubcommands();
        assertThat(all).hasSizeGreaterThan(5);
        all.forEach((name, command) -> {
            CommandLine alone =
                    AllCommands.commandLine(name, "x").getSubcommands().get(name);
            assertThat(alone.getUsageMessage()).isEqualTo(command.getUsageMessage());
            assertThat(alone.getCommandSpec().qualifiedName()).isEqualTo("compscan " + name);
        });
        assertThat(AllCommands.commandLine("scan", "x").getSubcommands()).containsOnlyKeys("scan");
        assertThat(Run.of("generate-completion").out()).contains("compscan", "scan", "merge", "--map-memory");
        assertThat(Run.of("generate-completion").out()).contains("zfs-lz4-128k", "fastcdc:", "zstd");
    }

    /** The script keeps values by the label of their option, so two options with one label would have the values of the second. */
    @Test
    void eachOptionCompletesItsOwnValues() {
        for (String function : Pattern.compile("\nfunction ")
                .splitAsStream(Run.of("generate-completion").out())
                .toList()) {
            List<String> arrays = Pattern.compile("local (\\w+_option_args)=")
                    .matcher(function)
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            assertThat(arrays).as(function.lines().findFirst().orElse("")).doesNotHaveDuplicates();
        }
    }
}
