package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.map.FingerprintMap;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.SpillException;
import io.compscan.map.SpillSettings;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a map when its directories are full, vanish or cannot be written. */
final class SpillFaultTest {

    @TempDir
    Path directory;

    private final Tally tally = new Tally();

    @Test
    void atItsLimitItKeepsWhatItHasAndRejectsTheRest() throws IOException {
        SpillSettings settings = new SpillSettings(List.of(directory), 1_000_000, 1);
        try (FreezingStore store = SmallStore.open(settings);
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
            assertThat(tally.fill(map, 0, 300_000)).isPositive();
            assertThat(store.failure()).hasMessageContaining("1000000 bytes");
            assertThat(store.stats().heldBytes()).isBetween(500_000L, 1_000_000L);
            tally.assertSame(map);
            map.verify();
        }
        assertThat(SmallStore.filesIn(directory)).isEmpty();
    }

    @Test
    @Slow
    void aFullDiskEndsItWithEverythingThatWasTaken() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                Programs.succeeds("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString()),
                "mounting takes root");
        try {
            try (FreezingStore store = SmallStore.open(SpillSettings.to(disk));
                    FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
                assertThat(tally.fill(map, 0, 300_000)).isPositive();
                assertThat(store.failure()).hasMessage(disk + ": No space left on device");
                tally.assertSame(map);
            }
            assertThat(SmallStore.filesIn(disk)).isEmpty();
        } finally {
            assertThat(Programs.succeeds("umount", disk.toString())).isTrue();
        }
    }

    @Test
    void aDirectoryThatVanishesEndsItWithEverythingThatWasTaken() throws IOException {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        try (FreezingStore store = SmallStore.open(SpillSettings.to(gone));
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
            assertThat(tally.fill(map, 0, 60_000)).isZero();
            assertThat(store.stats().hasSpilled()).isTrue();
            delete(gone);
            assertThat(tally.fill(map, 60_000, 300_000)).isPositive();
            assertThat(store.failure()).hasMessage(gone + ": does not exist (any more)");
            tally.assertSame(map);
        }
        assertThat(SmallStore.filesIn(directory)).isEmpty();
    }

    @Test
    void directoriesThatAreNoneAreRefusedByName() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "text");
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> SmallStore.prepare(missing))
                .isInstanceOf(SpillException.class)
                .hasMessage(missing + ": does not exist (any more)");
        assertThatThrownBy(() -> SmallStore.prepare(file))
                .isInstanceOf(SpillException.class)
                .hasMessage(file + ": not a directory");
        assertThatThrownBy(() -> SmallStore.prepare(directory, missing)).isInstanceOf(SpillException.class);
        assertThat(SmallStore.filesIn(directory)).containsExactly(file);
    }

    @Test
    void aReadOnlyFileSystemIsRefused() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                Programs.succeeds("mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", disk.toString()),
                "mounting takes root");
        try {
            assertThatThrownBy(() -> SmallStore.prepare(disk))
                    .isInstanceOf(SpillException.class)
                    .hasMessage(disk + ": Read-only file system");
        } finally {
            assertThat(Programs.succeeds("umount", disk.toString())).isTrue();
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
