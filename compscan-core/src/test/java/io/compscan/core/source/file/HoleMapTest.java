package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.RawNames;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoleMapTest {

    private static final long MIB = 1 << 20;

    @TempDir
    private Path tempDir;

    private Path file;

    @BeforeEach
    void namedByAnyBytes() throws IOException {
        assumeTrue(FileCalls.load(), "not Linux");
        file = RawNames.in(tempDir.toRealPath(), new byte[] {'s', (byte) 0xE9, ' ', '%'});
    }

    private void write(long position, int bytes, long seed) throws IOException {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(data), position);
        }
    }

    private void setSize(long bytes) throws IOException {
        try (java.io.RandomAccessFile access = new java.io.RandomAccessFile(
                Files.createSymbolicLink(tempDir.resolve("link" + bytes), file).toFile(), "rw")) {
            access.setLength(bytes);
        }
    }

    private static HoleMap holesOf(Path path) throws IOException {
        try (OpenDescriptor opened = new FileUnit(path, 1).descriptor()) {
            return HoleMap.of(opened);
        }
    }

    private HoleMap openKnown() throws IOException {
        HoleMap holes = holesOf(file);
        assumeTrue(holes.nextData(0) > 0, "this file system does not tell of holes");
        return holes;
    }

    @Test
    void tellsWhereTheDataIs() throws IOException {
        write(8 * MIB, (int) MIB, 1);
        write(32 * MIB, 4096, 2);
        setSize(100 * MIB);
        try (HoleMap holes = openKnown()) {
            assertThat(holes.nextData(0)).isEqualTo(8 * MIB);
            assertThat(holes.nextData(8 * MIB - 1)).isEqualTo(8 * MIB);
            assertThat(holes.nextData(8 * MIB)).isEqualTo(8 * MIB);
            assertThat(holes.nextData(8 * MIB + 100)).isEqualTo(8 * MIB + 100);
            assertThat(holes.nextData(9 * MIB)).isEqualTo(32 * MIB);
            assertThat(holes.nextData(40 * MIB)).isEqualTo(100 * MIB);
        }
    }

    @Test
    void tellsWhetherThereIsAHole() throws IOException {
        write(0, (int) MIB, 1);
        assertThat(new FileUnit(file, 1).isSparse()).isFalse();
        setSize(100 * MIB);
        openKnownHole();
        assertThat(new FileUnit(file, 1).isSparse()).isTrue();
        assertThat(new FileUnit(tempDir.resolve("nothing"), 1).isSparse()).isFalse();
        assertThat(HoleMap.NONE.hasHoles()).isFalse();
    }

    private void openKnownHole() throws IOException {
        try (HoleMap holes = holesOf(file)) {
            assumeTrue(holes.nextData(50 * MIB) > 50 * MIB, "this file system does not tell of holes");
        }
    }

    @Test
    void aFileOfNothingButAHoleEndsWhereItEnds() throws IOException {
        Files.createFile(file);
        setSize(1L << 40);
        try (HoleMap holes = openKnown()) {
            assertThat(holes.nextData(0)).isEqualTo(1L << 40);
            assertThat(holes.nextData(12345)).isEqualTo(1L << 40);
        }
    }

    @Test
    void whatAFileThatShrinksHadIsNoHole() throws IOException {
        write(0, 4096, 1);
        setSize(100 * MIB);
        try (HoleMap holes = holesOf(file)) {
            setSize(10 * MIB);
            assertThat(holes.nextData(20 * MIB)).isEqualTo(20 * MIB);
            assertThat(holes.nextData(10 * MIB)).isEqualTo(10 * MIB);
            assertThat(holes.nextData(MIB)).isIn(MIB, 10 * MIB);
        }
    }

    /** Whatever the file system tells: no byte that is skipped is anything but zero. */
    @Test
    void noDataIsEverSkipped() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            Files.deleteIfExists(file);
            Random random = new Random(seed);
            int size = 1 + random.nextInt(4 << 20);
            for (int i = random.nextInt(5); i > 0; i--) {
                write(random.nextInt(size), 1 + random.nextInt(100_000), seed);
            }
            if (!Files.exists(file) || Files.size(file) < size) {
                write(size - 1, 1, seed);
            }
            byte[] content = Files.readAllBytes(file);
            try (HoleMap holes = holesOf(file)) {
                for (int position = 0; position < content.length; position++) {
                    int data = (int) Math.min(content.length, holes.nextData(position));
                    assertThat(data).as("seed %d", seed).isGreaterThanOrEqualTo(position);
                    for (int i = position; i < data; i++) {
                        if (content[i] != 0) {
                            throw new AssertionError("seed " + seed + ": byte " + i + " is no part of a hole");
                        }
                    }
                    position = data + 1000;
                }
            }
        }
    }

    @Test
    void whereNothingCanBeAskedEverythingIsRead() throws IOException {
        assertThat(HoleMap.NONE.nextData(77)).isEqualTo(77);
        try (FileSystem zip = FileSystems.newFileSystem(tempDir.resolve("a.zip"), Map.of("create", "true"))) {
            Path inside = Files.write(zip.getPath("/f"), new byte[10]);
            FileUnit large = new FileUnit(inside, 100 * MIB);
            assertThat(large.isSparse()).isFalse();
            try (UnitChannel channel = large.open()) {
                assertThat(channel.nextData(5)).isEqualTo(5);
                assertThat(channel.read(0, new byte[20], 0, 20)).isEqualTo(10);
            }
        }
    }

    @Test
    void aClosedOneKnowsNothingAndMayBeClosedAgain() throws IOException {
        write(MIB, 4096, 1);
        HoleMap holes = holesOf(file);
        holes.close();
        holes.close();
        assertThat(holes.nextData(5)).isEqualTo(5);
    }

    @Test
    void aLargeFilesChannelKnowsItsHolesAndReadsThemAsZeros() throws IOException {
        write(80 * MIB, 4096, 1);
        setSize(200 * MIB);
        openKnown().close();
        try (UnitChannel channel = new FileUnit(file, 200 * MIB).open()) {
            assertThat(channel.nextData(0)).isEqualTo(80 * MIB);
            byte[] data = new byte[10];
            assertThat(channel.read(MIB, data, 0, 10)).isEqualTo(10);
            assertThat(data).containsOnly(0);
            assertThat(channel.read(200 * MIB, data, 0, 10)).isEqualTo(-1);
        }
    }
}
