package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.testing.Slow;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command of the README, the tutorial and the list of questions, in the order of the page. The directory has the files that the page
 * names. So what a reader copies runs. Commands of plain words share a process; a shell runs the others.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Slow
class DocumentedCommandsIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern INDENTED =
            Pattern.compile("(?m)^    (?:\\$ )?((?:\\./|[a-z]+ [\\w.]+ \\| )?compscan [a-z].*)$");
    private static final Pattern IN_LINE = Pattern.compile("`((?:[a-z]+ [\\w.]+ \\\\?\\| )?compscan [a-z-]+ [^`]+)`");

    /** What takes a server, a device, a right to read processes, or a scan that was interrupted; other tests run these. */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "(?:s3|hdfs|nbd)://|qemu:|/dev/sdb|compscan memory (?:PID|all|guest)|--resume|compscan import|COMMAND");

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** What a shell would not change. */
    private static final Pattern PLAIN = Pattern.compile("compscan( +[\\w./:,=%@+-]+)+");

    @TempDir
    private Path directory;

    private Process commands;

    @AfterEach
    void stop() throws InterruptedException {
        if (commands != null) {
            commands.destroyForcibly().waitFor();
        }
    }

    @Test
    void commandsOfTheReadmeRun() throws Exception {
        List<String> commands = commands(ROOT.resolve("README.md"));
        assertThat(commands).hasSizeGreaterThan(6);
        run(commands, "--profile vdo,ontap,zfs");
        assertThat(directory.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void theCommandOfEachQuestionRuns() throws Exception {
        List<String> commands = commands(ROOT.resolve("docs/how-to/commands.md"));
        assertThat(commands).hasSizeGreaterThan(35);
        run(commands, "");
    }

    @Test
    void commandsOfTheTutorialRunInItsOrder() throws Exception {
        List<String> commands = new ArrayList<>();
        for (String page : List.of("first-scan.md", "reading-a-report.md")) {
            commands.addAll(commands(ROOT.resolve("docs/tutorial").resolve(page)));
        }
        assertThat(commands).hasSizeGreaterThan(8);
        run(commands, "");
        assertThat(directory.resolve("report.html")).isNotEmptyFile();
    }

    private static List<String> commands(Path page) throws IOException {
        String text = Files.readString(page);
        return Stream.of(INDENTED, IN_LINE)
                .flatMap(pattern -> pattern.matcher(text).results())
                .sorted((a, b) -> a.start() - b.start())
                .map(match -> match.group(1).replaceFirst(" {2,}#.*", "").replace("\\|", "|"))
                .toList();
    }

    /** @param options of the scans of other hosts */
    private void run(List<String> commands, String options) throws IOException, InterruptedException {
        assumeTrue(File.separatorChar == '/', "no shell here");
        prepare(options);
        int count = 0;
        for (String command : commands) {
            if (!ELSEWHERE.matcher(command).find()) {
                count++;
                command(here(command));
            }
        }
        assertThat(count).isGreaterThan(commands.size() / 2);
    }

    /** The command with the names of the page in place of those of other machines. */
    private static String here(String command) {
        String known = command.replaceAll("(?<=\\s)/(?:usr/share|usr/lib/python3|srv/vm)(?=\\s|$)", "DIR")
                .replaceAll("\\bPID\\b", Long.toString(ProcessHandle.current().pid()))
                .replace("./compscan", "compscan")
                .replace("--size 10g", "--size 3m");
        Matcher output = Pattern.compile("--(?:out|html|save) ").matcher(known);
        // The same file is written by several commands of the page.
        return (output.find() ? known + " --overwrite" : known)
                + (known.startsWith("compscan watch") ? " --for 1s" : "");
    }

    /** The files that the pages speak of. */
    private void prepare(String options) throws IOException, InterruptedException {
        Files.createFile(directory.resolve("config"));
        Path program = Files.createDirectories(directory.resolve("bin")).resolve("compscan");
        Files.writeString(program, "#!/bin/sh\nexec " + java() + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        command("compscan generate --out DIR --size 3m --dedup 2 --compress 2 --files 20 --seed 1");
        shell(
                "rm DIR.truth.json && find DIR -type f -exec cat {} + >disk.img && gzip -c disk.img >x.gz && cp disk.img disk.vhd");
        shell(
                "compscan scan DIR --profile vdo,zfs-lz4-128k --out RESULT && cp -r RESULT result && cp RESULT/result.json .");
        // The page's own scan with it is the second one.
        command("compscan scan DIR --catalog CATALOG");
        for (String set : List.of("host1", "host2")) {
            command("compscan scan DIR " + options + " --save " + set + ".fpr");
        }
        for (String set : List.of("monday", "tuesday", "repo", "today")) {
            command("compscan scan DIR --save " + set + ".fpr");
        }
        for (String set : List.of("vol1", "vol2")) {
            command("compscan scan DIR --profile vdo,zfs-lz4-128k --save " + set + ".fpr");
        }
    }

    /** The jar with an archive of its classes, as {@code ./compscan} runs it: half a hundred processes start sooner. */
    private String java() throws IOException, InterruptedException {
        String jar = System.getProperty("compscan.jar");
        Path archive = directory.resolve("compscan.jsa");
        shell("'" + JAVA + "' -Xlog:disable -XX:+UseSerialGC -XX:ArchiveClassesAtExit='" + archive + "' -jar '" + jar
                + "' scan '" + ROOT.resolve("docs/tutorial") + "'");
        return "'" + JAVA + "' -Xlog:disable -Xmx200m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:SharedArchiveFile='"
                + archive + "' -jar '" + jar + "'";
    }

    private void command(String command) throws IOException, InterruptedException {
        if (!PLAIN.matcher(command).matches()) {
            shell(command);
            return;
        }
        Path output = directory.resolve("output.txt");
        if (commands == null) {
            String classes = System.getProperty("compscan.jar")
                    + File.pathSeparator
                    + Path.of("target/test-classes").toAbsolutePath();
            commands = new ProcessBuilder(
                            JAVA,
                            "-Xmx300m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            classes,
                            ManyCommands.class.getName(),
                            output.toString())
                    .directory(directory.toFile())
                    .redirectError(directory.resolve("stderr.txt").toFile())
                    .start();
        }
        commands.outputWriter()
                .append(command.substring("compscan ".length()))
                .append('\n')
                .flush();
        String code = commands.inputReader().readLine();
        assertThat(code)
                .as("%s%n%s%n%s", command, Files.readString(output), Files.readString(directory.resolve("stderr.txt")))
                .isEqualTo("0");
    }

    private void shell(String command) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment().merge("PATH", directory.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
        shell.environment().put("COMPSCAN_CONFIG", directory.resolve("config").toString());
        Process process = shell.start();
        process.getOutputStream().close();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(command).isTrue();
        assertThat(process.exitValue())
                .as("%s%n%s", command, Files.readString(output, StandardCharsets.UTF_8))
                .isZero();
    }
}
