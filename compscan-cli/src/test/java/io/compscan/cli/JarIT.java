package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code java -jar compscan.jar}: what only a process of its own shows. */
@Timeout(120)
class JarIT {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private static Path jarDir;

    private static Path jar;

    @TempDir
    private Path tempDir;

    private Path tree;

    /** Where other users can read it. */
    @BeforeAll
    static void copyJar() throws IOException {
        Files.setPosixFilePermissions(jarDir, PosixFilePermissions.fromString("rwxr-xr-x"));
        jar = Files.copy(Path.of(System.getProperty("compscan.jar")), jarDir.resolve("compscan.jar"));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    }

    @BeforeEach
    void makeTree() throws IOException {
        Files.setPosixFilePermissions(tempDir, PosixFilePermissions.fromString("rwxr-xr-x"));
        tree = Files.createDirectory(tempDir.toRealPath().resolve("tree"));
    }

    /** Every JDK builds it. On a later JDK the jar would warn of the classes that the variant for 17 stands on. */
    @Test
    void hasTheVariantForLaterJdks() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            assertThat(file.isMultiRelease()).isTrue();
            assertThat(file.getEntry("META-INF/versions/22/io/compscan/map/memory/RawMemory.class"))
                    .isNotNull();
        }
    }

    /** A process, and what it has written so far. */
    private final class Jar {
        private final Path out = tempDir.resolve("stdout");
        private final Path err = tempDir.resolve("stderr");
        private final List<String> command = new ArrayList<>();
        private final ProcessBuilder builder = new ProcessBuilder(command);

        Jar(Object... args) {
            command.addAll(List.of(JAVA, "-jar", jar.toString()));
            for (Object arg : args) {
                command.add(String.valueOf(arg));
            }
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        }

        Jar withJvmOptions(String... options) {
            command.addAll(1, List.of(options));
            return this;
        }

        Jar withEnvironment(String name, String value) {
            builder.environment().put(name, value);
            return this;
        }

        /** Limits the process as the shell does: {@code -v KIB} or {@code -u THREADS}. */
        Jar withLimit(String options) {
            command.addAll(0, List.of("bash", "-c", "ulimit " + options + " && exec \"$0\" \"$@\""));
            // Each heap of malloc's takes 64 MiB of addresses.
            return withEnvironment("MALLOC_ARENA_MAX", "1");
        }

        /** As a terminal starts it: whoever runs the tests may ignore signals, as {@code nohup} does, and processes inherit that. */
        Jar withDefaultSignals() {
            if (Programs.succeeds("env", "--default-signal", "true")) {
                command.addAll(0, List.of("env", "--default-signal"));
            }
            return this;
        }

        Jar asPlainUser() throws IOException, InterruptedException {
            return asUser(65534);
        }

        Jar asUser(int number) throws IOException, InterruptedException {
            if (System.getProperty("user.name").equals("root")) {
                List<String> prefix = List.of("setpriv", "--reuid=" + number, "--regid=65534", "--clear-groups");
                List<String> attempt = new ArrayList<>(prefix);
                attempt.addAll(List.of(JAVA, "-version"));
                assumeTrue(Programs.succeeds(attempt.toArray()), "cannot become another user");
                command.addAll(0, prefix);
            }
            return this;
        }

        Process start() throws IOException {
            return builder.start();
        }

        Run finish(Process process) throws IOException, InterruptedException {
            try {
                assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("ends").isTrue();
            } finally {
                process.destroyForcibly();
            }
            return new Run(process.exitValue(), Files.exists(out) ? Files.readString(out) : "", Files.readString(err));
        }

        Run run() throws IOException, InterruptedException {
            return finish(start());
        }
    }

    /** The launcher of Java leaves /dev/null as standard output, which takes a report without a word. */
    @ParameterizedTest
    @ValueSource(strings = {"<&- >&- 2>&-", ">&- 2>&-", ">&-"})
    void withoutStandardOutputThereIsNoSuccess(String closed) throws Exception {
        file("f", 1000);
        Jar scan = new Jar("scan", tree);
        scan.command.addAll(0, List.of("bash", "-c", "exec " + closed + "; exec \"$0\" \"$@\""));
        assertThat(scan.run().exitCode()).isEqualTo(ExitCode.FAILED);
        Jar discarding = new Jar("scan", tree);
        discarding.command.addAll(0, List.of("bash", "-c", "exec <&- >/dev/null 2>&-; exec \"$0\" \"$@\""));
        assertThat(discarding.run().exitCode()).isEqualTo(ExitCode.OK);
    }

    private Path file(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Files.write(tree.resolve(name), content);
    }

    @Test
    void everyCodecIsThereAndNothingWarns() throws Exception {
        file("f", 100_000);
        Run run = new Jar(
                        "scan",
                        tree,
                        "--json",
                        "--compress",
                        "none,lz4,lz4hc,zstd,deflate,xz",
                        "--fingerprint",
                        "blake3")
                .run();
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.json().at("/layouts/0/compression")).hasSize(6);
        Run version = new Jar("--version").run();
        assertThat(version.err()).isEmpty();
        assertThat(version.out()).startsWith("compscan ").doesNotContain("${");
    }

    @Test
    void theConsoleReportIsAllOfStdout() throws Exception {
        file("f", 100_000);
        Run run = new Jar("scan", tree).run();
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("compscan ").contains("reduction");
    }

    /** The jar reads documents by reflection, and may need further classes for that. */
    @Test
    @Slow
    void readsTheDocumentsThatItHasWritten() throws Exception {
        file("f", 100_000);
        Path out = tempDir.resolve("out");
        Path set = tempDir.resolve("a.fpr");
        assertThat(new Jar("scan", tree, "--profile", "vdo", "--out", out, "--save", set, "--quiet")
                        .run()
                        .exitCode())
                .isZero();
        Path other = Files.copy(set, tempDir.resolve("b.fpr"));
        Path page = tempDir.resolve("page.html");
        for (Jar reader : List.of(
                new Jar("report", out, "--html", page),
                new Jar("report", out),
                new Jar("plan", out, "--profile", "vdo"),
                new Jar("merge", set, other),
                new Jar("diff", set, set),
                new Jar("place", set, other, "--pool", "A=1GB:vdo", "--pool", "B=1GB:vdo", "--at", "a=A", "--json"),
                new Jar("report", set))) {
            Run run = reader.run();
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
        }
        assertThat(page).isNotEmptyFile();
    }

    @Test
    void unknownOptionsEndInOneLine() throws Exception {
        new Jar("scan", tree, "--no-such-option").run().failedWith(ExitCode.USAGE, "--no-such-option");
    }

    /**
     * The pipe before the large file tells when the scan is under way. The rate keeps it there: the signal comes before 40 MiB are read at
     * 1 MiB/s. What starts processes often signals one of them twice, which is one interrupt.
     */
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void anInterruptStillReports(String signal) throws Exception {
        Path gate = tempDir.toRealPath().resolve("gate");
        assumeTrue(Programs.succeeds("mkfifo", gate), "no mkfifo");
        file("large", 40 << 20);
        Path out = tempDir.resolve("out");
        Jar scan = new Jar("scan", gate, tree, "--readers", 1, "--rate", "1MiB/s", "--out", out).withDefaultSignals();
        Process process = scan.start();
        try (OutputStream stream = Files.newOutputStream(gate, StandardOpenOption.WRITE)) {
            stream.write(new byte[100]);
        }
        Signals.sendTwice(signal, process);
        Run run = scan.finish(process).saidInOneLine(ExitCode.INTERRUPTED, "stopping");
        assertThat(run.out()).startsWith("PARTIAL");
        JsonNode result = Run.json(Files.readString(out.resolve("result.json")));
        assertThat(result.at("/partial").asBoolean()).isTrue();
        assertThat(result.at("/totals/scannedBytes").asLong()).isLessThan(40 << 20);
    }

    @Test
    @Slow
    void anInterruptEndsTheWaitForAPipe() throws Exception {
        Jar scan = new Jar("scan", "--stdin");
        Process process = scan.start();
        // More than a pipe holds: when it is written the scan is under way.
        process.getOutputStream().write(new byte[4 << 20]);
        process.getOutputStream().flush();
        Signals.interrupt(process);
        Run run = scan.finish(process);
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out()).startsWith("PARTIAL");
    }

    @Test
    void theSecondInterruptLeavesAtOnce() throws Exception {
        Jar scan = new Jar("scan", "--stdin");
        Process process = scan.start();
        process.getOutputStream().write(new byte[4 << 20]);
        process.getOutputStream().flush();
        Signals.interrupt(process);
        while (process.isAlive() && Files.size(scan.err) == 0) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        Signals.interrupt(process);
        assertThat(scan.finish(process).exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void signalsMayBeLeftToTheSystem() throws Exception {
        file("f", 10);
        Run run = new Jar("scan", tree).withJvmOptions("-Xrs").run();
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void standardInput() throws Exception {
        byte[] content = new byte[3_000_001];
        new Random(5).nextBytes(content);
        Jar scan = new Jar("scan", "--stdin", "--json");
        Process process = scan.start();
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(content);
        }
        Run run = scan.finish(process);
        assertThat(run.exitCode()).isZero();
        assertThat(run.json().at("/layouts/0/uniqueBytes").asLong()).isEqualTo(content.length);
    }

    @Test
    void aReaderOfStdoutThatHasLeft() throws Exception {
        Jar scan = new Jar("scan", "--stdin", "--json");
        scan.builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        Process process = scan.start();
        process.getInputStream().close();
        process.getOutputStream().close();
        Run run = scan.finish(process);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.CLOSED_PIPE);
    }

    @Test
    void aFullDiskBehindStdout() throws Exception {
        File full = new File("/dev/full");
        assumeTrue(full.exists(), "no /dev/full");
        Jar scan = new Jar("scan", tree);
        scan.builder.redirectOutput(full);
        scan.run().saidInOneLine(ExitCode.FAILED, "standard output cannot be written");
    }

    @Test
    void aHeapTooSmallForTheThreads() throws Exception {
        new Jar("scan", tree, "--readers", 1000, "--workers", 1000)
                .withJvmOptions("-Xmx48m")
                .run()
                .failedWith(ExitCode.FAILED, "heap", "--readers");
    }

    /** An index that is promised more than the process can have would end the JVM, in the middle of the scan. */
    @Test
    void anIndexBeyondTheLimitOfAddresses() throws Exception {
        file("f", 1 << 20);
        Run limited = new Jar("scan", tree, "--json", "--map-memory", "8g")
                .withJvmOptions(
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-XX:ReservedCodeCacheSize=64m",
                        "-XX:CompressedClassSpaceSize=64m")
                .withLimit("-v 2000000")
                .run()
                .saidInOneLine(ExitCode.OK, "--map-memory 8.00 GiB: ulimit -v leaves ");
        assertThat(limited.json().at("/totals/scannedBytes").asLong()).isEqualTo(1 << 20);
        assertThat(limited.json().at("/layouts/0/uniqueBytes").asLong()).isEqualTo(1 << 20);
    }

    /** From a limit that the JVM itself just starts with to one that is enough: the answer, or one line. */
    @Test
    @Slow
    void fewerThreadsThanAScanNeeds() throws Exception {
        file("f", 1 << 20);
        int refused = 0;
        boolean enough = false;
        for (int threads = 10; threads < 60 && !enough; threads++) {
            Run run = new Jar("scan", tree, "--json")
                    .withJvmOptions("-XX:+UseSerialGC")
                    .withLimit("-u " + threads)
                    // The limit counts all threads of a user: of one whom no other test runs as.
                    .asUser(65533)
                    .run();
            assertThat(run.err()).doesNotContain("io.compscan");
            enough = run.exitCode() == ExitCode.OK;
            refused += run.err().contains("the system gives no more threads") ? 1 : 0;
        }
        assertThat(enough).as("enough for a scan").isTrue();
        assertThat(refused).as("scans that could not start a thread").isPositive();
    }

    /** A cron job's locale: names that it has no letters for are read, and printed as in any other. */
    @Test
    void aLocaleWithoutLetters() throws Exception {
        Files.write(Path.of(URI.create("file://" + tree + "/%C3%BC.txt")), new byte[] {1});
        Files.write(Path.of(URI.create("file://" + tree + "/%FF.txt")), new byte[] {2});
        Run run = new Jar("scan", tree, "--json", "--per-file")
                .withEnvironment("LC_ALL", "C")
                .run();
        assertThat(run.err()).isEmpty();
        assertThat(run.json().at("/files").findValuesAsText("path"))
                .containsExactlyInAnyOrder(tree + "/\\xFF.txt", tree + "/\u00FC.txt");
    }

    @Test
    @Slow
    void whatAPlainUserMayNotRead() throws Exception {
        file("open", 1000);
        Path locked = Files.createDirectory(tree.resolve("locked"));
        Files.write(locked.resolve("inside"), new byte[10]);
        Path secret = file("secret", 2000);
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        Path out = Files.createDirectory(tempDir.toRealPath().resolve("out"));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));
        try {
            Run run =
                    new Jar("scan", tree, "--json", "--out", out).asPlainUser().run();
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.INCOMPLETE);
            JsonNode result = run.json();
            Map<String, Long> unread = Map.of(tree + "/locked", 0L, tree + "/secret", 2000L);
            assertThat(result.at("/errors")).hasSize(2).allSatisfy(error -> {
                assertThat(error.at("/kind").asText())
                        .isEqualTo(error.at("/path").asText().endsWith("/locked") ? "unlisted" : "unreadable");
                assertThat(error.at("/reason").asText()).isEqualTo("permission denied");
                assertThat(error.at("/unreadBytes").asLong())
                        .isEqualTo(unread.get(error.at("/path").asText()));
            });
            assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(1000);
            assertThat(result.at("/totals/unreadBytes").asLong()).isEqualTo(2000);
            assertThat(result.at("/totals/unreadPathCount").asLong()).isEqualTo(2);
            assertThat(Files.readAllLines(out.resolve("errors.csv"))).hasSize(3);

            new Jar("scan", secret).asPlainUser().run().saidInOneLine(ExitCode.FAILED, "nothing could be read");
            new Jar("scan", locked).asPlainUser().run().saidInOneLine(ExitCode.FAILED, "nothing could be read");
            new Jar("scan", locked.resolve("inside"))
                    .asPlainUser()
                    .run()
                    .failedWith(ExitCode.FAILED, locked + "/inside: permission denied");
            new Jar("scan", tree, "--out", tree.resolve("out"))
                    .asPlainUser()
                    .run()
                    .failedWith(ExitCode.FAILED, "--out: ", tree + "/out");
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** A directory that the user may not list, in the first line of every command that meets it or its document. */
    @Test
    @Slow
    void aDirectoryOfUnknownSizeComesFirst() throws Exception {
        file("open", 100_000);
        Path locked = Files.createDirectory(tree.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
        Path out = Files.createDirectory(tempDir.toRealPath().resolve("out"));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path set = out.resolve("set.fpr");
        Path documents = out.resolve("documents");
        Path page = out.resolve("page.html");
        try {
            List<List<Object>> commands = List.of(
                    List.of("scan", tree, "--save", set, "--out", documents, "--profile", "vdo"),
                    List.of("estimate", tree),
                    List.of("merge", set, set),
                    List.of("diff", set, set),
                    List.of("plan", documents, "--years", "0", "--headroom", "20%"));
            for (List<Object> command : commands) {
                Run run = new Jar(command.toArray()).asPlainUser().run();
                assertThat(run.exitCode()).as(command + ": " + run.err()).isEqualTo(ExitCode.INCOMPLETE);
                assertThat(run.out()).as(command.toString()).startsWith("SIZE UNKNOWN: ");
            }
            Run estimate = new Jar("estimate", tree, "--json").asPlainUser().run();
            assertThat(estimate.json().at("/unreadDirectoryCount").asLong()).isEqualTo(1);
            Run merge = new Jar("merge", set, set, "--json").asPlainUser().run();
            assertThat(merge.json().at("/union/totals/unreadDirectoryCount").asLong())
                    .isEqualTo(2);
            Run report =
                    new Jar("report", documents, "--html", page).asPlainUser().run();
            assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
            assertThat(Files.readString(page)).contains("\"unknown\":\"SIZE UNKNOWN: ");
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Nobody has no home, where the library that asks for holes would otherwise be unpacked. */
    @Test
    void aSparseFileOfATebibyteForAUserWithoutAHome() throws Exception {
        Path file = file("sparse", 5000);
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(1L << 40);
        }
        Run run = new Jar("scan", file, "--json").asPlainUser().run();
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().at("/layouts/0/zeroBytes").asLong()).isEqualTo((1L << 40) - 8192);
    }
}
