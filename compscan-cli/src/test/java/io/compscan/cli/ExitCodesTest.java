package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Every command, and the exit codes of docs/reference/exit-codes.md. Data that cannot be read is a symbolic link to nothing, met while following
 * links, or a dump that is cut off. Not even root can read it.
 */
class ExitCodesTest {

    private static final int PAGE_BYTES = 4096;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void make() throws Exception {
        Path whole = Files.createDirectory(directory.resolve("whole"));
        byte[] noise = new byte[20 * PAGE_BYTES];
        new Random(1).nextBytes(noise);
        Files.write(whole.resolve("f"), noise);
        Files.write(whole.resolve("g"), noise);
        Path partly = Files.createDirectory(directory.resolve("partly"));
        Files.write(partly.resolve("f"), noise);
        Files.createSymbolicLink(partly.resolve("gone"), Path.of("nowhere"));
        Path nothing = Files.createDirectory(directory.resolve("nothing"));
        Files.createSymbolicLink(nothing.resolve("gone"), Path.of("nowhere"));
        Files.write(directory.resolve("whole.vmem"), noise);
        byte[] core = core(noise);
        Files.write(directory.resolve("partly.elf"), Arrays.copyOf(core, 10 * PAGE_BYTES));
        Files.write(directory.resolve("nothing.elf"), Arrays.copyOf(core, 1000));
        Files.write(directory.resolve("whole.hash"), trace(4096));
        Files.write(directory.resolve("partly.hash"), trace(5000));
        Files.writeString(directory.resolve("nothing.hash"), "x");
        for (String name : List.of("whole", "partly")) {
            int code = name.equals("whole") ? ExitCode.OK : ExitCode.INCOMPLETE;
            assertThat(run("scan -q --follow-symlinks D/%1$s -o D/%1$s.out --save D/%1$s.fpr --profile restic"
                                    .formatted(name))
                            .exitCode())
                    .isEqualTo(code);
        }
    }

