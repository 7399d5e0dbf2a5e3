package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.Unit;
import io.compscan.result.ReadError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files and directories that a walk meets several times: by hard links, symbolic links, and paths that overlap. */
@Timeout(120)
class SeveralNamesTest extends TreeFixture {

    private static final WalkOptions FOLLOW = new WalkOptions(List.of(), List.of(), true, false);

    @Test
    void aHardLinkIsCountedAndNotHandedOverAgain() throws Exception {
        Path first = file("a", 1000);
        Files.createLink(tree.resolve("b"), first);
        Files.createDirectory(tree.resolve("c"));
        Files.createLink(tree.resolve("c/d"), first);
        Files.createLink(tempDir.resolve("outside"), file("e", 50));
        Findings found = Findings.of(tree);
        assertThat(found.units).hasSize(2);
        assertThat(found.hardLinkCount).isEqualTo(2);
        assertThat(found.hardLinkBytes).isEqualTo(2000);
        assertThat(found.namedBytes).as("of b and d").isEqualTo(2);
    }

    @Test
    void directoriesWithTheSameNamesOfTheSameFilesAreTold() throws Exception {
        for (String name : List.of("a", "b")) {
            Path first = file("day0/sub/" + name, 10);
            for (String other : List.of("day1/sub", "day2/sub", "renamed", "more", "with-link", "with-directory")) {
                Files.createDirectories(tree.resolve(other));
                Files.createLink(tree.resolve(other).resolve(other.equals("renamed") ? name + "2" : name), first);
            }
        }
        file("more/c", 10);
        link("with-link/l", tree);
        Files.createDirectories(tree.resolve("with-directory/d"));
        Findings found = Findings.of(tree);
        assertThat(found.linkedDirectoryCount).as("day1/sub and day2/sub").isEqualTo(2);
        assertThat(found.repeatedLinkCount).isEqualTo(4);
        Files.delete(tree.resolve("day2/sub/a"));
        file("day2/sub/a", 10);
        assertThat(Findings.of(tree).linkedDirectoryCount).as("a changed file").isEqualTo(1);
    }

    @Test
    void ofSeveralNamesTheFirstOnTheWayIsTheOne() throws Exception {
        Path first = file("x/name", 10);
        directory("y");
        Files.createLink(tree.resolve("y/name"), first);
        assertThat(Findings.of(tree.resolve("x"), tree.resolve("y")).namesBelow(tree))
                .containsExactly("x/name");
        assertThat(Findings.of(tree.resolve("y"), tree.resolve("x")).namesBelow(tree))
                .containsExactly("y/name");
    }

    @Test
    void pathsThatOverlapAreReadOnce() throws Exception {
        file("a", 1);
        file("sub/b", 10);
        file("sub/sub/c", 100);
        Path sub = tree.resolve("sub");
        for (List<Path> roots : List.of(
                List.of(tree, sub),
                List.of(sub, tree),
                List.of(sub.resolve("sub"), tree, sub),
                List.of(tree, tree),
                List.of(tree, tree.resolve("sub/../sub")))) {
            Findings found = Findings.of(roots.toArray(Path[]::new));
            assertThat(found.units.stream().mapToLong(Unit::sizeBytes)).containsExactlyInAnyOrder(1L, 10L, 100L);
            assertThat(found.directoryCount).isEqualTo(3);
            assertThat(found.skipped).isEmpty();
            assertThat(found.errors).isEmpty();
            assertThat(found.hardLinkCount).isZero();
        }
    }

    @Test
    void aFileGivenTwiceIsAFurtherNameOfTheSameBytes() throws Exception {
        Path a = file("a", 7);
        for (List<Path> roots : List.of(List.of(a, tree), List.of(tree, a), List.of(a, a))) {
            Findings found = Findings.of(roots.toArray(Path[]::new));
            assertThat(found.units).hasSize(1);
            assertThat(found.hardLinkCount).isEqualTo(1);
            assertThat(found.hardLinkBytes).isEqualTo(7);
        }
    }

