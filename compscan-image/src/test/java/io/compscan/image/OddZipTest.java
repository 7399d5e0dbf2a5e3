package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Views;
import io.compscan.image.MadeZip.Sizes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Zips with zips in them, with a program in front, in parts, with names in other charsets, and bytes that are no zip. */
class OddZipTest extends ZipFixture {

    /** Its own headers, in stored blocks of deflated data, are none of the archive. */
    @ParameterizedTest
    @ValueSource(ints = {ZipEntry.STORED, ZipEntry.DEFLATED})
    void aZipWithinWhichTheArchiveEndsIsOneFile(int method) throws IOException {
        MadeZip inner = MadeZip.begin();
        for (int i = 0; i < 50; i++) {
            inner.stored("inner" + i, noise(5000));
        }
        contents.put("file0", text(300));
        MadeZip made = MadeZip.begin()
                .file("file0", contents.get("file0"), ZipEntry.DEFLATED, Sizes.BEHIND)
                .file("inner.zip", inner.end(), method, Sizes.BEHIND);
        for (int missing = 0; missing < 100_000; missing += 9000) {
            int length = made.ends.get(1) - 20 - missing;
            ReadArchive read = read(Arrays.copyOf(made.end(), length));
            assertFiles(read, 0);
            assertThat(read.unread())
                    .as("%s bytes", length)
                    .containsExactlyEntriesOf(Map.of("inner.zip", "truncated: the archive ends within it"));
        }
    }

    /** Its headers and descriptors are as sound as those of the archive. */
    @ParameterizedTest
    @EnumSource
    void aZipInAStoredFileIsAFile(Sizes sizes) throws IOException {
        byte[] inner = files(sizes, 5).end();
        contents.clear();
        contents.put("file0", inner);
        contents.put("file1", text(100));
        MadeZip made = MadeZip.begin();
        contents.forEach((name, content) -> made.file(name, content, ZipEntry.STORED, sizes));
        ReadArchive read = read(Arrays.copyOf(made.end(), made.size()));
        assertFiles(read, 0, 1);
        assertThat(read.unread()).containsOnlyKeys("(end)");
    }

    /** Its own directory tells where it ends. */
    @Test
    void aStoredZipWhoseSizesAreLostEndsWhereItSays() throws IOException {
        byte[] inner = files(Sizes.BEHIND, 3).end();
        contents.clear();
        contents.put("file0", inner);
        contents.put("file1", text(100));
        contents.put("file2", text(200));
        MadeZip made = MadeZip.begin();
        contents.forEach((name, content) -> made.file(name, content, ZipEntry.STORED, Sizes.BEHIND));
        byte[] zip = Arrays.copyOf(made.end(), made.size());
        int descriptorEnd = made.ends.get(0);
        // The archive ends within the sizes, or they are damaged.
        ReadArchive cut = read(Arrays.copyOf(zip, descriptorEnd - 3));
        assertFiles(cut, 0);
        for (int i = 1; i <= 16; i++) {
            zip[descriptorEnd - i] = '?';
        }
        ReadArchive damaged = read(zip);
        assertFiles(damaged, 0, 1, 2);
        assertThat(damaged.unread().values()).anyMatch(line -> line.startsWith("damaged header"));
    }

    @Test
    void aZipInALostFileShowsItsFiles() throws IOException {
        byte[] inner = files(Sizes.IN_HEADER, 2).end();
        MadeZip made = MadeZip.begin().stored("first", text(10)).stored("inner.zip", inner);
        contents.put("file2", text(10));
        byte[] zip = Arrays.copyOf(made.stored("file2", contents.get("file2")).end(), made.size());
        zip[made.headers.get(1)] = '?';
        ReadArchive read = read(zip);
        assertThat(read.files()).containsOnlyKeys("first", "file0", "file1", "file2");
        assertThat(read.unread().values())
                .anyMatch(line -> line.startsWith("damaged header"))
                .anyMatch(line -> line.startsWith("damaged directory"));
    }

    @Test
    void aProgramInFrontIsNoDamage() throws IOException {
        MadeZip plain = files(Sizes.IN_HEADER, 3);
        byte[] program = noise(3000);
        byte[] zip = plain.end();
        byte[] all = Arrays.copyOf(program, program.length + zip.length);
        System.arraycopy(zip, 0, all, program.length, zip.length);
        ReadArchive whole = read(all);
        assertFiles(whole, 0, 1, 2);
        assertThat(whole.unread()).isEmpty();
        ReadArchive cut = read(Arrays.copyOf(all, program.length + plain.ends.get(1)));
        assertFiles(cut, 0, 1);
        assertThat(cut.unread()).containsOnlyKeys("(end)");
    }

    @Test
    void onePartOfASplitArchiveIsRefused() {
        MadeZip made = files(Sizes.IN_HEADER, 3);
        byte[] last = made.end();
        last[last.length - 22 + 4] = 2;
        byte[] first = Arrays.copyOf(
                MadeZip.begin()
                        .bytes(new byte[] {'P', 'K', 7, 8})
                        .stored("a", text(9))
                        .end(),
                40);
        assertThat(Views.load().matching(new Head(first, new byte[0], first.length, "")))
                .isNotNull();
        for (byte[] part : List.of(first, last)) {
            assertThatThrownBy(() -> read(part))
                    .isInstanceOf(IOException.class)
                    .hasMessage("one part of a split archive: join the parts first");
        }
    }

    /** As Info-ZIP writes it: one name in an old charset, and another one in an extra field. */
    @Test
    void aNameInUnicodeIsThatInTheExtraField() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long headersEnd;
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(bytes)) {
            out.setEncoding("cp437");
            out.setUseLanguageEncodingFlag(false);
            out.setCreateUnicodeExtraFields(ZipArchiveOutputStream.UnicodeExtraFieldPolicy.ALWAYS);
            out.putArchiveEntry(new ZipArchiveEntry("\u00e4.txt"));
            out.write(text(100));
            out.closeArchiveEntry();
            out.flush();
            headersEnd = bytes.size();
        }
        byte[] zip = bytes.toByteArray();
        assertThat(read(zip).files()).containsOnlyKeys("\u00e4.txt");
        assertThat(read(Arrays.copyOf(zip, (int) headersEnd)).files()).containsOnlyKeys("\u00e4.txt");
    }

    @Test
    void bytesThatAreNoArchiveAreRefused() {
        byte[] header = MadeZip.begin().stored("a", text(9)).end();
        List<byte[]> all = new ArrayList<>(List.of(new byte[5000], noise(5000), new byte[2]));
        for (int length = 0; length < 30; length++) {
            all.add(Arrays.copyOf(header, length));
        }
        for (byte[] bytes : all) {
            assertThatThrownBy(() -> read(bytes))
                    .isInstanceOf(IOException.class)
                    .hasMessage("damaged: it has no directory at its end");
        }
    }
}