    private static byte[] core(byte[] pages) {
        ByteBuffer elf = ByteBuffer.allocate(PAGE_BYTES + pages.length).order(ByteOrder.LITTLE_ENDIAN);
        elf.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1})
                .putShort(16, (short) 4)
                .putLong(32, 64);
        elf.putShort(54, (short) 56).putShort(56, (short) 1).putInt(64, 1);
        elf.putLong(72, PAGE_BYTES).putLong(80, 0x400000).putLong(96, pages.length);
        return elf.put(PAGE_BYTES, pages).array();
    }

    /** A trace of fs-hasher, version 1, with one chunk of 4,096 bytes, of a file of so many. */
    private static byte[] trace(int fileBytes) {
        ByteBuffer trace = ByteBuffer.allocate(4 + 4 + 8 + 4096 + 8 + 4 + 44 + 8 + 4096 + 16 + 16)
                .order(ByteOrder.LITTLE_ENDIAN);
        trace.putInt(0xDEADDEAD).putInt(1).putLong(1).position(16 + 4096);
        trace.putLong(1).putInt(1).putInt(4096).position(16 + 4096 + 12 + 44);
        trace.putInt(1).putInt(128).put((byte) 'a').position(16 + 4096 + 12 + 44 + 8 + 4096);
        trace.putLong(fileBytes).putLong(1).putLong(1);
        return trace.array();
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.split(" "))
                .map(word -> word.replace("D/", directory + "/"))
                .toList();
    }

    private static Run run(String line) {
        return Run.of(words(line).toArray());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan D/whole",
                "estimate D/whole",
                "duplicates D/whole",
                "duplicates D/whole.fpr",
                "doctor D/whole/f",
                "watch D/whole --for 1s",
                "memory D/whole.vmem",
                "import fs-hasher D/whole.hash",
                "merge D/whole.fpr D/whole.fpr",
                "diff D/whole.fpr D/whole.fpr",
                "place D/whole.fpr --pool A=1TB:restic",
                "report D/whole.fpr",
                "report D/whole.out",
                // A document is shown, whatever it lacks.
                "report D/partly.fpr",
                "report D/partly.out",
                "plan D/partly.out --growth 20%",
                "plan D/whole.out --growth 20%",
                "generate -o D/made --size 1MiB",
                "profiles",
                "scan --help",
                "--version"
            })
    void done(String line) {
        Run run = run(line);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan --follow-symlinks D/partly",
                "estimate --follow-symlinks D/partly",
                "duplicates --follow-symlinks D/partly",
                "duplicates D/partly.out",
                "duplicates D/partly.fpr",
                "doctor --follow-symlinks D/partly",
                "memory D/partly.elf",
                "import fs-hasher D/partly.hash",
                "merge D/whole.fpr D/partly.fpr",
                "diff D/whole.fpr D/partly.fpr",
                "place D/whole.fpr D/partly.fpr --pool A=1TB:restic"
            })
    void someDataIsMissing(String line) {
        Run run = run(line);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.out()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan --chunk 0 D/whole",
                "estimate --read 200% D/whole",
                "duplicates --top 0 D/whole",
                "doctor --chunk fastcdc:8k D/whole/f",
                "watch D/whole --for never",
                "memory",
                "import nonsense D/whole.hash",
                "merge",
                "diff D/whole.fpr",
                "place D/whole.fpr",
                "place D/whole.fpr --pool A=1TB",
                "place D/whole.fpr --pool A=1TB:restic --at whole=B",
                "report",
                "plan",
                "generate -o D/other --size -1",
                "profiles --nonsense",
                "nonsense"
            })
    void theCommandLineIsWrong(String line) {
        run(line).failedWith(ExitCode.USAGE, "compscan: ");
    }

    /** Nothing could be read, or a file is in the way of an output and stays as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan --follow-symlinks D/nothing",
                "estimate --follow-symlinks D/nothing",
                "duplicates --follow-symlinks D/nothing",
                "doctor --follow-symlinks D/nothing",
                "memory D/nothing.elf",
                "import fs-hasher D/nothing.hash",
                "merge D/nothing.hash",
                "diff D/nothing.hash D/nothing.hash",
                "place D/nothing.hash --pool A=1TB:restic",
                "report D/nothing.hash",
                "plan D/nothing.hash",
                "watch D/nothing.hash",
                "scan D/whole --save D/whole/f",
                "estimate D/whole --save D/whole/f",
                "duplicates D/whole -o D/whole/f",
                "watch D/whole --for 1s -o D/whole/f",
                "memory D/whole.vmem -o D/whole/f",
                "import fs-hasher D/whole.hash --save D/whole/f",
                "merge D/whole.fpr --save D/whole/f",
                "diff D/whole.fpr D/whole.fpr -o D/whole/f",
                "place D/whole.fpr --pool A=1TB:restic -o D/whole/f",
                "report D/whole.fpr --entries csv --out D/whole/f",
                "report D/whole.out --out D/whole/f",
                "plan D/whole.out --growth 20% --csv D/whole/f",
                "generate -o D/whole/f --size 1MiB"
            })
    void nothingComesOfIt(String line) throws IOException {
        byte[] before = Files.readAllBytes(directory.resolve("whole/f"));
        run(line).saidInOneLine(ExitCode.FAILED, "compscan: ");
        assertThat(Files.readAllBytes(directory.resolve("whole/f"))).isEqualTo(before);
    }

    /** Standard output takes nothing, as on a full disk. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan -q D/whole",
                "scan -q --json D/whole",
                "estimate -q D/whole",
                "duplicates -q D/whole",
                "doctor -q D/whole/f",
                "watch -q D/whole --for 1s",
                "memory -q D/whole.vmem",
                "import -q fs-hasher D/whole.hash",
                "merge -q D/whole.fpr",
                "diff -q D/whole.fpr D/whole.fpr",
                "place -q D/whole.fpr --pool A=1TB:restic",
                "report D/whole.fpr",
                "report D/whole.out",
                "report D/whole.out --html -",
                "plan -q D/whole.out --growth 20%",
                "profiles",
                "--version"
            })
    void standardOutputCannotBeWritten(String line) {
        StringWriter err = new StringWriter();
        String[] words = words(line).toArray(String[]::new);
        CommandLine commandLine = AllCommands.commandLine(words);
        int exitCode = CommandLines.execute(commandLine, new PrintWriter(new Full()), new PrintWriter(err), words);
        // A command asks the process's own standard output whether it is a pipe, which fails for want of a reader
        // alone.
        assertThat(exitCode).as(err.toString()).isIn(ExitCode.FAILED, ExitCode.CLOSED_PIPE);
        assertThat(err.toString())
                .isEqualTo(exitCode == ExitCode.FAILED ? "compscan: standard output cannot be written\n" : "");
    }

    /** A disk that is full. */
    private static final class Full extends Writer {
        @Override
        public void write(char[] chars, int offset, int length) throws IOException {
            throw new IOException("no space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
