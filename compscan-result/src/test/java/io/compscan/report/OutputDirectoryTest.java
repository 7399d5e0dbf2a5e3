package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputDirectoryTest {

    private static final List<String> ALWAYS = List.of(
            "chunk_sizes.csv",
            "compressibility.csv",
            "errors.csv",
            "refcounts.csv",
            "result.json",
            "summary.csv",
            "types.csv");

    @TempDir
    Path directory;

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> paths = Files.list(directory)) {
            return paths.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static void assertRefused(ThrowingCallable call, Path named, String reason) {
        assertThatThrownBy(call)
                .isInstanceOf(OutputException.class)
                .hasMessage("cannot write " + named + ": " + reason);
    }

    @Test
    void writesEveryOutputAndNothingElse() throws IOException {
        Path out = directory.resolve("not/there/yet");
        OutputDirectory prepared = OutputDirectory.prepare(out, false);
        assertThat(names(out)).isEmpty();

        prepared.write(Samples.rich());

        assertThat(names(out)).isEqualTo(ALWAYS);
        assertThat(ResultJson.read(out.resolve("result.json"))).isEqualTo(Samples.rich());
        assertThat(out.resolve("errors.csv")).content().contains("data/secret,unreadable,0,permission denied\r\n");
        assertThat(Files.getPosixFilePermissions(out.resolve("summary.csv")))
                .as("as the umask says, not as temporary files are")
                .isEqualTo(Files.getPosixFilePermissions(Files.createFile(directory.resolve("any"))));
    }

    @Test
    void refusesAnExistingOutputUnlessToldTo() throws IOException {
        OutputDirectory first = OutputDirectory.prepare(directory, false);
        OutputDirectory second = OutputDirectory.prepare(directory, false);
        first.write(Samples.partialWithFiles());
        assertThat(names(directory)).contains("files.csv");
        Files.writeString(directory.resolve("notes.txt"), "mine");
        String exists = "it exists already (--overwrite replaces it)";

        assertRefused(() -> OutputDirectory.prepare(directory, false), directory.resolve("summary.csv"), exists);
        assertRefused(() -> second.write(Samples.plain()), directory.resolve("summary.csv"), exists);
        assertThat(ResultJson.read(directory.resolve("result.json"))).isEqualTo(Samples.partialWithFiles());

        OutputDirectory.prepare(directory, true).write(Samples.plain());

        assertThat(ResultJson.read(directory.resolve("result.json"))).isEqualTo(Samples.plain());
        assertThat(names(directory))
                .as("the old files.csv would not belong to the rest")
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(ALWAYS.stream(), Stream.of("notes.txt")).toList());
    }

    @Test
    void anotherFileInTheDirectoryDoesNotMatter() throws IOException {
        Files.writeString(directory.resolve("notes.txt"), "mine");

        OutputDirectory.prepare(directory, false).write(Samples.plain());

        assertThat(directory.resolve("notes.txt")).content().isEqualTo("mine");
    }

    @Test
    void refusesAFileInPlaceOfTheDirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("out"), "precious");

        assertRefused(() -> OutputDirectory.prepare(file, true), file, "it is not a directory");
        assertThatThrownBy(() -> OutputDirectory.prepare(file.resolve("below"), true))
                .isInstanceOf(OutputException.class)
                .hasMessageStartingWith("cannot write " + file);
        assertThat(file).content().isEqualTo("precious");
    }

    @Test
    void refusesADirectoryInPlaceOfAnOutput() throws IOException {
        Path place = Files.createDirectory(directory.resolve("result.json"));

        assertRefused(() -> OutputDirectory.prepare(directory, true), place, "it is a directory");
    }

    @Test
    void namesADirectoryThatCannotBeWritten() throws IOException {
        Path locked = Files.createDirectory(
                directory.resolve("locked\n"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        assumeFalse(Files.isWritable(locked), "root may write anywhere");

        assertRefused(
                () -> OutputDirectory.prepare(locked, false), directory.resolve("locked\\x0a"), "permission denied");
    }

    /** A command that fails leaves no empty directories behind, and none of others goes. */
    @Test
    void whatWasMadeInVainGoes() throws IOException {
        OutputDirectory.prepare(directory.resolve("new/out"), false).close();
        assertThat(directory).isEmptyDirectory();

        try (OutputDirectory prepared = OutputDirectory.prepare(directory.resolve("new/out"), false)) {
            prepared.write(Samples.plain());
        }
        assertThat(directory.resolve("new/out/result.json")).exists();

        Path old = Files.createDirectory(directory.resolve("old"));
        OutputDirectory.prepare(old, false).close();
        OutputDirectory kept = OutputDirectory.prepare(old.resolve("new/out"), false);
        Files.createFile(old.resolve("new/note"));
        kept.close();
        assertThat(old.resolve("new")).isDirectoryContaining("glob:**/note").isDirectoryNotContaining("glob:**/out");
    }

    @Test
    void leavesNothingBehindWhenTheDirectoryVanishes() throws IOException {
        Path out = directory.resolve("out");
        OutputDirectory prepared = OutputDirectory.prepare(out, false);
        Files.delete(out);

        assertRefused(() -> prepared.write(Samples.plain()), out.resolve("summary.csv"), "no such file or directory");
    }

    @Test
    void leavesTheDirectoryAsItWasWhenTheDiskIsFull() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                Programs.succeeds("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString()),
                "mounting takes root");
        try {
            Files.writeString(disk.resolve("summary.csv"), "old");
            Files.writeString(disk.resolve("result.json"), "{\"format\": \"compscan-result\"}");
            OutputDirectory prepared = OutputDirectory.prepare(disk, true);
            Files.write(disk.resolve("filler"), new byte[36 << 10]);

            assertThatThrownBy(() -> prepared.write(Samples.partialWithFiles()))
                    .isInstanceOf(OutputException.class)
                    .hasMessageMatching("cannot write " + disk + "/[a-z]+\\.(csv|json): No space left on device");

            assertThat(names(disk)).containsExactly("filler", "result.json", "summary.csv");
            assertThat(disk.resolve("summary.csv")).content().isEqualTo("old");
        } finally {
            assertThat(Programs.succeeds("umount", disk.toString())).isTrue();
        }
    }
}
