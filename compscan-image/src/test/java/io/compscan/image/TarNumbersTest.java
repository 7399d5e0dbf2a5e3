package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Views;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes and types in the headers of tars, at their limits, and attributes on which no number depends. */
class TarNumbersTest extends TarFixture {

    private static final long LARGE = (3L << 30) + 5;
    private static final String NAME = "GNUSparseFile.0/large";

    private static List<Unit> members(byte[] tar) throws IOException {
        return Objects.requireNonNull(Views.load().named("tar"))
                .look(new Damage(tar), Siblings.NONE, null)
                .units();
    }

    /** Checks that the first file has two pieces at 1 GiB and at its end, and that another one follows. */
    private static void assertSparse(byte[] tar, byte[] content, long sizeBytes) throws IOException {
        List<Unit> units = members(tar);
        assertThat(units).extracting(Unit::name).containsExactly("disk/large", "disk/behind");
        assertThat(units.get(0).sizeBytes()).isEqualTo(sizeBytes);
        try (UnitChannel channel = units.get(0).open()) {
            assertThat(channel.nextData(0)).isEqualTo(1L << 30);
            assertThat(at(channel, 1L << 30)).isEqualTo(Arrays.copyOf(content, 512));
            assertThat(at(channel, sizeBytes - 512)).isEqualTo(Arrays.copyOfRange(content, 512, 1024));
            assertThat(at(channel, 5L << 28)).isEqualTo(new byte[512]);
        }
        assertThat(units.get(1).sizeBytes()).isEqualTo(700);
    }

    private static byte[] at(UnitChannel channel, long position) throws IOException {
        byte[] data = new byte[512];
        for (int done = 0; done < data.length; ) {
            done += channel.read(position + done, data, done, data.length - done);
        }
        return data;
    }

    @ParameterizedTest
    @ValueSource(longs = {LARGE, 1L << 37, (1L << 50) + 1})
    void aSparseFileOfPosixMayBeLarge(long size) throws IOException {
        byte[] content = noise(1024);
        String end = Long.toString(size - 512);
        String[] zero = {
            "GNU.sparse.size",
            Long.toString(size),
            "GNU.sparse.numblocks",
            "2",
            "GNU.sparse.offset",
            "1073741824",
            "GNU.sparse.numbytes",
            "512",
            "GNU.sparse.offset",
            end,
            "GNU.sparse.numbytes",
            "512"
        };
        byte[] oldest = MadeTar.posix()
                .attribute(zero)
                .file("large", content)
                .file("behind", noise(700))
                .end();
        assertSparse(oldest, content, size);

        byte[] second = MadeTar.posix()
                .attribute(
                        "GNU.sparse.size",
                        Long.toString(size),
                        "GNU.sparse.numblocks",
                        "2",
                        "GNU.sparse.name",
                        "large",
                        "GNU.sparse.map",
                        "1073741824,512," + end + ",512")
                .file(NAME, content)
                .file("behind", noise(700))
                .end();
        assertSparse(second, content, size);

        byte[] map = Arrays.copyOf(("2\n1073741824\n512\n" + end + "\n512\n").getBytes(StandardCharsets.US_ASCII), 512);
        byte[] packed = ByteBuffer.allocate(1536).put(map).put(content).array();
        byte[] newest = MadeTar.posix()
                .attribute(
                        "GNU.sparse.major", "1",
                        "GNU.sparse.minor", "0",
                        "GNU.sparse.name", "large",
                        "GNU.sparse.realsize", Long.toString(size))
                .file(NAME, packed)
                .file("behind", noise(700))
                .end();
        assertSparse(newest, content, size);
    }

    @ParameterizedTest
    @ValueSource(longs = {LARGE, 1L << 37, (1L << 50) + 1})
    void aSparseFileOfGnuMayBeLarge(long size) throws IOException {
        byte[] content = noise(1024);
        MadeTar made = MadeTar.gnu().part('S', "large", content).file("behind", noise(700));
        byte[] tar = made.end();
        binary(tar, 386, 1L << 30);
        binary(tar, 398, 512);
        binary(tar, 410, size - 512);
        binary(tar, 422, 512);
        binary(tar, 483, size);
        TarSum.mend(tar, 0);
        assertSparse(tar, content, size);
    }

    private static void binary(byte[] tar, int at, long number) {
        ByteBuffer.wrap(tar, at, 12).putInt(0x80000000).putLong(number);
    }

