package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compscan import} as its user meets it; what the formats mean is tested beside them. */
class ImportCommandTest {

    @TempDir
    private Path temporary;

    private Path trace;

    /** Writes A, B, A. */
    @BeforeEach
    void writeTrace() throws Exception {
        String a = md5(1);
        trace = Files.writeString(
                temporary.resolve("mail-01.trace"),
                "1 2 imapd 0 8 W 6 0 " + a + "\n2 2 imapd 8 8 W 6 0 " + md5(2) + "\n3 2 imapd 0 8 W 6 0 " + a + "\n");
    }

    private static String md5(int seed) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("MD5")
                        .digest(Integer.toString(seed).getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aReportADocumentAndASet() throws Exception {
        Path set = temporary.resolve("mail.fpr");
        Run run = Run.of("import", "fiu", trace, "--save", set, "--json");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        JsonNode result = Run.json(run.out());
        assertThat(result.at("/layouts/0/chunking").asText()).isEqualTo("fiu:fixed:4096");
        assertThat(result.at("/layouts/0/uniqueBytes").asLong()).isEqualTo(8192);
        assertThat(result.at("/layouts/0/duplicateBytes").asLong()).isEqualTo(4096);
        assertThat(result.at("/timing/origin/command/0").asText()).isEqualTo("import");
        assertThat(result.at("/timing/scannedBytesPerSecond").asLong()).isZero();
        Run report = Run.of(
                "import", "fiu-final", trace, "--html", temporary.resolve("r.html"), "-o", temporary.resolve("o"));
        assertThat(report.exitCode()).isZero();
        assertThat(report.out()).contains("8.00 KiB").doesNotContain("/s");
        Run.of((Object[]) ("inline %s --nodes 9 --phases 9 --compute-rate 1MB/s --storage-bandwidth 1MB/s"
                                + " --interconnect-bandwidth 1GB/s")
                        .formatted(temporary.resolve("o"))
                        .split(" "))
                .failedWith(2, "the scan does not say how fast it deduplicated");
        assertThat(temporary.resolve("r.html")).exists();
        Run info = Run.of("report", set);
        assertThat(info.exitCode()).isZero();
        assertThat(info.out()).contains("fiu:fixed:4096", "fiu:md5");
    }

    @Test
    void setsMergeWithTheirLikeAlone() throws Exception {
        Path set = temporary.resolve("mail.fpr");
        Path other = temporary.resolve("other.fpr");
        Path own = temporary.resolve("own.fpr");
        assertThat(Run.of("import", "fiu", trace, "--save", set, "-q").exitCode())
                .isZero();
        assertThat(Run.of("import", "fiu-final", trace, "--save", other, "-q").exitCode())
                .isZero();
        assertThat(Run.of("scan", trace, "--fingerprint", "md5", "-z", "none", "--save", own, "-q")
                        .exitCode())
                .isZero();
        Run merged = Run.of("merge", set, other, "--json");
        assertThat(merged.err()).isEmpty();
        assertThat(merged.exitCode()).isZero();
        assertThat(Run.json(merged.out())
                        .at("/union/timing/scannedBytesPerSecond")
                        .asLong())
                .isZero();
        assertThat(Run.json(merged.out()).at("/union/layouts/0/uniqueBytes").asLong())
                .isEqualTo(8192);
        Run refused = Run.of("merge", set, own);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("does not match", "chunking fixed:4096, not fiu:fixed:4096");
    }

    /** A set may have nearly 2^63 bytes, as one of sparse disks. Two of them are too many, and no fault of theirs. */
    @Test
    void setsOfTooManyBytesLeaveNothingBehind() throws Exception {
        Path table = Files.writeString(
                temporary.resolve("ddt"),
                "index 0 refcnt 500000000000 single DVA[0]=<0:1a000:20000> [L0 deduplicated block] sha256 lz4 unencrypted"
                        + " LE contiguous dedup single size=1000000L/9000P birth=80L/80P fill=1 cksum=a:b:c:d\n");
        Path set = temporary.resolve("ddt.fpr");
        assertThat(Run.of("import", "zfs", table, "--save", set, "-q").exitCode())
                .isZero();
        Run.of("merge", set, set, "-o", temporary.resolve("new/out"))
                .failedWith(1, "the sets together have 2^63 bytes or references, or more");
        assertThat(temporary.resolve("new")).doesNotExist();
    }

    /** The cache of a repository against what Borg itself tells of it. */
    @Test
    @Slow
    @Needs("borg")
    void aCacheThatBorgHasWritten() throws Exception {
        Path data = Files.createDirectory(temporary.resolve("data"));
        Files.writeString(data.resolve("one.txt"), "nothing new under the sun\n".repeat(200_000));
        Files.copy(data.resolve("one.txt"), data.resolve("two.txt"));
        String repository = temporary.resolve("repository").toString();
        borg("init", "-e", "none", repository);
        borg("create", "-C", "lz4", repository + "::monday", data.toString());
        borg("create", "-C", "lz4", repository + "::tuesday", data.toString());
        JsonNode stats = Run.json(borg("info", "--json", repository)).at("/cache/stats");
        Path cache;
        try (Stream<Path> all = Files.walk(temporary.resolve("base"))) {
            cache = all.filter(path -> path.endsWith("chunks")).findFirst().orElseThrow();
        }
        Path set = temporary.resolve("borg.fpr");
        Run run = Run.of("import", "borg", cache, "--save", set, "--json");
        assertThat(run.err()).isEmpty();
        JsonNode result = Run.json(run.out());
        assertThat(result.at("/totals/scannedBytes").asLong())
                .as("files, and the lists of the archives")
                .isGreaterThan(stats.get("total_size").asLong());
        assertThat(result.at("/layouts/0/chunkCount").asLong())
                .isEqualTo(stats.get("total_chunks").asLong());
        assertThat(result.at("/layouts/0/uniqueChunkCount").asLong())
                .isEqualTo(stats.get("total_unique_chunks").asLong());
        assertThat(result.at("/layouts/0/uniqueBytes").asLong())
                .isEqualTo(stats.get("unique_size").asLong());
        assertThat(result.at("/layouts/0/compression/1/compressor").asText()).isEqualTo("borg");
        assertThat(result.at("/layouts/0/compression/1/physicalBytes").asLong())
                .isEqualTo(stats.get("unique_csize").asLong());
        Path again = Files.copy(set, temporary.resolve("again.fpr"));
        Run merged = Run.of("merge", set, again, "--json");
        assertThat(merged.exitCode()).as(merged.err()).isZero();
        assertThat(Run.json(merged.out())
                        .at("/union/layouts/0/compression/1/physicalBytes")
                        .asLong())
                .isEqualTo(stats.get("unique_csize").asLong());
    }

    private String borg(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("borg"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("BORG_BASE_DIR", temporary.resolve("base").toString());
        builder.environment().put("BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK", "yes");
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void mistakesGetOneLine() {
        Run.of("import", "tar", trace)
                .failedWith(2, "FORMAT 'tar'", "fs-hasher, fiu, fiu-final, proxmox, casync, borg, zfs, restic");
        Run.of("import", "fiu").failedWith(2, "FILE");
        Run.of("import", "fiu", temporary.resolve("gone")).failedWith(1, "gone: no such file or directory");
        Run.of("import", "proxmox", trace).failedWith(1, "mail-01.trace: not an index of Proxmox Backup");
    }

    @Test
    void aDirectoryIsNoTrace() {
        Run.of("import", "zfs", temporary)
                .saidInOneLine(ExitCode.FAILED, temporary + ": a directory, not a file of this format");
    }
}
