package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.read.Throttle;
import io.compscan.core.source.Source;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.statistics.ExtentEstimator;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.PartLayout;
import io.compscan.result.EstimateResult.Pass;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Estimates that are saved, stopped and gone on with: the numbers of one in one go. */
class PartFileTest {

    private static final int UNIT_BYTES = 32 * 4096;
    private static final int UNITS = 300;
    private static final long EXTENT_BYTES = 32_768;
    private static final PassPlan HALF = new PassPlan(0.5, 0, Long.MAX_VALUE);
    private static final PassPlan FIFTH = new PassPlan(0.2, 0, Long.MAX_VALUE);

    @TempDir
    private Path directory;

    private final AtomicInteger readCalls = new AtomicInteger();
    /** After so many reads the scan is stopped. */
    private int stopAfter = Integer.MAX_VALUE;

    private @Nullable ExtentScan running;
    private int unitCount = UNITS;
    private long changedNanos = 7;
    private int unreadable = -1;

    private Source source() {
        MemorySource source = new MemorySource();
        for (int i = 0; i < unitCount; i++) {
            int number = i;
            UnitVersion version = new UnitVersion(UNIT_BYTES, 7, number == UNITS / 2 ? changedNanos : 7, number);
            source.add(new MadeUnit("unit" + number, version, () -> content(number), this::countRead));
        }
        return source;
    }

    private byte[] content(int number) throws IOException {
        if (number == unreadable) {
            throw new IOException("bad sector");
        }
        byte[] bytes = new byte[UNIT_BYTES];
        Random random = new Random(number % (UNITS / 2));
        for (int at = 0; at < UNIT_BYTES; at += 4096) {
            byte[] half = new byte[2048];
            random.nextBytes(half);
            System.arraycopy(half, 0, bytes, at, half.length);
        }
        return bytes;
    }

    private void countRead() {
        ExtentScan scan = running;
        if (readCalls.incrementAndGet() == stopAfter && scan != null) {
            scan.stop();
        }
    }

    private static Schemes schemes(String... compressors) {
        List<CompressorSpec> all =
                Arrays.stream(compressors).map(CompressorSpec::parse).toList();
        return Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(new FixedChunker(4096), all)
                .cut(ChunkerSpecs.parse("gear:1k,max=2k"), all)
                .build();
    }

    private ExtentScan scan(PassPlan plan, @Nullable Path from, @Nullable PartDirectory checkpoints) {
        ExtentRequest.Keep keep = new ExtentRequest.Keep(
                checkpoints,
                Duration.ofNanos(1),
                List.of("memory"),
                "/",
                from,
                line -> assertThat(line).isEmpty());
        running = new ExtentScan(new ExtentRequest(
                source(), schemes("none", "lz4"), plan, 3, EXTENT_BYTES, false, Throttle.UNLIMITED, keep));
        return running;
    }

    private static EstimateResult run(ExtentScan scan) throws Exception {
        return Objects.requireNonNull(scan.run("test", pass -> {}));
    }

    /** All but the time that it took. */
    private static EstimateResult untimed(EstimateResult result) {
        return new EstimateResult(
                result.format(),
                result.version(),
                result.toolVersion(),
                result.paths(),
                result.interrupted(),
                result.scannedBytes(),
                result.extentBytes(),
                result.extentCount(),
                result.sampledExtentCount(),
                result.readBytes(),
                result.layouts(),
                result.passes().stream()
                        .map(pass -> new Pass(
                                pass.readBytes(),
                                pass.share(),
                                pass.reductionRatio(),
                                pass.reductionRatioLow(),
                                pass.reductionRatioHigh(),
                                0))
                        .toList(),
                result.unreadDirectoryCount(),
                result.errors(),
                List.of());
    }

    @Test
    @Slow
    void stoppedInAnyPassItEndsAsInOneGo() throws Exception {
        unreadable = 17;
        EstimateResult expected = untimed(run(scan(HALF, null, null)));
        int all = readCalls.get();
        assertThat(expected.errors()).hasSize(1);
        for (int part = 2; part <= 8; part++) {
            readCalls.set(0);
            stopAfter = all * part / 9;
            ExtentScan stopped = scan(HALF, null, null);
            EstimateResult before = stopped.run("test", pass -> {});
            assertThat(before).isNotNull();
            assertThat(before.interrupted()).isTrue();
            Path file = directory.resolve("part" + part);
            stopped.save(file);
            stopAfter = Integer.MAX_VALUE;
            EstimateResult after = run(scan(HALF, file, null));
            assertThat(untimed(after)).as("after %d of 9", part).isEqualTo(expected);
            // Nothing is read twice but what could not be read, which takes no call.
            assertThat(readCalls.get()).isBetween(all, all + 6);
        }
    }

