package io.compscan.core.scan.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.fold.ChunkSums;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.scan.checkpoint.Checkpoint.Tallies;
import io.compscan.core.scan.checkpoint.CheckpointDirectory.LogPosition;
import io.compscan.core.scan.checkpoint.ReadUnits.Knowledge;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.ChainState;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.source.UnitVersion;
import io.compscan.result.Compressibility;
import io.compscan.result.ReadError;
import io.compscan.result.ScanSettings;
import io.compscan.result.TypeTotals;
import io.compscan.result.set.SuperblockTotals;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointDirectoryTest {

    @TempDir
    private Path temporary;

    private Path path;

    @BeforeEach
    void choose() {
        path = temporary.resolve("checkpoint");
    }

    @Test
    void whatIsCommittedIsThereAgain() throws IOException {
        List<UnitRecord> units = units(5000);
        Checkpoint saved;
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            assertThat(directory.last()).isNull();
            for (UnitRecord unit : units) {
                directory.append(unit);
            }
            Files.writeString(directory.runs().resolve("a.run"), "a");
            Files.writeString(directory.runs().resolve("b.run"), "b");
            saved = checkpoint(directory.forceLog(), List.of("a.run"));
            directory.commit(saved);
            assertThat(directory.runs().resolve("a.run")).exists();
            assertThat(directory.runs().resolve("b.run")).doesNotExist();
            // After the checkpoint, so not part of it.
            directory.append(unit("later", 1, null));
            directory.forceLog();
            Files.writeString(directory.runs().resolve("c.run"), "c");
        }
        assertThat(CheckpointDirectory.peek(path)).isEqualTo(saved);
        try (CheckpointDirectory directory = CheckpointDirectory.open(path)) {
            assertThat(directory.last()).isEqualTo(saved);
            assertThat(directory.runs().resolve("c.run")).doesNotExist();
            assertThat(read(directory)).isEqualTo(units);
            assertThat(Files.size(path.resolve("units.log"))).isEqualTo(saved.logBytes());
        }
    }

    @Test
    void aFailureNamesTheLastCheckpointOnlyIfThereIsOne() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            assertThat(directory.failureText()).isEqualTo("no checkpoint could be taken");
            directory.append(unit("one", 1, null));
            directory.commit(checkpoint(directory.forceLog(), List.of()));
            assertThat(directory.failureText()).isEqualTo("no more checkpoints, the last one stays");
        }
    }

    @Test
    void theLogIsAppendedToAcrossSessions() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            directory.append(unit("one", 1, null));
            directory.commit(checkpoint(directory.forceLog(), List.of()));
        }
        try (CheckpointDirectory directory = CheckpointDirectory.open(path)) {
            directory.append(unit("two", 2, null));
            LogPosition log = directory.forceLog();
            assertThat(log.unitCount()).isEqualTo(2);
            directory.commit(checkpoint(log, List.of()));
        }
        try (CheckpointDirectory directory = CheckpointDirectory.open(path)) {
            assertThat(read(directory)).extracting(UnitRecord::name).containsExactly("one", "two");
        }
    }

    @Test
    void theWalkLearnsWhatWasReadWhatHasChangedAndWhatIsGone() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            units(3000).forEach(unit -> append(directory, unit));
            directory.commit(checkpoint(directory.forceLog(), List.of()));
        }
        try (CheckpointDirectory directory = CheckpointDirectory.open(path);
                ReadUnits read = new ReadUnits(directory, unit -> {})) {
            for (UnitRecord unit : units(3000).subList(2, 3000)) {
                assertThat(read.meet(unit.name(), unit.version())).isEqualTo(Knowledge.READ);
                assertThat(read.meet(unit.name(), unit.version())).isEqualTo(Knowledge.READ);
            }
            assertThat(read.meet("never", UnitVersion.ofSize(1))).isEqualTo(Knowledge.NEW);
            UnitRecord second = units(3000).get(1);
            UnitVersion version = second.version();
            for (UnitVersion other : List.of(
                    new UnitVersion(
                            version.sizeBytes() + 1, version.modifiedNanos(), version.changedNanos(), version.inode()),
                    new UnitVersion(
                            version.sizeBytes(), version.modifiedNanos() + 1, version.changedNanos(), version.inode()),
                    new UnitVersion(
                            version.sizeBytes(), version.modifiedNanos(), version.changedNanos() + 1, version.inode()),
                    new UnitVersion(
                            version.sizeBytes(),
                            version.modifiedNanos(),
                            version.changedNanos(),
                            version.inode() + 1))) {
                assertThat(read.meet(second.name(), other)).isEqualTo(Knowledge.CHANGED);
            }
            List<UnitRecord> gone = new ArrayList<>();
            read.forEachUnmet(gone::add);
            assertThat(gone).containsExactly(units(1).get(0));
        }
    }

    @Test
    @Slow
    void anyDamageIsFound() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            units(20).forEach(unit -> append(directory, unit));
            directory.commit(checkpoint(directory.forceLog(), List.of("a.run")));
        }
        for (String file : List.of("checkpoint", "units.log")) {
            Path damaged = path.resolve(file);
            byte[] whole = Files.readAllBytes(damaged);
            for (int i = 0; i < whole.length; i++) {
                byte[] bytes = whole.clone();
                bytes[i] ^= (byte) (1 << i % 8);
                Files.write(damaged, bytes);
                assertThatThrownBy(this::openAndRead)
                        .as("%s, byte %d", file, i)
                        .isInstanceOf(CheckpointException.class)
                        .hasMessageContaining(damaged.toString());
            }
            for (int length = 0; length < whole.length; length++) {
                Files.write(damaged, java.util.Arrays.copyOf(whole, length));
                assertThatThrownBy(this::openAndRead)
                        .as("%s, %d bytes", file, length)
                        .isInstanceOf(CheckpointException.class)
                        .hasMessageContaining(damaged.toString());
            }
            Files.write(damaged, whole);
        }
        openAndRead();
    }

    @Test
    void anotherVersionIsRefusedAsThat() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            directory.commit(checkpoint(directory.forceLog(), List.of()));
        }
        Path manifest = path.resolve("checkpoint");
        String text = Files.readString(manifest);
        Files.writeString(manifest, text.replace("compscan-checkpoint 3 ", "compscan-checkpoint 4 "));
        assertThatThrownBy(() -> CheckpointDirectory.open(path))
                .hasMessage(manifest + ": version 4 is newer than this compscan, which reads version 3");
        Files.writeString(manifest, text.replace("compscan-checkpoint 3 ", "compscan-checkpoint 2 "));
        assertThatThrownBy(() -> CheckpointDirectory.open(path))
                .hasMessage(manifest + ": version 2 is older than this compscan, which reads version 3");
    }

    @Test
    void aDirectoryServesOneScanAtATime() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            directory.commit(checkpoint(directory.forceLog(), List.of()));
            assertThatThrownBy(() -> CheckpointDirectory.open(path)).hasMessage(path + ": in use by another scan");
        }
        assertThatThrownBy(() -> CheckpointDirectory.create(path))
                .hasMessage(path + ": holds a checkpoint already; go on with --resume, or remove it");
        try (CheckpointDirectory directory = CheckpointDirectory.open(path)) {
            directory.discard();
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void whatIsNoCheckpointIsSaidToBeNone() throws IOException {
        assertThatThrownBy(() -> CheckpointDirectory.open(path)).hasMessage(path + ": no checkpoint there");
        assertThatThrownBy(() -> CheckpointDirectory.peek(path)).hasMessage(path + ": no checkpoint there");
        Files.createDirectory(path);
        Files.writeString(path.resolve("letter.txt"), "mine", StandardCharsets.UTF_8);
        assertThatThrownBy(() -> CheckpointDirectory.create(path))
                .hasMessage(path + ": is not empty; a checkpoint wants a directory of its own");
        assertThat(path.resolve("letter.txt")).hasContent("mine");
        Files.writeString(path.resolve("checkpoint"), "something else");
        assertThatThrownBy(() -> CheckpointDirectory.open(path))
                .hasMessage(path.resolve("checkpoint") + ": not a checkpoint of compscan");
        Path zeros = Path.of("/dev/zero");
        if (Files.exists(zeros)) {
            Files.delete(path.resolve("checkpoint"));
            Files.createSymbolicLink(path.resolve("checkpoint"), zeros);
            assertThatThrownBy(() -> CheckpointDirectory.peek(path))
                    .hasMessage(path.resolve("checkpoint") + ": not a checkpoint of compscan");
        }
    }

    @Test
    void leftoversOfAScanThatDiedBeforeItsFirstCheckpointAreTakenOver() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            directory.append(unit("one", 1, null));
            directory.forceLog();
            Files.writeString(directory.runs().resolve("a.run"), "a");
        }
        try (CheckpointDirectory directory = CheckpointDirectory.create(path)) {
            assertThat(directory.runs()).isEmptyDirectory();
            assertThat(directory.forceLog()).isEqualTo(new LogPosition(0, 0));
        }
    }

    private void openAndRead() throws IOException {
        try (CheckpointDirectory directory = CheckpointDirectory.open(path)) {
            read(directory);
        }
    }

    private static List<UnitRecord> read(CheckpointDirectory directory) throws IOException {
        List<UnitRecord> units = new ArrayList<>();
        directory.forEachUnit(units::add);
        return units;
    }

    private static void append(CheckpointDirectory directory, UnitRecord unit) {
        try {
            directory.append(unit);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<UnitRecord> units(int count) {
        List<UnitRecord> units = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "data/" + i / 100 + "/Übung " + i + "/\\xff";
            ReadError error = i % 7 == 3
                    ? new ReadError(
                            name, i % 2 == 0 ? ReadError.Kind.GREW : ReadError.Kind.UNREADABLE, i, "reason " + i)
                    : null;
            units.add(unit(name, i - 1, error));
        }
        return units;
    }

    private static UnitRecord unit(String name, long size, ReadError error) {
        return new UnitRecord(name, new UnitVersion(size, size * 1_000_000_007L, -size, Long.MAX_VALUE - size), error);
    }

    private static Checkpoint checkpoint(LogPosition log, List<String> runs) {
        ScanSettings plan = new ScanSettings(
                "1",
                List.of("data"),
                List.of("fixed:4096"),
                "sha1",
                List.of("lz4"),
                "off",
                0,
                List.of(),
                List.of("*.tmp"),
                true,
                false,
                false);
        return new Checkpoint(
                plan,
                List.of("scan", "data"),
                "/somewhere",
                1,
                2,
                log.bytes(),
                log.unitCount(),
                new Tallies(
                        3,
                        Long.MAX_VALUE,
                        List.of(new TypeTotals("iso", 1, 2, List.of(3L))),
                        List.of(new ChunkSums(1, 2, 3, 4)),
                        List.of(new SuperblockTotals(9, 6, List.of(new Compressibility(7, 8, 9)))),
                        "AQID",
                        Map.of("vdo", ArrivalSample.NONE.save())),
                List.of(
                        new PartialUnit(
                                "big",
                                UnitVersion.ofSize(10),
                                List.of(new ByteRange(0, 4), new ByteRange(6, 8)),
                                6,
                                new ReadError("big", ReadError.Kind.UNREADABLE, 1, "because"),
                                null),
                        new PartialUnit(
                                "bigger",
                                UnitVersion.ofSize(11),
                                List.of(new ByteRange(0, 4)),
                                4,
                                null,
                                new ChainState(4, 4, List.of(1L, 3L), "AAEC", 2))),
                List.of(new IndexRuns(runs, List.of())));
    }
}
