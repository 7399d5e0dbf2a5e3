package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Grade;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the parameters of a pool change. */
class CephFamilyTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ceph, lz4stream, 65536, 4096, ceph",
        "ceph-lz4, lz4stream, 65536, 4096, ceph-lz4",
        "ceph-zstd, zstd:1, 65536, 4096, ceph-zstd",
        "'ceph:compress=snappy', snappy, 65536, 4096, 'ceph:compress=snappy,blob=64k'",
        "'ceph:compress=zlib,blob=8k', deflate:5, 8192, 4096, 'ceph:compress=zlib,blob=8k'",
        "'ceph:compress=off,alloc=64k', none, 131072, 65536, 'ceph:compress=off,blob=128k,alloc=64k'",
    })
    void members(String name, String compressor, int blobBytes, int unitBytes, String canonical) {
        Profile profile = Profiles.named(name);
        assertThat(profile.name()).isEqualTo(canonical);
        assertThat(profile.compressor().name()).isEqualTo(compressor);
        assertThat(profile.chunker().maxChunkBytes()).isEqualTo(blobBytes);
        assertThat(profile.allocation().granularityBytes()).isEqualTo(unitBytes);
        assertThat(profile.allocation().copies(100, 7, false)).isEqualTo(7);
    }

    /**
     * What one OSD of Ceph 16.2.15 allocated for objects of text of these lengths.
     *
     * <pre>
     *   object of 10,000   |    8,192, compressed   |  1,808, raw  |
     *   allocated          |   4,096                |  4,096       |
     * </pre>
     */
    @ParameterizedTest
    @CsvSource({
        "3000, 1100, 4096",
        "5000, 1800, 8192",
        "9000, 3200, 8192",
        "10000, 3500, 8192",
        "12288, 4300, 8192",
        "20000, 6400, 12288",
        "40000, 12000, 16384",
        "65536, 17900, 20480",
    })
    void anEndIsStoredRaw(int lengthBytes, int storedBytes, int allocatedBytes) {
        Allocation allocation = Profiles.named("ceph-lz4").allocation();
        assertThat(allocation.allocatedBytes(lengthBytes, storedBytes, 65_536)).isEqualTo(allocatedBytes);
        assertThat(allocation.allocatedBytes(lengthBytes, lengthBytes, 65_536))
                .isEqualTo((lengthBytes + 4095) / 4096 * 4096);
    }

    /** What nobody has compared with a real pool says so. */
    @Test
    void evidence() {
        for (String name :
                List.of("ceph", "ceph-lz4", "ceph-zstd", "ceph:compress=off", "ceph:compress=zlib", "ceph:blob=8k")) {
            assertThat(Profiles.named(name).grade()).as(name).isEqualTo(Grade.CHECKED);
        }
        for (String items : List.of("blob=16k", "alloc=64k", "compress=zlib,blob=8k", "compress=off,blob=8k")) {
            assertThat(Profiles.named("ceph:" + items).grade()).as(items).isEqualTo(Grade.MODELLED);
        }
    }
}
