package io.compscan.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.core.profile.Profiles;
import io.compscan.spark.SparkScanPropertyTest.Content;
import io.compscan.spark.SparkScanPropertyTest.Stretch;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The job as it is submitted: options, outputs, exit codes. */
class ScanJobTest {

    private final Map<String, String> settings = new HashMap<>(Map.of(
            "spark.master", "local[2]",
            "spark.ui.enabled", "false",
            "spark.driver.host", "127.0.0.1",
            "spark.log.level", "OFF",
            "spark.hadoop.fs.faulty.impl", FaultyFileSystem.class.getName()));

    @TempDir
    Path root;

    private Path data;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeData() throws IOException {
        data = Files.createDirectory(root.resolve("data"));
        Files.write(data.resolve("a.bin"), SparkScanPropertyTest.bytes(new Stretch(Content.RANDOM, 100_000, 1)));
        Files.write(data.resolve("b.txt"), SparkScanPropertyTest.bytes(new Stretch(Content.TEXT, 50_000, 1)));
    }

    @AfterEach
    void forgetSettings() {
        settings.keySet().forEach(System::clearProperty);
    }

    private int run(String... args) {
        settings.forEach(System::setProperty);
        CommandLine job = ScanJob.commandLine();
        job.setOut(new PrintWriter(out, true));
        job.setErr(new PrintWriter(err, true));
        return job.execute(args);
    }

    @Test
    void writesWhatAScanWrites() throws IOException {
        Path directory = root.resolve("out");
        assertThat(run("--chunk", "4k,fastcdc:8k", "-z", "lz4,zstd", "-o", directory.toString(), "file://" + data))
                .isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("fastcdc:8192");
        assertThat(Files.readString(directory.resolve("result.json"))).contains("\"" + data + "\"");
        assertThat(directory.resolve("summary.csv")).exists();
    }

    /** A system that only the driver has the file of takes what one takes that everybody knows. */
    @Test
    void aProfileFileNeedNotBeOnExecutors() throws IOException {
        Path file = root.resolve("mine.toml");
        Files.writeString(file, Profiles.toml("vdo").replaceFirst("name = .*", "name = \"mine\""));
        Path directory = root.resolve("out");
        assertThat(run(
                        "--profile",
                        "vdo",
                        "--profile-file",
                        file.toString(),
                        "-o",
                        directory.toString(),
                        data.toString()))
                .as(err::toString)
                .isZero();
        JsonNode profiles = new ObjectMapper()
                .readTree(directory.resolve("result.json").toFile())
                .get("profiles");
        assertThat(profiles).hasSize(2);
        assertThat(profiles.get(1).get("profile").asText()).isEqualTo("mine");
        assertThat(profiles.get(0).get("physicalBytes").asLong()).isPositive();
        for (JsonNode profile : profiles) {
            ((ObjectNode) profile).remove("profile");
        }
        assertThat(profiles.get(1)).isEqualTo(profiles.get(0));
    }

    @Test
    void leavesWithThreeIfSomethingCannotBeRead() throws IOException {
        Files.write(data.resolve("denied"), new byte[10]);
        Path directory = root.resolve("out");
        assertThat(run("-o", directory.toString(), "faulty://" + data)).isEqualTo(3);
        assertThat(Files.readString(directory.resolve("errors.csv")))
                .contains("denied,unreadable,10,permission denied");
    }

    /** The driver walks, so a directory that it cannot list is missing from every task. */
    @Test
    void aDirectoryThatCannotBeListedHasAnUnknownSize() throws IOException {
        Files.write(Files.createDirectory(data.resolve("closed")).resolve("inside"), new byte[10]);
        Path directory = root.resolve("out");
        assertThat(run("-o", directory.toString(), "faulty://" + data)).isEqualTo(3);
        assertThat(out.toString())
                .startsWith("SIZE UNKNOWN: 1 directory could not be listed.")
                .contains("Answer   size unknown: ");
        JsonNode totals = new ObjectMapper()
                .readTree(directory.resolve("result.json").toFile())
                .get("totals");
        assertThat(totals.get("unreadDirectoryCount").asLong()).isEqualTo(1);
        assertThat(totals.get("scannedBytes").asLong()).isEqualTo(150_000);
        assertThat(Files.readString(directory.resolve("errors.csv"))).contains("closed,unlisted,,permission denied");
    }

    @Test
    void saysInOneLineWhatIsWrong() {
        assertFails(1, "no such file or directory", data.resolve("missing").toString());
        assertFails(1, "no longer there", "faulty:///missing");
        assertFails(1, "nosuch", "nosuch://host/path");
        assertFails(2, "PATH is missing");
        assertFails(2, "--stdin is for compscan scan", "--stdin");
        assertFails(2, "--source-space is for compscan scan", data.toString(), "--source-space");
        assertFails(2, "--trimmed is for compscan scan", data.toString(), "--trimmed");
        assertFails(2, "--sets and PATH exclude each other", "--sets", "a.fpr", data.toString());
        assertFails(2, "--chunk does nothing with --sets", "--sets", "a.fpr", "--chunk", "64k");
        assertFails(2, "--exclude does nothing with --sets", "--sets", "a.fpr", "--exclude", "x");
        assertFails(2, "--readers", "--readers", "2", data.toString());
        assertFails(2, "a chunk is 512 to 16m", "--chunk", "1", data.toString());
        assertFails(1, "a.fpr", "--sets", root.resolve("a.fpr").toString());
    }

    private void assertFails(int code, String line, String... args) {
        err.getBuffer().setLength(0);
        assertThat(run(args)).as(() -> List.of(args) + ": " + err).isEqualTo(code);
        assertThat(err.toString()).contains(line).startsWith("compscan: ").hasLineCount(1);
    }

    /** A shuffle that finds no space is no result. */
    @Test
    @Slow
    void endsWithoutAResultWhenTheDiskIsFull() throws Exception {
        Path full = Files.createDirectory(root.resolve("full"));
        Assumptions.assumeTrue(
                execute("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", full.toString()) == 0,
                "only root may mount a small disk");
        try {
            settings.put("spark.local.dir", full.toString());
            for (int i = 0; i < 40; i++) {
                Files.write(
                        data.resolve("r" + i), SparkScanPropertyTest.bytes(new Stretch(Content.RANDOM, 500_000, i)));
            }
            Path directory = root.resolve("out");
            assertFails(1, "No space left on device", "--chunk", "512", "-o", directory.toString(), data.toString());
            assertThat(directory.resolve("result.json")).doesNotExist();
        } finally {
            execute("umount", full.toString());
        }
    }

    private static int execute(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
