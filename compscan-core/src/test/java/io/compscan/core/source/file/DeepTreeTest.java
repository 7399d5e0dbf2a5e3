package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.RawNames;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ReadError;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import io.compscan.testing.SparseFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees deeper than any path is long. In memory, where thousands of directories are made in no time. */
@Timeout(120)
@Slow
class DeepTreeTest {

    private static final WalkOptions FOLLOW = new WalkOptions(List.of(), List.of(), true, false);
    private static final int PATH_MAX = 4096;

    private Path top;
    private Path tree;

    @BeforeEach
    void makeTop() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory), "no file system in memory");
        assumeTrue(DeepDirectory.isSupported(memory), "no descriptors");
        top = Files.createTempDirectory(memory, "compscan");
        tree = Files.createDirectory(top.resolve("tree"));
    }

    @AfterEach
    void deleteTop() throws InterruptedException {
        if (top != null) {
            Programs.succeeds("rm", "-rf", top.toString());
        }
    }

    @FunctionalInterface
    private interface Filler {
        /** Puts something into a directory that has this many above it, the root included. */
        void fill(Path directory, int depth) throws IOException;
    }

    /**
     * A chain of directories below the root, made from the bottom. Each stretch is within the limit; the one below moves to the end of the
     * one above.
     */
    private void chain(String name, int depth, int stretch, Filler filler) throws IOException {
        Path below = null;
        for (int first = (depth - 1) / stretch * stretch + 1; first >= 1; first -= stretch) {
            Path head = Files.createDirectory(top.resolve("stretch" + first));
            Path end = head;
            filler.fill(end, first);
            for (int d = first + 1; d < first + stretch && d <= depth; d++) {
                end = Files.createDirectory(end.resolve(name));
                filler.fill(end, d);
            }
            if (below != null) {
                Files.move(below, end.resolve(name));
            }
            below = head;
        }
        Files.move(below, tree.resolve(name));
    }

    private static byte[] contentOf(int depth) {
        return ("at " + depth).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] read(Unit unit) throws IOException {
        byte[] content = new byte[(int) unit.sizeBytes()];
        try (UnitChannel channel = unit.open()) {
            assertThat(channel.read(0, content, 0, content.length)).isEqualTo(content.length);
        }
        return content;
    }

    private static long openDescriptors() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.count();
        }
    }

    /** The path by which such a file is opened is gone once it is open. */
    @Test
    void holesOfDeepFilesAreKnown() throws Exception {
        int depth = 3000;
        chain("d".repeat(100), depth, 15, (directory, at) -> {
            if (at == depth) {
                Files.write(directory.resolve("dense"), new byte[8 << 20]);
                SparseFile.of(directory.resolve("sparse"), 8 << 20);
            }
        });
        Findings found = Findings.of(WalkOptions.ALL, tree);
        assertThat(found.units).hasSize(2);
        for (Unit unit : found.units) {
            try (UnitChannel open = unit.open()) {
                assertThat(open.read(0, new byte[10], 0, 10)).isEqualTo(10);
                assertThat(unit.isSparse())
                        .as(unit.name())
                        .isEqualTo(unit.name().endsWith("sparse"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 5000, 1000", "200, 5000, 15", "255, 300, 12"})
    void everyFileIsFoundNamedAndRead(int nameBytes, int depth, int stretch) throws Exception {
        String name = "d".repeat(nameBytes);
        int every = depth / 25;
        chain(name, depth, stretch, (directory, at) -> {
            if (at % every == 0) {
                Files.write(directory.resolve("file.TXT"), contentOf(at));
            }
        });
        long descriptors = openDescriptors();
        for (WalkOptions options : List.of(WalkOptions.ALL, FOLLOW)) {
            Findings found = Findings.of(options, tree);
            assertThat(found.errors).isEmpty();
            assertThat(found.directoryCount).isEqualTo(depth + 1);
            assertThat(found.units)
                    .hasSize(25)
                    .allMatch(unit -> unit.extension().equals("txt"));
            for (int i = 0; i < 25; i++) {
                int at = (i + 1) * every;
                Unit unit = found.units.get(i);
                assertThat(unit.name()).isEqualTo(tree + ("/" + name).repeat(at) + "/file.TXT");
                assertThat(read(unit)).isEqualTo(contentOf(at));
                assertThat(read(unit)).as("again").isEqualTo(contentOf(at));
            }
        }
        // A few for what the JVM opened meanwhile, such as the native library.
        assertThat(openDescriptors()).isLessThan(descriptors + 20);
    }

    /** Out of the deep directories and back into others: siblings, and names that are not UTF-8 or long for their letters. */
    @Test
    void branchesOfEveryKind() throws Exception {
        String name = "\u00e9\u4e2d".repeat(40);
        int depth = 60;
        Path raw = RawNames.in(tree, new byte[] {'r', (byte) 0xFF}).getFileName();
        chain(name, depth, 15, (directory, at) -> {
            for (String side : List.of("a", "\u4e2d", "z")) {
                Files.write(Files.createDirectory(directory.resolve(side)).resolve("f"), contentOf(at));
            }
            Files.write(directory.resolve(raw), contentOf(at));
        });
        Findings found = Findings.of(tree);
        assertThat(found.errors).isEmpty();
        assertThat(found.directoryCount).isEqualTo(1 + depth + depth * 3);
        assertThat(found.units).hasSize(depth * 4);
        List<String> expected = new ArrayList<>();
        for (int at = 1; at <= depth; at++) {
            String directory = ("/" + name).repeat(at).substring(1);
            for (String file : List.of("/r\\xFF", "/a/f", "/\u4e2d/f", "/z/f")) {
                expected.add(directory + file);
            }
        }
        assertThat(found.namesBelow(tree)).containsExactlyInAnyOrderElementsOf(expected);
        for (Unit unit : found.units) {
            int at = unit.name().split(name, -1).length - 1;
            assertThat(read(unit)).isEqualTo(contentOf(at));
        }
    }

    @Test
    void globsSeeTheWholePath() throws Exception {
        String name = "d".repeat(200);
        chain(name, 45, 15, (directory, at) -> Files.write(directory.resolve("f" + at), contentOf(at)));
        String deep = (name + "/").repeat(44);
        WalkOptions include = new WalkOptions(List.of(deep + "f44", "f3"), List.of(), false, false);
        assertThat(Findings.of(include, tree).namesBelow(tree))
                .containsExactly((name + "/").repeat(3) + "f3", deep + "f44");
        WalkOptions exclude = new WalkOptions(List.of(), List.of((name + "/").repeat(43) + "*"), false, false);
        Findings found = Findings.of(exclude, tree);
        assertThat(found.units).hasSize(42);
        assertThat(found.skippedCount(Skip.EXCLUDED)).isEqualTo(2);
    }

    @Test
    void linksLoopsPipesAndHardLinksFarDown() throws Exception {
        String name = "d".repeat(200);
        Path outside = Files.write(top.resolve("outside"), new byte[7]);
        Path elsewhere = Files.createDirectory(top.resolve("elsewhere"));
        Files.write(elsewhere.resolve("e"), new byte[9]);
        chain(name, 45, 15, (directory, at) -> {
            if (at == 40) {
                Files.createLink(directory.resolve("hard"), outside);
                Files.createLink(directory.resolve("link"), outside);
                Files.createSymbolicLink(directory.resolve("dangling"), Path.of("nothing"));
                Files.createSymbolicLink(directory.resolve("elsewhere"), elsewhere);
                Files.createSymbolicLink(directory.resolve("up"), Path.of("../.."));
            }
        });
        Findings found = Findings.of(tree);
        assertThat(found.units).hasSize(1);
        assertThat(found.hardLinkBytes).isEqualTo(7);
        assertThat(found.skippedCount(Skip.SYMLINK)).isEqualTo(3);
        assertThat(found.errors).isEmpty();
        Findings followed = Findings.of(FOLLOW, tree);
        String at = tree + ("/" + name).repeat(40) + "/";
        assertThat(followed.units.stream().map(Unit::name)).containsExactly(at + "hard", at + "elsewhere/e");
        assertThat(followed.errors)
                .containsExactlyInAnyOrder(
                        new ReadError(at + "dangling", ReadError.Kind.DANGLING, 0, "a symbolic link to nothing"),
                        new ReadError(at + "up", ReadError.Kind.LOOP, 0, "leads back to a directory that contains it"));
    }

    @Test
    void theHolesOfASparseFileAreKnown() throws Exception {
        long size = 100L << 20;
        chain("d".repeat(200), 45, 15, (directory, at) -> {
            if (at == 45) {
                try (RandomAccessFile file =
                        new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
                    file.seek(size / 2);
                    file.write(1);
                    file.setLength(size);
                }
            }
        });
        Unit unit = Findings.of(tree).units.get(0);
        assertThat(unit.name()).hasSizeGreaterThan(PATH_MAX);
        try (UnitChannel channel = unit.open()) {
            assertThat(channel.nextData(0)).isEqualTo(size / 2);
        }
    }

    @Test
    void whatVanishesOrMovesIsAnErrorOfItsName() throws Exception {
        String name = "d".repeat(200);
        chain(name, 45, 15, (directory, at) -> Files.write(directory.resolve("f"), contentOf(at)));
        Findings found = Findings.of(tree);
        assertThat(found.units).hasSize(45);
        Files.move(tree.resolve(name), top.resolve("moved"));
        for (Unit unit : found.units) {
            try (UnitChannel channel = unit.open()) {
                throw new AssertionError("opened " + unit.name() + channel);
            } catch (IOException e) {
                assertThat(ReadErrors.of(unit.name(), e, 5).kind()).isEqualTo(ReadError.Kind.VANISHED);
            }
        }
        Findings during = new Findings() {
            @Override
            public void directory() {
                super.directory();
                if (directoryCount == 40) {
                    try {
                        Files.move(top.resolve("tree2"), top.resolve("away"));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        };
        Files.createDirectory(top.resolve("tree2"));
        Files.move(top.resolve("moved"), top.resolve("tree2").resolve(name));
        new FileTreeSource(List.of(top.resolve("tree2")), WalkOptions.ALL).walk(during);
        // What is open stays open: the walk goes on below the directory that it is in, until it needs a path from
        // above.
        assertThat(during.errors).hasSizeLessThanOrEqualTo(1).allSatisfy(error -> {
            assertThat(error.kind()).isEqualTo(ReadError.Kind.VANISHED);
            assertThat(error.path()).startsWith(top + "/tree2/" + name);
        });
    }
}
