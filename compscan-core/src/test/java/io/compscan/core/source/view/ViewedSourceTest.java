package io.compscan.core.source.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.WrappedUnit;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import java.io.ByteArrayInputStream;
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
        return walk(List.of(view), roots);
    }

    private Visitor walk(List<View> views, Path... roots) throws InterruptedException {
        Visitor visitor = new Visitor();
        ViewedSource.of(new FileTreeSource(List.of(roots), WalkOptions.ALL), new Views(views))
                .walk(visitor);
        return visitor;
    }

    @Test
    void whatIsNoContainerStaysAsItIs() throws Exception {
        write("a.txt", "plain");
        write("b.box", "no box");
        assertThat(walk(new Boxes(), directory).heard)
                .containsExactly(
                        "unit a.txt 5",
                        "unit b.box 6",
                        "note 1 file of 6 bytes named .box but of another format, so not looked into");
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
    void whatIsConsumedInAContainerIsSkippedThoughItComesBefore() throws Exception {
        write("x.crate", "CRATE a-part=12345 b.box=BOX,a-part,z-part z-part=1234567 z-same=1234567");
        assertThat(walk(List.of(new Crates(), new Boxes()), directory).heard)
                .containsExactly(
                        "container x.crate crates 4 72 1 0",
                        "CONSUMED",
                        "container x.crate/b.box boxes 1 29 1 2",
                        "unit x.crate/b.box/inside -1",
                        "CONSUMED",
                        "unit x.crate/z-same 7");
    }

    @Test
    void aStreamThatHoldsAContainerIsUnreadAndNeverRaw() throws Exception {
        write("x.crate", "CRATE a.box~BOX b~plain c~BOX");
        Visitor found = walk(List.of(new Crates(), new Boxes()), directory);
        assertThat(found.heard)
                .containsExactly(
                        "container x.crate crates 3 29 1 0",
                        "unit x.crate/a.box -1",
                        "unit x.crate/b -1",
                        "unit x.crate/c -1");
        for (int number : new int[] {0, 2}) {
            assertThatThrownBy(() -> found.units.get(number).open())
                    .hasMessage("boxes: it is compressed, so it cannot be looked into; unpack it first");
        }
        found.units.get(1).open().close();
        // Nothing that could be looked into was asked for.
        for (Unit unit : walk(List.of(new Crates()), directory).units) {
            unit.open().close();
        }
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
            assertThat(error.kind()).isEqualTo(ReadError.Kind.UNOPENED);
            heard.add("note " + error.reason());
        }

        @Override
        public boolean isStopped() {
            return false;
        }
    }

    /** A file of one line, {@code CRATE} and its members: {@code name=bytes}, or {@code name~bytes} of a stream. A comma stands for a space. */
    private static final class Crates implements View {

        @Override
        public String name() {
            return "crates";
        }

        @Override
        public Kind kind() {
            return Kind.ARCHIVES;
        }

        @Override
        public Set<String> extensions() {
            return Set.of("crate");
        }

        @Override
        public boolean probe(Head head) {
            return head.has(0, "CRATE");
        }

        @Override
        public Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException {
            List<Unit> members = new ArrayList<>();
            for (String word : text(container).split(" ", -1)) {
                int at = Math.max(word.indexOf('='), word.indexOf('~'));
                if (at > 0) {
                    String name = container.name() + "/" + word.substring(0, at);
                    String content = word.substring(at + 1).replace(',', ' ');
                    members.add(member(name, content, word.charAt(at) == '~'));
                }
            }
            Siblings others = name -> members.stream()
                    .filter(unit -> unit.name().endsWith("/" + name))
                    .map(unit -> new Sibling(unit, Siblings.NONE))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no member " + name));
            return new Look(members, List.of(), unit -> others, 1);
        }

        private static Unit member(String name, String content, boolean isStream) {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            String extension = PathName.extensionOf(name.substring(name.lastIndexOf('/') + 1));
            StreamUnit stream = new StreamUnit(name, extension, () -> new ByteArrayInputStream(bytes));
            return isStream ? stream : new Member(stream, bytes);
        }

        @SuppressWarnings("ArrayRecordComponent")
        private record Member(Unit unit, byte[] bytes) implements WrappedUnit {

            @Override
            public long sizeBytes() {
                return bytes.length;
            }

            @Override
            public UnitChannel open() {
                return new UnitChannel() {
                    @Override
                    public int read(long position, byte[] data, int offset, int length) {
                        if (position >= bytes.length) {
                            return -1;
                        }
                        int count = (int) Math.min(length, bytes.length - position);
                        System.arraycopy(bytes, (int) position, data, offset, count);
                        return count;
                    }

                    @Override
                    public void close() {}
                };
            }
        }
    }

    private static String text(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            byte[] data = new byte[100];
            int got = channel.read(0, data, 0, data.length);
            return new String(data, 0, Math.max(0, got), StandardCharsets.UTF_8).strip();
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
            String text = text(container);
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
            return Look.at(List.of(inside), parts, 1);
        }
    }
}
