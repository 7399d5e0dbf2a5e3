package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.compscan.result.Grade;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The profiles that come with compscan: that they can be read, and what each makes of a chunk, worked out by hand. */
class ProfilesTest {

    @Test
    void eachCanBeReadAndNamesItsSource() {
        assertThat(Profiles.all()).extracting(Profile::name).isEqualTo(Profiles.names());
        assertThat(Profiles.all()).allSatisfy(profile -> {
            assertThat(profile.source()).startsWith("http");
            assertThat(profile.deviations()).isNotEmpty().allMatch(sentence -> sentence.endsWith("."));
            assertThat(profile.title()).hasSizeLessThan(100);
        });
    }

    /** What a model cuts, how it compresses and how it lays out has a source; a guess stays an exception that is told. */
    @Test
    void whatNobodyCheckedHasSourcesAndTheGuessesAreFew() {
        List<String> guesses = new ArrayList<>();
        for (Profile profile : Profiles.all()) {
            profile.sources().forEach((key, fact) -> {
                if (fact.basis() == Profile.Basis.GUESSED) {
                    guesses.add(profile.name() + " " + key);
                }
            });
            if (profile.grade() == Grade.MODELLED) {
                assertThat(profile.sources()).as(profile.name()).containsKeys("chunks.chunking", "chunks.compressor");
                assertThat(profile.sources().keySet())
                        .as(profile.name())
                        .containsAnyOf("allocation.granularityBytes", "allocation.bucketBytes");
                assertThat(ProfileText.explain(List.of(profile))).contains("modelled, not checked");
                assertThat(ProfileText.list(List.of(profile)))
                        .contains(profile.name())
                        .contains("modelled, not checked")
                        .doesNotContainPattern("[+-][0-9.]+ %");
            }
        }
        assertThat(guesses).containsExactly("ontap chunks.compressor", "ontap allocation.packing");
    }

    @Test
    void veeamHasFourBlockSizes() {
        assertThat(List.of("veeam-wan", "veeam-lan", "veeam", "veeam-large"))
                .extracting(name -> Profiles.named(name).needs())
                .containsExactly(
                        "fixed:262144 compressed with lz4",
                        "fixed:524288 compressed with lz4",
                        "fixed:1048576 compressed with lz4",
                        "fixed:4194304 compressed with lz4");
    }

    /** What a chunk of its full length takes that LZ4, say, compresses to so many bytes. */
    @ParameterizedTest
    @CsvSource({
        // Rounded up to sectors of 4 KiB; kept raw if more than 7/8, which is 114,688 bytes, would remain.
        "zfs-lz4-128k, 131072, 1, 4096",
        "zfs-lz4-128k, 131072, 4097, 8192",
        "zfs-lz4-128k, 131072, 114688, 114688",
        "zfs-lz4-128k, 131072, 114689, 131072",
        "zfs-lz4-128k, 131072, 131072, 131072",
        // A short record: 7/8 of 10,000 are 8,750, so two sectors are worth it and three are not.
        "zfs-lz4-128k, 10000, 8192, 8192",
        "zfs-lz4-128k, 10000, 8193, 12288",
        "vsan, 4096, 2048, 2048",
        "vsan, 4096, 2049, 4096",
        "xtremio-x1, 8192, 100, 2048",
        "xtremio-x1, 8192, 2049, 4096",
        "xtremio-x1, 8192, 4097, 8192",
        "xtremio-x2, 16384, 1024, 1024",
        "xtremio-x2, 16384, 13312, 13312",
        "xtremio-x2, 16384, 13313, 15360",
        "xtremio-x2, 16384, 15361, 16384",
        "powermax, 131072, 8193, 16384",
        "powermax, 131072, 131072, 131072",
        "btrfs-zstd, 131072, 20000, 20480",
        "btrfs-zstd, 5000, 4097, 8192",
        "borg, 3000000, 2000001, 2000001",
        "xet, 65536, 40001, 40001",
        "casync, 65536, 40001, 40001",
        "proxmox-vm, 4194304, 4194303, 4194303",
        // Compressed data is kept if it takes 14 units of 4 KiB or fewer of a blob's 16, with its header of 24 or 16
        // bytes.
        "ceph-lz4, 65536, 57320, 57344",
        "ceph-lz4, 65536, 57321, 65536",
        "ceph-zstd, 65536, 4080, 4096",
        "ceph-zstd, 65536, 4081, 8192",
        "dorado-v3, 8192, 1025, 2048",
        "dorado-v3, 8192, 8192, 8192",
        "veeam, 1048576, 500001, 500001",
        "veeam-wan, 262144, 262143, 262143",
        "commvault, 131072, 60001, 60001",
        "kopia, 4194304, 4194304, 4194304",
        "zram-lz4, 4096, 3631, 3631",
        "zram-lz4, 4096, 3632, 4096",
        // The end of a file, half a track long: compressed as it is, a track would take 20,000, so three units; half of
        // them.
        "powermax, 65536, 10000, 12288",
        "powermax, 1024, 1024, 1024",
        "xtremio-x1, 4096, 1025, 2048",
        "xtremio-x1, 4096, 1024, 1024",
        "xtremio-x2, 1000, 1000, 1000",
    })
    void whatAChunkTakes(String name, int lengthBytes, int storedBytes, int allocatedBytes) {
        Profile profile = Profiles.named(name);
        assertThat(profile.allocation()
                        .allocatedBytes(
                                lengthBytes, storedBytes, profile.chunker().maxChunkBytes()))
                .isEqualTo(allocatedBytes);
    }

