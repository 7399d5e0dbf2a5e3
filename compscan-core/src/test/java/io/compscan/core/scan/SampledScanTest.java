package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.result.Compression;
import io.compscan.result.Compression.Method;
import io.compscan.result.Layout;
import io.compscan.result.Sample;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whole scans that compress a sample, against those that compress everything. */
class SampledScanTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));
    private static final List<Integer> CHUNK_SIZES = List.of(512, 4096);
    private static final int UNIT_BYTES = 4_000_000;

    private static MemorySource source;
    private static ScanResult exact;

    /** 48 MB: text-like, half random, incompressible; a tenth of it duplicates; short tails. */
    @BeforeAll
    static void makeData() throws Exception {
        Random random = new Random(20261121);
        source = new MemorySource();
        for (int unit = 0; unit < 12; unit++) {
            byte[] content = new byte[UNIT_BYTES + unit * 1111];
            random.nextBytes(content);
            for (int at = 0; at < content.length; at += 512) {
                int end = Math.min(content.length, at + 512);
                int plain = (unit % 4) * 100 + random.nextInt(200);
                Arrays.fill(content, at, Math.min(end, at + plain), (byte) random.nextInt());
                if (random.nextInt(10) == 0 && at >= 512) {
                    System.arraycopy(content, 0, content, at, end - at);
                }
            }
            source.add("unit" + unit, content);
        }
        exact = Scans.scan(source, options("off"));
    }

    private static ScanOptions options(String sample) {
        return Scans.options(CHUNK_SIZES, LZ4).withCompressSample(CompressSample.parse(sample));
    }

    private static Compression compression(ScanResult result, int layout) {
        return result.layouts().get(layout).compression().get(0);
    }

    @Test
    void autoMeetsItsHalfWidthAndHoldsTheTruth() throws Exception {
        ScanResult sampled = Scans.scan(source, options("auto"));

        Compression compression = compression(sampled, 0);
        Sample sample = compression.sample();
        assertThat(compression.method()).isEqualTo(Method.SAMPLE);
        assertThat(sample.sampledChunkCount())
                .isLessThan(sampled.layouts().get(0).uniqueChunkCount() * 9 / 10);
        assertThat(compression(exact, 0).physicalBytes())
                .isBetween(sample.physicalBytesLow(), sample.physicalBytesHigh());
        assertThat(sample.physicalBytesHigh() - compression.physicalBytes())
                .isLessThanOrEqualTo((long) Math.ceil(compression.physicalBytes() * 0.004));
        assertThat(compression.physicalBytes() + compression.compressedAwayBytes())
                .isEqualTo(sampled.layouts().get(0).uniqueBytes());
        assertThat(compression.compressibility().stream()
                        .mapToLong(row -> row.chunks())
                        .sum())
                .isEqualTo(sample.sampledChunkCount());
        assertThat(compression(sampled, 1)).as("too few chunks for a sample").isEqualTo(compression(exact, 1));
    }

    @Test
    void onlyCompressionIsSampled() throws Exception {
        ScanResult sampled = Scans.scan(source, options("1%"));

        for (int i = 0; i < CHUNK_SIZES.size(); i++) {
            Layout one = exact.layouts().get(i);
            assertThat(sampled.layouts().get(i))
                    .usingRecursiveComparison()
                    .ignoringFields("compression")
                    .isEqualTo(one);
            Compression compression = compression(sampled, i);
            assertThat(compression(exact, i).physicalBytes())
                    .isBetween(
                            compression.sample().physicalBytesLow(),
                            compression.sample().physicalBytesHigh());
        }
    }

    @Test
    @Slow
    void theSameSampleForAnyNumberOfThreads() throws Exception {
        for (String sample : List.of("auto", "10%")) {
            ScanResult one = Scans.scan(source, options(sample).withThreads(1, 1));
            ScanResult many = Scans.scan(source, options(sample).withThreads(3, 8));

            assertThat(many.layouts()).isEqualTo(one.layouts());
            assertThat(compression(one, 0).method()).isEqualTo(Method.SAMPLE);
        }
    }

    @Test
    void everythingIsNoSample() throws Exception {
        assertThat(Scans.scan(source, options("100%")).layouts()).isEqualTo(exact.layouts());
    }

    @Test
    void aRateIsKept() throws Exception {
        ScanResult sampled = Scans.scan(source, options("1/8"));

        Layout layout = sampled.layouts().get(0);
        double share = (double) compression(sampled, 0).sample().sampledChunkCount() / layout.uniqueChunkCount();
        assertThat(share).isBetween(0.12, 0.13);
    }

    @Test
    void aFileIsSampledAsIfScannedAlone() throws Exception {
        MemorySource two = new MemorySource();
        Random random = new Random(5);
        for (int unit = 0; unit < 2; unit++) {
            byte[] content = new byte[3_000_000];
            random.nextBytes(content);
            for (int at = 0; at < content.length; at += 512) {
                Arrays.fill(content, at, Math.min(content.length, at + random.nextInt(512)), (byte) unit);
            }
            two.add("unit" + unit, content);
        }
        ScanOptions options = options("1%").withPerFile(new FileSelection(true, 0, Set.of()));
        ScanResult result = Scans.scan(two, options);
        assertThat(result.files()).hasSize(2);
        assertThat(result.files().get(0).layouts().get(0).compression().get(0).method())
                .isEqualTo(Method.SAMPLE);

        MemorySource alone = new MemorySource();
        two.units().stream().limit(1).forEach(alone::add);
        assertThat(result.files().get(0).layouts())
                .isEqualTo(Scans.scan(alone, options("1%")).layouts());
        assertThat(result.layouts()).isEqualTo(Scans.scan(two, options("1%")).layouts());
    }

    @Test
    void superblocksAreNotSampled() {
        assertThatThrownBy(() -> options("off").withSuperblockBytes(65_536).withCompressSample(CompressSample.AUTO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("superblocks");
        assertThat(options("off").withSuperblockBytes(65_536).schemes().superblockBytes())
                .isEqualTo(65_536);
    }
}
