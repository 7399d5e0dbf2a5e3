package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.PathName;
import io.compscan.core.source.attribute.AttributeReader;
import io.compscan.core.source.attribute.SetAttributes;
import io.compscan.testing.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a walk tells of extended attributes, and when. */
class AttributesOfTreesTest extends TreeFixture {

    /** Writes down directories, and the values of attributes. */
    private static class Told extends Findings {
        private final List<String> told = new ArrayList<>();
        private final boolean isWanted;

        Told(boolean isWanted) {
            this.isWanted = isWanted;
        }

        @Override
        public boolean wantsAttributes() {
            return isWanted;
        }

        @Override
        public void attributes(List<FileAttribute> attributes, boolean isLink) {
            for (FileAttribute one : attributes) {
                told.add(new String(one.value(), StandardCharsets.UTF_8) + (isLink ? " (link)" : ""));
            }
        }

        @Override
        public void directory() {
            super.directory();
            told.add("/");
        }
    }

    @BeforeEach
    void needsTheCalls() {
        assumeTrue(AttributeReader.open() != null, "not Linux");
    }

    private static List<String> told(WalkOptions options, boolean isWanted, Path... roots) throws Exception {
        Told told = new Told(isWanted);
        new FileTreeSource(List.of(roots), options).walk(told);
        return told.told;
    }

    @Test
    void thoseOfADirectorysEntriesComeWithIt() throws Exception {
        SetAttributes.user(tree, "a", "root");
        SetAttributes.user(file("b", 3), "a", "b");
        SetAttributes.user(tree.resolve("b"), "b", "b2");
        SetAttributes.user(directory("c"), "a", "c");
        SetAttributes.user(file("c/x", 3), "a", "x");
        SetAttributes.user(file("d", 0), "a", "d");
        assertThat(told(WalkOptions.ALL, true, tree)).containsExactly("root", "/", "b", "b2", "c", "d", "/", "x");
        assertThat(told(WalkOptions.ALL, true, tree.resolve("d"))).containsExactly("d");
        assertThat(told(WalkOptions.ALL, false, tree)).containsExactly("/", "/");
    }

    @Test
    void aFileOfSeveralNamesIsToldOfOnce() throws Exception {
        Path one = file("one", 3);
        Files.createLink(tree.resolve("two"), one);
        SetAttributes.user(one, "a", "one");
        assertThat(told(WalkOptions.ALL, true, tree)).containsExactly("/", "one");
    }

    @Test
    void whatIsLeftOutIsNotToldOf() throws Exception {
        SetAttributes.user(file("no", 3), "a", "no");
        SetAttributes.user(file("yes", 3), "a", "yes");
        WalkOptions options = new WalkOptions(List.of(), List.of("no"), false, false);
        assertThat(told(options, true, tree)).containsExactly("/", "yes");
    }

    @Test
    @Needs("python3")
    void linksHaveTheirOwnUnlessTheyAreFollowed() throws Exception {
        Path target = Files.createFile(tempDir.resolve("target"));
        SetAttributes.user(target, "a", "target");
        SetAttributes.any(link("link", target), "security.selinux", "label");
        assertThat(told(WalkOptions.ALL, true, tree)).containsExactly("/", "label (link)");
        WalkOptions follow = new WalkOptions(List.of(), List.of(), true, false);
        assertThat(told(follow, true, tree)).containsExactly("/", "target");
    }

    /** The one path to the last directory leads through an open descriptor. */
    @Test
    void belowTheLongestPath() throws Exception {
        assumeTrue(DeepDirectory.isSupported(tree), "no descriptors");
        String name = "d".repeat(200);
        Path head = Files.createDirectories(tempDir.resolve("stretch").resolve(name));
        for (int i = 0; i < 10; i++) {
            head = Files.createDirectory(head.resolve(name));
        }
        SetAttributes.user(Files.createFile(head.resolve("file")), "a", "deep");
        Path upper = tree;
        for (int i = 0; i < 10; i++) {
            upper = Files.createDirectory(upper.resolve(name));
        }
        Files.move(tempDir.resolve("stretch"), upper.resolve("stretch"));
        assertThat(PathName.of(upper).length() + 12 * 201).isGreaterThan(DeepDirectory.LONGEST_PATH_BYTES);
        try {
            assertThat(told(WalkOptions.ALL, true, tree)).endsWith("deep");
        } finally {
            Files.move(upper.resolve("stretch"), tempDir.resolve("stretch"));
        }
    }
}
