package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ReadError;
import io.compscan.testing.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Directories that vanish, that may not be read, or that lie on another file system. */
@Timeout(120)
class UnreachableTreeTest extends TreeFixture {

    @Test
    void aDirectoryThatVanishesBeforeItsTurnIsAnError() throws Exception {
        file("first", 1);
        file("gone/f", 1);
        Findings found = new Findings() {
            @Override
            public void directory() {
                super.directory();
                if (directoryCount == 2) {
                    delete(tree.resolve("gone/f"));
                    delete(tree.resolve("gone"));
                }
            }
        };
        new FileTreeSource(List.of(tree), WalkOptions.ALL).walk(found);
        assertThat(found.namesBelow(tree)).containsExactly("first");
        assertThat(found.errors)
                .containsExactly(new ReadError(tree + "/gone", ReadError.Kind.VANISHED, 0, "no longer there"));
    }

    @Test
    void aDirectoryReplacedByAFileBeforeItsTurnIsAnError() throws Exception {
        file("gone/f", 1);
        Findings found = new Findings() {
            @Override
            public void directory() {
                super.directory();
                if (directoryCount == 2) {
                    delete(tree.resolve("gone/f"));
                    delete(tree.resolve("gone"));
                    create(tree.resolve("gone"));
                }
            }
        };
        new FileTreeSource(List.of(tree), WalkOptions.ALL).walk(found);
        assertThat(found.errors)
                .containsExactly(new ReadError(tree + "/gone", ReadError.Kind.UNLISTED, 0, "no longer a directory"));
    }

    @Test
    void aDirectoryRemovedWhileItIsListedDoesNotEndTheWalk() throws Exception {
        int count = 3000;
        for (int i = 0; i < count; i++) {
            file("gone/" + i, 1);
        }
        file("zzz/after", 1);
        Findings found = new Findings() {
            @Override
            public void unit(Unit unit) throws InterruptedException {
                boolean isFirst = units.stream().noneMatch(u -> u.name().contains("/gone/"));
                super.unit(unit);
                if (isFirst && unit.name().contains("/gone/")) {
                    for (int i = 0; i < count; i++) {
                        delete(tree.resolve("gone/" + i));
                    }
                    delete(tree.resolve("gone"));
                }
            }
        };
        new FileTreeSource(List.of(tree), WalkOptions.ALL).walk(found);
        assertThat(found.namesBelow(tree)).contains("zzz/after").hasSize(2);
        assertThat(found.errors)
                .hasSizeLessThan(count)
                .allSatisfy(error -> assertThat(error.kind()).isEqualTo(ReadError.Kind.VANISHED));
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void create(Path path) {
        try {
            Files.createFile(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A plain user's case; root reads everything, so there the command line's tests look at it as another user. */
    @Test
    void whatMayNotBeReadIsAnErrorAndTheRestIsRead() throws Exception {
        file("open/f", 1);
        Path locked = directory("locked");
        file("locked/f", 1);
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(locked);
        Files.setPosixFilePermissions(locked, Set.of());
        try {
            assumeTrue(!Files.isReadable(locked), "this user reads everything");
            Findings found = Findings.of(tree);
            assertThat(found.namesBelow(tree)).containsExactly("open/f");
            assertThat(found.errors)
                    .containsExactly(new ReadError(tree + "/locked", ReadError.Kind.UNLISTED, 0, "permission denied"));
        } finally {
            Files.setPosixFilePermissions(locked, before);
        }
    }

    @Test
    void anotherFileSystemIsLeftAloneWhereThatIsAskedFor() throws Exception {
        file("f", 1);
        Path mount = directory("mount");
        assumeTrue(
                Programs.succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount.toString()), "cannot mount");
        try {
            Files.write(mount.resolve("g"), new byte[1]);
            Findings all = Findings.of(tree);
            assertThat(all.namesBelow(tree)).containsExactlyInAnyOrder("f", "mount/g");
            WalkOptions oneFileSystem = new WalkOptions(List.of(), List.of(), false, true);
            Findings one = Findings.of(oneFileSystem, tree);
            assertThat(one.namesBelow(tree)).containsExactly("f");
            assertThat(one.skippedCount(Skip.MOUNT_POINT)).isEqualTo(1);
            assertThat(Findings.of(oneFileSystem, mount).namesBelow(tree)).containsExactly("mount/g");
        } finally {
            assertThat(Programs.succeeds("umount", mount.toString())).isTrue();
        }
    }

    private static byte[] bytesOf(Unit unit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[4096];
        try (UnitChannel channel = unit.open()) {
            for (int got; (got = channel.read(bytes.size(), part, 0, part.length)) > 0; ) {
                bytes.write(part, 0, got);
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void theKernelsOwnFileSystemsAreLeftAloneUnlessGiven() throws Exception {
        file("f", 1);
        Path mount = directory("mount");
        assumeTrue(Programs.succeeds("mount", "-t", "proc", "proc", mount.toString()), "cannot mount");
        try {
            Findings found = Findings.of(tree);
            assertThat(found.namesBelow(tree)).containsExactly("f");
            assertThat(found.skippedCount(Skip.MOUNT_POINT)).isEqualTo(1);
            List<Unit> given = Findings.of(mount.resolve("sys/kernel")).units;
            assertThat(given).isNotEmpty();
            // They claim to be empty, and hold bytes.
            Unit pidMax = given.stream()
                    .filter(unit -> unit.name().endsWith("/sys/kernel/pid_max"))
                    .findAny()
                    .orElseThrow();
            assertThat(pidMax.sizeBytes()).isEqualTo(Unit.UNKNOWN_SIZE);
            assertThat(new String(bytesOf(pidMax), StandardCharsets.US_ASCII)).matches("[0-9]+\n");
        } finally {
            assertThat(Programs.succeeds("umount", mount.toString())).isTrue();
        }
    }
}
