package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tars with damaged long names and attributes: these cost their names, and not the files. */
class DamagedTarNamesTest extends TarFixture {

    /** Their file is behind its own header, under the short name that this has. */
    @Test
    void damagedAttributesCostTheLongName() throws IOException {
        String longName = "long".repeat(40);
        MadeTar posix = MadeTar.posix().file("first", noise(10)).attribute("path", longName);
        posix.file("short", noise(700)).file("last", noise(10));
        byte[] tar = posix.end();
        assertThat(read(tar).files()).containsOnlyKeys("first", longName, "last");
        byte[] header = tar.clone();
        overwrite(header, posix.headers.get(1));
        byte[] data = tar.clone();
        data[posix.headers.get(1) + RECORD] = '?';
        for (byte[] damaged : List.of(header, data)) {
            ReadArchive read = read(damaged);
            assertThat(read.files()).containsOnlyKeys("first", "short", "last");
            assertThat(read.file("short")).isEqualTo(read(tar).file(longName));
            assertThat(read.unread()).hasSize(1);
            assertThat(read.unreadBytes()).isEqualTo(2 * RECORD);
        }
    }

    @Test
    void aDamagedLongNameOfGnuCostsTheName() throws IOException {
        String longName = "long".repeat(40);
        MadeTar gnu = MadeTar.gnu()
                .file("first", noise(10))
                .part('L', "././@LongLink", (longName + "\0").getBytes(StandardCharsets.US_ASCII));
        gnu.file("short", noise(700)).file("last", noise(10));
        byte[] tar = gnu.end();
        assertThat(read(tar).files()).containsOnlyKeys("first", longName, "last");
        tar[gnu.headers.get(1) + 3] ^= 1;
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first", "short", "last");
        assertThat(read.unreadBytes()).isEqualTo(2 * RECORD);
    }

    /** Neither has a file then, so both are one damaged place. */
    @Test
    void attributesBeforeADamagedHeaderAreToldWithIt() throws IOException {
        MadeTar made = MadeTar.posix()
                .file("first", noise(10))
                .attribute("path", "other")
                .file("lost", noise(10));
        byte[] tar = made.file("last", noise(10)).end();
        overwrite(tar, made.headers.get(2));
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first", "last");
        assertThat(read.unread()).containsOnlyKeys("(byte " + made.headers.get(1) + ")");
        assertThat(read.unreadBytes()).isEqualTo(4 * RECORD);
    }

    /** The library calls itself for each. */
    @Test
    void endlessAttributesAreDamage() throws IOException {
        MadeTar made = MadeTar.posix().file("first", noise(10));
        for (int i = 0; i < 20_000; i++) {
            made.part('x', "attributes", new byte[0]);
        }
        ReadArchive read = read(made.file("last", noise(10)).end());
        assertThat(read.files()).containsOnlyKeys("first", "last");
        assertThat(read.unread()).hasSize(1);
    }

    /** A record in the data of a lost file may look like any header: what it says about a name costs no other file. */
    @Test
    void aNameOfTerabytesInALostFileCostsNoOther() throws IOException {
        byte[] inner = MadeTar.gnu().part('L', "name", new byte[0]).end();
        TarSum.resize(inner, 0, "77777777777");
        MadeTar made = MadeTar.gnu().file("first", noise(700)).file("lost", inner);
        byte[] tar = made.file("last", noise(700)).end();
        overwrite(tar, made.headers.get(1));
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first", "last");
        assertThat(read.unread()).isNotEmpty();
    }
}
