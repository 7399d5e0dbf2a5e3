package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Processes that get less from the machine than usual: no standard input, no place for temporary files. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class PoorMachineTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.write(
                directory.resolve("file"),
                "some text, some text, some text".repeat(1000).getBytes(StandardCharsets.UTF_8));
    }

    /** The JVM's first file then has the number of standard input. */
    @ParameterizedTest
    @ValueSource(strings = {"scan --stdin", "scan /dev/stdin", "estimate /dev/fd/0", "import zfs /dev/stdin"})
    void standardInputThatIsClosed(String line) throws Exception {
        Run run = inShell("\"$@\" <&-", ScanProcess.command((Object[]) line.split(" ")));
        run.saidInOneLine(ExitCode.FAILED, ": standard input is closed");
    }

    @Test
    void standardInputThatIsOpen() throws Exception {
        Run run = inShell("\"$@\" < '" + file + "'", ScanProcess.command("scan", "--stdin", "--json"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().at("/totals/scannedBytes").asLong()).isEqualTo(31_000);
    }

    @Test
    void standardInputThatIsADirectory() throws Exception {
        Run run = inShell("\"$@\" < '" + directory + "'", ScanProcess.command("scan", "--stdin"));
        run.saidInOneLine(ExitCode.FAILED, "nothing could be read");
        assertThat(run.out()).contains("Nothing was scanned: no file could be read.");
    }

    /** Beside its own files the JVM has some 40 here, and a slab holds 512 small files. */
    @Test
    void fewerOpenFilesThanASlabHolds() throws Exception {
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < 3000; i++) {
            Files.writeString(many.resolve("file" + i), "content " + i);
        }
        Run run = inShell("ulimit -n 64; \"$@\"", ScanProcess.command("scan", "--json", many));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().at("/totals/fileCount").asLong()).isEqualTo(3000);
    }

    @Test
    void aNameThatIsNotUtf8() throws Exception {
        Run run = inShell("export LC_ALL=C.UTF-8; \"$@\" \"$(printf '\\377')\"", ScanProcess.command("scan"));
        run.saidInOneLine(ExitCode.FAILED, "no such file or directory; ", "not UTF-8: scan its directory");
    }

    /** Cron sets no locale. Java has no name for such a directory, so no relative path leads anywhere. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aWorkingDirectoryThatTheLocaleHasNoNameFor() throws Exception {
        String there =
                "cd '" + directory + "'; d=$(printf 'B\\303\\274ro\\351'); mkdir -p \"$d\"; cd \"$d\"; echo x > a; ";
        Run ascii = inShell("export LC_ALL=C; " + there + "\"$@\"", ScanProcess.command("scan", "."));
        ascii.saidInOneLine(ExitCode.USAGE, "the name of the working directory", "LC_ALL=C.UTF-8");
        for (List<String> command : List.of(
                List.of("scan", "/"), List.of("estimate", "/"), List.of("watch", "."), List.of("report", "a"))) {
            Run other = inShell("export LC_ALL=C; " + there + "\"$@\"", ScanProcess.command(command.toArray()));
            other.saidInOneLine(ExitCode.USAGE, "the name of the working directory", "LC_ALL=C.UTF-8");
        }
    }

    /** Not UTF-8, and so no name in any locale: the advice is true. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aWorkingDirectoryWhoseNameIsNotUtf8() throws Exception {
        String there = "cd '" + directory + "'; d=$(printf 'd\\351'); mkdir -p \"$d\"; cd \"$d\"; echo x > a; ";
        Run run = inShell("export LC_ALL=C.UTF-8; " + there + "\"$@\"", ScanProcess.command("scan", "."));
        run.saidInOneLine(ExitCode.USAGE, "is not UTF-8", "try /proc/self/cwd");
        Run advised = inShell(
                "export LC_ALL=C.UTF-8; " + there + "\"$@\"", ScanProcess.command("scan", "--json", "/proc/self/cwd"));
        assertThat(advised.json().at("/totals/scannedBytes").asLong()).isEqualTo(2);
    }

    /** The launcher of the packages, with a program that shows its locale in place of Java. */
    @ParameterizedTest
    @CsvSource({"C, C.UTF-8", "POSIX, C.UTF-8", "C.UTF-8, C.UTF-8", "'', C.UTF-8"})
    @EnabledOnOs(OS.LINUX)
    void theLauncherTakesALocaleWithLetters(String before, String expected) throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Path java = Files.createDirectories(home.resolve("runtime/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"locale $LC_ALL\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Path launcher = Files.createDirectories(home.resolve("bin")).resolve("compscan");
        Files.copy(Path.of("../compscan-dist/compscan"), launcher);
        Run run = inShell(
                "unset LC_ALL LC_CTYPE LANG; test -z '" + before + "' || export LC_ALL='" + before + "'; sh '"
                        + launcher + "'",
                List.of());
        assertThat(run.out()).isEqualTo("locale " + expected + "\n");
    }

    /** Native libraries cannot be unpacked into /proc, so they go elsewhere. */
    @Test
    void aTemporaryDirectoryThatCannotBeWritten() throws Exception {
        JsonNode expected = Run.scan(ExitCode.OK, file, "--compress", "lz4,zstd");
        List<String> command = new ArrayList<>(ScanProcess.command("scan", "--json", "-z", "lz4,zstd", file));
        command.add(1, "-Djava.io.tmpdir=/proc");
        Run run = inShell("\"$@\"", command);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).doesNotContain("jna", "Exception");
        assertThat(run.json().at("/layouts")).isEqualTo(expected.at("/layouts"));
    }

    @Test
    void directoriesForNativeLibraries() {
        assertThat(NativeDirectory.isUsable(directory)).isTrue();
        assertThat(NativeDirectory.isUsable(directory.resolve("nowhere"))).isFalse();
        assertThat(NativeDirectory.isUsable(Path.of("/proc"))).isFalse();
        assertThat(directory).isDirectoryNotContaining("glob:**/*.probe");
    }

    /** Others could exchange a library between its writing and its loading. */
    @Test
    void nativeLibrariesLieWhereNobodyElseMayWriteAndAreRemoved() throws Exception {
        Path own = Objects.requireNonNull(NativeDirectory.within(directory));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
        assertThat(NativeDirectory.within(directory.resolve("nowhere"))).isNull();
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        Path seen = directory.resolve("seen");
        List<String> command = new ArrayList<>(ScanProcess.command("scan", "--json", "-z", "lz4,zstd", file));
        command.add(1, "-Djava.io.tmpdir=" + temporary);
        // Whatever lies there while the command runs is a directory of this user alone.
        String script = "umask 0; \"$@\" & while kill -0 $! 2>/dev/null; do ls -l " + temporary + " >> " + seen
                + "; done; wait $!";
        Run run = inShell(script, command);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Files.readAllLines(seen).stream().filter(line -> !line.startsWith("total")))
                .allMatch(line -> line.startsWith("drwx------"));
        assertThat(temporary).isEmptyDirectory();
    }

    /** As where so many files are estimated that their names do not fit. */
    @Test
    void aHeapThatIsTooSmallForTheMainThread() {
        StringWriter err = new StringWriter();
        CommandLine line = CommandLines.of(new Hungry());
        line.setErr(new PrintWriter(err));
        assertThat(line.execute()).isEqualTo(ExitCode.FAILED);
        assertThat(err)
                .hasToString(
                        "compscan: " + CommandLines.outOfMemory(new OutOfMemoryError(), line.getCommandSpec()) + "\n")
                .asString()
                .doesNotContain("--readers");
        CommandSpec scan = CommandLines.of(new ScanCommand()).getCommandSpec();
        assertThat(CommandLines.outOfMemory(new OutOfMemoryError(), scan)).contains("--readers");
    }

    @Command(name = "hungry")
    private static final class Hungry implements Runnable {

        @Override
        public void run() {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    private Run inShell(String script, List<String> arguments) throws IOException, InterruptedException {
        Path out = directory.resolve("stdout");
        Path err = directory.resolve("stderr");
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.addAll(arguments);
        int exitCode = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Run(exitCode, Files.readString(out), Files.readString(err));
    }
}
