package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Packing;
import io.compscan.core.profile.Profiles;
import io.compscan.result.Compression;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.testing.Slow;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether the interval of a system's allocated bytes holds the truth as often as it promises: the same data, sampled again. */
@Slow
class ProfileHonestyTest {

    private static final int FULL = 131_072;
    private static final int CHUNKS = 12_000;
    private static final int TRIALS = 400;
    private static final long SEED = 20_11_2026;

    static Stream<Arguments> systems() {
        return Stream.of(
                Arguments.of("steps of 8 KiB", new Allocation(0, 8192, List.of(), 0, 0, false, null)),
                Arguments.of("steps that short chunks share", new Allocation(0, 8192, List.of(), 0, 0, true, null)),
                Arguments.of("buckets", new Allocation(0, 1, List.of(32_768, 65_536, FULL), 0, 0, false, null)),
                Arguments.of("an eighth at least", new Allocation(16, 4096, List.of(), 0.125, 0, false, null)),
                Arguments.of("copies of all", new Allocation(0, 512, List.of(), 0.125, 1, false, null)),
                Arguments.of(
                        "packed",
                        new Allocation(0, 4096, List.of(), 0, 0, false, new Packing(4096, 4060, 4059, 14, 16))),
                Arguments.of(
                        "packed copies",
                        new Allocation(0, 4096, List.of(), 0, 1, false, new Packing(4096, 4060, 4059, 14, 16))),
                Arguments.of("a pool of ZFS", allocation("zfs:raidz1=3")),
                Arguments.of("with special devices", allocation("zfs:raidz1=3,special=32k,dedup=on")),
                Arguments.of(
                        "small blocks on special devices",
                        Objects.requireNonNull(
                                allocation("zfs:special=32k,dedup=on").onSpecial())),
                Arguments.of(
                        "their copies",
                        Objects.requireNonNull(allocation("zfs:special=64k").onSpecial())));
    }

    private static Allocation allocation(String profile) {
        return Profiles.parse(profile).get(0).allocation();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("systems")
    void theTruthLiesInTheInterval(String name, Allocation allocation) {
        Random random = new Random(SEED);
        int[] lengths = new int[CHUNKS];
        int[] stored = new int[CHUNKS];
        long uniqueBytes = 0;
        for (int i = 0; i < CHUNKS; i++) {
            lengths[i] = random.nextInt(4) == 0 ? 1 + random.nextInt(FULL) : FULL;
            double share = random.nextInt(3) == 0 ? 1 : 0.3 + 0.15 * random.nextGaussian();
            stored[i] = (int) Math.max(1, Math.min(lengths[i], share * lengths[i]));
            uniqueBytes += lengths[i];
        }
        SketchTally.Allocated whole =
                allocated(allocation, SampleRule.EVERYTHING, lengths, stored, uniqueBytes, random);
        long truth = whole.bytes();
        long copies = whole.copies().bytes();
        assertThat(copies > 0).isEqualTo(allocation.maxReferences() > 0);
        int inside = 0;
        int copiesInside = 0;
        double bias = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            SketchTally.Allocated estimate =
                    allocated(allocation, SampleRule.atLeast(0.02), lengths, stored, uniqueBytes, random);
            inside += estimate.lowBytes() <= truth && truth <= estimate.highBytes() ? 1 : 0;
            Estimated kept = estimate.copies();
            copiesInside += kept.lowBytes() <= copies && copies <= kept.highBytes() ? 1 : 0;
            bias += ((double) estimate.bytes() / truth - 1) / TRIALS;
        }
        double percent = 100.0 * inside / TRIALS;
        System.out.println(name + ", seed " + SEED + ": inside " + percent + " %, bias " + 100 * bias + " %");
        assertThat(percent).isGreaterThanOrEqualTo(92.5);
        assertThat(100.0 * copiesInside / TRIALS).isGreaterThanOrEqualTo(92.5);
        assertThat(bias).isBetween(-0.005, 0.005);
    }

    private static SketchTally.Allocated allocated(
            Allocation allocation, SampleRule rule, int[] lengths, int[] stored, long uniqueBytes, Random keys) {
        ProfileFold fold = new ProfileFold(allocation, FULL, 0, rule, null, null);
        SampleFold sample = new SampleFold(rule, FULL);
        for (int i = 0; i < lengths.length; i++) {
            long key = keys.nextLong();
            sample.add(key, lengths[i], stored[i]);
            fold.add(key, 1 + stored[i] % 5, lengths[i], new int[] {stored[i]}, false);
        }
        Compression compression = sample.compression("test", uniqueBytes, lengths.length, uniqueBytes);
        return fold.allocated(sample.level(), lengths.length, uniqueBytes, compression, Long.MAX_VALUE);
    }
}
