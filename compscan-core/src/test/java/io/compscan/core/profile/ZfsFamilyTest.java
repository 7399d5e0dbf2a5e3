package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.result.Grade;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of members of the family, in lists and alone. */
class ZfsFamilyTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "zfs:record=16k | zfs:record=16k,compress=lz4,dedup=off",
                "zfs:dedup=on,record=1m,compress=zstd-9 | zfs:record=1m,compress=zstd-9,dedup=on",
                "zfs:RECORD=128K , raidz2=6 | zfs:record=128k,compress=lz4,dedup=off,raidz2=6",
                "zfs:zvol=16k,mirror=2,ashift=9 | zfs:zvol=16k,compress=lz4,dedup=off,ashift=9,mirror=2",
                "zfs:record=16384 | zfs:record=16k,compress=lz4,dedup=off",
                "vdo,zfs:record=16k,compress=off,borg | vdo;zfs:record=16k,compress=off,dedup=off;borg",
                "zfs:record=4k,zfs:record=16m | zfs:record=4k,compress=lz4,dedup=off;zfs:record=16m,compress=lz4,dedup=off",
                "zfs,zfs-lz4-128k | zfs;zfs-lz4-128k",
            })
    void lists(String list, String expected) {
        assertThat(Profiles.parse(list)).extracting(Profile::name).isEqualTo(List.of(expected.split(";")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "zfs:recrd=16k | \"zfs:recrd=16k: 'recrd' is no parameter; did you mean record\"",
                "zfs: | \"zfs:: '' is no parameter\"",
                "zfs:record | \"record needs a value, such as record=128k\"",
                "zfs:record= | \"record needs a value\"",
                "zfs:record=3k | \"record: '3k' is not a power of two from 4k to 16m\"",
                "zfs:record=32m | \"record: '32m' is not a power of two\"",
                "zfs:record=2k | \"record: '2k' is not a power of two\"",
                "zfs:record=16k,record=16k | \"record is given twice\"",
                "zfs:record=16k,zvol=16k | \"record and zvol exclude each other\"",
                "zfs:compress=lzjb | \"compress: 'lzjb' is not lz4\"",
                "zfs:compress=zstd-20 | \"compress: 'zstd-20' has no such level; they are 1 to 19\"",
                "zfs:compress=gzip-0 | \"compress: 'gzip-0' has no such level; they are 1 to 9\"",
                "zfs:compress=lz4-2 | \"compress: 'lz4-2' has no such level\"",
                "zfs:dedup=yes | \"dedup: 'yes' is not on or off\"",
                "zfs:ashift=13 | \"ashift: '13' is not 9 or 12\"",
                "zfs:raidz1=1 | \"raidz1: '1' is not a number of disks from 2 to 255\"",
                "zfs:raidz3=3 | \"raidz3: '3' is not a number of disks from 4 to 255\"",
                "zfs:mirror=1 | \"mirror: '1' is not a number of disks from 2 to 16\"",
                "zfs:mirror=2,raidz1=3 | \"mirror and raidz1 exclude each other\"",
                "zfs:raidz4=8 | \"'raidz4' is no parameter\"",
                "vdo,record=16k | \"'record=16k' is a parameter and no profile\"",
                "record=16k | \"'record=16k' is a parameter and no profile\"",
            })
    void errors(String list, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Profiles.parse(list))
                .withMessageContaining(message);
    }

    /** The member without parameters is the one whose parameters are the defaults. */
    @Test
    void defaults() {
        Profile plain = Profiles.named("zfs");
        Profile member = Profiles.named("zfs:record=128k");
        assertThat(member.allocation()).isEqualTo(plain.allocation());
        assertThat(member.metadata()).isEqualTo(plain.metadata());
        assertThat(member.memory()).isEqualTo(plain.memory());
        assertThat(member.needs())
                .isEqualTo(plain.needs())
                .isEqualTo("fixed:131072,files=apart compressed with zfslz4");
        assertThat(member.title()).isEqualTo(plain.title());
        assertThat(plain.chargesShapes()).isTrue();
        assertThat(Profiles.named("vdo").chargesShapes()).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'zfs:compress=zstd', zstd, 131072, 1",
        "'zfs:compress=gzip-9,dedup=on', deflate:9, 131072, 0",
        "'zfs:compress=zle,record=1m', zle, 1048576, 1",
        "'zfs:compress=off,zvol=8k', none, 8192, 1",
    })
    void members(String name, String compressor, int recordBytes, int maxReferences) {
        Profile profile = Profiles.named(name);
        assertThat(profile.compressor().name()).isEqualTo(compressor);
        assertThat(profile.chunker().maxChunkBytes()).isEqualTo(recordBytes);
        assertThat(profile.allocation().maxReferences()).isEqualTo(maxReferences);
        assertThat(profile.allocation().copies(100, 7, false)).isEqualTo(maxReferences == 1 ? 7 : 1);
    }

    /** The file of a member is a file like others. */
    @Test
    void theFileOfAMemberCanBeChanged() throws ProfileFormatException {
        String toml = Profiles.toml("zfs:record=16k,compress=zstd-5,dedup=on,raidz2=6");
        Profile read = ProfileFile.parse(toml.getBytes(StandardCharsets.UTF_8), "mine.toml");
        Profile member = Profiles.named("zfs:record=16k,compress=zstd-5,dedup=on,raidz2=6");
        assertThat(read.allocation()).isEqualTo(member.allocation());
        assertThat(read.metadata()).isEqualTo(member.metadata());
        assertThat(read.name()).isEqualTo("zfs-16k-zstd-5-on-raidz2-6");
    }

    /** What nobody has compared with a real pool says so. */
    @Test
    void evidence() {
        assertThat(Profiles.named("zfs").grade()).isEqualTo(Grade.CHECKED);
        for (String items : List.of(
                "record=16k,compress=zstd,dedup=on,raidz2=6",
                "compress=gzip",
                "compress=zle",
                "compress=zstd-9",
                "raidz3=7",
                "mirror=2",
                "record=1m",
                "zvol=16k",
                "ashift=9")) {
            assertThat(Profiles.named("zfs:" + items).grade()).as(items).isEqualTo(Grade.CHECKED);
        }
        for (String items : List.of("compress=gzip-9", "compress=zstd-19", "mirror=3", "record=8k", "zvol=8k")) {
            assertThat(Profiles.named("zfs:" + items).grade()).as(items).isEqualTo(Grade.MODELLED);
        }
    }
}
