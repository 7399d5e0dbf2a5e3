package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.PathName;
import io.compscan.core.source.RawNames;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ReadError;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FileTreeSourceTest extends TreeFixture {

    private static final WalkOptions FOLLOW = new WalkOptions(List.of(), List.of(), true, false);

    private static WalkOptions include(String... globs) {
        return new WalkOptions(List.of(globs), List.of(), false, false);
    }

    private static WalkOptions exclude(String... globs) {
        return new WalkOptions(List.of(), List.of(globs), false, false);
    }

    @Test
    void findsEveryFileOnceWithItsSize() throws Exception {
        file("a.txt", 1);
        file("sub/b.VMDK", 20);
        file("sub/sub/c", 300);
        file("empty", 0);
        directory("void/void");
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree)).containsExactlyInAnyOrder("a.txt", "sub/b.VMDK", "sub/sub/c", "empty");
        assertThat(found.units.stream().mapToLong(Unit::sizeBytes).sum()).isEqualTo(321);
        assertThat(found.units.stream().map(Unit::extension)).containsExactlyInAnyOrder("txt", "vmdk", "", "");
        assertThat(found.directoryCount).isEqualTo(5);
        assertThat(found.errors).isEmpty();
        assertThat(found.skipped).isEmpty();
    }

    @Test
    void theOrderIsTheSameEachTime() throws Exception {
        for (int i = 0; i < 200; i++) {
            file("d" + i % 7 + "/f" + i, i);
        }
        assertThat(Findings.of(tree).namesBelow(tree))
                .hasSize(200)
                .isEqualTo(Findings.of(tree).namesBelow(tree));
    }

    @Test
    void directoriesWithoutEntriesAreToldApart() throws Exception {
        file("full/f", 1);
        for (String name : List.of("empty", "full/empty", "outer/inner/empty")) {
            Files.createDirectories(tree.resolve(name));
        }
        link("links/l", tree);
        Findings found = Findings.of(exclude("f"), tree);
        assertThat(found.directoryCount).isEqualTo(1 + 7);
        assertThat(found.emptyDirectoryCount).isEqualTo(3);
    }

    @Test
    void namesAreToldDirectoryByDirectory() throws Exception {
        file("b/f", 1);
        file("b/left-out", 1);
        file("a.txt", 1);
        link("b/link", tree);
        assertThat(Findings.of(exclude("left-out"), tree).names).hasToString("a.txt\nb\nf\nlink\n");
    }

    @Test
    void manyNamesComeInPiecesAndNoneIsLost() throws Exception {
        StringBuilder expected = new StringBuilder();
        for (int i = 1000; i < 1400; i++) {
            String name = i + "-" + "n".repeat(240);
            file(name, 0);
            expected.append(name).append('\n');
        }
        assertThat(Findings.of(tree).names).hasToString(expected.toString());
    }

    @Test
    void aWalkThatIsStoppedEnds() throws Exception {
        for (int i = 0; i < 50; i++) {
            file("d" + i + "/f", 1);
        }
        Findings found = new Findings() {
            @Override
            public void unit(Unit unit) throws InterruptedException {
                super.unit(unit);
                stopped = units.size() == 5;
            }
        };
        new FileTreeSource(List.of(tree, tree), WalkOptions.ALL).walk(found);
        assertThat(found.units).hasSize(5);
    }

    @Test
    void anExcludedDirectoryIsStillReadWhereItIsGivenItself() throws Exception {
        file("a", 1);
        file("sub/b", 10);
        Findings found = Findings.of(exclude("sub"), tree, tree.resolve("sub"));
        assertThat(found.namesBelow(tree)).containsExactly("a", "sub/b");
    }

    @Test
    void aPathThatIsNotThereIsAnErrorAndTheOthersAreRead() throws Exception {
        file("f", 1);
        Findings found = Findings.of(tree.resolve("nowhere"), tree);
        assertThat(found.namesBelow(tree)).containsExactly("f");
        assertThat(found.errors)
                .containsExactly(new ReadError(tree + "/nowhere", ReadError.Kind.VANISHED, 0, "no longer there"));
    }

    @Test
    void pipesSocketsAndDevicesInATreeAreCountedAndNeverOpened() throws Exception {
        file("f", 1);
        assumeTrue(Programs.succeeds("mkfifo", tree + "/pipe"), "no mkfifo");
        link("linkToPipe", tree.resolve("pipe"));
        boolean hasDevices = Programs.succeeds("mknod", tree + "/null", "c", "1", "3")
                && Programs.succeeds("mknod", tree + "/disk", "b", "7", "250");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(tree.resolve("socket")));
            Findings found = Findings.of(FOLLOW, tree);
            assertThat(found.namesBelow(tree)).containsExactly("f");
            assertThat(found.skippedCount(Skip.SPECIAL_FILE)).isEqualTo(hasDevices ? 5 : 3);
            assertThat(found.errors).isEmpty();
        }
    }

    @Test
    void aPipeThatIsGivenIsReadAsAStream() throws Exception {
        Path pipe = RawNames.in(tree, new byte[] {'p', (byte) 0xE9, '.', 'i', 'm', 'g'});
        assumeTrue(Programs.succeeds("mkfifo", tree + "/plain"), "no mkfifo");
        Files.move(tree.resolve("plain"), pipe);
        Findings found = Findings.of(pipe);
        Unit unit = found.units.get(0);
        assertThat(unit.name()).isEqualTo(tree + "/p\\xE9.img");
        assertThat(unit.extension()).isEqualTo("img");
        assertThat(unit.sizeBytes()).isEqualTo(Unit.UNKNOWN_SIZE);
        byte[] content = "through the pipe".getBytes(StandardCharsets.UTF_8);
        Thread writer = new Thread(() -> {
            try {
                Files.write(pipe, content);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        byte[] buffer = new byte[100];
        int filled = 0;
        try (UnitChannel channel = unit.open()) {
            for (int got = 0; got >= 0; got = channel.read(filled, buffer, filled, buffer.length - filled)) {
                filled += got;
            }
        }
        writer.join();
        assertThat(new String(buffer, 0, filled, StandardCharsets.UTF_8)).isEqualTo("through the pipe");
    }

    @Test
    void aSocketThatIsGivenCannotBeRead() throws Exception {
        Path path = tree.resolve("socket");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(path));
            assertThat(Findings.of(path).errors).extracting(ReadError::kind).containsExactly(ReadError.Kind.UNREADABLE);
        }
    }

    @Test
    void aBlockDeviceHasItsTrueSize() throws Exception {
        Path image = file("image", 3 << 20);
        Path device = Path.of("/dev/loop-compscan-" + ProcessHandle.current().pid());
        assumeTrue(
                Programs.succeeds("sh", "-c", "loop=$(losetup -f --show " + image + ") && ln -s $loop " + device),
                "no loop devices");
        try {
            Findings found = Findings.of(device);
            assertThat(found.units).hasSize(1);
            assertThat(found.units.get(0).sizeBytes()).isEqualTo(3 << 20);
        } finally {
            Programs.succeeds("sh", "-c", "losetup -d $(readlink " + device + ")");
            Files.delete(device);
        }
    }

    @Test
    void aGlobWithoutASlashIsMatchedAgainstTheLastName() throws Exception {
        file("a.log", 1);
        file("d/b.log", 1);
        file("d/c.txt", 1);
        file("e.log/inner.txt", 1);
        assertThat(Findings.of(include("*.log"), tree).namesBelow(tree)).containsExactlyInAnyOrder("a.log", "d/b.log");
        Findings found = Findings.of(exclude("*.log"), tree);
        assertThat(found.namesBelow(tree)).containsExactly("d/c.txt");
        assertThat(found.skippedCount(Skip.EXCLUDED)).isEqualTo(3);
        assertThat(found.directoryCount).isEqualTo(2);
    }

    @Test
    void aGlobWithASlashIsMatchedAgainstThePathBelowTheRoot() throws Exception {
        file("cache/a", 1);
        file("x/cache/b", 1);
        assertThat(Findings.of(exclude("cache/**"), tree).namesBelow(tree)).containsExactly("x/cache/b");
        assertThat(Findings.of(exclude("/cache"), tree).namesBelow(tree)).containsExactly("x/cache/b");
        assertThat(Findings.of(exclude("**/cache"), tree).namesBelow(tree)).isEmpty();
        assertThat(Findings.of(include("x/*/b"), tree).namesBelow(tree)).containsExactly("x/cache/b");
    }

    @Test
    void anExcludedDirectoryIsNotEvenListed() throws Exception {
        file("keep/f", 1);
        file("secret/f", 1);
        Findings found = Findings.of(exclude("secret"), tree);
        assertThat(found.directoryCount).isEqualTo(2);
        assertThat(found.skippedCount(Skip.EXCLUDED)).isEqualTo(1);
        assertThat(found.namesBelow(tree)).containsExactly("keep/f");
    }

    @Test
    void whatIsNoGlobIsRefusedByName() {
        assertThatThrownBy(() -> new FileTreeSource(List.of(tree), exclude("[a-")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--exclude [a-: not a glob");
    }

    @Test
    void namesAreBytesAndEveryOneOfThemIsRead() throws Exception {
        List<byte[]> names = Stream.of(
                        "line\nbreak", "comma,", "quote\"'", "\uD83D\uDE00", "back\\slash", " ", "%41", "-rf", "é")
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .collect(Collectors.toCollection(ArrayList::new));
        names.add(new byte[] {'b', (byte) 0xFF, (byte) 0xC3});
        names.add(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});
        for (byte[] name : names) {
            Path directory = RawNames.in(tree, name);
            Files.createDirectory(directory);
            Files.write(directory.resolve("f"), name);
        }
        Findings found = Findings.of(tree);
        assertThat(found.namesBelow(tree))
                .containsExactlyInAnyOrder(
                        "line\\x0Abreak/f",
                        "comma,/f",
                        "quote\"'/f",
                        "\uD83D\uDE00/f",
                        "back\\\\slash/f",
                        " /f",
                        "%41/f",
                        "-rf/f",
                        "é/f",
                        "b\\xFF\\xC3/f",
                        "\\xED\\xA0\\x80/f");
        for (Unit unit : found.units) {
            byte[] content = new byte[(int) unit.sizeBytes()];
            try (UnitChannel channel = unit.open()) {
                assertThat(channel.read(0, content, 0, content.length)).isEqualTo(content.length);
            }
            assertThat(unit.name()).isEqualTo(tree + "/" + PathName.escape(content) + "/f");
        }
    }

    @Test
    void aWideDirectoryIsReadToItsEnd() throws Exception {
        int count = 100_000;
        Path memory = Path.of("/dev/shm");
        Path wide = Files.createTempDirectory(Files.isWritable(memory) ? memory : tree, "compscan");
        try {
            for (int i = 0; i < count; i++) {
                Files.createFile(wide.resolve("f" + i));
            }
            Findings found = Findings.of(wide);
            assertThat(found.units.stream().map(Unit::name).distinct()).hasSize(count);
            assertThat(found.errors).isEmpty();
        } finally {
            Programs.succeeds("rm", "-rf", wide.toString());
        }
    }
}
