package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.result.Compression;
import io.compscan.result.Compression.Method;
import io.compscan.result.Layout;
import io.compscan.result.Sample;
import io.compscan.result.ScanResult;
import io.compscan.testing.Nightly;
import io.compscan.testing.Slow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole scans where a slow compressor sees a sample of blocks, against those where it sees everything. */
@Slow
class CalibratedScanTest {

    private static final int CHUNK_BYTES = 65_536;
    private static final List<CompressorSpec> SLOW = List.of(CompressorSpec.parse("deflate:9/1k/shared"));

    private static MemorySource source;
    private static ScanResult exact;

    @TempDir
    private Path directory;

    /** 4 MB: large units that shrink or do not, small ones that share blocks, repeats of both, and zeros. */
    @BeforeAll
    static void makeData() throws Exception {
        source = data(400, 10, 300_000);
        exact = Scans.scan(source, options("off"));
    }

    private static MemorySource data(int small, int large, int largeBytes) {
        Random random = new Random(20261124);
        MemorySource made = new MemorySource();
        for (int i = 0; i < small; i++) {
            byte[] content = content(random, 30 + random.nextInt(900), i);
            made.add("small" + i, content);
            if (i % 7 == 0) {
                made.add("again" + i, content);
            }
        }
        for (int i = 0; i < large; i++) {
            byte[] content = content(random, largeBytes + 1111 * i, i);
            Arrays.fill(content, 0, largeBytes / 20, (byte) 0);
            made.add("large" + i, content);
            if (i % 4 == 0) {
                made.add("copy" + i, content);
            }
        }
        return made;
    }

    /** Words of a few, of some, or of many kinds. */
    private static byte[] content(Random random, int length, int kind) {
        byte[] content = new byte[length];
        int words = List.of(20, 200, 1 << 20).get(kind % 3);
        byte[] word = new byte[8];
        for (int at = 0; at < length; at += word.length) {
            new Random(kind * 31L + random.nextInt(words)).nextBytes(word);
            System.arraycopy(word, 0, content, at, Math.min(word.length, length - at));
        }
        return content;
    }

    private static ScanOptions options(String sample) {
        return Scans.options(List.of(CHUNK_BYTES), SLOW).withCompressSample(CompressSample.parse(sample));
    }

    private static Compression compression(ScanResult result) {
        return result.layouts().get(0).compression().get(0);
    }

    @Test
    void theIntervalHoldsTheTruth() throws Exception {
        ScanResult result = Scans.scan(source, options("auto"));

        Compression compression = compression(result);
        Sample sample = compression.sample();
        assertThat(compression.method()).isEqualTo(Method.SAMPLE);
        assertThat(sample.sampledBlockCount()).isEqualTo(1024);
        assertThat(sample.sampledBytes()).isLessThan(result.layouts().get(0).uniqueBytes() / 2);
        assertThat(compression(exact).physicalBytes()).isBetween(sample.physicalBytesLow(), sample.physicalBytesHigh());
        assertThat(sample.physicalBytesHigh() - sample.physicalBytesLow()).isLessThan(compression.physicalBytes() / 25);
        assertThat(result.layouts().get(0))
                .usingRecursiveComparison()
                .ignoringFields("compression")
                .isEqualTo(exact.layouts().get(0));
    }

    /** Another salt gives other ranks, so another sample of the same data: of 40 intervals two are expected to miss. */
    @Test
    @Nightly
    void otherSamplesHoldTheTruthAsOftenAsPromised() throws Exception {
        // Few of many small files fall into the sample, and each draws a block of its group.
        MemorySource small = data(6000, 1, 300_000);
        long truth = compression(Scans.scan(small, options("off"))).physicalBytes();
        int inside = 0;
        double deviation = 0;
        for (int i = 0; i < 40; i++) {
            Salt salt = Salt.of(("a salt of sixteen bytes and more, " + i).getBytes(StandardCharsets.UTF_8));
            Compression compression = compression(Scans.scan(
                    small, options("auto").withFingerprint(new Fingerprinting(FingerprintAlgorithm.SHA1, salt))));
            Sample sample = compression.sample();
            inside += sample.physicalBytesLow() <= truth && truth <= sample.physicalBytesHigh() ? 1 : 0;
            deviation += (double) (compression.physicalBytes() - truth)
                    / (sample.physicalBytesHigh() - sample.physicalBytesLow());
        }
        System.out.println("inside " + inside + " of 40, mean deviation " + deviation / 40 + " widths");
        assertThat(inside).isGreaterThanOrEqualTo(35);
        assertThat(deviation / 40).as("in widths of the interval: no bias").isBetween(-0.12, 0.12);
    }

