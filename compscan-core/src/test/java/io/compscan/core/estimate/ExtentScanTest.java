package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.Scans;
import io.compscan.core.source.Source;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WalkedUnits;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.PartLayout;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passes over units in memory, which may vanish or shrink at any moment. */
class ExtentScanTest {

    private static final int UNIT_BYTES = 64 * 4096;
    private static final int UNITS = 200;

    private final AtomicInteger opened = new AtomicInteger();
    /** After so many openings all units are gone. */
    private int vanishAfter = Integer.MAX_VALUE;

    private int missingBytes;

    private Source source() {
        MemorySource source = new MemorySource();
        for (int i = 0; i < UNITS; i++) {
            int number = i;
            source.add(new MadeUnit("unit" + number, UnitVersion.ofSize(UNIT_BYTES), () -> content(number), () -> {}));
        }
        return source;
    }

    private byte[] content(int number) throws IOException {
        if (opened.incrementAndGet() > vanishAfter) {
            throw new NoSuchFileException("unit" + number);
        }
        byte[] bytes = new byte[UNIT_BYTES - missingBytes];
        new Random(number % (UNITS / 2)).nextBytes(bytes);
        return bytes;
    }

    private static Schemes schemes() {
        return Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(new FixedChunker(4096), List.of(CompressorSpec.parse("none")))
                .build();
    }

    private EstimateResult run(PassPlan plan, List<EstimateResult> passes) throws Exception {
        ExtentScan scan = new ExtentScan(new ExtentRequest(source(), schemes(), plan, 3, 32_768L));
        EstimateResult result = scan.run("test", passes::add);
        assertThat(result).isNotNull();
        return result;
    }

    @Test
    void passesAreNestedAndHoldTheTruth() throws Exception {
        List<EstimateResult> passes = new ArrayList<>();
        EstimateResult result = run(new PassPlan(1, 0.02, Long.MAX_VALUE), passes);
        long truth = (long) UNITS / 2 * UNIT_BYTES;
        long read = 0;
        for (EstimateResult pass : passes) {
            PartLayout layout = pass.layouts().get(0);
            assertThat(truth).isBetween(layout.uniqueBytesLow(), layout.uniqueBytesHigh());
            assertThat(pass.readBytes()).isGreaterThan(read);
            read = pass.readBytes();
        }
        assertThat(result.errors()).isEmpty();
        assertThat(result.extentCount()).isEqualTo(UNITS * UNIT_BYTES / 32_768L);
    }

    @Test
    void aTreeThatVanishesBetweenPassesIsReportedAndCounted() throws Exception {
        List<EstimateResult> passes = new ArrayList<>();
        // The first pass opens each sampled unit about once.
        vanishAfter = 60;
        EstimateResult result = run(new PassPlan(0.5, 0, Long.MAX_VALUE), passes);
        assertThat(result.errors()).isNotEmpty().allMatch(error -> error.kind() == ReadError.Kind.VANISHED);
        long unread =
                result.errors().stream().mapToLong(ReadError::knownUnreadBytes).sum();
        assertThat(result.readBytes()).isEqualTo(result.sampledExtentCount() * 32_768L);
        assertThat(unread).isPositive();
        assertThat((result.readBytes() + unread) % 32_768L).isZero();
        assertThat(result.errors().stream().map(ReadError::path).distinct().count())
                .isEqualTo(result.errors().size());
    }

    @Test
    void nothingIsKnownOfATreeThatIsGone() throws Exception {
        vanishAfter = 0;
        PartLayout layout = run(new PassPlan(0.5, 0, Long.MAX_VALUE), new ArrayList<>())
                .layouts()
                .get(0);
        assertThat(layout.uniqueBytes()).isNull();
        assertThat(layout.reductionRatio()).isNull();
        assertThat(layout.uniqueBytesLow()).isZero();
        assertThat(layout.uniqueBytesHigh()).isEqualTo((long) UNITS * UNIT_BYTES);
    }