    /** Without its attributes, the packed bytes of a sparse file are no file, and its size is unknown. */
    @Test
    void aSparseFileWithoutItsAttributesIsUnread() throws IOException {
        MadeTar made = MadeTar.posix()
                .file("first", noise(10))
                .attribute("GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.realsize", "3221225477")
                .file("short", noise(1000))
                .file("last", noise(10));
        byte[] header = made.end();
        header[made.headers.get(1) + 150] ^= 1;
        byte[] data = made.end();
        data[made.headers.get(1) + RECORD] = '?';
        for (byte[] damaged : List.of(header, data)) {
            ReadArchive read = read(damaged);
            assertThat(read.files()).containsOnlyKeys("first", "last");
            assertThat(read.unread()).containsEntry("short", "damaged attributes: its size is lost with them");
        }
        byte[] none = MadeTar.posix()
                .file("a/" + NAME, noise(10))
                .file("last", noise(10))
                .end();
        assertThat(read(none).files()).containsOnlyKeys("last");
    }

    @Test
    void sizesAtTheirLimits() throws IOException {
        for (long size : new long[] {0, 1, 8L << 30, Long.MAX_VALUE}) {
            byte[] tar = MadeTar.gnu().file("large", new byte[0]).end();
            binary(tar, 124, size);
            TarSum.mend(tar, 0);
            assertThat(members(tar).get(0).sizeBytes()).isEqualTo(size == 0 ? 0 : size);
            byte[] posix = MadeTar.posix()
                    .attribute("size", Long.toString(size))
                    .file("large", new byte[0])
                    .end();
            assertThat(members(posix).get(0).sizeBytes()).isEqualTo(size);
        }
        byte[] negative =
                MadeTar.gnu().file("a", noise(10)).file("b", noise(10)).end();
        Arrays.fill(negative, 124, 136, (byte) 0xff);
        TarSum.mend(negative, 0);
        assertThat(read(negative).files()).containsOnlyKeys("b");
        byte[] beyond = MadeTar.posix()
                .attribute("size", "9223372036854775808")
                .file("a", noise(10))
                .file("b", noise(10))
                .end();
        assertThat(read(beyond).files()).containsOnlyKeys("b");
        assertThat(read(beyond).unread()).containsKey("a");
    }

    /** GNU tar extracts both. */
    @Test
    void attributesOnWhichNoNumberDependsCostNothing() throws IOException {
        byte[] tar = MadeTar.posix()
                .attribute("mtime", "yesterday", "uid", "-99999999999999999999", "path", "named")
                .file("a", noise(100))
                .file("b", noise(100))
                .end();
        System.arraycopy("garbage".getBytes(StandardCharsets.US_ASCII), 0, tar, 1024 + 108, 7);
        System.arraycopy("!!!!!!!".getBytes(StandardCharsets.US_ASCII), 0, tar, 1024 + 136, 7);
        TarSum.mend(tar, 1024);
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("named", "b");
        assertThat(read.unread()).isEmpty();
    }

    @Test
    void labelsAndNamesWithASlashAreNoFiles() throws IOException {
        byte[] tar = MadeTar.old()
                .part('V', "Backup 1", new byte[0])
                .part('\0', "directory/", new byte[0])
                .file("directory/file", noise(600))
                .end();
        assertThat(read(tar).files()).containsOnlyKeys("directory/file");
        assertThat(read(tar).unread()).isEmpty();
        assertRecognised(tar);
    }

    @Test
    void anOldTarIsRecognisedByItsChecksum() {
        assertRecognised(files(MadeTar.old(), 3).end());
        byte[] wrong = files(MadeTar.old(), 3).end();
        wrong[5] ^= 1;
        assertThat(recognised(wrong)).isNull();
        byte[] noOther = MadeTar.old().file("a", new byte[0]).end();
        overwrite(noOther, RECORD);
        assertThat(recognised(noOther)).isNull();
    }

    private static void assertRecognised(byte[] tar) {
        assertThat(recognised(tar)).isEqualTo("tar");
    }

    private static String recognised(byte[] data) {
        var view = Views.load().matching(new Head(data, new byte[0], data.length, ""));
        return view == null ? null : view.name();
    }

    @Test
    void aFileFromAnotherVolumeIsUnread() throws IOException {
        byte[] tar = MadeTar.gnu()
                .part('M', "split", noise(1000))
                .file("whole", noise(10))
                .end();
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("whole");
        assertThat(read.unread().get("split")).contains("another volume");
        assertThat(read.unreadBytes()).isEqualTo(1000);
    }
}
