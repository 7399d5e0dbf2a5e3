package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFormatException;
import io.compscan.map.TableSpec;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** A damaged run is refused, with file and offset, or gives what was written; never anything else. */
final class RunDamageTest {

    /** Every place, but for a run of the tests that is to be short. */
    private static final int STEP = ShortProperties.areShort() ? 17 : 1;

    private Path directory;

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("runs");
    }

    @AfterTry
    void removeDirectory() throws IOException {
        TestFiles.deleteTree(directory);
    }

    @Example
    void theRunItselfIsSound() throws IOException {
        assertThat(new SmallRun(directory.resolve("sound.run")).read()).isEqualTo(SmallRun.Finding.SOUND);
    }

    @Example
    @Slow
    void everyBitOfEveryByteCounts() throws IOException {
        SmallRun run = new SmallRun(directory.resolve("flipped.run"));
        int[] masks = {0x01, 0x80, 0xFF, 0x5A};
        try (FileChannel channel = FileChannel.open(run.path, StandardOpenOption.WRITE)) {
            for (int at = 0; at < run.bytes.length; at += STEP) {
                for (int mask : masks) {
                    write(channel, at, (byte) (run.bytes[at] ^ mask));
                    assertThat(run.read())
                            .as("byte %d ^ %x of %d", at, mask, run.bytes.length)
                            .isNotEqualTo(SmallRun.Finding.SOUND);
                }
                write(channel, at, run.bytes[at]);
            }
        }
        assertThat(run.read()).isEqualTo(SmallRun.Finding.SOUND);
    }

    private static void write(FileChannel channel, long at, byte... bytes) throws IOException {
        channel.write(ByteBuffer.wrap(bytes), at);
    }

    @Example
    @Slow
    void regionsOverwrittenAreFound() throws IOException {
        SmallRun run = new SmallRun(directory.resolve("overwritten.run"));
        Random random = new Random(11);
        for (int i = 0; i < 2000 / STEP; i++) {
            byte[] bytes = run.bytes.clone();
            int from = random.nextInt(bytes.length);
            int to = Math.min(bytes.length, from + 1 + random.nextInt(1 << random.nextInt(12)));
            if (i % 2 == 0) {
                Arrays.fill(bytes, from, to, (byte) -(i / 2 % 2));
            } else {
                int source = random.nextInt(bytes.length - (to - from) + 1);
                System.arraycopy(run.bytes, source, bytes, from, to - from);
            }
            Files.write(run.path, bytes);
            assertThat(run.read() == SmallRun.Finding.SOUND).isEqualTo(Arrays.equals(bytes, run.bytes));
        }
    }

    @Example
    void everyTruncationIsRefused() throws IOException {
        SmallRun run = new SmallRun(directory.resolve("cut.run"));
        for (int length = run.bytes.length - 1; length >= 0; length -= STEP) {
            Files.write(run.path, Arrays.copyOf(run.bytes, length));
            assertThat(run.read()).as("%d bytes", length).isEqualTo(SmallRun.Finding.REFUSED_WHEN_OPENED);
        }
        Files.write(run.path, Arrays.copyOf(run.bytes, run.bytes.length + 1));
        assertThat(run.read()).isEqualTo(SmallRun.Finding.REFUSED_WHEN_OPENED);
    }

    @Example
    void aRunThatWasNotFinishedIsNotWhole() throws IOException {
        Path path = directory.resolve("unfinished.run");
        try (SequentialRunWriter writer = SequentialRunWriter.create(path)) {
            Model.uniform(new SmallRun(directory.resolve("other.run")).models.get(0).spec, 50_000, 1)
                    .writeTo(writer);
        }
        assertThatThrownBy(() -> RunReader.open(path))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("not whole");
    }

    @Example
    void aNewerVersionIsRefusedByName() throws IOException {
        SmallRun run = new SmallRun(directory.resolve("newer.run"));
        byte[] bytes = run.bytes.clone();
        PackedBytes.putInt(bytes, 8, 2);
        PackedBytes.putInt(bytes, 12, RunFormat.checksum(bytes, 0, 12));
        Files.write(run.path, bytes);
        assertThatThrownBy(() -> RunReader.open(run.path))
                .isInstanceOf(RunFormatException.class)
                .hasMessage(
                        run.path
                                + ": at byte 8: a run of format version 2; this program reads version 1, a newer one is needed");
    }

    @Example
    void whatIsNoRunIsSaidToBeNone() throws IOException {
        Path path = directory.resolve("text.run");
        Files.writeString(path, "just some text, long enough to be more than a header and a trailer together");
        assertThatThrownBy(() -> RunReader.open(path))
                .isInstanceOf(RunFormatException.class)
                .hasMessage(path + ": at byte 0: not a run: it does not begin as one");
        Path missing = directory.resolve("missing.run");
        assertThatThrownBy(() -> RunReader.open(missing)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> RunReader.open(directory)).isInstanceOf(IOException.class);
    }

    /** Two runs whose blocks differ in nothing but their counts, as a file has that was written where another one had been. */
    @Example
    void aBlockOfAnotherRunIsNotTakenForOneOfThis() throws IOException {
        TableSpec spec = new SmallRun(directory.resolve("spec.run")).models.get(2).spec;
        List<RunReader> files = new ArrayList<>();
        for (int count = 1; count <= 2; count++) {
            Model model = new Model(spec);
            for (int i = 0; i < 5000; i++) {
                byte[] key = new byte[12];
                PackedBytes.putLead(key, 4, i * 0x1234567L);
                model.entries.put(key, new Model.Value(count, List.of(9)));
            }
            files.add(model.file(directory.resolve(count + ".run")));
        }
        byte[] mine = Files.readAllBytes(files.get(0).path());
        byte[] stale = Files.readAllBytes(files.get(1).path());
        long second;
        int length;
        try (RunReader file = files.get(0)) {
            second = file.table(0).index().offset(1);
            length = file.table(0).index().bytes(1);
        }
        System.arraycopy(stale, (int) second, mine, (int) second, length);
        Files.write(files.get(0).path(), mine);
        files.get(1).close();
        try (RunReader file = RunReader.open(files.get(0).path())) {
            assertThatThrownBy(file::verify).isInstanceOf(RunFormatException.class);
            EntryCursor cursor = file.cursor(0);
            assertThatThrownBy(() -> readToEnd(cursor))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(RunFormatException.class);
            assertThatThrownBy(cursor::next).isInstanceOf(UncheckedIOException.class);
            byte[] key = new byte[12];
            PackedBytes.putLead(key, 4, 1500 * 0x1234567L);
            assertThatThrownBy(() -> file.find(0, key, 0, new int[1])).isInstanceOf(RunFormatException.class);
            assertThatThrownBy(() -> readToEnd(file.cursor(0, key, null))).isInstanceOf(UncheckedIOException.class);
        }
    }

    private static void readToEnd(EntryCursor cursor) {
        while (cursor.next()) {
            assertThat(cursor.references()).isNotNegative();
        }
    }

    @Example
    void aFileThatShrinksWhileItIsReadIsFound() throws IOException {
        Model model = Model.uniform(new SmallRun(directory.resolve("spec.run")).models.get(0).spec, 50_000, 4);
        Path path = directory.resolve("shrinking.run");
        try (RunReader file = model.file(path);
                EntryCursor cursor = file.cursor(0, null, null, 65536)) {
            assertThat(cursor.next()).isTrue();
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(300_000);
            }
            assertThatThrownBy(() -> readToEnd(cursor))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(RunFormatException.class)
                    .hasMessageContaining(path + ": at byte 300000: ");
        }
    }

    @Example
    void aClosedFileGivesNothing() throws IOException {
        SmallRun run = new SmallRun(directory.resolve("closed.run"));
        RunReader file = RunReader.open(run.path);
        EntryCursor cursor = file.cursor(0);
        file.close();
        assertThatThrownBy(cursor::next).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> file.find(0, new byte[20], 0, new int[2])).isInstanceOf(IOException.class);
    }
}
