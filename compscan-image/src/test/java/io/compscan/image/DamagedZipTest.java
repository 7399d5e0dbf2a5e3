package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.image.MadeZip.Sizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Zips that are damaged or cut off: files are found by their own headers, and what is missing is told once for each place. */
class DamagedZipTest extends ZipFixture {

    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 300);

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
        for (int length = made.ends.get(0); length < zip.length; length++) {
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

    /** Deflated data tells its own end. That of a stored file is unknown then, and the files behind are found. */
    @Test
    void aLostDescriptorCostsAStoredFileAlone() throws IOException {
        MadeZip made = files(Sizes.BEHIND, 8);
        byte[] zip = Arrays.copyOf(made.end(), made.size());
        for (int i : new int[] {1, 4}) {
            zip[made.ends.get(i) - 8]++;
        }
        ReadArchive read = read(zip);
        assertFiles(read, 0, 1, 2, 3, 5, 6, 7);
        assertThat(read.unread())
                .containsEntry("(byte " + (made.ends.get(1) - 16) + ")", "damaged header, 16 bytes skipped")
                .containsEntry("file4", "damaged: its sizes behind it are missing");
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
                // A descriptor without a signature is known by the header behind it. Deflated data does without.
                isLost[Math.max(0, hurt - 1)] |=
                        hurt % 2 == 1 && (sizes == Sizes.BEHIND_UNSIGNED || sizes == Sizes.BEHIND_LARGE_UNSIGNED);
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
