package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.fold.CompressSample;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The copies that target systems keep are a step of their own, and the steps of every system close to the byte. */
class CopiesKeptTest {

    private static final String POOL = "zfs:record=16k,compress=lz4,dedup=";

    private static final List<Profile> POOLS = List.of(Profiles.named(POOL + "off"), Profiles.named(POOL + "on"));

    /** Systems whose allocation of a chunk does not depend on other chunks, and which store every reference. */
    private static final List<String> STORE_ALL = List.of(POOL + "off", "zfs", "ceph-lz4", "ceph-zstd", "zram-lz4");

    private static final List<Profile> EVERYTHING = everything();

    private static List<Profile> everything() {
        List<Profile> all = new ArrayList<>(Profiles.all());
        all.addAll(POOLS);
        return all;
    }

    /**
     * Units of whole blocks with many repetitions and zeros. No block compresses to so little that it lies in metadata.
     *
     * @param times how often each unit is there
     */
    private static MemorySource data(long seed, int times) {
        Random random = new Random(seed);
        byte[][] blocks = new byte[30][4096];
        for (int i = 1; i < blocks.length; i++) {
            byte[] noise = new byte[512 + random.nextInt(4096 - 512)];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, blocks[i], 0, noise.length);
        }
        MemorySource source = new MemorySource();
        int units = 1 + random.nextInt(12);
        for (int unit = 0; unit < units; unit++) {
            byte[] content = new byte[4096 * random.nextInt(40)];
            for (int at = 0; at < content.length; at += 4096) {
                System.arraycopy(blocks[random.nextInt(blocks.length)], 0, content, at, 4096);
            }
            for (int copy = 0; copy < times; copy++) {
                source.add("u" + unit + "-" + copy, content);
            }
        }
        return source;
    }

    private static ScanResult scan(long seed, int times, List<Profile> profiles, CompressSample sample)
            throws Exception {
        return Scans.scan(
                data(seed, times),
                Scans.options(List.of(4096), List.of())
                        .withCompressSample(sample)
                        .withProfiles(profiles));
    }

    private static long copiesBytes(ProfileResult result) {
        Long bytes = result.copiesBytes();
        assertThat(bytes).as(result.profile()).isNotNull();
        return bytes == null ? -1 : bytes;
    }

    private static Layout layout(ScanResult result, ProfileResult profile) {
        return result.layouts().stream()
                .filter(layout -> layout.chunking().equals(profile.chunking()))
                .findFirst()
                .orElseThrow();
    }

    @Property(tries = 10)
    @Slow
    void theStepsOfEverySystemClose(@ForAll long seed) throws Exception {
        ScanResult result = scan(seed, 1, EVERYTHING, CompressSample.OFF);
        assertThat(result.profiles()).hasSize(EVERYTHING.size());
        for (ProfileResult one : result.profiles()) {
            long copies = copiesBytes(one);
            assertThat(one.physicalBytes() + copies + one.roundingBytes() + one.metadataBytes())
                    .as(one.profile())
                    .isEqualTo(one.allocatedBytes());
            assertThat(copies)
                    .as(one.profile())
                    .isBetween(0L, layout(result, one).duplicateBytes());
            Profile profile = EVERYTHING.get(result.profiles().indexOf(one));
            if (profile.allocation().maxReferences() == 0
                    && profile.allocation().minSharedBytes() == 0
                    && profile.allocation().inline() == null) {
                assertThat(copies).as(one.profile()).isZero();
            }
        }
    }

    /** Twice the data is twice the stored references and twice the rounding, and no further distinct chunk. */
    @Property(tries = 15)
    void aSystemThatSharesNothingStoresTheSecondCopyLikeTheFirst(@ForAll long seed) throws Exception {
        List<Profile> profiles = STORE_ALL.stream().map(Profiles::named).toList();
        ScanResult once = scan(seed, 1, profiles, CompressSample.OFF);
        ScanResult twice = scan(seed, 2, profiles, CompressSample.OFF);
        for (int i = 0; i < profiles.size(); i++) {
            ProfileResult first = once.profiles().get(i);
            ProfileResult both = twice.profiles().get(i);
            assertThat(both.physicalBytes()).as(both.profile()).isEqualTo(first.physicalBytes());
            assertThat(copiesBytes(both)).as(both.profile()).isEqualTo(2 * copiesBytes(first) + first.physicalBytes());
            assertThat(both.roundingBytes()).as(both.profile()).isEqualTo(2 * first.roundingBytes());
        }
    }

    /** The two pools differ in the copies, their rounding and the dedup table alone. */
    @Property(tries = 15)
    void aPoolWithDedupKeepsNoCopy(@ForAll long seed) throws Exception {
        ScanResult result = scan(seed, 2, POOLS, CompressSample.OFF);
        ProfileResult off = result.profiles().get(0);
        ProfileResult on = result.profiles().get(1);
        assertThat(copiesBytes(on)).isZero();
        assertThat(on.physicalBytes()).isEqualTo(off.physicalBytes());
        assertThat(copiesBytes(off)).isGreaterThanOrEqualTo(off.physicalBytes());
        assertThat(off.roundingBytes()).isBetween(2 * on.roundingBytes(), Long.MAX_VALUE);
    }

    @Property(tries = 15)
    void theStepsCloseWhereASampleWasCompressed(@ForAll long seed) throws Exception {
        ScanResult exact = scan(seed, 2, POOLS, CompressSample.OFF);
        ScanResult sampled = scan(seed, 2, POOLS, CompressSample.parse("0.3"));
        ProfileResult off = sampled.profiles().get(0);
        Long low = off.copiesBytesLow();
        Long high = off.copiesBytesHigh();
        long rounding = off.chunkBytes() - off.physicalBytes() - copiesBytes(off);
        assertThat(off.roundingBytes()).isEqualTo(rounding);
        if (low != null && high != null) {
            assertThat(copiesBytes(off)).isBetween(low, high);
            assertThat(off.roundingBytesLow()).isLessThanOrEqualTo(rounding);
            assertThat(off.roundingBytesHigh()).isGreaterThanOrEqualTo(rounding);
        } else {
            assertThat(off.copiesBytes()).isEqualTo(exact.profiles().get(0).copiesBytes());
        }
        assertThat(copiesBytes(sampled.profiles().get(1))).isZero();
    }
}
