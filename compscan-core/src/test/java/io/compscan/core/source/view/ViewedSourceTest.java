package io.compscan.core.source.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.result.Container;
import io.compscan.core.result.ReadError;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views of a kind of box: a file of one line, {@code BOX} and the names of the files that it is made of. */
class ViewedSourceTest {

    @TempDir
    private Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.toRealPath().resolve("in"));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private Visitor walk(View view, Path... roots) throws InterruptedException {
        Visitor visitor = new Visitor();
        ViewedSource.of(new FileTreeSource(List.of(roots), WalkOptions.ALL), new Views(List.of(view)))
                .walk(visitor);
        return visitor;
    }

    @Test
    void whatIsNoContainerStaysAsItIs() throws Exception {
        write("a.txt", "plain");
        write("b.box", "no box");
        assertThat(walk(new Boxes(), directory).heard).containsExactly("unit a.txt 5", "unit b.box 6");
    }

    @Test
    void aContainerIsReplacedByWhatItHolds() throws Exception {
        write("a.box", "BOX");
        assertThat(walk(new Boxes(), directory).heard)
                .containsExactly("container a.box boxes 1 3 1 0", "unit a.box/inside -1");
    }

    @Test
    void aFileWithoutTheExtensionIsLookedAtFrom64KiBOn() throws Exception {
        write("large", "BOX " + "\n".repeat(70_000));
        write("small", "BOX ");
        assertThat(walk(new Boxes(), directory).heard)
                .containsExactly("container large boxes 1 70004 1 0", "unit large/inside -1", "unit small 4");
    }

    @Test
    void whatIsConsumedIsSkippedThoughItComesBefore() throws Exception {
        write("a-part", "12345");
        write("b.box", "BOX a-part z-part");
        write("z-part", "1234567");
        write("z-same-size", "1234567");
        assertThat(walk(new Boxes(), directory).heard)
                .containsExactly(
                        "CONSUMED",
                        "container b.box boxes 1 29 1 2",
                        "unit b.box/inside -1",
                        "CONSUMED",
                        "unit z-same-size 7");
    }

    @Test
    void whatIsNamedIsReadThoughItIsConsumed() throws Exception {
        write("a-part", "12345");
        write("b.box", "BOX a-part");
        assertThat(walk(new Boxes(), directory.resolve("a-part"), directory).heard)
                .containsExactly("unit a-part 5", "container b.box boxes 1 15 1 1", "unit b.box/inside -1");
    }

    @Test
    void whatCannotBeLookedIntoIsUnreadAndNeverRaw() throws Exception {
        write("a-part", "12345");
        write("b.box", "BOX a-part gone");
        Visitor found = walk(new Boxes(), directory);
        assertThat(found.heard).containsExactly("unit a-part 5", "unit b.box 15");
        assertThatThrownBy(() -> found.units.get(1).open())
                .isInstanceOf(IOException.class)
                .hasMessage("boxes: it names \"gone\", and there is no such file");
    }

    @Test
    void aForcedViewLooksIntoAnything() throws Exception {
        write("a", "");
        Visitor visitor = new Visitor();
        FileTreeSource file = new FileTreeSource(List.of(directory.resolve("a")), WalkOptions.ALL);
        ViewedSource source = ViewedSource.forced(file, new Views(List.of()), new Boxes(), "part=1");
        source.walk(visitor);
        assertThat(visitor.heard).containsExactly("unit a 0");
        assertThatThrownBy(() -> visitor.units.get(0).open()).hasMessage("boxes: it is no box");
        assertThat(source.paths()).containsExactly("boxes:" + directory.resolve("a") + "#part=1");
    }

    @Test
    void siblingsLieBelowTheRoots() throws Exception {
        write("a", "x");
        Path outside = Files.writeString(temp.resolve("outside"), "secret");
        Files.createSymbolicLink(directory.resolve("link"), outside);
        Files.createDirectory(directory.resolve("sub"));
        FileTreeSource tree = new FileTreeSource(List.of(directory), WalkOptions.ALL);
        Visitor visitor = new Visitor();
        tree.walk(visitor);
        Siblings siblings = tree.siblings(visitor.units.get(0));

        Sibling itself = siblings.open("sub/../a");
        assertThat(itself.unit().name()).isEqualTo(directory.resolve("a").toString());
        assertThat(itself.siblings().open("a").unit().identity())
                .isEqualTo(itself.unit().identity());
        assertThat(siblings.open(directory.resolve("a").toString()).unit().sizeBytes())
                .isEqualTo(1);
        for (String name : List.of("../outside", outside.toString(), "link", "/etc/passwd")) {
            assertThatThrownBy(() -> siblings.open(name)).hasMessageContaining("outside of what is scanned");
        }
        assertThatThrownBy(() -> siblings.open("sub")).hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> siblings.open("gone")).hasMessageContaining("no such file");
        assertThatThrownBy(() -> siblings.open("a\0b")).hasMessageContaining("cannot be a path");
        assertThat(tree.reaching(List.of(temp))
                        .siblings(visitor.units.get(0))
                        .open("../outside")
                        .unit()
                        .sizeBytes())
                .isEqualTo(6);
    }

    /** Writes down what it hears, by the last names. */
    private final class Visitor implements SourceVisitor {

        final List<String> heard = new ArrayList<>();
        final List<Unit> units = new ArrayList<>();

        private String below(String name) {
            return name.substring(directory.toString().length() + 1);
        }

        @Override
        public void unit(Unit unit) {
            units.add(unit);
            heard.add("unit " + below(unit.name()) + " " + unit.sizeBytes());
        }

        @Override
        public void container(Container container) {
            heard.add("container " + below(container.path()) + " " + container.format() + " " + container.unitCount()
                    + " " + container.fileBytes() + " " + container.chainLength() + " " + container.consumedCount());
        }

        @Override
        public void skipped(Skip skip) {
            heard.add(skip.name());
        }

        @Override
        public void error(ReadError error) {
            throw new AssertionError(error);
        }

        @Override
        public boolean isStopped() {
            return false;
        }
    }

    private static final class Boxes implements View {

        @Override
        public String name() {
            return "boxes";
        }

        @Override
        public Kind kind() {
            return Kind.IMAGES;
        }

        @Override
        public Set<String> extensions() {
            return Set.of("box");
        }

        @Override
        public boolean probe(Head head) {
            return head.has(0, "BOX");
        }

        @Override
        public Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException {
            String text;
            try (UnitChannel channel = container.open()) {
                byte[] data = new byte[100];
                int got = channel.read(0, data, 0, data.length);
                text = new String(data, 0, Math.max(0, got), StandardCharsets.UTF_8).strip();
            }
            if (!text.startsWith("BOX")) {
                throw new IOException("it is no box");
            }
            List<Unit> parts = new ArrayList<>();
            for (String name : text.substring(3).strip().split(" ", -1)) {
                if (!name.isEmpty()) {
                    parts.add(siblings.open(name).unit());
                }
            }
            Unit inside = new StreamUnit(container.name() + "/inside", "", InputStream::nullInputStream);
            return new Look(List.of(inside), parts, Siblings.NONE, 1);
        }
    }
}
