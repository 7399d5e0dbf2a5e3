package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fold.ChunkSums;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.scan.checkpoint.Checkpoint.Tallies;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.checkpoint.CheckpointException;
import io.compscan.core.scan.checkpoint.UnitRecord;
import io.compscan.core.scan.read.task.PausePoint;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.source.UnitVersion;
import io.compscan.map.SpillSettings;
import io.compscan.result.ScanSettings;
import io.compscan.testing.Slow;
import io.compscan.testing.powerloss.PowerCuts;
import io.compscan.testing.powerloss.RecordedDisk;
import io.compscan.testing.powerloss.RecordedFileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checkpoints on a disk that loses its power, with any loss of unforced bytes and names. A checkpoint is whole, and it is the last one
 * taken or a later one.
 */
@Timeout(300)
@Slow
class PowerLossTest {

    private static final int KEY_BYTES = 20;
    private static final int CHUNK_BYTES = 4096;
    private static final int CHUNKS = 900;
    private static final int FIRST_SESSION = 6;
    /** Enough that runs of checkpoints are merged. */
    private static final int ALL = 34;

    /** The keys of so many units; many states hold the same. */
    private static final Map<Integer, Set<String>> HELD = new HashMap<>();

    @TempDir
    private Path temporary;

    private final RecordedDisk disk = new RecordedDisk();
    /** For each checkpoint the step at which taking it was over. */
    private final List<Integer> takenAt = new ArrayList<>();

    @Test
    void everyCheckpointSurvivesEveryPowerCut() throws Exception {
        Path root = Files.createDirectory(temporary.resolve("disk"));
        Path recorded = RecordedFileSystem.record(root, disk);
        Files.createDirectory(recorded.resolve("spill"));
        session(recorded, 0, FIRST_SESSION);
        session(recorded, FIRST_SESSION, ALL);

        int states = PowerCuts.check(
                disk,
                root,
                root.resolve("checkpoint"),
                temporary.resolve("after"),
                steps -> takenAt.stream().filter(end -> end <= steps).count(),
                PowerLossTest::assertIsThere);
        assertThat(states).isGreaterThan(ALL);
    }

    /** Takes checkpoints, each after some more units; the index outgrows its memory meanwhile. */
    private void session(Path root, int from, int to) throws Exception {
        Path path = root.resolve("checkpoint");
        try (CheckpointDirectory directory =
                        from == 0 ? CheckpointDirectory.create(path) : CheckpointDirectory.open(path);
                IndexSpace space = new IndexSpace(100_000, SpillSettings.to(root.resolve("spill")));
                ExactIndex index = index(space)) {
            if (directory.last() != null) {
                index.restore(directory.runs(), directory.last().runs().get(0));
            }
            for (int i = from; i < to; i++) {
                add(index, i);
                directory.append(unit(i));
                take(directory, index);
                takenAt.add(disk.stepCount());
            }
            assertThat(space.store().stats().hasSpilled()).isTrue();
        }
    }

    private static ExactIndex index(IndexSpace space) {
        return new ExactIndex(new IndexSettings(KEY_BYTES, CHUNK_BYTES, 0, 2, 24, space));
    }

    private static byte[] keys(int number) {
        byte[] keys = new byte[CHUNKS * KEY_BYTES];
        new Random(number).nextBytes(keys);
        return keys;
    }

    private static void add(ExactIndex index, int number) {
        ChunkList chunks = new ChunkList();
        for (int i = 0; i < CHUNKS; i++) {
            chunks.add(i * CHUNK_BYTES, CHUNK_BYTES);
        }
        index.writer(CHUNKS).add(keys(number), chunks, 0, CHUNKS);
    }

    private static UnitRecord unit(int number) {
        return new UnitRecord("unit" + number, new UnitVersion(number, 1, 2, 3), null);
    }

    private static void take(CheckpointDirectory directory, ExactIndex index) throws InterruptedException {
        List<String> failures = new ArrayList<>();
        CheckpointPlan plan = new CheckpointPlan(
                directory, Duration.ofHours(1), Duration.ofSeconds(1), List.of(), "/", failures::add);
        Checkpoints checkpoints =
                new Checkpoints(plan, settings(), null, new PausePoint(0), new StopSignal(), new Checkpoints.State() {
                    @Override
                    public Tallies tallies() {
                        return new Tallies(0, 0, List.of(), List.of(ChunkSums.NONE), List.of(), "", Map.of());
                    }

                    @Override
                    public List<IndexRuns> saveIndexes() throws IOException {
                        return List.of(index.save(directory.runs(), "chunking0"));
                    }

                    @Override
                    public long readBytes() {
                        return 0;
                    }

                    @Override
                    public long startedAtMillis() {
                        return 0;
                    }

                    @Override
                    public long elapsedNanos() {
                        return 0;
                    }
                });
        checkpoints.stopAfterCheckpoint(StopReason.INTERRUPTED);
        checkpoints.run();
        assertThat(failures).isEmpty();
    }

    private static ScanSettings settings() {
        return new ScanSettings(
                "test",
                List.of("data"),
                List.of("fixed:4096"),
                "sha1",
                List.of(),
                "off",
                0,
                List.of(),
                List.of(),
                false,
                false,
                false);
    }

    private static void assertIsThere(Path root, Object promised, String what) throws IOException {
        long found = 0;
        Path checkpoint = root.resolve("checkpoint");
        try (CheckpointDirectory directory = CheckpointDirectory.open(checkpoint);
                IndexSpace space = new IndexSpace(1 << 24, SpillSettings.to(root));
                ExactIndex index = index(space)) {
            List<UnitRecord> units = new ArrayList<>();
            directory.forEachUnit(units::add);
            found = units.size();
            for (int i = 0; i < found; i++) {
                assertThat(units.get(i)).as(what).isEqualTo(unit(i));
            }
            index.restore(directory.runs(), directory.last().runs().get(0));
            assertHolds(index, units.size(), what);
        } catch (CheckpointException e) {
            assertThat(e).as(what).hasMessageEndingWith("no checkpoint there");
        } catch (IOException e) {
            throw new AssertionError(what, e);
        }
        assertThat(found).as(what).isBetween((Long) promised, (Long) promised + 1);
    }

    private static void assertHolds(ExactIndex index, int units, String description) {
        Set<String> expected = HELD.computeIfAbsent(units, PowerLossTest::keysOf);
        Set<String> found = new HashSet<>();
        index.forEach((fingerprint, references, lengthBytes, storedBytes) -> {
            assertThat(references).as(description).isEqualTo(1);
            found.add(new String(fingerprint, StandardCharsets.ISO_8859_1));
        });
        assertThat(found.equals(expected)).as(description).isTrue();
    }

    private static Set<String> keysOf(int units) {
        Set<String> all = new HashSet<>();
        for (int unit = 0; unit < units; unit++) {
            byte[] keys = keys(unit);
            for (int i = 0; i < CHUNKS; i++) {
                all.add(new String(keys, i * KEY_BYTES, KEY_BYTES, StandardCharsets.ISO_8859_1));
            }
        }
        return all;
    }
}