    /** An extent that ended within a chunk would make a shorter one of it. */
    @ParameterizedTest
    @CsvSource({
        "4096:8192, 131072",
        "12288:131072, 393216",
        "12288:65536, 196608",
        "65536:12288, 196608",
        "4096:5000, 2560000",
        "1000:600, 129000",
        "16777216:12582912, 50331648",
        "16777216:16777215, 0"
    })
    void extentsEndWhereChunksDo(String sizes, long extentBytes) {
        Schemes.Builder schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1));
        for (String size : sizes.split(":", -1)) {
            schemes.cut(new FixedChunker(Integer.parseInt(size)), List.of(CompressorSpec.parse("none")));
        }
        PassPlan plan = new PassPlan(0.5, 0, Long.MAX_VALUE);
        ExtentRequest request = new ExtentRequest(new MemorySource(), schemes.build(), plan, 1, null);
        assertThat(request.extentBytesOf(100_000_000)).isEqualTo(extentBytes);
    }

    @Test
    void aUnitThatShrankIsReportedOnce() throws Exception {
        missingBytes = 3 * 4096;
        EstimateResult result = run(new PassPlan(1, 0, Long.MAX_VALUE), new ArrayList<>());
        assertThat(result.errors()).hasSize(UNITS).allMatch(error -> error.unreadBytes() == missingBytes);
        // Nobody knows what the cut extents hold: nothing new at least, and all of it new at most.
        PartLayout layout = result.layouts().get(0);
        assertThat((long) UNITS / 2 * UNIT_BYTES).isBetween(layout.uniqueBytesLow(), layout.uniqueBytesHigh());
        assertThat(layout.note()).contains("have changed or could not be read");
    }

    @Test
    void aStopGivesTheLastCompletePass() throws Exception {
        List<EstimateResult> passes = new ArrayList<>();
        ExtentScan[] scan = new ExtentScan[1];
        scan[0] =
                new ExtentScan(new ExtentRequest(source(), schemes(), new PassPlan(1, 0, Long.MAX_VALUE), 2, 32_768L));
        EstimateResult result = scan[0].run("test", pass -> {
            passes.add(pass);
            if (passes.size() == 2) {
                scan[0].stop();
            }
        });
        assertThat(result).isNotNull();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.layouts()).isEqualTo(passes.get(1).layouts());
        assertThat(passes).hasSize(2);
    }

    /** A device that does not answer keeps a thread for ever, and an interrupt does not help. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 50})
    @Timeout(60)
    void aStopLeavesThreadsBehindThatHang(int threadCount) throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch hanging = new CountDownLatch(1);
        AtomicBoolean hangs = new AtomicBoolean();
        MemorySource source = new MemorySource();
        for (int i = 0; i < UNITS; i++) {
            int number = i;
            source.add(new MadeUnit("unit" + number, UnitVersion.ofSize(UNIT_BYTES), () -> content(number), () -> {
                if (hangs.get()) {
                    hanging.countDown();
                    Scans.awaitUninterruptibly(answer);
                }
            }));
        }
        List<EstimateResult> passes = new ArrayList<>();
        PassPlan plan = new PassPlan(1, 0, Long.MAX_VALUE);
        ExtentScan scan = new ExtentScan(new ExtentRequest(source, schemes(), plan, threadCount, (long) UNIT_BYTES));
        Thread stopping = new Thread(() -> {
            Scans.awaitUninterruptibly(hanging);
            scan.stop();
        });
        stopping.start();
        EstimateResult result = scan.run("test", pass -> {
            passes.add(pass);
            hangs.set(passes.size() == 2);
        });
        answer.countDown();
        assertThat(result).isNotNull();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.layouts()).isEqualTo(passes.get(1).layouts());
        assertThat(passes).hasSize(2);
        assertThat(result.errors()).isEmpty();
    }

    /** Whoever begins with all chunks and compresses fewer later has compressed more than 78,000 of these in the end. */
    @Test
    void aShareThatIsKnownCompressesNoMoreChunksThanItKeeps() throws Exception {
        int most = 1 << 16;
        int chunkBytes = 512;
        MemorySource source = new MemorySource();
        byte[] content = new byte[4 * most * chunkBytes];
        new Random(7).nextBytes(content);
        source.add("unit", content);
        Schemes schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(new FixedChunker(chunkBytes), List.of(CompressorSpec.parse("lz4")))
                .build();
        PassPlan plan = new PassPlan(0.5, 0, Long.MAX_VALUE);
        ExtentRequest request = new ExtentRequest(source, schemes, plan, 3, 32_768L);
        ExtentFrame.Found found = ExtentFrame.find(source, List.of(), () -> false);
        Passes passes =
                new Passes(request, new ExtentFrame(found.units(), 32_768, 0), found, "test", null, () -> false);
        assertThat(passes.run(pass -> {})).isNotNull();
        KeptChunks kept = passes.tables().get(0).kept();
        assertThat(IntStream.range(0, kept.count()).filter(kept::isSized).count())
                .isBetween(most / 5 * 4L, most / 5 * 6L);
    }

    @Test
    void samplesAreNestedAndOfTheSizeAskedFor() throws Exception {
        ExtentFrame frame = new ExtentFrame(WalkedUnits.of(source()), 4096, 0);
        long[] counts = new long[3];
        double[] shares = {0.1, 0.3, 1};
        for (int i = 0; i < shares.length; i++) {
            int place = i;
            frame.forEach(0, shares[i], extent -> {
                counts[place]++;
                return true;
            });
        }
        long[] between = new long[1];
        frame.forEach(0.1, 0.3, extent -> {
            assertThat(ExtentFrame.holds(0, 0.1, extent.number())).isFalse();
            between[0]++;
            return true;
        });
        assertThat(counts[2]).isEqualTo(frame.extentCount()).isEqualTo((long) UNITS * UNIT_BYTES / 4096);
        assertThat(counts[0] + between[0]).isEqualTo(counts[1]);
        assertThat((double) counts[0] / counts[2]).isBetween(0.08, 0.12);
        assertThat(Arrays.stream(counts).max().orElse(0)).isEqualTo(counts[2]);
    }
}
