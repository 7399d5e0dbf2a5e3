package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code compscan scan --catalog} over files of this machine. */
@Timeout(120)
class CatalogCommandTest {

    /** Files that are younger are read again. */
    private static final long UNTIL_TRUSTED_MILLIS = 2200;

    @TempDir
    private Path tempDir;

    private Path tree;
    private Path catalog;

    @BeforeEach
    void makeTree() throws IOException {
        Path dir = tempDir.toRealPath();
        tree = Files.createDirectories(dir.resolve("tree"));
        // It lies in what is scanned, and does not count.
        catalog = tree.resolve("catalog");
        for (int i = 0; i < 20; i++) {
            Files.write(tree.resolve("file" + i), ScanCommandTest.chunks("ABCD".repeat(i) + (char) ('a' + i)));
        }
    }

    private Run scan(Object... options) {
        List<Object> args = new ArrayList<>(List.of("scan", tree, "--json"));
        args.addAll(Arrays.asList(options));
        return Run.of(args.toArray());
    }

    private static JsonNode withoutTiming(Run run) {
        ObjectNode result = (ObjectNode) run.json();
        result.remove("timing");
        return result;
    }

    @Test
    void theNextScanReadsWhatHasChanged() throws Exception {
        Thread.sleep(UNTIL_TRUSTED_MILLIS);
        Run first = scan("--catalog", catalog, "--profile", "vdo,zfs,restic");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).contains("--catalog: takes up to ", " of disk for each TiB of data");
        assertThat(first.json().at("/timing/unchanged/fileCount").asInt()).isZero();
        Files.writeString(tree.resolve("file3"), "changed");
        Files.delete(tree.resolve("file4"));
        Run second = scan("--catalog", catalog, "--profile", "vdo,zfs,restic");
        assertThat(second.json().at("/timing/unchanged/fileCount").asInt()).isEqualTo(18);
        // A scan that keeps entries compresses all chunks, as one with a catalog does.
        Files.move(catalog, tempDir.resolve("elsewhere"));
        Run plain = scan("--profile", "vdo,zfs,restic", "--save", tempDir.resolve("set.fpr"));
        ObjectNode expected = (ObjectNode) withoutTiming(plain);
        ObjectNode found = (ObjectNode) withoutTiming(second);
        for (String key : List.of("totals", "layouts", "profiles", "types")) {
            assertThat(found.get(key)).as(key).isEqualTo(expected.get(key));
        }
    }

    @Test
    void theReportSaysWhatWasNotRead() throws Exception {
        Thread.sleep(UNTIL_TRUSTED_MILLIS);
        scan("--catalog", catalog);
        assertThat(Run.of("scan", tree, "--catalog", catalog, "--verify", "100%")
                        .unwrapped())
                .contains("Read 20 files")
                .doesNotContain("not read: unchanged");
        assertThat(Run.of("scan", tree, "--catalog", catalog).unwrapped())
                .contains("of these, 20 files with", "not read: unchanged since the last scan, from the catalog");
    }

    @Test
    void whatHasChangedIsListed() throws Exception {
        scan("--catalog", catalog);
        Run.of("diff", catalog).failedWith(ExitCode.FAILED, "has one scan so far");
        Files.createDirectory(tree.resolve("new"));
        Files.move(tree.resolve("file7"), tree.resolve("new").resolve("file7.moved"));
        Files.writeString(tree.resolve("file3"), "changed");
        Files.delete(tree.resolve("file4"));
        Run again = Run.of("scan", tree, "--catalog", catalog);
        String changes = "1 new (112 KiB), 1 changed (7 B), 2 deleted (";
        assertThat(again.unwrapped()).contains(changes, "; of the new ones, 1 only moved (112 KiB)");
        Path out = tempDir.resolve("out");
        Run diff = Run.of("diff", catalog, "--out", out);
        assertThat(diff.unwrapped())
                .contains(
                        changes,
                        "directories with the most changes",
                        tree.resolve("new").toString(),
                        "moved");
        assertThat(Files.readAllLines(out.resolve("changes.csv")))
                .hasSizeGreaterThan(4)
                .first()
                .isEqualTo("group,name,addedCount,addedBytes,changedCount,changedBytes,deletedCount,deletedBytes,"
                        + "movedCount,movedBytes");
        assertThat(out.resolve("changes.json")).content().contains("\"format\": \"compscan-changes\"");
        Run.of("diff", catalog, "--keep", "3").failedWith(ExitCode.USAGE, "--keep goes with fingerprint sets");
    }

    @Test
    void whatNoCatalogCanHoldIsRefused() throws Exception {
        scan("--catalog", catalog, "--checkpoint", tempDir.resolve("cp"))
                .failedWith(ExitCode.USAGE, "--catalog and --checkpoint exclude each other");
        scan("--catalog", catalog, "--per-file").failedWith(ExitCode.USAGE, "--catalog and --per-file");
        scan("--catalog", catalog, "--index", "auto")
                .failedWith(ExitCode.USAGE, "--catalog needs one kind of index for all scans");
        scan("--catalog", catalog, "--index", "sketch", "--profile", "vdo")
                .failedWith(ExitCode.USAGE, "packs in the order of the data needs every chunk");
        scan("--catalog", catalog, "--profile", "squashfs").failedWith(ExitCode.USAGE, "depends on its neighbours");
        scan("--catalog", catalog, "--superblock", "64k").failedWith(ExitCode.USAGE, "superblocks are not in it");
        scan("--verify", "1%").failedWith(ExitCode.USAGE, "--verify goes with --catalog");
        Run.of("scan", "--stdin", "--catalog", catalog).failedWith(ExitCode.USAGE, "--catalog");
        Files.writeString(Files.createDirectories(tempDir.resolve("used")).resolve("x"), "x");
        scan("--catalog", tempDir.resolve("used")).failedWith(ExitCode.FAILED, "--catalog: ", "is not empty");
    }

    @Test
    void anotherSaltOrChunkLengthIsAnotherCatalog() throws Exception {
        Path salt = Files.writeString(tempDir.resolve("salt1"), "a secret of enough bytes");
        Path other = Files.writeString(tempDir.resolve("salt2"), "another one of such a length");
        assertThat(scan("--catalog", catalog, "--salt", salt).exitCode()).isZero();
        scan("--catalog", catalog, "--salt", other).failedWith(ExitCode.FAILED, "made for other measurements");
        scan("--catalog", catalog).failedWith(ExitCode.FAILED, "made for other measurements");
        scan("--catalog", catalog, "--salt", salt, "--chunk", "8k")
                .failedWith(ExitCode.FAILED, "--catalog: ", "made for other measurements");
        assertThat(scan("--catalog", catalog, "--salt", salt).exitCode()).isZero();
    }
}
