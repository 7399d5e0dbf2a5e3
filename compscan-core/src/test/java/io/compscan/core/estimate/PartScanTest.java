package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Schemes;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.result.Cover;
import io.compscan.result.EstimateResult;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Target systems from a part of the data, against a scan of all of it. */
class PartScanTest {

    private static final int EXTENT = 128 << 10;
    private static final String[] NAMES = {"vdo", "zfs", "zfs-lz4-128k", "ontap", "xtremio-x2", "zram-lz4", "ceph-lz4"};

    private static List<Profile> profiles;
    private static ScanResult truth;

    @BeforeAll
    static void scan() throws Exception {
        profiles = Stream.of(NAMES).map(Profiles::named).toList();
        truth = Scans.scan(source(), options());
    }

    /** Large files with duplicates in and between them, of which a part shrinks, zeros, and many short files. */
    private static MemorySource source() {
        MemorySource source = new MemorySource();
        Random random = new Random(11);
        for (int unit = 0; unit < 24; unit++) {
            byte[] content = new byte[(1 << 20) + random.nextInt(1 << 20)];
            for (int at = 0; at < content.length; at += 16384) {
                int kind = random.nextInt(10);
                byte[] block = new byte[Math.min(16384, content.length - at)];
                if (kind > 1) {
                    new Random(kind > 5 ? random.nextInt(40) : random.nextLong()).nextBytes(block);
                    int plain = block.length / (1 + random.nextInt(4));
                    Arrays.fill(block, plain, block.length, (byte) 'x');
                }
                System.arraycopy(block, 0, content, at, block.length);
            }
            source.add("large" + unit, content);
        }
        for (int unit = 0; unit < 2000; unit++) {
            byte[] content = new byte[random.nextInt(9000)];
            new Random(random.nextInt(1500)).nextBytes(content);
            Arrays.fill(content, content.length / 2, content.length, (byte) 'y');
            source.add("small" + unit, content);
        }
        return source;
    }

    private static Schemes schemes() {
        return Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(new FixedChunker(4096), List.of(CompressorSpec.parse("lz4")))
                .profiles(profiles)
                .sample(CompressSample.OFF)
                .build();
    }

    private static ScanOptions options() {
        return ScanOptions.of(schemes()).withMemory(new ScanOptions.IndexMemory(1L << 30, 64));
    }

    private static ScanResult estimate(double share, long seed, List<EstimateResult> passes) throws Exception {
        ScanSettings settings = truth.settings();
        ExtentRequest request =
                new ExtentRequest(source(), schemes(), new PassPlan(share, 0, Long.MAX_VALUE, seed), 2, (long) EXTENT);
        ExtentScan scan = new ExtentScan(request, settings);
        EstimateResult result = scan.run("test", passes::add);
        assertThat(result).isNotNull();
        ScanResult found = scan.scanResult();
        assertThat(found).isNotNull();
        assertThat(result.profiles()).isEqualTo(found.profiles());
        return found;
    }

    /** Only the order of the data is not known, which VDO depends on. */
    @Test
    void ofEverythingItIsTheScan() throws Exception {
        ScanResult whole = estimate(1, 0, new ArrayList<>());
        for (int i = 0; i < truth.layouts().size(); i++) {
            Layout layout = truth.layouts().get(i);
            Layout found = whole.layouts().get(i);
            assertThat(found.uniqueBytes()).isEqualTo(layout.uniqueBytes());
            assertThat(found.zeroBytes()).isEqualTo(layout.zeroBytes());
            assertThat(found.uniqueChunkCount()).isEqualTo(layout.uniqueChunkCount());
            assertThat(found.duplicateChunkCount()).isEqualTo(layout.duplicateChunkCount());
            assertThat(found.compression().get(0).physicalBytes())
                    .isEqualTo(layout.compression().get(0).physicalBytes());
        }
        assertThat(whole.totals()).isEqualTo(truth.totals());
        for (ProfileResult system : truth.profiles()) {
            ProfileResult found = of(whole, system.profile());
            if (found.intervalCovers().contains(Cover.ORDER)) {
                assertThat(system.profile()).isEqualTo("vdo");
                assertThat(system.allocatedBytes()).isBetween(found.allocatedBytesLow(), found.allocatedBytesHigh());
            } else {
                assertThat((double) found.allocatedBytes())
                        .as(system.profile())
                        .isBetween(system.allocatedBytes() * 0.9999, system.allocatedBytes() * 1.0001);
            }
        }
    }

    private static ProfileResult of(ScanResult result, String profile) {
        return result.profiles().stream()
                .filter(one -> one.profile().equals(profile))
                .findFirst()
                .orElseThrow();
    }

    /** An interval of 95 % misses one time in twenty; these ones miss less. */
    @Test
    @Slow
    void theIntervalsOfSamplesHoldTheScan() throws Exception {
        int held = 0;
        int all = 0;
        for (int seed = 1; seed <= 20; seed++) {
            ScanResult part = estimate(0.3, seed, new ArrayList<>());
            assertThat(part.part()).isNotNull();
            assertThat(part.part().readBytes()).isLessThan(truth.totals().scannedBytes() / 2);
            for (ProfileResult system : part.profiles()) {
                long allocated = of(truth, system.profile()).allocatedBytes();
                all++;
                held += allocated >= system.allocatedBytesLow() && allocated <= system.allocatedBytesHigh() ? 1 : 0;
                assertThat(system.intervalCovers()).contains(Cover.SAMPLING);
            }
        }
        assertThat(held).as("of " + all).isGreaterThanOrEqualTo(all * 95 / 100);
    }

    @Test
    void anotherSeedReadsAnotherPart() throws Exception {
        ScanResult one = estimate(0.2, 1, new ArrayList<>());
        ScanResult again = estimate(0.2, 1, new ArrayList<>());
        ScanResult other = estimate(0.2, 2, new ArrayList<>());
        assertThat(again.profiles()).isEqualTo(one.profiles());
        assertThat(other.profiles()).isNotEqualTo(one.profiles());
    }

    @Test
    void eachPassHasItsNumbers() throws Exception {
        List<EstimateResult> passes = new ArrayList<>();
        estimate(0.3, 3, passes);
        assertThat(passes).hasSizeGreaterThan(2);
        assertThat(passes.get(passes.size() - 1).profiles()).hasSize(NAMES.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"restic", "borg", "squashfs", "btrfs-zstd", "zfs:dedup=on"})
    void whatAPartCannotSayIsRefusedByName(String name) {
        assertThat(ExtentScan.refusal(List.of(Profiles.named("vdo"), Profiles.named(name))))
                .startsWith(Profiles.named(name).name() + ": ")
                .contains("--index sketch");
    }

    @Test
    void whatAPartCanSayIsNotRefused() {
        assertThat(ExtentScan.refusal(profiles)).isNull();
    }
}
