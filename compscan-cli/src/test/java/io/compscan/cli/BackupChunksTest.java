package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the chunks that compscan cuts with those that restic and Borg store. A program that is not installed skips its test. */
@Slow
final class BackupChunksTest {

    @TempDir
    private static Path directory;

    /** Files to store, some of them long. */
    private static Path files;

    @BeforeAll
    static void copyFiles() throws IOException {
        files = directory.resolve("jdk");
        Trees.copyJdk(List.of("bin", "lib"), files, 4 << 20);
    }

    /** Given a repository's polynomial, the chunks are those of restic, every one. */
    @Test
    @Needs("restic")
    void chunksAreThoseOfRestic() throws Exception {
        Path repository = directory.resolve("restic-chunks");
        BackupPrograms.restic(repository, directory, "init");
        BackupPrograms.restic(repository, files, "backup", ".");
        long blobs = 0;
        long bytes = 0;
        for (String index : BackupPrograms.restic(repository, directory, "list", "index")
                .lines()
                .toList()) {
            for (JsonNode pack : Run.json(BackupPrograms.restic(repository, directory, "cat", "index", index))
                    .get("packs")) {
                for (JsonNode blob : pack.get("blobs")) {
                    boolean isData = blob.get("type").asText().equals("data");
                    blobs += isData ? 1 : 0;
                    bytes += isData ? blob.get("uncompressed_length").asLong() : 0;
                }
            }
        }
        JsonNode layout = Run.scan(
                        0,
                        files,
                        "--chunk",
                        "rabin:1m,min=512k,max=8m,window=64,value=0,poly=0x" + polynomial(repository))
                .get("layouts")
                .get(0);
        assertThat(layout.get("uniqueChunkCount").asLong()).isEqualTo(blobs);
        assertThat(layout.get("uniqueBytes").asLong()).isEqualTo(bytes);
    }

    /** In a repository without a key, whose table is the plain one, the chunks are those of Borg, every one. */
    @Test
    @Needs("borg")
    void chunksAreThoseOfBorg() throws Exception {
        Path repository = directory.resolve("borg-chunks");
        BackupPrograms.borg(repository, directory, "init", "--encryption=none");
        BackupPrograms.borg(repository, files, "create", "::all", ".");
        long chunks = BackupPrograms.borg(repository, directory, "list", "--format={num_chunks}{NL}", "::all")
                .lines()
                .mapToLong(Long::parseLong)
                .sum();
        JsonNode layout = Run.scan(0, files, "--chunk", "buzhash:2m,min=512k,max=8m")
                .get("layouts")
                .get(0);
        assertThat(layout.get("chunkCount").asLong()).isEqualTo(chunks);
    }

    private static String polynomial(Path repository) throws Exception {
        return Run.json(BackupPrograms.restic(repository, directory, "cat", "config"))
                .get("chunker_polynomial")
                .asText();
    }
}
