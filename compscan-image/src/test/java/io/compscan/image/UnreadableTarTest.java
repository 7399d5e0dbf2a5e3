package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tars on a disk that fails within their headers: files before and behind are read, and what is skipped is told once for each place. */
class UnreadableTarTest extends TarFixture {

    private static final int SECTOR = FailingSectors.SECTOR;

    private final int[] failures = new int[1];

    /** Files of which the header and the data fill two sectors. */
    private MadeTar files(int count) {
        MadeTar made = MadeTar.posix();
        for (int i = 0; i < count; i++) {
            made.file("file" + i, noise(2 * SECTOR - MadeTar.RECORD));
        }
        return made;
    }

    private FailingSectors failing(byte[] tar, boolean isShort, Integer... sectors) {
        return new FailingSectors(tar, List.of(sectors), isShort, failures);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHeaderThatCannotBeReadCostsItsFile(boolean isShort) throws IOException {
        byte[] tar = files(5).end();
        ReadArchive read = ReadArchive.tar(failing(tar, isShort, 4));
        assertThat(read.files()).containsOnlyKeys("file0", "file1", "file3", "file4");
        assertThat(read.file("file3"))
                .isEqualTo(ReadArchive.tar(new Damage(tar)).file("file3"));
        assertThat(read.unread())
                .containsExactlyEntriesOf(
                        Map.of("(byte 16384)", "unreadable header, 8192 bytes skipped: Input/output error"));
        assertThat(read.unreadBytes()).isEqualTo(2 * SECTOR);
    }

    /** The bad sector behind it is none of the header. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHeaderRightBeforeABadSectorIsRead(boolean isShort) throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(SECTOR - 2 * MadeTar.RECORD));
        made.file("second", noise(3 * SECTOR)).file("third", noise(10));
        ReadArchive read = ReadArchive.tar(failing(made.end(), isShort, 2));
        assertThat(read.files()).containsOnlyKeys("first", "third");
        assertThat(read.unread()).containsExactlyEntriesOf(Map.of("second", "Input/output error"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBadSectorWithinASkippedFileIsNoEnd(boolean isShort) throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(10)).file("lost", noise(40 * SECTOR));
        byte[] tar = made.file("last", noise(10)).end();
        tar[made.headers.get(1) + 150] ^= 1;
        ReadArchive read = ReadArchive.tar(failing(tar, isShort, 7, 8, 20));
        assertThat(read.files()).containsOnlyKeys("first", "last");
        assertThat(read.unread().values())
                .containsExactly(
                        "damaged header, " + (40 * SECTOR + MadeTar.RECORD) + " bytes skipped: Input/output error");
    }

    @Test
    void attributesThatCannotBeReadCostTheLongName() throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(SECTOR - 3 * MadeTar.RECORD));
        made.attribute("comment", "x".repeat(2 * SECTOR));
        made.file("short", noise(10)).file("last", noise(10));
        ReadArchive read = ReadArchive.tar(failing(made.end(), true, 1));
        assertThat(read.files()).containsOnlyKeys("first", "short", "last");
        assertThat(read.unread()).hasSize(1);
        assertThat(read.unread().keySet()).containsExactly("(byte " + made.headers.get(1) + ")");
    }

    /** A disk that is dead from a sector on is asked a few times, and not for each sector. */
    @Test
    void aDeadDiskKeepsWhatWasRead() throws IOException {
        byte[] tar = files(600).end();
        List<Integer> dead = new ArrayList<>();
        for (int i = 4; i <= tar.length / SECTOR; i++) {
            dead.add(i);
        }
        ReadArchive read = ReadArchive.tar(new FailingSectors(tar, dead, true, failures));
        assertThat(read.files()).containsOnlyKeys("file0", "file1");
        assertThat(read.unread())
                .containsExactlyEntriesOf(Map.of(
                        "(byte 16384)",
                        "unreadable header, " + (tar.length - 4 * SECTOR) + " bytes skipped: Input/output error"));
        assertThat(failures[0]).isLessThan(40);
    }

    /** Nothing shows that it is an archive. */
    @Test
    void aFirstHeaderThatCannotBeReadIsRefused() {
        byte[] tar = files(3).end();
        assertThatThrownBy(() -> ReadArchive.tar(failing(tar, true, 0)))
                .isInstanceOf(IOException.class)
                .hasMessage("Input/output error");
    }

    @Test
    void whatIsReadAndWhatIsToldAddsUp() throws IOException {
        for (int i = 0; i < 200; i++) {
            Random tries = new Random(i);
            MadeTar made = MadeTar.posix();
            Map<String, byte[]> contents = new LinkedHashMap<>();
            for (int f = 0; f < 30; f++) {
                byte[] content = noise(tries.nextInt(3) == 0 ? 0 : tries.nextInt(10_000));
                made.file("file" + f, content);
                contents.put("file" + f, content);
            }
            List<Integer> bad = new ArrayList<>();
            for (int n = tries.nextInt(6); n >= 0; n--) {
                bad.add(1 + tries.nextInt(made.size() / SECTOR - 1));
            }
            byte[] tar = made.end();
            ReadArchive read = ReadArchive.tar(new FailingSectors(tar, bad, tries.nextBoolean(), failures));
            long bytes = read.unreadBytes();
            for (String name : contents.keySet()) {
                byte[] content = contents.get(name);
                boolean isRead = read.files().containsKey(name);
                if (isRead) {
                    assertThat(read.file(name)).as("seed %s", i).isEqualTo(content);
                }
                if (isRead || read.unread().containsKey(name)) {
                    bytes += MadeTar.RECORD + (isRead ? content.length : 0) + (-content.length & (MadeTar.RECORD - 1));
                }
            }
            // Nobody knows whether zeros at the end cannot be read.
            assertThat(bytes).as("seed %s", i).isBetween((long) made.size(), (long) tar.length);
        }
    }
}