    @Test
    void theSameForAnyNumberOfThreads() throws Exception {
        List<Layout> one = Scans.scan(source, options("auto").withThreads(1, 1)).layouts();
        assertThat(Scans.scan(source, options("auto").withThreads(2, 2)).layouts())
                .isEqualTo(one);
        assertThat(Scans.scan(source, options("auto").withThreads(3, 4)).layouts())
                .isEqualTo(one);
    }

    @Test
    void theSameWhereTheIndexForgetsWhatItHasSeen() throws Exception {
        // Distinct chunks enough to spill; most of them come twice.
        MemorySource many = new MemorySource();
        Random random = new Random(3);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 40_000; i++) {
                byte[] content = new byte[40];
                new Random(i).nextBytes(content);
                Arrays.fill(content, 0, i % 40, (byte) i);
                many.add("file" + round + "-" + i + "-" + random.nextInt(), content);
            }
        }
        ScanOptions options = options("auto");
        ScanOptions.IndexMemory little =
                new ScanOptions.IndexMemory(1 << 20, 32, SpillSpace.in(List.of(directory), Long.MAX_VALUE));
        ScanOutcome spilled = ScanRun.open(ScanRequest.of(many, options.withMemory(little), Scans.plan(many, options)))
                .run();
        assertThat(spilled.spilling()).as("has spilled").isNotNull();
        assertThat(spilled.result().layouts())
                .isEqualTo(Scans.scan(many, options).layouts());
        assertThat(compression(spilled.result()).method()).isEqualTo(Method.SAMPLE);
    }

    @Test
    void fewBlocksAreAllCompressed() throws Exception {
        for (int large : new int[] {0, 2}) {
            MemorySource little = data(300, large, 100_000);
            ScanResult expected = Scans.scan(little, options("off"));
            for (int threads = 1; threads <= 3; threads++) {
                ScanResult result = Scans.scan(little, options("auto").withThreads(threads, threads));
                assertThat(compression(result).method()).isEqualTo(Method.CHUNK);
                assertThat(result.layouts()).isEqualTo(expected.layouts());
                assertThat(result.ledger()).isEqualTo(expected.ledger());
            }
        }
    }

    /** Whoever sees entries, or keeps them, gets the sizes of the compressor that was asked for. */
    @Test
    void whereEntriesServeOthersEverythingIsCompressed() throws Exception {
        ScanOptions options = options("auto");
        ScanRequest plain = ScanRequest.of(source, options, Scans.plan(source, options));
        DistinctChunkVisitor nobody = (fingerprint, references, lengthBytes, storedBytes) -> {};

        assertThat(run(plain.withChunkVisitors(unused -> nobody)).layouts()).isEqualTo(exact.layouts());
        try (CheckpointDirectory checkpoints = CheckpointDirectory.create(directory.resolve("checkpoint"))) {
            assertThat(run(plain.withCheckpoints(new CheckpointPlan(
                                    checkpoints,
                                    Duration.ofHours(1),
                                    Duration.ofSeconds(1),
                                    List.of("scan"),
                                    "/",
                                    line -> {})))
                            .layouts())
                    .isEqualTo(exact.layouts());
        }
        ScanOptions perFile = options.withPerFile(new FileSelection(true, 0, Set.of()));
        assertThat(Scans.scan(source, perFile).layouts()).isEqualTo(exact.layouts());
        Sample ofChunks = compression(Scans.scan(source, options("50%"))).sample();
        assertThat(ofChunks == null || ofChunks.sampledBlockCount() == null).isTrue();
    }

    private static ScanResult run(ScanRequest request) throws Exception {
        return ScanRun.open(request).run().result();
    }
}
