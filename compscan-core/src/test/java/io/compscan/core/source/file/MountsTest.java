package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.result.ReadError;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** One inode that is mounted at several places is read once, and its further names count as hard links. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class MountsTest extends TreeFixture {

    private final Deque<Path> mounted = new ArrayDeque<>();

    private void mount(String... options) {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(options));
        assumeTrue(Programs.succeeds(command.toArray()), "cannot mount");
        mounted.push(Path.of(options[options.length - 1]));
    }

    @AfterEach
    void unmount() {
        for (Path place : mounted) {
            assertThat(Programs.succeeds("umount", place)).isTrue();
        }
    }

    private static void assertTwice(Findings found, Path place, Path other) {
        assertThat(found.errors)
                .containsExactly(new ReadError(
                        place.toString(),
                        ReadError.Kind.MOUNTED_TWICE,
                        0,
                        "seen at two mounts, the other one is " + other + "; its files count once"));
    }

    @Test
    void aBindMountIsTheSameFiles() throws Exception {
        file("one/f", 50_000);
        file("one/sub/g", 10);
        file("else", 1);
        Path two = directory("two with a blank");
        mount("--bind", tree.resolve("one").toString(), two.toString());
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactly("else", "one/f", "one/sub/g");
        assertThat(found.hardLinkBytes).isEqualTo(50_010);
        assertTwice(found, two, tree.resolve("one"));
        assertThat(Findings.of(tree, tree.resolve("one")).units).hasSize(3);
        assertThat(Findings.of(tree.resolve("one"), tree).units).hasSize(3);
        // One of the two alone, or what lies beside it.
        for (Path part : List.of(tree.resolve("one"), two, tree.resolve("one/sub"))) {
            Findings alone = Findings.of(part);
            assertThat(alone.errors).isEmpty();
            assertThat(alone.hardLinkCount).isZero();
        }
    }

    /** A given path is walked once, but at another mount it is another place. */
    @Test
    void aGivenDirectoryCountsAtEachMount() throws Exception {
        file("one/sub/f", 100);
        file("else", 1);
        Path one = tree.resolve("one");
        Path two = directory("two");
        mount("--bind", one.toString(), two.toString());
        Path link = Files.createSymbolicLink(tempDir.resolve("link"), one);
        for (List<Path> roots : List.of(
                List.of(tree, one), List.of(one, tree), List.of(tree, two), List.of(link, tree), List.of(one, two))) {
            Findings found = Findings.of(roots.toArray(Path[]::new));
            assertThat(found.units).as("%s", roots).hasSize(roots.contains(tree) ? 2 : 1);
            assertThat(found.hardLinkBytes).as("%s", roots).isEqualTo(100);
            assertThat(found.directoryCount).as("%s", roots).isEqualTo(roots.contains(tree) ? 5 : 4);
            assertThat(found.errors)
                    .as("%s", roots)
                    .extracting(ReadError::kind)
                    .containsExactly(ReadError.Kind.MOUNTED_TWICE);
        }
        Findings part = Findings.of(tree, two.resolve("sub"));
        assertThat(part.hardLinkBytes).isEqualTo(100);
        assertThat(part.directoryCount).isEqualTo(5);
    }

    /** A link is no further place, but a mount is. */
    @Test
    void mountsCountWhereLinksAreFollowed() throws Exception {
        file("one/f", 100);
        Path one = tree.resolve("one");
        Path two = directory("two");
        mount("--bind", one.toString(), two.toString());
        link("three", one);
        link("one/up", one);
        WalkOptions options = new WalkOptions(List.of(), List.of(), true, false);
        for (Path[] roots : List.of(new Path[] {tree}, new Path[] {one, two}, new Path[] {two, tree, one})) {
            Findings found = Findings.of(options, roots);
            assertThat(found.units).hasSize(1);
            assertThat(found.hardLinkBytes).isEqualTo(100);
            assertThat(found.errors)
                    .filteredOn(error -> error.kind() == ReadError.Kind.MOUNTED_TWICE)
                    .hasSize(1);
        }
    }

    /** What the mount hides shows in it. */
    @Test
    void aDirectoryMountedWithinItselfIsNoLoop() throws Exception {
        file("in/hidden", 10);
        file("f", 20);
        link("in/link", tree);
        Path in = tree.resolve("in");
        mount("--bind", tree.toString(), in.toString());
        for (boolean areLinksFollowed : List.of(false, true)) {
            Findings found = Findings.of(new WalkOptions(List.of(), List.of(), areLinksFollowed, false), tree);
            assertThat(found.namesBelow(tree)).containsExactly("f", "in/in/hidden");
            assertThat(found.hardLinkBytes).isEqualTo(20);
            assertThat(found.directoryCount).isEqualTo(3);
            assertThat(found.errors.get(0).kind()).isEqualTo(ReadError.Kind.MOUNTED_TWICE);
            assertThat(found.errors).hasSize(areLinksFollowed ? 2 : 1);
        }
    }

    @Test
    void theMountMayComeFirst() throws Exception {
        file("b/f", 100);
        Path first = directory("a");
        mount("--bind", tree.resolve("b").toString(), first.toString());
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactly("a/f");
        assertThat(found.hardLinkBytes).isEqualTo(100);
        assertTwice(found, tree.resolve("b"), first);
    }

    @Test
    void aFileMayBeMounted() throws Exception {
        Path one = file("d/one", 100);
        Path two = file("two", 0);
        mount("--bind", one.toString(), two.toString());
        // The files of a directory come before its directories.
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactly("two");
        assertThat(found.hardLinkBytes).isEqualTo(100);
        assertTwice(found, one, two);
    }

    /** Two mounts of one file system, one of them with another file system on a directory: what this hides at one shows at the other. */
    @Test
    void whatIsHiddenAtOneMountIsReadAtTheOther() throws Exception {
        Path one = directory("one");
        Path two = directory("two");
        mount("-t", "tmpfs", "-o", "size=1m", "none", one.toString());
        Files.createDirectory(one.resolve("sub"));
        file("one/f", 10);
        file("one/sub/hidden", 20);
        mount("--bind", one.toString(), two.toString());
        mount("-t", "tmpfs", "-o", "size=1m", "none", one.resolve("sub").toString());
        file("one/sub/other", 30);
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactly("one/f", "one/sub/other", "two/sub/hidden");
        assertThat(found.hardLinkBytes).isEqualTo(10);
        assertTwice(found, two, one);
    }

    /** A glob that leaves out the first way does not leave out the file. */
    @Test
    void aFileLeftOutOnOneWayIsReadOnTheOther() throws Exception {
        file("one/f", 10);
        Path two = directory("two");
        mount("--bind", tree.resolve("one").toString(), two.toString());
        WalkOptions options = new WalkOptions(List.of("two/**"), List.of(), false, false);
        assertThat(Findings.of(options, tree).namesBelow(tree)).containsExactly("two/f");
    }

    @Test
    void separatePartsOfAFileSystemAreNotTheSame() throws Exception {
        Path disk = tempDir.resolve("disk");
        Files.createDirectory(disk);
        mount("-t", "tmpfs", "-o", "size=1m", "none", disk.toString());
        for (String part : List.of("a", "ab")) {
            Path directory = Files.createDirectory(disk.resolve(part));
            Files.write(directory.resolve("f"), new byte[10]);
            mount("--bind", directory.toString(), directory(part).toString());
        }
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactly("a/f", "ab/f");
        assertThat(found.errors).isEmpty();
        assertThat(Mounts.of(List.of(tree))
                        .mayShowTwice(FileStatus.of(tree.resolve("a")).device()))
                .isFalse();
    }

    @Test
    void overlaysAreNoExceptions() throws IOException, InterruptedException {
        Path upper = Files.createDirectories(tempDir.resolve("disk"));
        mount("-t", "tmpfs", "-o", "size=1m", "none", upper.toString());
        for (String part : List.of("lower", "upper", "work", "merged")) {
            Files.createDirectory(upper.resolve(part));
        }
        Files.write(upper.resolve("lower/l"), new byte[10]);
        Files.write(upper.resolve("upper/u"), new byte[20]);
        Path merged = directory("merged");
        String layers = "lowerdir=" + upper.resolve("lower") + ",upperdir=" + upper.resolve("upper") + ",workdir="
                + upper.resolve("work");
        mount("-t", "overlay", "-o", layers, "none", merged.toString());
        Path again = directory("twice");
        mount("--bind", merged.toString(), again.toString());
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactly("merged/l", "merged/u");
        assertThat(found.hardLinkBytes).isEqualTo(30);
        assertTwice(found, again, merged);
    }
}