    /** The example of docs/reference/profiles.md. */
    @Test
    void threeRecordsOfZfs() {
        Allocation zfs = Profiles.named("zfs-lz4-128k").allocation();
        assertThat(zfs.allocatedBytes(131_072, 70_000, 131_072)).isEqualTo(73_728);
        assertThat(zfs.allocatedBytes(131_072, 113_000, 131_072)).isEqualTo(114_688);
        assertThat(zfs.allocatedBytes(131_072, 115_000, 131_072)).isEqualTo(131_072);
        assertThat(73_728 + 114_688 + 131_072 - (70_000 + 113_000 + 115_000)).isEqualTo(21_488);
    }

    @Test
    void zfsKeepsUpTo112BytesInABlockPointer() {
        Allocation zfs = Profiles.named("zfs-lz4-128k").allocation();
        assertThat(zfs.isInline(131_072, 108)).isTrue();
        assertThat(zfs.isInline(131_072, 109)).isFalse();
    }

    /** Two images: three references to two chunks, and zeros of four chunks. */
    @Test
    void anIndexHasAnEntryForEachChunkOfZerosToo() {
        Costs casync = Profiles.named("casync").metadata();
        assertThat(casync.bytes(
                        new Costs.Counts(2, 1, 2, 3, 1_250_000, new Costs.Zeros(4, 1 << 20), 20, Costs.Links.NONE),
                        150_000))
                .isEqualTo(2 * 104 + (3 + 4) * 40);
        Costs proxmox = Profiles.named("proxmox-vm").metadata();
        assertThat(proxmox.bytes(
                        new Costs.Counts(2, 1, 2, 3, 28 << 20, new Costs.Zeros(4, 16 << 20), 20, Costs.Links.NONE),
                        8 << 20))
                .isEqualTo(2 * 4096 + 2 * 12 + (3 + 4) * 32);
    }

    /**
     * BorgBackup 1.2 wrote 32,910 bytes for 8 MiB of zeros: its LZ4 and a header of 14. An image of 96 MiB, of which the last 6,484,929
     * bytes were a chunk of zeros, had 25,444 for those.
     */
    @Test
    void aRepositoryOfBorgHasOneChunkOfZerosOfEachLength() {
        int longest = 8 << 20;
        assertThat(borgOf(1, longest)).isEqualTo(32_910 - 14);
        assertThat(borgOf(500, 500L * longest)).isEqualTo(32_910 - 14);
        assertThat(borgOf(1, 6_484_929)).isCloseTo(25_444, withinPercentage(0.1));
        // Three such images, each with an end of its own: 12 whole chunks, and 14,555,796 bytes in three others.
        assertThat(borgOf(15, 115_219_092)).isEqualTo((longest + 15L * longest - 115_219_092) / 255);
        // Many small files of zeros are alike.
        assertThat(borgOf(1201 + 10_000, 1200L * longest + 10_000 * 4096)).isEqualTo(32_910 - 14);
    }

    private static long borgOf(long zeroChunks, long zeroBytes) {
        Costs borg = Profiles.named("borg").metadata();
        return borg.bytes(withZeros(new Costs.Zeros(zeroChunks, zeroBytes)), 0)
                - borg.bytes(withZeros(Costs.Zeros.NONE), 0);
    }

