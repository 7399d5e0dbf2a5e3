package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Views;
import io.compscan.testing.Slow;
import io.compscan.testing.TarFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives whose writer was stopped, whose bytes come in small parts, or that have many files: each file that is whole is there, and the rest is told. */
class TruncatedTarTest extends TarFixture {

    @TempDir
    private Path directory;

    private final Map<String, byte[]> contents = new TreeMap<>();
    private byte[] tar = {};

    @BeforeEach
    void pack() throws IOException {
        Random random = new Random(4);
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (int i = 0; i < 7; i++) {
            byte[] content = new byte[i == 3 ? 0 : 100 + random.nextInt(2000)];
            random.nextBytes(content);
            contents.put("file" + i, content);
            Files.write(tree.resolve("file" + i), content);
        }
        tar = Files.readAllBytes(TarFile.of(directory.resolve("a.tar"), tree));
    }

    /** Reads as {@link UnitChannel#read} does. */
    @FunctionalInterface
    private interface Reading {
        int read(long position, byte[] data, int offset, int length) throws IOException;
    }

    /** A unit of made bytes. */
    private record ReadUnit(long sizeBytes, Reading reading) implements Unit {
        @Override
        public String name() {
            return "disk";
        }

        @Override
        public String extension() {
            return "tar";
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    return reading.read(position, data, offset, length);
                }

                @Override
                public void close() {}
            };
        }
    }

    private static List<Unit> members(Unit archive) throws IOException {
        return Views.load().named("tar").look(archive, Siblings.NONE, null).units();
    }

    /** Where the content of each file begins; it is known by its bytes. */
    private int offsetOf(byte[] content) {
        for (int at = 0; at + content.length <= tar.length; at += RECORD) {
            if (Arrays.equals(tar, at, at + content.length, content, 0, content.length)) {
                return at;
            }
        }
        throw new AssertionError("not there");
    }

    @Test
    void whatLiesBeforeTheCutIsThereAndTheRestIsTold() throws IOException {
        Damage damaged = new Damage(tar);
        int lastEnd = 0;
        for (byte[] content : contents.values()) {
            lastEnd = Math.max(lastEnd, content.length == 0 ? 0 : offsetOf(content) + content.length);
        }
        for (int length = 0; length <= tar.length; length += 1 + length % 37) {
            damaged.truncate(length);
            int cut = length;
            List<String> whole = contents.entrySet().stream()
                    .filter(file -> file.getValue().length > 0)
                    .filter(file -> offsetOf(file.getValue()) + file.getValue().length <= cut)
                    .map(Map.Entry::getKey)
                    .toList();
            List<String> read = new ArrayList<>();
            List<String> failures = new ArrayList<>();
            for (Unit member : members(damaged)) {
                String name = member.name().substring(("disk" + PathName.SEPARATOR).length());
                try {
                    byte[] content = content(member);
                    assertThat(content).as(name).isEqualTo(contents.get(name));
                    if (content.length > 0) {
                        read.add(name);
                    }
                } catch (IOException e) {
                    failures.add(e.getMessage());
                }
            }
            assertThat(read).as("%s bytes", length).isEqualTo(whole);
            assertThat(failures)
                    .as("%s bytes", length)
                    .allMatch(line -> line.startsWith("truncated: the archive ends "));
            if (length % RECORD > 0 && length < lastEnd) {
                assertThat(failures).as("%s bytes", length).hasSize(1);
            }
        }
    }

    /** As a connection gives them: a short answer is no end. */
    @Test
    void bytesMayComeInSmallParts() throws IOException {
        Random random = new Random(5);
        UnitChannel whole = new Damage(tar).open();
        Unit slow = new ReadUnit(
                tar.length,
                (position, data, offset, length) ->
                        whole.read(position, data, offset, Math.min(length, 1 + random.nextInt(300))));
        assertThat(members(slow)).hasSize(contents.size());
        for (Unit member : members(slow)) {
            String name = member.name().substring(("disk" + PathName.SEPARATOR).length());
            assertThat(content(member)).isEqualTo(contents.get(name));
        }
    }

    /** The library reads names and times of POSIX byte by byte: some 40 bytes of each of many files are no endless archive. */
    @Test
    @Slow
    void manyFilesWithTimesOfPosixAreRead() throws IOException {
        int from = offsetOf(contents.get("file2")) + (contents.get("file2").length + RECORD - 1) / RECORD * RECORD;
        byte[] emptyFile = Arrays.copyOfRange(tar, from, from + 3 * RECORD);
        int files = 300_000;
        Unit many = new ReadUnit((long) files * emptyFile.length, (position, data, offset, length) -> {
            for (int i = 0; i < length; i++) {
                data[offset + i] = emptyFile[(int) ((position + i) % emptyFile.length)];
            }
            return length;
        });
        assertThat(members(many)).hasSize(files).allMatch(member -> member.sizeBytes() == 0);
    }

    /** The records in front of a header may say that they are of any length. */
    @Test
    void aNameOfTerabytesIsRefused() throws IOException {
        byte[] endless = tar.clone();
        assertThat(endless[156]).as("the type of the first record").isEqualTo((byte) 'x');
        byte[] size = "77777777777".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(size, 0, endless, 124, size.length);
        TarSum.mend(endless, 0);
        assertThatThrownBy(() -> members(new Damage(endless))).isInstanceOf(IOException.class);
    }

    /** A GNU name is read into memory as a whole. */
    @Test
    void aNameAsLongAsALargeArchiveIsRefused() throws IOException {
        byte[] large = Arrays.copyOf(tar, 40 << 20);
        System.arraycopy(tar, offsetOf(contents.get("file0")) - RECORD, large, 0, RECORD);
        large[156] = 'L';
        System.arraycopy("00230000000".getBytes(StandardCharsets.US_ASCII), 0, large, 124, 11);
        TarSum.mend(large, 0);
        assertThatThrownBy(() -> members(new Damage(large)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the first header is damaged");
    }

    /** The file is whole, and its bytes count once. */
    @Test
    void anArchiveThatEndsWithinPaddingSaysSo() throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(700)).file("second", noise(700));
        byte[] tar = Arrays.copyOf(made.end(), made.headers.get(1) + RECORD + 900);
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first", "second");
        assertThat(read.unread())
                .containsExactlyEntriesOf(Map.of("(end)", "truncated: the archive ends within the padding of a file"));
        assertThat(read.unreadBytes()).isEqualTo(200);
    }

    @Test
    void anArchiveThatEndsWithinAttributesOfAllFilesSaysSo() throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(700)).part('g', "all", noise(3000));
        byte[] tar = Arrays.copyOf(made.end(), made.headers.get(1) + 2000);
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first");
        assertThat(read.unread())
                .containsExactlyEntriesOf(
                        Map.of("(end)", "truncated: the archive ends within attributes of all files"));
        assertThat(read.unreadBytes()).isEqualTo(2000);
    }

    @Test
    void bytesThatAreNoArchiveAreRefused() {
        byte[] noise = new byte[5000];
        new Random(6).nextBytes(noise);
        assertThatThrownBy(() -> members(new Damage(noise))).isInstanceOf(IOException.class);
    }

    private static byte[] content(Unit member) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] data = new byte[1000];
        try (UnitChannel channel = member.open()) {
            for (int got; (got = channel.read(content.size(), data, 0, data.length)) > 0; ) {
                content.write(data, 0, got);
            }
        }
        return content.toByteArray();
    }
}