    @Test
    @Slow
    void eachCheckpointLeadsToTheSameEnd() throws Exception {
        EstimateResult expected = untimed(run(scan(HALF, null, null)));
        Path place = directory.resolve("checkpoint");
        Path copies = Files.createDirectory(directory.resolve("copies"));
        try (PartDirectory checkpoints = PartDirectory.create(place)) {
            ExtentScan scan = scan(HALF, null, checkpoints);
            EstimateResult result = Objects.requireNonNull(scan.run("test", pass -> {
                try {
                    // Of the middle of the pass or of its end, as time has it.
                    Files.copy(
                            PartDirectory.partOf(place),
                            copies.resolve(pass.passes().size() + ""));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }));
            assertThat(untimed(result)).isEqualTo(expected);
            assertThatThrownBy(() -> PartDirectory.open(place)).hasMessageContaining("in use by another estimate");
            checkpoints.discard();
        }
        assertThat(place).doesNotExist();
        for (int pass = 1; pass <= expected.passes().size(); pass++) {
            assertThat(untimed(run(scan(HALF, copies.resolve("" + pass), null))))
                    .isEqualTo(expected);
        }
    }

    @Test
    void aLargerShareReadsOnlyWhatIsNewAndHoldsTheTruth() throws Exception {
        Path file = directory.resolve("part");
        ExtentScan small = scan(FIFTH, null, null);
        EstimateResult before = run(small);
        small.save(file);
        int first = readCalls.get();
        readCalls.set(0);
        run(scan(HALF, null, null));
        int all = readCalls.get();
        readCalls.set(0);
        EstimateResult after = run(scan(HALF, file, null));
        assertThat(readCalls.get()).isEqualTo(all - first);
        assertThat(after.readBytes()).isGreaterThan(2 * before.readBytes());
        assertThat(after.passes()).hasSizeGreaterThan(before.passes().size());
        PartLayout layout = after.layouts().get(0);
        long truth = (long) UNITS / 2 * UNIT_BYTES;
        assertThat(truth).isBetween(layout.uniqueBytesLow(), layout.uniqueBytesHigh());
        assertThat(layout.uniqueBytesHigh() - layout.uniqueBytesLow())
                .isLessThan(before.layouts().get(0).uniqueBytesHigh()
                        - before.layouts().get(0).uniqueBytesLow());
        // The same plan again has nothing to read.
        readCalls.set(0);
        assertThat(untimed(run(scan(FIFTH, file, null)))).isEqualTo(untimed(before));
        assertThat(readCalls.get()).isZero();
    }

    @Test
    void aWishThatIsMetReadsNothing() throws Exception {
        Path file = directory.resolve("part");
        ExtentScan half = scan(HALF, null, null);
        run(half);
        half.save(file);
        readCalls.set(0);
        EstimateResult result = run(scan(new PassPlan(1, 0.9, Long.MAX_VALUE), file, null));
        assertThat(readCalls.get()).isZero();
        // Looks at several samples share the error between them.
        PartLayout alone = run(scan(HALF, file, null)).layouts().get(0);
        PartLayout among = result.layouts().get(0);
        assertThat(among.uniqueBytesHigh() - among.uniqueBytesLow())
                .isGreaterThan(alone.uniqueBytesHigh() - alone.uniqueBytesLow());
    }

    @Test
    void timeThatIsLeftDropsThePassThatWasInterrupted() throws Exception {
        run(scan(HALF, null, null));
        stopAfter = readCalls.get() * 8 / 9;
        readCalls.set(0);
        ExtentScan stopped = scan(HALF, null, null);
        EstimateResult before = run(stopped);
        stopped.save(directory.resolve("part"));
        stopAfter = Integer.MAX_VALUE;
        // Time for no further pass: what counts are the extents of the last complete one, chosen from all of the walk.
        EstimateResult after = run(scan(new PassPlan(1, 0, 1), directory.resolve("part"), null));
        assertThat(after.sampledExtentCount()).isEqualTo(before.sampledExtentCount());
        assertThat(after.readBytes()).isEqualTo(before.readBytes());
        ExtentScan smaller = scan(
                new PassPlan(before.passes().get(before.passes().size() - 1).share() + 0.05, 0, Long.MAX_VALUE),
                directory.resolve("part"),
                null);
        EstimateResult next = run(smaller);
        long truth = (long) UNITS / 2 * UNIT_BYTES;
        PartLayout layout = next.layouts().get(0);
        assertThat(truth).isBetween(layout.uniqueBytesLow(), layout.uniqueBytesHigh());
        assertThat((double) next.sampledExtentCount() / next.extentCount())
                .isBetween(
                        before.passes().get(before.passes().size() - 1).share() + 0.03,
                        before.passes().get(before.passes().size() - 1).share() + 0.07);
    }

    @Test
    void whatHasChangedIsRefusedInALine() throws Exception {
        Path file = directory.resolve("part");
        ExtentScan begun = scan(FIFTH, null, null);
        run(begun);
        begun.save(file);
        changedNanos = 8;
        assertThatThrownBy(() -> run(scan(HALF, file, null)))
                .isInstanceOf(PartException.class)
                .hasMessage(
                        file + ": the data has changed, so what was read is no part of it: unit150 is another since");
        changedNanos = 7;
        unitCount--;
        assertThatThrownBy(() -> run(scan(HALF, file, null)))
                .isInstanceOf(PartException.class)
                .hasMessageContaining("it had 300 files with 39321600 bytes, it has 299 files with 39190528 bytes");
        unitCount++;
        assertThatThrownBy(() -> run(scan(new PassPlan(0.1, 0, Long.MAX_VALUE), file, null)))
                .isInstanceOf(PartException.class)
                .hasMessageContaining("20.0 % has been read already");
        ExtentRequest.Keep keep = new ExtentRequest.Keep(null, Duration.ofSeconds(1), List.of(), "/", file, line -> {});
        assertThatThrownBy(() -> new ExtentScan(new ExtentRequest(
                                source(),
                                schemes("none", "zstd"),
                                HALF,
                                1,
                                EXTENT_BYTES,
                                false,
                                Throttle.UNLIMITED,
                                keep))
                        .run("test", pass -> {}))
                .isInstanceOf(PartException.class)
                .hasMessageContaining("no longer mean");
        assertThatThrownBy(() -> new ExtentScan(new ExtentRequest(
                                source(),
                                schemes("none", "lz4"),
                                HALF,
                                1,
                                EXTENT_BYTES,
                                true,
                                Throttle.UNLIMITED,
                                keep))
                        .run("test", pass -> {}))
                .isInstanceOf(PartException.class)
                .hasMessageContaining("no longer mean");
    }

    @Test
    void aTableOfHighLevelsComesBackAsItWas() throws Exception {
        SyntheticExtents extents = new SyntheticExtents(new SplittableRandom(3), 400, 16);
        IncidenceTable table = new IncidenceTable(1, 3_000, 100);
        for (int number = 0; number < 400; number++) {
            extents.addTo(table, number);
        }
        assertThat(table.levels().kept()).isPositive();
        assertThat(table.levels().sized()).isGreaterThan(table.levels().kept());
        Path file = directory.resolve("table");
        try (RunWriter run = RunWriter.create(file)) {
            TableRun.write(run, 0, table, 1);
            run.finish(new byte[0]);
        }
        IncidenceTable restored = new IncidenceTable(1, 3_000, 100);
        IncidenceTable half = new IncidenceTable(1, 3_000, 100);
        try (RunFile run = RunFile.open(file)) {
            TableRun.read(run, 0, table.levels(), restored, 1, 1);
            TableRun.read(run, 0, table.levels(), half, 0.5, 1);
        }
        List<Object> before = new ArrayList<>();
        List<Object> after = new ArrayList<>();
        for (int compressor = -1; compressor < 1; compressor++) {
            before.add(table.estimate(ExtentEstimator.ONE_LOOK, compressor, 800, 32_768, 400 * 32_768L));
            after.add(restored.estimate(ExtentEstimator.ONE_LOOK, compressor, 800, 32_768, 400 * 32_768L));
        }
        assertThat(after).isEqualTo(before);
        assertThat(restored.levels()).isEqualTo(table.levels());
        assertThat(half.sampledCount()).isBetween(150, 250);
        assertThat(half.numbersBeyond(0.5)).isEmpty();
        assertThat(half.kept().count()).isLessThan(table.kept().count());
    }

    /** Those of the pass that was interrupted are read again, so that their errors are found again. */
    @Test
    void extentsThatLackBytesComeBackWithTheCompletePassesAlone() throws Exception {
        SyntheticExtents extents = new SyntheticExtents(new SplittableRandom(4), 400, 16);
        IncidenceTable table = new IncidenceTable(1, 1 << 20, 1 << 20);
        for (int number = 0; number < 400; number += 2) {
            extents.addTo(table, number, number % 4 == 0 ? 1 + number : 0);
        }
        table.addUnread(1);
        Path file = directory.resolve("table");
        try (RunWriter run = RunWriter.create(file)) {
            TableRun.write(run, 0, table, 0.5);
            run.finish(new byte[0]);
        }
        IncidenceTable restored = new IncidenceTable(1, 1 << 20, 1 << 20);
        IncidenceTable expected = new IncidenceTable(1, 1 << 20, 1 << 20);
        for (int number = 0; number < 400; number += 2) {
            if (number % 4 != 0) {
                extents.addTo(expected, number);
            } else if (ExtentFrame.holds(0, 0.5, number)) {
                extents.addTo(expected, number, 1 + number);
            }
        }
        try (RunFile run = RunFile.open(file)) {
            TableRun.read(run, 0, table.levels(), restored, 1, 0.5);
        }
        assertThat(restored.lost()).isEqualTo(expected.lost()).hasSizeBetween(30, 70);
        assertThat(restored.unread()).hasSize(ExtentFrame.holds(0, 0.5, 1) ? 1 : 0);
        assertThat(restored.sampledCount()).isEqualTo(expected.sampledCount());
        for (int compressor = -1; compressor < 1; compressor++) {
            assertThat(restored.estimate(ExtentEstimator.ONE_LOOK, compressor, 800, 32_768, 400 * 32_768L))
                    .isEqualTo(expected.estimate(ExtentEstimator.ONE_LOOK, compressor, 800, 32_768, 400 * 32_768L));
        }
    }
}
