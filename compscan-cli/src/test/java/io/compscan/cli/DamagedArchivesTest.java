package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Archives that were cut off, or that lie on a disk which fails. The readable part counts, one line tells of the rest, and the exit code
 * says so.
 */
@Timeout(300)
class DamagedArchivesTest {

    private static final int FILE_BYTES = 100_000;
    private static final int SECTOR_BYTES = 4096;

    @TempDir
    private Path directory;

    private Path tree;

    @BeforeEach
    void makeFiles() throws IOException {
        tree = Files.createDirectory(directory.resolve("tree"));
        Random random = new Random(1);
        for (int i = 0; i < 5; i++) {
            byte[] content = new byte[FILE_BYTES];
            random.nextBytes(content);
            Files.write(tree.resolve("file" + i), content);
        }
    }

    private static long scanned(JsonNode result) {
        return result.at("/totals/scannedBytes").asLong();
    }

    private static List<String> reasons(JsonNode result) {
        List<String> reasons = new ArrayList<>();
        result.at("/errors").forEach(error -> reasons.add(error.at("/reason").asText()));
        return reasons;
    }

    /** Java writes sizes behind the data; Info-ZIP does so into a pipe. */
    @Test
    void aZipThatWasCutOffHasTheFilesBeforeThatPoint() throws Exception {
        Path zip = directory.resolve("a.zip");
        long[] ends = new long[5];
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream all = new ZipOutputStream(out)) {
            for (int i = 0; i < 5; i++) {
                all.putNextEntry(new ZipEntry("file" + i));
                all.write(Files.readAllBytes(tree.resolve("file" + i)));
                all.closeEntry();
                all.flush();
                ends[i] = Files.size(zip);
            }
        }
        byte[] whole = Files.readAllBytes(zip);
        assertThat(scanned(Run.scan(ExitCode.OK, zip, "--into", "archives"))).isEqualTo(5 * FILE_BYTES);

        Files.write(zip, Arrays.copyOf(whole, (int) ends[2]));
        JsonNode between = Run.scan(ExitCode.INCOMPLETE, zip, "--into", "archives");
        assertThat(scanned(between)).isEqualTo(3 * FILE_BYTES);
        assertThat(reasons(between)).containsExactly("truncated: the archive ends before its directory");
        assertThat(between.at("/errors/0/path").asText()).isEqualTo(zip + "/(end)");

        Files.write(zip, Arrays.copyOf(whole, (int) ends[2] + 5000));
        JsonNode within = Run.scan(ExitCode.INCOMPLETE, zip, "--into", "archives");
        assertThat(scanned(within)).isEqualTo(3 * FILE_BYTES);
        assertThat(reasons(within)).containsExactly("truncated: the archive ends within it");
        assertThat(within.at("/errors/0/path").asText()).isEqualTo(zip + "/file3");
    }

    @Test
    @Needs("zip")
    void oneOfSeveralPartsIsUnread() throws Exception {
        Programs.runIn(tree, "zip", "-q", "-s", "200k", "../split.zip", "file0", "file1", "file2", "file3");
        Path first = directory.resolve("split.z01");
        JsonNode result = Run.scan(ExitCode.INCOMPLETE, first, tree, "--into", "archives");
        assertThat(reasons(result)).containsExactly("zip: one part of a split archive: join the parts first");
        assertThat(result.at("/totals/unreadBytes").asLong()).isEqualTo(Files.size(first));
        JsonNode last = Run.scan(ExitCode.INCOMPLETE, "zip:" + directory.resolve("split.zip"), tree);
        assertThat(reasons(last)).containsExactly("zip: one part of a split archive: join the parts first");
    }

    /** The kernel itself refuses to read the sector with the header of the file, also where it lies in what the format is recognised by. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aTarOnAFailingDiskLosesTheFilesWhoseHeadersLieThere(int lost) throws Exception {
        Path tar = directory.resolve("a.tar");
        Files.write(tree.resolve("first"), new byte[10_000]);
        Programs.runIn(
                tree, "tar", "--format=ustar", "-cf", tar.toString(), "first", "file0", "file1", "file2", "file3");
        byte[] content = Files.readAllBytes(tar);
        int header = 10_752 + lost * 100_864;
        int bad = header / SECTOR_BYTES * SECTOR_BYTES;
        FuseFile damaged;
        try {
            damaged = FuseFile.damaged(tar, content, bad, bad + 1);
        } catch (IOException e) {
            assumeTrue(false, e.getMessage());
            return;
        }
        try (damaged) {
            JsonNode result = Run.scan(ExitCode.INCOMPLETE, tar, "--into", "archives");
            assertThat(result.at("/containers/0/format").asText()).isEqualTo("tar");
            // The sector has bytes of the file before, too.
            assertThat(scanned(result)).isEqualTo(10_000 + 3 * FILE_BYTES - (header - bad) + (lost == 0 ? 240 : 352));
            assertThat(reasons(result))
                    .hasSize(2)
                    .anyMatch(line -> line.startsWith("unreadable header, ")
                            && line.endsWith(" bytes skipped: Input/output error"));
        }
    }
}
