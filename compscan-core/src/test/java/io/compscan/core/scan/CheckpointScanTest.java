package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.index.sketch.ChoosingIndex;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.profile.SmallIndex;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans that are stopped and gone on with, against the same scans in one go. */
class CheckpointScanTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));
    private static final List<CompressorSpec> SHARED = List.of(CompressorSpec.parse("lz4/4k/shared"));
    private static final int MIB = 1 << 20;
    /** Few, so that the ledger is a sample and its tree is folded. */
    private static final LedgerLimits LEDGER = new LedgerLimits(200, 60);

    @TempDir
    private Path temporary;

    @Property(tries = 16)
    @Slow
    void aScanInManySessionsEndsAsOneInOneGo(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int readers,
            @ForAll @IntRange(min = 1, max = 3) int workers)
            throws Exception {
        Random random = new Random(seed);
        List<Unit> units = units(random);
        String chunkings = List.of("fixed:4k", "fixed:512,fixed:4k", "fastcdc:8k,fixed:4k", "rabin:4k,min=1k,max=64k")
                .get(random.nextInt(4));
        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse(chunkings),
                        List.of(LZ4, List.<CompressorSpec>of(), SHARED).get(random.nextInt(3)))
                .withThreads(readers, workers)
                .withSuperblockBytes(random.nextInt(3) == 0 ? 65536 : 0);
        if (options.schemes().superblockBytes() == 0 && random.nextBoolean()) {
            List<Profile> profiles = new ArrayList<>(Profiles.parse("vdo,xet"));
            profiles.add(SmallIndex.vdo("forgetful", 2 + random.nextInt(8), 1 + random.nextInt(4), 0));
            options = options.withProfiles(profiles);
        }
        ScanResult expected = scan(source(units), options);
        Path directory = Files.createTempDirectory("compscan-test");
        try {
            ScanSessions sessions = new ScanSessions(directory, options, LEDGER);
            ScanResult result = sessions.run(units, 1 + random.nextInt(units.size()));
            while (result.partial()) {
                result = sessions.run(units, 1 + random.nextInt(units.size()));
            }
            assertSameNumbers(result, expected);
        } finally {
            assertThat(directory)
                    .as("the checkpoint after a scan that is through")
                    .doesNotExist();
        }
    }

    @Property(tries = 12)
    @Slow
    void aSketchInManySessionsIsThatOfOneInOneGo(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<Unit> units = units(random);
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse("fixed:4k,fastcdc:8k"), LZ4)
                .withThreads(1 + random.nextInt(2), 1 + random.nextInt(2));
        // Some become a sketch in the midst of a session, some between two, some never.
        boolean isAuto = random.nextBoolean();
        int entries = 256 + random.nextInt(1000);
        UnaryOperator<ScanRequest> index = request -> request.withSketch(
                isAuto ? ChoosingIndex.factory(entries, 400_000L) : SketchIndex.factory(entries),
                SketchIndex.mostSized(entries));
        MemorySource source = source(units);
        ScanResult expected = ScanRun.open(index.apply(ScanRequest.of(source, options, Scans.plan(source, options))
                        .withLedgerLimits(LEDGER)))
                .run()
                .result();
        Path directory = Files.createTempDirectory("compscan-test");
        ScanSessions sessions = new ScanSessions(directory, options, LEDGER);
        sessions.index = index;
        ScanResult result = sessions.run(units, 1 + random.nextInt(units.size()));
        while (result.partial()) {
            result = sessions.run(units, 1 + random.nextInt(units.size()));
        }
        if (isAuto) {
            // Runs of a checkpoint are memory saved, so an index may stay exact that would not have otherwise.
            assertThat(result.totals()).isEqualTo(expected.totals());
            for (int i = 0; i < result.layouts().size(); i++) {
                boolean isSame = result.layouts().get(i).isEstimated()
                        == expected.layouts().get(i).isEstimated();
                assertThat(result.layouts().get(i).equals(expected.layouts().get(i)))
                        .isEqualTo(isSame);
            }
        } else {
            assertSameNumbers(result, expected);
        }
    }

    @Test
    @Slow
    void aLargeUnitIsGoneOnWithInItsMidst() throws Exception {
        Unit large = new PatternUnit("large", 5 * 64L * MIB + 12_345, 7, 0);
        Unit other = new PatternUnit("other", 2 * 64L * MIB, 8, 0);
        ScanOptions options = Scans.options(List.of(4096), List.of()).withThreads(1, 2);
        ScanResult expected = scan(source(List.of(large, other)), options);
        ScanSessions sessions = new ScanSessions(temporary.resolve("c"), options, LEDGER);
        sessions.stopAtBytes = 100L * MIB;
        ScanResult first = sessions.run(List.of(large, other), Integer.MAX_VALUE);
        assertThat(first.partial()).isTrue();
        assertThat(first.totals().scannedBytes()).isBetween(64L * MIB, 5 * 64L * MIB);
        sessions.stopAtBytes = Long.MAX_VALUE;
        assertSameNumbers(sessions.run(List.of(large, other), Integer.MAX_VALUE), expected);
        assertThat(sessions.bytesReadInLastSession)
                .isEqualTo(expected.totals().scannedBytes() - first.totals().scannedBytes());
    }

    /**
     * The walk of the second session takes long to come to the large unit, which the first has read in part. So a checkpoint is taken
     * before: it must still name that part, or the third session reads and counts it again.
     */
    @ParameterizedTest
    @ValueSource(strings = {"fixed:4k", "fastcdc:8k"})
    @Slow
    void aCheckpointBeforeTheWalkIsThereKeepsWhatWasReadInPart(String chunking) throws Exception {
        Unit first = new PatternUnit("first", 10_000, 6, 0);
        Unit large = new PatternUnit("large", 3 * 64L * MIB, 7, 0);
        ScanOptions options =
                Scans.chunkedBy(ChunkerSpecs.parse(chunking), List.of()).withThreads(1, 1);
        ScanResult expected = scan(source(List.of(first, large)), options);
        Path directory = temporary.resolve("c");
        ScanSessions sessions = new ScanSessions(directory, options, LEDGER);
        sessions.stopAtBytes = 70L * MIB;
        assertThat(sessions.run(List.of(large), Integer.MAX_VALUE).partial()).isTrue();
        List<PartialUnit> before = CheckpointDirectory.peek(directory).partialUnits();
        assertThat(before).hasSize(1);

        sessions.stopAtBytes = Long.MAX_VALUE;
        // The session stops when it opens the first unit, so the checkpoint that has that unit is its last.
        Unit reachedLate = new ReachedLate(large, () -> {
            while (CheckpointDirectory.peek(directory).loggedUnitCount() == 0) {
                Thread.sleep(1);
            }
            return null;
        });
        assertThat(sessions.run(List.of(first, reachedLate), 1).partial()).isTrue();
        assertThat(CheckpointDirectory.peek(directory).partialUnits()).isEqualTo(before);

        assertSameNumbers(sessions.run(List.of(first, large), Integer.MAX_VALUE), expected);
    }

    /** A slow disk takes minutes for a segment, and a checkpoint does not wait for its end. */
    @ParameterizedTest
    @ValueSource(strings = {"fixed:4k", "fixed:64k,fixed:4k", "fastcdc:8k"})
    void aCheckpointIsTakenInTheMiddleOfASegment(String chunking) throws Exception {
        Unit large = new PatternUnit("large", 40L * MIB, 7, 0);
        ScanOptions options =
                Scans.chunkedBy(ChunkerSpecs.parse(chunking), List.of()).withThreads(1, 1);
        ScanResult expected = scan(source(List.of(large)), options);
        Path directory = temporary.resolve("c");
        ScanSessions sessions = new ScanSessions(directory, options, LEDGER);
        sessions.stopAtBytes = 4L * MIB;
        ScanResult first = sessions.run(List.of(new SlowUnit(large)), Integer.MAX_VALUE);
        assertThat(first.partial()).isTrue();
        assertThat(CheckpointDirectory.peek(directory).partialUnits())
                .singleElement()
                .satisfies(part -> assertThat(part.logicalBytes()).isBetween(1L, 32L * MIB));
        sessions.stopAtBytes = Long.MAX_VALUE;
        assertSameNumbers(sessions.run(List.of(large), Integer.MAX_VALUE), expected);
    }

    /** Takes ten milliseconds and more for each read. */
    private record SlowUnit(Unit unit) implements WrappedUnit {
        @Override
        public UnitChannel open() throws IOException {
            UnitChannel channel = unit.open();
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    LockSupport.parkNanos(10_000_000);
                    return channel.read(position, data, offset, length);
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }
    }

    @Test
    void whatHasChangedOrIsGoneIsListedAndCountsAsItWas() throws Exception {
        byte[] content = new byte[3000];
        new Random(1).nextBytes(content);
        List<Unit> before = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            before.add(new Versioned(new MemoryUnit("unit" + i, "bin", content.length, content, -1, false), 1));
        }
        Unit large = new PatternUnit("large", 4 * 64L * MIB, 7, 1);
        before.add(large);
        ScanOptions options = Scans.options(List.of(4096), List.of()).withThreads(1, 1);
        ScanSessions sessions = new ScanSessions(temporary.resolve("c"), options, LEDGER);
        sessions.stopAtBytes = 90L * MIB;
        ScanResult first = sessions.run(before, Integer.MAX_VALUE);
        assertThat(first.partial()).isTrue();
        sessions.stopAtBytes = Long.MAX_VALUE;
        long readOfLarge = CheckpointDirectory.peek(temporary.resolve("c"))
                .partialUnits()
                .get(0)
                .logicalBytes();
        assertThat(readOfLarge).isBetween(64L * MIB, 3 * 64L * MIB);

        List<Unit> after = new ArrayList<>(before);
        after.set(5, new Versioned(new MemoryUnit("unit5", "bin", 1, new byte[1], -1, false), 2));
        after.remove(9);
        after.set(after.size() - 1, new PatternUnit("large", 4 * 64L * MIB, 9, 2));
        after.add(new Versioned(new MemoryUnit("later", "bin", content.length, content, -1, false), 1));
        ScanResult result = sessions.run(after, Integer.MAX_VALUE);

        assertThat(result.partial()).isFalse();
        assertThat(result.errors())
                .extracting(ReadError::path, ReadError::kind, ReadError::unreadBytes)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "large", ReadError.Kind.UNREADABLE, 4 * 64L * MIB - readOfLarge),
                        org.assertj.core.groups.Tuple.tuple("unit5", ReadError.Kind.CHANGED, 0L),
                        org.assertj.core.groups.Tuple.tuple("unit9", ReadError.Kind.CHANGED, 0L));
        assertThat(result.totals().fileCount()).isEqualTo(2002);
        assertThat(result.totals().changedPathCount()).isEqualTo(2);
        assertThat(result.totals().scannedBytes()).isEqualTo(2001L * 3000 + readOfLarge);
    }

    @Test
    void errorsOfEarlierSessionsAreStillListed() throws Exception {
        byte[] content = new byte[10_000];
        new Random(1).nextBytes(content);
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            units.add(new MemoryUnit("unit" + i, "bin", content.length, content, i % 300 == 7 ? 4096 : -1, false));
        }
        ScanOptions options = Scans.options(List.of(4096), List.of()).withThreads(1, 1);
        ScanResult expected = scan(source(units), options);
        assertThat(expected.errors()).hasSize(5);
        ScanSessions sessions = new ScanSessions(temporary.resolve("c"), options, LEDGER);
        assertThat(sessions.run(units, 900).partial()).isTrue();
        assertSameNumbers(sessions.run(units, Integer.MAX_VALUE), expected);
    }

    @Test
    @Slow
    void aReaderThatDoesNotComeBackKeepsNobodyFromStopping() throws Exception {
        List<Unit> units = units(new Random(3));
        ScanOptions options = Scans.options(List.of(4096), List.of()).withThreads(2, 2);
        ScanResult expected = scan(source(units), options);
        Path directory = temporary.resolve("c");
        ScanSessions sessions = new ScanSessions(directory, options, LEDGER);
        assertThat(sessions.run(units, 10).partial()).isTrue();
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch isHanging = new CountDownLatch(1);
        List<Unit> withHanging = new ArrayList<>(units);
        withHanging.set(units.size() - 1, new ScanSessions.Watched(units.get(units.size() - 1), () -> {
            isHanging.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        List<String> said = new CopyOnWriteArrayList<>();
        try (CheckpointDirectory checkpoints = CheckpointDirectory.open(directory)) {
            MemorySource source = source(withHanging);
            ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options))
                    .withCheckpoints(new CheckpointPlan(
                            checkpoints,
                            Duration.ofHours(1),
                            Duration.ofMillis(200),
                            List.of("scan"),
                            "/",
                            said::add)));
            Thread stopper = new Thread(() -> {
                try {
                    isHanging.await();
                    scan.stop();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            stopper.start();

            assertThat(scan.run().result().partial()).isTrue();

            stopper.join();
        } finally {
            never.countDown();
        }
        assertThat(said).singleElement().asString().startsWith("a reader does not come back");
        assertSameNumbers(sessions.run(units, Integer.MAX_VALUE), expected);
    }

    /** The clock has been set back by ten years since the checkpoint, or forward. */
    @ParameterizedTest
    @ValueSource(longs = {10, -10})
    void theClockMayJumpBetweenSessions(long years) throws Exception {
        List<Unit> units = units(new Random(4));
        ScanOptions options = Scans.options(List.of(4096), List.of()).withThreads(1, 1);
        ScanResult expected = scan(source(units), options);
        Path directory = temporary.resolve("c");
        ScanSessions sessions = new ScanSessions(directory, options, LEDGER);
        assertThat(sessions.run(units, 20).partial()).isTrue();
        long startedAtMillis;
        try (CheckpointDirectory checkpoints = CheckpointDirectory.open(directory)) {
            Checkpoint last = checkpoints.last();
            assertThat(last).isNotNull();
            startedAtMillis =
                    last.startedAtMillis() + Duration.ofDays(365 * years).toMillis();
            checkpoints.commit(new Checkpoint(
                    last.plan(),
                    last.arguments(),
                    last.workingDirectory(),
                    startedAtMillis,
                    last.elapsedNanos(),
                    last.logBytes(),
                    last.loggedUnitCount(),
                    last.tallies(),
                    last.partialUnits(),
                    last.runs()));
        }

        ScanResult result = sessions.run(units, Integer.MAX_VALUE);

        assertSameNumbers(result, expected);
        assertThat(result.timing().startedAt().toEpochMilli()).isEqualTo(startedAtMillis);
        assertThat(result.timing().elapsedNanos())
                .isBetween(1L, Duration.ofMinutes(10).toNanos());
    }

    private static void assertSameNumbers(ScanResult result, ScanResult expected) {
        assertThat(result.partial()).isFalse();
        assertThat(result.totals()).isEqualTo(expected.totals());
        assertThat(result.layouts()).isEqualTo(expected.layouts());
        assertThat(result.profiles()).isEqualTo(expected.profiles());
        assertThat(result.types()).isEqualTo(expected.types());
        assertThat(result.ledger()).isNotNull().isEqualTo(expected.ledger());
        assertThat(result.errors()).isEqualTo(expected.errors());
        assertThat(result.settings()).isEqualTo(expected.settings());
    }

    private static ScanResult scan(MemorySource source, ScanOptions options) throws Exception {
        return ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options))
                        .withLedgerLimits(LEDGER))
                .run()
                .result();
    }

    private static MemorySource source(List<? extends Unit> units) {
        MemorySource source = new MemorySource();
        units.forEach(source::add);
        return source;
    }

    /** Some hundred units, most of them small, with repeats, zeros, and a few that cannot be read whole. */
    private static List<Unit> units(Random random) {
        List<Unit> units = new ArrayList<>();
        int count = 50 + random.nextInt(1500);
        for (int i = 0; i < count; i++) {
            byte[] content = new byte[random.nextInt(40) == 0 ? random.nextInt(3 * MIB) : random.nextInt(20_000)];
            if (random.nextInt(4) > 0) {
                new Random(random.nextInt(count)).nextBytes(content);
            }
            int fault = random.nextInt(50) == 0 && content.length > 0 ? random.nextInt(content.length) : -1;
            units.add(new MemoryUnit(
                    "memory/d" + i / 20 + "/e" + i % 20 / 10 + "/unit" + i,
                    "t" + i % 5,
                    content.length,
                    content,
                    fault,
                    false));
        }
        return units;
    }

    /** A unit whose version the file system tells late. */
    private record ReachedLate(Unit unit, Callable<?> waiting) implements WrappedUnit {
        @Override
        public UnitVersion version() {
            try {
                waiting.call();
                return unit.version();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A unit of another version than its size tells. */
    private record Versioned(Unit unit, long modified) implements WrappedUnit {
        @Override
        public UnitVersion version() {
            return new UnitVersion(sizeBytes(), modified, 0, 0);
        }
    }
}
