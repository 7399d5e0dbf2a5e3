package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Grade;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the parameters of a pool change. */
class ZfsFamilyTest {

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
                "special=32k",
                "special=0,raidz1=3",
                "ashift=9")) {
            assertThat(Profiles.named("zfs:" + items).grade()).as(items).isEqualTo(Grade.CHECKED);
        }
        for (String items : List.of(
                "compress=gzip-9",
                "compress=zstd-19",
                "mirror=3",
                "record=8k",
                "zvol=8k",
                "special=4k,specialmirror=2")) {
            assertThat(Profiles.named("zfs:" + items).grade()).as(items).isEqualTo(Grade.MODELLED);
        }
    }
}
