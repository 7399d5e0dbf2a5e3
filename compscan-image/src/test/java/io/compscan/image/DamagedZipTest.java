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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Zips that are damaged or cut off: files are found by their own headers, and what is missing is told once for each place. */
class DamagedZipTest {

    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 300);

    private final Random random = new Random(9);
    private final Map<String, byte[]> contents = new LinkedHashMap<>();

    private byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    private byte[] text(int bytes) {
        byte[] text = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            text[i] = (byte) ('a' + random.nextInt(4));
        }
        return text;
    }

    private static ReadArchive read(byte[] zip) throws IOException {
        return ReadArchive.zip(new Damage(zip));
    }

    /** Files of all methods whose sizes stand in one place. */
    private MadeZip files(Sizes sizes, int count) {
        MadeZip made = MadeZip.begin();
        for (int i = 0; i < count; i++) {
            byte[] content = i % 4 == 3 ? new byte[0] : text(500 + 100 * i);
            contents.put("file" + i, content);
            made.file("file" + i, content, i % 2 == 0 ? ZipEntry.STORED : ZipEntry.DEFLATED, sizes);
        }
        return made;
    }

    private void assertFiles(ReadArchive read, int... numbers) {
        List<String> names = Arrays.stream(numbers).mapToObj(i -> "file" + i).toList();
        assertThat(read.files().keySet()).as("%s", read.unread()).containsExactlyElementsOf(names);
        names.forEach(name -> assertThat(read.file(name)).as(name).isEqualTo(contents.get(name)));
    }

    @ParameterizedTest
    @EnumSource
    void withoutItsDirectoryAllFilesAreThere(Sizes sizes) throws IOException {
        MadeZip made = files(sizes, 6);
        assertFiles(read(made.end()), 0, 1, 2, 3, 4, 5);
        assertThat(read(made.end()).unread()).isEmpty();
        ReadArchive cut = read(Arrays.copyOf(made.end(), made.size()));
        assertFiles(cut, 0, 1, 2, 3, 4, 5);
        assertThat(cut.unread())
                .containsExactlyEntriesOf(Map.of("(end)", "truncated: the archive ends before its directory"));
        assertThat(cut.unreadBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whatLiesBeforeTheCutIsThereAndTheRestIsToldOnce(Sizes sizes) throws IOException {
        MadeZip made = files(sizes, 6);
        byte[] zip = made.end();
        Damage cut = new Damage(zip);
        for (int length = made.ends.get(0); length < zip.length; length += 1 + length % 7) {
            cut.truncate(length);
            int end = length;
            ReadArchive read = ReadArchive.zip(cut);
            int[] whole =
                    IntStream.range(0, 6).filter(i -> made.ends.get(i) <= end).toArray();
            List<String> names = new ArrayList<>(read.files().keySet());
            if (names.size() > whole.length) {
                // All of its data is there, but a part of what follows it.
                names.remove(names.size() - 1);
                assertThat(sizes).isNotIn(Sizes.IN_HEADER, Sizes.IN_EXTRA);
            }
            assertThat(names)
                    .as("%s bytes", length)
                    .containsExactlyElementsOf(
                            Arrays.stream(whole).mapToObj(i -> "file" + i).toList());
            assertThat(read.unread()).as("%s bytes", length).hasSize(1);
            assertThat(read.unread().values())
                    .allMatch(line -> line.startsWith("truncated: the archive ends ")
                            || line.startsWith("damaged directory, " + (end - made.size()) + " bytes skipped: "));
        }
    }

    @Test
    void aDirectoryThatPointsBeyondTheFileIsNotBelieved() throws IOException {
        MadeZip made = files(Sizes.IN_HEADER, 4);
        byte[] zip = made.end();
        zip[zip.length - 22 + 16 + 3] = 0x7f;
        ReadArchive read = read(zip);
        assertFiles(read, 0, 1, 2, 3);
        assertThat(read.unread()).hasSize(1).containsKey("(byte " + made.size() + ")");
        assertThat(read.unreadBytes()).isEqualTo(zip.length - made.size());
    }

    /** The library takes what is no entry for the end of the directory, and would lose the files behind. */
    @Test
    void aDamagedEntryOfTheDirectoryCostsNoFile() throws IOException {
        MadeZip made = files(Sizes.BEHIND, 4);
        byte[] zip = made.end();
        zip[made.size() + 2 * (46 + 5)] = '?';
        ReadArchive read = read(zip);
        assertFiles(read, 0, 1, 2, 3);
        assertThat(read.unread().values())
                .containsExactly(
                        "damaged directory, " + (zip.length - made.size()) + " bytes skipped: it has 2 of 4 entries");
    }

    @Test
    void aDamagedHeaderCostsItsFileAlone() throws IOException {
        MadeZip made = files(Sizes.IN_HEADER, 5);
        byte[] zip = made.end();
        zip[made.headers.get(2)] = '?';
        ReadArchive whole = read(zip);
        assertFiles(whole, 0, 1, 3, 4);
        assertThat(whole.unread()).containsExactlyEntriesOf(Map.of("file2", "damaged header"));

        ReadArchive cut = read(Arrays.copyOf(zip, made.ends.get(4)));
        assertFiles(cut, 0, 1, 3, 4);
        int lost = made.headers.get(3) - made.headers.get(2);
        assertThat(cut.unread())
                .containsEntry("(byte " + made.headers.get(2) + ")", "damaged header, " + lost + " bytes skipped");
        assertThat(cut.unreadBytes()).isEqualTo(lost);
    }

    /** The end of such a file is unknown then. The files behind are found without reading the archive once more for each. */
    @Test
    void aLostDescriptorCostsItsFileAlone() throws IOException {
        MadeZip made = files(Sizes.BEHIND, 8);
        byte[] zip = Arrays.copyOf(made.end(), made.size());
        for (int i : new int[] {1, 4}) {
            zip[made.ends.get(i) - 8]++;
        }
        ReadArchive read = read(zip);
        assertFiles(read, 0, 2, 3, 5, 6, 7);
        assertThat(read.unread())
                .containsEntry("file1", "damaged: its sizes behind it are missing")
                .containsEntry("file4", "damaged: its sizes behind it are missing");
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

    @Test
    void aDiskThatFailsCostsWhatLiesThere() throws IOException {
        MadeZip made = MadeZip.begin();
        for (int i = 0; i < 5; i++) {
            byte[] content = noise(2 * FailingSectors.SECTOR - 30 - 5);
            contents.put("file" + i, content);
            made.stored("file" + i, content);
        }
        byte[] zip = made.end();
        int directory = made.size() / FailingSectors.SECTOR;
        for (boolean isShort : List.of(true, false)) {
            ReadArchive header = ReadArchive.zip(new FailingSectors(zip, List.of(4), isShort, new int[1]));
            assertFiles(header, 0, 1, 3, 4);
            assertThat(header.unread())
                    .containsExactlyEntriesOf(Map.of("file2", "unreadable header: Input/output error"));

            ReadArchive both = ReadArchive.zip(new FailingSectors(zip, List.of(4, directory), isShort, new int[1]));
            assertFiles(both, 0, 1, 3, 4);
            assertThat(both.unread())
                    .containsEntry("(byte 16384)", "unreadable header, 8192 bytes skipped: Input/output error")
                    .containsEntry(
                            "(byte " + made.size() + ")",
                            "unreadable header, " + (zip.length - made.size()) + " bytes skipped: Input/output error");
        }
    }

    /** Whatever is lost, no file has bytes of another, and every file that has not been hurt is there. */
    @Test
    void filesThatAreNotHurtAreRead() throws IOException {
        long firstSeed = Fuzz.firstSeed("damaged-zip");
        List<Sizes> all = List.of(Sizes.values());
        for (int i = 0; i < TRIES; i++) {
            Random tries = new Random(firstSeed + i);
            contents.clear();
            Sizes sizes = all.get(tries.nextInt(all.size()));
            MadeZip made = files(sizes, 20);
            byte[] zip = Arrays.copyOf(made.end(), made.size() + tries.nextInt(100));
            boolean[] isLost = new boolean[20];
            for (int damages = tries.nextInt(4); damages > 0; damages--) {
                int hurt = tries.nextInt(20);
                Arrays.fill(zip, made.headers.get(hurt), made.headers.get(hurt) + 4, (byte) '?');
                isLost[hurt] = true;
                // A descriptor without a signature is known by the header behind it.
                isLost[Math.max(0, hurt - 1)] |= sizes == Sizes.BEHIND_UNSIGNED || sizes == Sizes.BEHIND_LARGE_UNSIGNED;
            }
            ReadArchive read = read(zip);
            for (int f = 0; f < 20; f++) {
                assertThat(read.files().get("file" + f))
                        .as("seed %s, file %s, %s", firstSeed + i, f, read.unread())
                        .isEqualTo(isLost[f] ? null : contents.get("file" + f));
            }
            assertThat(read.unread()).as("seed %s", firstSeed + i).isNotEmpty();
        }
    }
}
