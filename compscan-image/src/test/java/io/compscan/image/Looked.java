package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What a walk with views finds. */
final class Looked implements SourceVisitor {

    final List<Unit> units = new ArrayList<>();
    final List<Container> containers = new ArrayList<>();
    final List<Skip> skipped = new ArrayList<>();

    /** Looks into images below the paths. */
    static Looked images(Path... roots) throws InterruptedException {
        return at(EnumSet.of(View.Kind.IMAGES), List.of(), roots);
    }

    /** Looks into these kinds of containers. */
    static Looked at(EnumSet<View.Kind> kinds, List<Path> imageParents, Path... roots) throws InterruptedException {
        Looked found = new Looked();
        FileTreeSource tree = new FileTreeSource(List.of(roots), WalkOptions.ALL).reaching(imageParents);
        ViewedSource.of(tree, Views.load().of(kinds)).walk(found);
        return found;
    }

    /** Looks into one file by one view. */
    static Looked forced(String view, @Nullable String part, Path file) throws InterruptedException {
        Looked found = new Looked();
        Views all = Views.load();
        FileTreeSource tree = new FileTreeSource(List.of(file), WalkOptions.ALL);
        ViewedSource.forced(tree, all.of(EnumSet.noneOf(View.Kind.class)), all.named(view), part)
                .walk(found);
        return found;
    }

    /** Why the one unit cannot be read. */
    String failure() {
        assertThat(units).hasSize(1);
        try (UnitChannel channel = units.get(0).open()) {
            readAll(channel, units.get(0).sizeBytes());
        } catch (IOException e) {
            assertThat(e.getMessage()).doesNotContain("\n");
            return e.getMessage();
        }
        throw new AssertionError("it can be read");
    }

    private static void readAll(UnitChannel channel, long size) throws IOException {
        byte[] data = new byte[1 << 20];
        for (long at = 0; at < size; ) {
            int got = channel.read(at, data, 0, data.length);
            if (got < 0) {
                return;
            }
            at += got;
        }
    }

    /** Checks that the one unit has the bytes of a file, wherever and however it is read, and no hole where there are others. */
    void assertHasBytesOf(Path raw) throws IOException {
        assertThat(units).hasSize(1);
        Unit unit = units.get(0);
        byte[] expected = Files.readAllBytes(raw);
        assertThat(unit.sizeBytes()).isEqualTo(expected.length);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (UnitChannel channel = unit.open()) {
            for (int at = 0; at < expected.length; ) {
                assertRead(channel, expected, at, Math.min(expected.length - at, 256 << 10), seed);
                at += 256 << 10;
            }
            for (int i = 0; i < 300; i++) {
                int at = random.nextInt(expected.length);
                assertRead(channel, expected, at, Math.min(expected.length - at, 1 + random.nextInt(200_000)), seed);
                int data = (int) channel.nextData(at);
                assertThat(data).isBetween(at, expected.length);
                assertThat(isZero(expected, at, data))
                        .as("hole at " + at + " to " + data)
                        .isTrue();
            }
            assertThat(channel.read(expected.length, new byte[1], 0, 1)).isEqualTo(-1);
        }
    }

    private static void assertRead(UnitChannel channel, byte[] expected, int at, int length, long seed)
            throws IOException {
        byte[] data = new byte[length + 2];
        int done = 0;
        while (done < length) {
            int got = channel.read(at + done, data, 1 + done, length - done);
            assertThat(got).isPositive();
            done += got;
        }
        assertThat(data[0]).isZero();
        assertThat(data[length + 1]).isZero();
        int wrong = Arrays.mismatch(data, 1, 1 + length, expected, at, at + length);
        assertThat(wrong).as("first wrong byte behind " + at + ", seed " + seed).isEqualTo(-1);
    }

    private static boolean isZero(byte[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            if (data[i] != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void unit(Unit unit) {
        units.add(unit);
    }

    @Override
    public void skipped(Skip skip) {
        skipped.add(skip);
    }

    @Override
    public void container(Container container) {
        containers.add(container);
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
