package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sizes of links, directories and devices of a tar: some writers give them one, and no data follows. */
class TarLinksTest {

    private final Random random = new Random(8);

    private byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    private static ReadArchive read(byte[] tar) throws IOException {
        return ReadArchive.tar(new Damage(tar));
    }

    /** A header that gives a size to something without data, as writers of old do, and one that is followed by data. */
    @Test
    void theSizeOfALinkOrADirectoryCostsNoFile() throws IOException {
        for (char type : new char[] {'1', '2', '3', '5', '6'}) {
            for (String size : List.of("00000002000", "00000020000", "77777777777")) {
                MadeTar made = MadeTar.posix().file("first", noise(700)).part(type, "none", new byte[0]);
                made.file("second", noise(700)).file("third", noise(3000));
                byte[] tar = made.end();
                TarSum.resize(tar, made.headers.get(1), size);
                ReadArchive read = read(tar);
                assertThat(read.files()).as("%s %s", type, size).containsOnlyKeys("first", "second", "third");
                assertThat(read.unread()).isEmpty();
            }
            MadeTar made = MadeTar.posix().file("first", noise(700)).part(type, "data", noise(2000));
            ReadArchive read = read(made.file("second", noise(700)).end());
            assertThat(read.files()).containsOnlyKeys("first", "second");
            assertThat(read.unread()).isEmpty();
        }
    }

    @Test
    void aLinkAtTheEndMayHaveASize() throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(700)).part('1', "link", new byte[0]);
        byte[] tar = made.end();
        TarSum.resize(tar, made.headers.get(1), "77777777777");
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first");
        assertThat(read.unread()).isEmpty();
    }

    /** Noise behind a link whose size points beyond the archive: the files behind are found, and the noise is told. */
    @Test
    void damageBehindALinkIsTold() throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(700)).part('1', "link", noise(2000));
        byte[] tar = made.file("second", noise(700)).end();
        TarSum.resize(tar, made.headers.get(1), "77777777777");
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first", "second");
        assertThat(read.unreadBytes()).isEqualTo(2048);
    }
}
