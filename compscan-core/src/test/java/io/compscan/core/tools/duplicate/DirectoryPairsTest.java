package io.compscan.core.tools.duplicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Directory;
import io.compscan.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of directories that share data: which are told, and how much they share. */
final class DirectoryPairsTest {

    @TempDir
    private Path shared;

    @Test
    void copiesBesideEachOtherAreAllTold() throws Exception {
        Path root = shared.resolve("data");
        byte[] data = new byte[50 * Searches.CHUNK];
        new Random(8).nextBytes(data);
        for (String place : List.of("x/one", "x/two", "z")) {
            Files.write(Files.createDirectories(root.resolve(place)).resolve("f"), data);
        }
        List<DirectoryPair> pairs = Objects.requireNonNull(
                        Searches.search(root, Searches.NAME, 10, 1 << 16, 2).directories())
                .pairs();
        assertThat(pairs.stream()
                        .map(pair -> Set.of(pair.first().path(), pair.second().path()))
                        .toList())
                .containsExactlyInAnyOrder(
                        Set.of(
                                root.resolve("x/one").toString(),
                                root.resolve("x/two").toString()),
                        Set.of(
                                root.resolve("x/one").toString(),
                                root.resolve("z").toString()),
                        Set.of(
                                root.resolve("x/two").toString(),
                                root.resolve("z").toString()));
    }

    @Test
    void innermostDirectoriesAreToldAndNotTheirParts() throws Exception {
        Random random = new Random(4);
        Path root = shared.resolve("data");
        for (int i = 0; i < 4; i++) {
            byte[] data = new byte[20 * Searches.CHUNK];
            random.nextBytes(data);
            for (String day : List.of("x/y/monday", "z/tuesday")) {
                Files.write(
                        Files.createDirectories(root.resolve(day + "/part" + i)).resolve("f"), data);
            }
            byte[] own = new byte[100 * Searches.CHUNK];
            random.nextBytes(own);
            Files.write(root.resolve("x/own" + i), own);
        }
        List<DirectoryPair> pairs = Objects.requireNonNull(
                        Searches.search(root, Searches.NAME, 10, 1 << 16, 2).directories())
                .pairs();
        assertThat(pairs)
                .containsExactly(new DirectoryPair(
                        new Directory(root.resolve("x/y/monday").toString(), false, 80L * Searches.CHUNK),
                        new Directory(root.resolve("z/tuesday").toString(), false, 80L * Searches.CHUNK),
                        80L * Searches.CHUNK,
                        null,
                        null));
    }

    @Test
    void ownFilesOfADirectoryAgainstThoseInIt() throws Exception {
        Path root = Files.createDirectories(shared.resolve("data"));
        byte[] data = new byte[10 * Searches.CHUNK];
        new Random(5).nextBytes(data);
        Files.write(root.resolve("f"), data);
        Files.write(Files.createDirectories(root.resolve("copies")).resolve("f"), data);
        byte[] more = new byte[30 * Searches.CHUNK];
        new Random(6).nextBytes(more);
        Files.write(root.resolve("copies/more"), more);
        List<DirectoryPair> pairs = Objects.requireNonNull(
                        Searches.search(root, Searches.NAME, 10, 1 << 16, 2).directories())
                .pairs();
        assertThat(pairs)
                .containsExactly(new DirectoryPair(
                        new Directory(root.toString(), true, 10L * Searches.CHUNK),
                        new Directory(root.resolve("copies").toString(), false, 40L * Searches.CHUNK),
                        10L * Searches.CHUNK,
                        null,
                        null));
    }

    /** 40 trees with some 4,000 chunks each, of which 1,024 pairs are remembered. */
    @Test
    @Slow
    void intervalsOfASampleHoldWhatIsShared() throws Exception {
        int held = 0;
        int all = 0;
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Path root = Files.createDirectories(shared.resolve("data" + seed));
            byte[] common = new byte[(500 + random.nextInt(1500)) * Searches.CHUNK];
            random.nextBytes(common);
            for (String name : List.of("a", "b")) {
                byte[] own = new byte[1000 * Searches.CHUNK];
                random.nextBytes(own);
                Path directory = Files.createDirectories(root.resolve(name));
                Files.write(directory.resolve("own"), own);
                Files.write(directory.resolve("common"), common);
            }
            Duplicates found = Searches.search(root, Searches.NAME, 3, 1 << 10, 2);
            assertThat(Objects.requireNonNull(found.directories()).sampleShift())
                    .isPositive();
            DirectoryPair pair = found.directories().pairs().get(0);
            long low = Objects.requireNonNull(pair.sharedBytesLow());
            long high = Objects.requireNonNull(pair.sharedBytesHigh());
            assertThat(high - low).isLessThan(common.length / 2);
            held += low <= common.length && common.length <= high ? 1 : 0;
            all++;
        }
        assertThat(held).isGreaterThanOrEqualTo(all * 9 / 10);
    }

    @Test
    void chunksInVeryManyDirectoriesThinTheSampleOut() throws Exception {
        Path root = shared.resolve("data");
        Random random = new Random(7);
        byte[] everywhere = new byte[10 * Searches.CHUNK];
        random.nextBytes(everywhere);
        for (int i = 0; i < 900; i++) {
            Files.write(Files.createDirectories(root.resolve("d" + i)).resolve("f"), everywhere);
        }
        byte[] pair = new byte[3000 * Searches.CHUNK];
        random.nextBytes(pair);
        Files.write(root.resolve("d7/pair"), pair);
        Files.write(root.resolve("d8/pair"), pair);
        Duplicates found = Searches.search(root, Searches.NAME, 1, 1 << 20, 2);
        // 10 * 900 * 899 / 2 pairs are too many.
        assertThat(Objects.requireNonNull(found.directories()).sampleShift()).isPositive();
        DirectoryPair told = found.directories().pairs().get(0);
        assertThat(Set.of(told.first().path(), told.second().path()))
                .isEqualTo(
                        Set.of(root.resolve("d7").toString(), root.resolve("d8").toString()));
        long expected = 3010L * Searches.CHUNK;
        assertThat(told.sharedBytesLow()).isLessThanOrEqualTo(expected);
        assertThat(told.sharedBytesHigh()).isGreaterThanOrEqualTo(expected);
    }
}