    private static Costs.Counts withZeros(Costs.Zeros zeros) {
        return new Costs.Counts(3, 1, 28, 28, 300_000_000, zeros, 15, Costs.Links.NONE);
    }

    /** What 100 attributes of 50 bytes in 80 files are charged, 60 of them new in their directories, 20 different in all, in 30 sets. */
    @ParameterizedTest
    @CsvSource({
        "restic, 60 * 13.4 + 1500, 2304",
        "rustic, 60 * 12.3 + 1500, 2238",
        "borg, 60 * 7.6 + 1500, 1956",
        "squashfs, 80 * 1.1 + 30 * 10.1 + 900, 1291",
        "btrfs-zstd, 100 * 73 + 5000 * 1.33, 13950",
        "erofs, 80 * 12 + 100 * 4 + 1000, 2360",
        "casync, nothing, 0",
        "vdo, nothing, 0",
    })
    void whatAttributesTake(String name, String rule, long expectedBytes) {
        Costs costs = Profiles.named(name).metadata();
        Costs.Counts none = new Costs.Counts(100, 10, 100, 100, 1_000_000, Costs.Zeros.NONE, 1000, Costs.Links.NONE);
        Costs.Counts some = none.withAttributes(new Costs.Attributes(80, 100, 5000, 60, 1500, 1000, 30, 900));
        assertThat(costs.bytes(some, 0) - costs.bytes(none, 0)).as(rule).isEqualTo(expectedBytes);
        assertThat(Profiles.named(name).chargesAttributes()).isEqualTo(expectedBytes > 0);
    }

    /** The repository of 51 files, with names of 500 bytes, that rustic's own tests have: its first snapshot, of which 77,790 bytes are chunks. */
    @Test
    void aRepositoryOfRustic() {
        Costs rustic = Profiles.named("rustic").metadata();
        long metadataBytes =
                rustic.bytes(new Costs.Counts(51, 7, 51, 51, 247_643, Costs.Zeros.NONE, 500, Costs.Links.NONE), 77_790);
        assertThat(77_790 + metadataBytes).isCloseTo(90_089, withinPercentage(1));
    }

    @Test
    void vdoStoresAnotherCopyOfABlockForEvery254References() {
        Allocation vdo = Profiles.named("vdo").allocation();
        assertThat(vdo.copies(4096, 1, false)).isEqualTo(1);
        assertThat(vdo.copies(4096, 254, false)).isEqualTo(1);
        assertThat(vdo.copies(4096, 255, false)).isEqualTo(2);
        assertThat(vdo.parts(4059)).isEqualTo(new Packing.Parts(0, 4059));
        assertThat(vdo.parts(4060)).isNull();
    }

    /** The on-disk format: inodes of 64 bytes begin at multiples of 32, and no inode with the end of its file crosses a block. */
    @Test
    void erofsPutsTheEndOfAFileBesideItsInode() {
        Allocation erofs = Profiles.named("erofs").allocation();
        assertThat(erofs.parts(1)).isEqualTo(new Packing.Parts(0, 96));
        assertThat(erofs.parts(64)).isEqualTo(new Packing.Parts(0, 128));
        assertThat(erofs.parts(4032)).isEqualTo(new Packing.Parts(0, 4096));
        assertThat(erofs.parts(4033)).isEqualTo(new Packing.Parts(4096, 64));
        assertThat(erofs.parts(4096)).isNull();
        assertThat(erofs.parts(3 * 4096 + 500)).isEqualTo(new Packing.Parts(3 * 4096, 576));
        assertThat(erofs.parts(3 * 4096 + 4095)).isEqualTo(new Packing.Parts(4 * 4096, 64));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vd0 | there is no profile 'vd0'; did you mean vdo?",
                "xtremio | there is no profile 'xtremio'; did you mean xtremio-x1 or xtremio-x2?",
                "openzfs | there is no profile 'openzfs'; did you mean zfs?",
                "netapp | there is no profile 'netapp'; did you mean ontap?",
                "VDO | there is no profile 'VDO'; did you mean vdo?",
            })
    void unknownNamesAreToldWithWhatComesNear(String name, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Profiles.parse("borg," + name))
                .withMessage(message);
    }
}
