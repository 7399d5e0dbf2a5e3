package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of 7z archives, and what is not, against those of 7-Zip itself. */
@Needs("7z")
class SevenZipTest {

    private static final int FILES = 60;
    private static final int FILE_BYTES = 20_000;

    @TempDir
    private Path directory;

    private Damage archive(String command) throws IOException {
        Programs.runIn(directory, "sh", "-c", command + " > /dev/null");
        return new Damage(Files.readAllBytes(directory.resolve("a.7z")));
    }

    /** Files of their own bytes, which shrink by a quarter. */
    private static byte[] content(int number) {
        byte[] content = new byte[FILE_BYTES + number];
        Random random = new Random(number);
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) random.nextInt(64);
        }
        return content;
    }

    private static String name(int number) {
        return "f" + (1000 + number);
    }

    private Damage files(String options) throws IOException {
        for (int i = 0; i < FILES; i++) {
            Files.write(directory.resolve(name(i)), content(i));
        }
        return archive("7z a -bd " + options + " a.7z f1*");
    }

    private static List<Unit> units(Unit archive) throws IOException {
        return view().look(archive, Siblings.NONE, null).units();
    }

    private static View view() {
        return Objects.requireNonNull(Views.load().named("sevenzip"));
    }

    private static byte[] rest(UnitChannel channel) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] data = new byte[7001];
        for (int got; (got = channel.read(all.size(), data, 0, data.length)) > 0; ) {
            all.write(data, 0, got);
        }
        return all.toByteArray();
    }

    /** An archive that counts what is read of it. */
    private record Counting(Unit archive, AtomicLong readBytes) implements Unit {

        @Override
        public String name() {
            return archive.name();
        }

        @Override
        public String extension() {
            return "7z";
        }

        @Override
        public long sizeBytes() {
            return archive.sizeBytes();
        }

        @Override
        public UnitChannel open() throws IOException {
            UnitChannel channel = archive.open();
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    int got = channel.read(position, data, offset, length);
                    readBytes.addAndGet(Math.max(0, got));
                    return got;
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }
    }

    /** A block of many files costs one pass for each of those who read it at the same time, in whatever order they open. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aBlockIsUnpackedOnceForEachReader(int readers) throws Exception {
        Counting archive = new Counting(files("-ms=on"), new AtomicLong());
        List<Unit> units = units(archive);
        assertThat(units).hasSize(FILES);
        archive.readBytes().set(0);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Integer> taken = new ArrayList<>();
        List<UnitChannel> open = new ArrayList<>();
        List<Integer> opened = new ArrayList<>();
        int next = 0;
        while (next < FILES || !taken.isEmpty() || !open.isEmpty()) {
            if (next < FILES && taken.size() + open.size() < readers) {
                taken.add(next++);
            } else if (!taken.isEmpty() && (open.isEmpty() || random.nextBoolean())) {
                int number = taken.remove(random.nextInt(taken.size()));
                open.add(units.get(number).open());
                opened.add(number);
            } else {
                int one = random.nextInt(open.size());
                try (UnitChannel channel = open.remove(one)) {
                    assertThat(rest(channel)).isEqualTo(content(opened.remove(one)));
                }
            }
        }
        assertThat(archive.readBytes().get())
                .as("seed " + seed)
                .isBetween(archive.sizeBytes() * 9 / 10, archive.sizeBytes() * readers);
    }

    @Test
    void aWrongChecksumIsAnErrorOfItsFileAlone() throws Exception {
        Damage archive = files("-ms=on -mhc=off -m0=LZMA2");
        List<Unit> units = units(archive);
        CRC32 sum = new CRC32();
        sum.update(content(7));
        byte[] bytes = archive.bytes().clone();
        int at = indexOf(bytes, (int) sum.getValue());
        bytes[at] ^= 1;
        ReadArchive read = ReadArchive.sevenZip(new Damage(AnyArchive.repaired(bytes)));
        assertThat(units).hasSize(FILES);
        assertThat(read.files()).hasSize(FILES - 1);
        assertThat(read.unread()).containsOnlyKeys(name(7)).containsValue("damaged: its checksum is wrong");
        assertThat(read.file(name(8))).isEqualTo(content(8));
        assertThatThrownBy(() -> units(new Damage(bytes))).hasMessage("damaged: the checksum of its header is wrong");
    }

    @Test
    void aWrongChecksumOfAStoredFileIsAnError() throws Exception {
        Damage archive = files("-m0=Copy -mhc=off");
        byte[] bytes = archive.bytes().clone();
        bytes[32 + FILE_BYTES / 2] ^= 1;
        ReadArchive read = ReadArchive.sevenZip(new Damage(bytes));
        assertThat(read.files()).hasSize(FILES - 1);
        assertThat(read.unread()).containsExactly(Map.entry(name(0), "damaged: its checksum is wrong"));
    }

    private static int indexOf(byte[] bytes, int number) {
        for (int i = bytes.length - 4; i >= 0; i--) {
            int here = (bytes[i] & 0xff)
                    | (bytes[i + 1] & 0xff) << 8
                    | (bytes[i + 2] & 0xff) << 16
                    | (bytes[i + 3] & 0xff) << 24;
            if (here == number) {
                return i;
            }
        }
        throw new AssertionError("no such number");
    }

    /** The files before the damage are read, those behind it fail without another pass. */
    @Test
    void damageInABlockEndsIt() throws Exception {
        Damage whole = files("-ms=on -m0=LZMA");
        Arrays.fill(whole.bytes(), whole.length() / 2, whole.length() / 2 + 2000, (byte) 0xff);
        Counting archive = new Counting(whole, new AtomicLong());
        int read = 0;
        List<String> failures = new ArrayList<>();
        for (Unit unit : units(archive)) {
            try (UnitChannel channel = unit.open()) {
                assertThat(rest(channel)).isEqualTo(content(read));
                read++;
            } catch (IOException e) {
                failures.add(e.getMessage());
            }
        }
        assertThat(read).isBetween(FILES / 3, FILES / 2 + 1);
        assertThat(failures).hasSize(FILES - read).containsOnly("Compressed data is corrupt");
        assertThat(archive.readBytes().get()).isLessThan(3L * whole.length());
    }

    @Test
    void whatCannotBeUnpackedIsNamed() throws Exception {
        assertThat(ReadArchive.sevenZip(files("-m0=PPMd")).unread())
                .hasSize(FILES)
                .containsValue("compressed by PPMd, which is not supported");
        Files.delete(directory.resolve("a.7z"));
        ReadArchive encrypted = ReadArchive.sevenZip(files("-psecret"));
        assertThat(encrypted.files()).isEmpty();
        assertThat(encrypted.unread()).hasSize(FILES).containsValue("it is encrypted");
        Files.delete(directory.resolve("a.7z"));
        Damage hidden = files("-psecret -mhe=on");
        assertThatThrownBy(() -> units(hidden)).hasMessageContaining("it is encrypted");
    }

    @Test
    void anArchiveThatWasCutOffIsRefused() throws Exception {
        Damage whole = files("-ms=on");
        whole.truncate(whole.length() - 1);
        assertThatThrownBy(() -> units(whole)).hasMessageContaining("truncated");
    }

    @Test
    void aPartOfAnArchiveInVolumesIsNamed() throws Exception {
        for (int i = 0; i < FILES; i++) {
            Files.write(directory.resolve(name(i)), content(i));
        }
        Programs.runIn(directory, "sh", "-c", "7z a -bd -v100k a.7z f1* > /dev/null");
        Damage first = new Damage(Files.readAllBytes(directory.resolve("a.7z.001")));
        assertThatThrownBy(() -> units(first)).hasMessageContaining("one part of several");
    }

    /** An update notes that a file was removed. */
    @Test
    void anItemThatRemovesAFileIsNone() throws Exception {
        files("-ms=on");
        Files.delete(directory.resolve(name(3)));
        Programs.runIn(
                directory,
                "sh",
                "-c",
                "7z u -bd a.7z f1* -u- -up0q3r2x2y2z0w2!update.7z > /dev/null; mv update.7z a.7z");
        Damage update = new Damage(Files.readAllBytes(directory.resolve("a.7z")));
        assertThat(ReadArchive.sevenZip(update).files()).doesNotContainKey(name(3));
        assertThat(ReadArchive.sevenZip(update).unread()).isEmpty();
    }

    @Test
    void anArchiveWithoutFilesHasNone() throws Exception {
        Files.createDirectory(directory.resolve("empty"));
        assertThat(units(archive("7z a -bd a.7z empty"))).isEmpty();
    }

    @Test
    void aDictionaryAboveTheLimitIsRefusedWithTheOption() throws Exception {
        Programs.runIn(directory, "sh", "-c", "head -c 3000000 /dev/urandom > f1");
        Damage archive = archive("7z a -bd -m0=LZMA2:d=2m -mx=1 a.7z f1");
        View small = view().withUnpackMemory(1 << 20);
        Unit unit = small.look(archive, Siblings.NONE, null).units().get(0);
        assertThatThrownBy(unit::open)
                .hasMessage("its dictionary of 2 MiB is larger than the limit of 1 MiB; --unpack-memory sets it");
        try (UnitChannel channel = view().withUnpackMemory(2 << 20)
                .look(archive, Siblings.NONE, null)
                .units()
                .get(0)
                .open()) {
            assertThat(rest(channel)).hasSize(3_000_000);
        }
    }

    /** 48 MiB of one character in a few kilobytes. */
    @Test
    void aBombEndsWithOneLine() throws Exception {
        Programs.runIn(
                directory, "sh", "-c", "for i in 1 2 3 4; do yes x | tr -d '\\n' | head -c 12000000 > f$i; done");
        ReadArchive read = ReadArchive.sevenZip(archive("7z a -bd -ms=on a.7z f1 f2 f3 f4"));
        assertThat(read.unread().values()).containsOnly("it unpacks to more than 1100 times its size, zeros left out");
        assertThat(read.files()).containsKey("f1");
    }

    @Test
    void anArchiveThatChangesWhileItIsReadHasChanged() throws Exception {
        files("");
        Path archive = directory.resolve("a.7z");
        Unit unit = Looked.at(EnumSet.of(View.Kind.ARCHIVES), List.of(), archive)
                .units
                .get(0);
        try (UnitChannel channel = unit.open()) {
            assertThat(channel.read(0, new byte[100], 0, 100)).isPositive();
            assertThat(channel.hasChanged()).isFalse();
            Files.write(archive, new byte[1], StandardOpenOption.APPEND);
            assertThat(channel.hasChanged()).isTrue();
        }
    }
}