    @Test
    void linksAreCountedAndNotFollowedUnlessAskedFor() throws Exception {
        file("real/f", 5);
        link("toFile", tree.resolve("real/f"));
        link("toDirectory", tree.resolve("real"));
        link("toNothing", tree.resolve("nothing"));
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactly("real/f");
        assertThat(found.skippedCount(Skip.SYMLINK)).isEqualTo(3);
        assertThat(found.namedBytes).isEqualTo("toFiletoDirectorytoNothing".length());
        assertThat(found.targetBytes).isEqualTo(3L * tree.toString().length() + "/real/f/real/nothing".length());
        assertThat(found.errors).isEmpty();
    }

    @Test
    void aLinkThatIsGivenIsFollowedInAnyCase() throws Exception {
        file("real/f", 5);
        Path toDirectory = link("toDirectory", tree.resolve("real"));
        Path toFile = link("toFile", tree.resolve("real/f"));
        assertThat(Findings.of(toDirectory).namesBelow(tree)).containsExactly("toDirectory/f");
        assertThat(Findings.of(toFile).namesBelow(tree)).containsExactly("toFile");
        assertThat(Findings.of(toFile).units.get(0).sizeBytes()).isEqualTo(5);
    }

    @Test
    void followedLinksLeadToWhatIsElsewhere() throws Exception {
        Path outside = Files.createDirectory(tempDir.resolve("outside"));
        Files.write(outside.resolve("f"), new byte[3]);
        Files.write(tempDir.resolve("g"), new byte[4]);
        link("d", outside);
        link("g", tempDir.resolve("g"));
        assertThat(Findings.of(FOLLOW, tree).namesBelow(tree)).containsExactlyInAnyOrder("d/f", "g");
    }

    @Test
    void aDirectoryThatSeveralLinksLeadToIsEnteredOnce() throws Exception {
        file("real/f", 5);
        link("one", tree.resolve("real"));
        link("two", tree.resolve("real"));
        link("three", tree.resolve("one"));
        Findings found = Findings.of(FOLLOW, tree);
        assertThat(found.units).hasSize(1);
        assertThat(found.directoryCount).isEqualTo(2);
        assertThat(found.errors).isEmpty();
    }

    @Test
    void aFileThatSeveralLinksLeadToIsReadOnce() throws Exception {
        file("real", 5);
        link("one", tree.resolve("real"));
        link("two", tree.resolve("one"));
        Findings found = Findings.of(FOLLOW, tree);
        assertThat(found.units).hasSize(1);
        assertThat(found.hardLinkCount).isEqualTo(2);
        assertThat(found.hardLinkBytes).isEqualTo(10);
    }

    @Test
    void aLinkThatLeadsBackUpIsALoop() throws Exception {
        file("a/b/f", 5);
        link("a/b/up", tree);
        Findings found = Findings.of(FOLLOW, tree);
        assertThat(found.namesBelow(tree)).containsExactly("a/b/f");
        assertThat(found.errors)
                .extracting(ReadError::path, ReadError::kind)
                .containsExactly(tuple(tree + "/a/b/up", ReadError.Kind.LOOP));
    }

    @Test
    void linksThatLeadToEachOtherAreErrors() throws Exception {
        link("x", tree.resolve("y"));
        link("y", tree.resolve("x"));
        link("self", tree.resolve("self"));
        file("f", 1);
        Findings found = Findings.of(FOLLOW, tree);
        assertThat(found.namesBelow(tree)).containsExactly("f");
        assertThat(found.errors).hasSize(3).allSatisfy(error -> {
            assertThat(error.kind()).isEqualTo(ReadError.Kind.UNREADABLE);
            assertThat(error.reason()).contains("symbolic links");
        });
    }

    @Test
    void aLinkToNothingIsAnErrorOnlyWhereLinksAreFollowed() throws Exception {
        link("dangling", tree.resolve("nothing"));
        assertThat(Findings.of(tree).errors).isEmpty();
        assertThat(Findings.of(FOLLOW, tree).errors)
                .containsExactly(
                        new ReadError(tree + "/dangling", ReadError.Kind.DANGLING, 0, "a symbolic link to nothing"));
        assertThat(Findings.of(tree.resolve("dangling")).errors)
                .extracting(ReadError::kind)
                .containsExactly(ReadError.Kind.DANGLING);
    }
}
