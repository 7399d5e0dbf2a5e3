package io.compscan.core.duplicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.library.Measure;
import io.compscan.core.result.duplicate.Duplicates;
import io.compscan.core.result.duplicate.Duplicates.Chunk;
import io.compscan.core.result.duplicate.Duplicates.Copies;
import io.compscan.core.result.duplicate.Duplicates.Directory;
import io.compscan.core.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.SpillSpace;
import io.compscan.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search against a naive one, which keeps every chunk of every file in a map. */
class DuplicateSearchTest {

    private static final int CHUNK = 512;
    private static final String NAME = Integer.toString(CHUNK);

    @TempDir
    private Path shared;

    private static Duplicates search(Path root, String chunking, int top, int pairs, int threads) throws Exception {
        Measure measure = Measure.defaults().chunk(chunking).compress("none").threads(threads);
        DuplicateSearch.Limits limits = new DuplicateSearch.Limits(top, pairs, true, root.resolveSibling("lists"));
        return DuplicateSearch.of(measure.request(root), limits).run(ScanRun::run);
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Files of few different blocks, some of them copies or all zero, in a tree of few directories. */
    private static void write(Path root, Random random) throws IOException {
        List<byte[]> files = new ArrayList<>();
        int blocks = 4 + random.nextInt(60);
        int count = 3 + random.nextInt(25);
        for (int i = 0; i < count; i++) {
            Path directory = root;
            for (int depth = random.nextInt(4); depth > 0; depth--) {
                directory = directory.resolve("d" + random.nextInt(3));
            }
            Files.createDirectories(directory);
            byte[] data;
            if (!files.isEmpty() && random.nextInt(3) == 0) {
                data = files.get(random.nextInt(files.size()));
            } else {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                for (int block = random.nextInt(12); block >= 0; block--) {
                    int number = random.nextInt(blocks);
                    byte[] one = new byte[block == 0 ? 1 + random.nextInt(CHUNK) : CHUNK];
                    if (number > 0) {
                        Arrays.fill(one, (byte) number);
                        one[0] = (byte) (number >> 3);
                    }
                    bytes.write(one);
                }
                data = bytes.toByteArray();
            }
            files.add(data);
            Files.write(directory.resolve("f" + i), data);
        }
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    @Slow
    void findsWhatANaiveSearchFinds(@ForAll long seed) throws Exception {
        Path place = Files.createTempDirectory("compscan-duplicates-");
        try {
            Random random = new Random(seed);
            Path root = Files.createDirectories(place.resolve("data"));
            write(root, random);
            NaiveSearch naive = new NaiveSearch(root, CHUNK);
            int top = 1 + random.nextInt(40);

            Duplicates found = search(root, NAME, top, 1 << 16, 1 + random.nextInt(3));

            checkChunks(naive, found, top);
            checkFiles(naive, found, top);
            checkDirectories(naive, found, top, root.toString());
        } finally {
            delete(place);
        }
    }

    private static void checkChunks(NaiveSearch naive, Duplicates found, int top) throws IOException {
        List<Chunk> chunks = Objects.requireNonNull(found.chunks());
        List<Long> saved = naive.saved();
        assertThat(chunks.stream().map(Chunk::savedBytes).toList())
                .isEqualTo(saved.subList(0, Math.min(top, saved.size())));
        assertThat(found.summary().repeatedChunkCount()).isEqualTo(saved.size());
        assertThat(found.summary().duplicateBytes())
                .isEqualTo(saved.stream().mapToLong(Long::longValue).sum());
        for (Chunk chunk : chunks) {
            assertThat(chunk.references()).isEqualTo(naive.references.get(chunk.fingerprint()));
            assertThat(chunk.bytes())
                    .isEqualTo(naive.lengths.get(chunk.fingerprint()).intValue());
            assertThat(bytesAt(chunk)).isEqualTo(chunk.fingerprint());
        }
    }

    private static String bytesAt(Chunk chunk) throws IOException {
        byte[] data = Files.readAllBytes(Path.of(Objects.requireNonNull(chunk.path())));
        int from = Math.toIntExact(Objects.requireNonNull(chunk.offset()));
        return NaiveSearch.sha1(Arrays.copyOfRange(data, from, from + (int) chunk.bytes()));
    }

    private static void checkFiles(NaiveSearch naive, Duplicates found, int top) {
        Map<Set<String>, Long> groups = new HashMap<>();
        naive.filesByContent.forEach((content, paths) -> {
            if (paths.size() > 1) {
                groups.put(Set.copyOf(paths), (paths.size() - 1) * naive.nonZeroByContent.get(content));
            }
        });
        List<Copies> told = Objects.requireNonNull(found.files());
        assertThat(told).hasSize(Math.min(top, groups.size()));
        for (Copies copies : told) {
            assertThat(groups).containsEntry(Set.copyOf(copies.paths()), copies.savedBytes());
            assertThat(copies.copies()).isEqualTo(copies.paths().size());
        }
        assertThat(told.stream().map(Copies::savedBytes).toList())
                .isEqualTo(groups.values().stream()
                        .sorted(Comparator.reverseOrder())
                        .limit(top)
                        .toList());
        assertThat(found.summary().copiedFileCount())
                .isEqualTo(groups.keySet().stream()
                        .mapToLong(paths -> paths.size() - 1)
                        .sum());
        assertThat(found.summary().copiedFileBytes())
                .isEqualTo(groups.values().stream().mapToLong(Long::longValue).sum());
    }

    private static void checkDirectories(NaiveSearch naive, Duplicates found, int top, String root) {
        List<DirectoryPair> pairs = Objects.requireNonNull(found.directories()).pairs();
        assertThat(found.directories().sampleShift()).isZero();
        assertThat(pairs).hasSizeLessThanOrEqualTo(top);
        for (DirectoryPair pair : pairs) {
            assertThat(pair.sharedBytesLow()).isNull();
            assertThat(pair.sharedBytes()).isEqualTo(naive.bytes(pair.first(), pair.second()));
            assertThat(pair.first().bytes()).isEqualTo(naive.bytes(pair.first(), pair.first()));
            assertThat(pair.second().bytes()).isEqualTo(naive.bytes(pair.second(), pair.second()));
            boolean isApart = pair.first().ownFilesOnly()
                    || pair.second().ownFilesOnly()
                    || !isOneInTheOther(pair.first().path(), pair.second().path());
            assertThat(isApart).isTrue();
        }
        assertThat(pairs.stream().map(DirectoryPair::sharedBytes).toList())
                .isSortedAccordingTo(Comparator.reverseOrder());
        long most = 0;
        for (String one : naive.directories) {
            for (String other : naive.directories) {
                if (one.compareTo(other) < 0 && !isNested(one, other) && !isNested(other, one)) {
                    most = Math.max(most, naive.bytes(one, other));
                }
            }
        }
        // Each pair that shares much is told, or one that lies around or within it. A pair may lose a tenth with each
        // level it is divided at.
        long bound = (pairs.size() < top ? 0 : pairs.get(top - 1).sharedBytes()) + most * 35 / 100;
        for (String one : naive.directories) {
            for (String other : naive.directories) {
                boolean isPair = one.compareTo(other) < 0 && !isNested(one, other) && !isNested(other, one);
                if (isPair && naive.bytes(one, other) > bound) {
                    assertThat(pairs)
                            .as(one + " and " + other + " below " + root)
                            .anyMatch(pair -> isComparable(pair, one, other) || isComparable(pair, other, one));
                }
            }
        }
    }

    private static boolean isNested(String outer, String inner) {
        return inner.equals(outer) || inner.startsWith(outer + "/");
    }

    private static boolean isComparable(DirectoryPair pair, String one, String other) {
        return isOneInTheOther(pair.first().path(), one)
                && isOneInTheOther(pair.second().path(), other);
    }

    private static boolean isOneInTheOther(String one, String other) {
        return isNested(one, other) || isNested(other, one);
    }

    @Test
    void copiesBesideEachOtherAreAllTold() throws Exception {
        Path root = shared.resolve("data");
        byte[] data = new byte[50 * CHUNK];
        new Random(8).nextBytes(data);
        for (String place : List.of("x/one", "x/two", "z")) {
            Files.write(Files.createDirectories(root.resolve(place)).resolve("f"), data);
        }
        List<DirectoryPair> pairs = Objects.requireNonNull(
                        search(root, NAME, 10, 1 << 16, 2).directories())
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
    void contentDefinedChunksAreFoundWhereTheyLie() throws Exception {
        Path root = Files.createDirectories(shared.resolve("data"));
        Random random = new Random(3);
        byte[] common = new byte[3_000_000];
        random.nextBytes(common);
        byte[] before = new byte[777];
        random.nextBytes(before);
        Files.write(Files.createDirectories(root.resolve("a")).resolve("plain"), common);
        ByteArrayOutputStream moved = new ByteArrayOutputStream();
        moved.write(before);
        moved.write(common);
        Files.write(Files.createDirectories(root.resolve("b")).resolve("moved"), moved.toByteArray());

        Duplicates found = search(root, "fastcdc:8k", 1000, 1 << 16, 3);

        List<Chunk> chunks = Objects.requireNonNull(found.chunks());
        assertThat(chunks).hasSizeGreaterThan(200);
        for (Chunk chunk : chunks) {
            assertThat(bytesAt(chunk)).isEqualTo(chunk.fingerprint());
        }
        assertThat(found.files()).isEmpty();
        DirectoryPair pair = Objects.requireNonNull(found.directories()).pairs().get(0);
        assertThat(pair.first().path()).isEqualTo(root.resolve("a").toString());
        assertThat(pair.second().path()).isEqualTo(root.resolve("b").toString());
        assertThat(pair.sharedBytes()).isEqualTo(found.summary().duplicateBytes());
    }

    @Test
    void innermostDirectoriesAreToldAndNotTheirParts() throws Exception {
        Random random = new Random(4);
        Path root = shared.resolve("data");
        for (int i = 0; i < 4; i++) {
            byte[] data = new byte[20 * CHUNK];
            random.nextBytes(data);
            for (String day : List.of("x/y/monday", "z/tuesday")) {
                Files.write(
                        Files.createDirectories(root.resolve(day + "/part" + i)).resolve("f"), data);
            }
            byte[] own = new byte[100 * CHUNK];
            random.nextBytes(own);
            Files.write(root.resolve("x/own" + i), own);
        }
        List<DirectoryPair> pairs = Objects.requireNonNull(
                        search(root, NAME, 10, 1 << 16, 2).directories())
                .pairs();
        assertThat(pairs)
                .containsExactly(new DirectoryPair(
                        new Directory(root.resolve("x/y/monday").toString(), false, 80L * CHUNK),
                        new Directory(root.resolve("z/tuesday").toString(), false, 80L * CHUNK),
                        80L * CHUNK,
                        null,
                        null));
    }

    @Test
    void ownFilesOfADirectoryAgainstThoseInIt() throws Exception {
        Path root = Files.createDirectories(shared.resolve("data"));
        byte[] data = new byte[10 * CHUNK];
        new Random(5).nextBytes(data);
        Files.write(root.resolve("f"), data);
        Files.write(Files.createDirectories(root.resolve("copies")).resolve("f"), data);
        byte[] more = new byte[30 * CHUNK];
        new Random(6).nextBytes(more);
        Files.write(root.resolve("copies/more"), more);
        List<DirectoryPair> pairs = Objects.requireNonNull(
                        search(root, NAME, 10, 1 << 16, 2).directories())
                .pairs();
        assertThat(pairs)
                .containsExactly(new DirectoryPair(
                        new Directory(root.toString(), true, 10L * CHUNK),
                        new Directory(root.resolve("copies").toString(), false, 40L * CHUNK),
                        10L * CHUNK,
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
            byte[] common = new byte[(500 + random.nextInt(1500)) * CHUNK];
            random.nextBytes(common);
            for (String name : List.of("a", "b")) {
                byte[] own = new byte[1000 * CHUNK];
                random.nextBytes(own);
                Path directory = Files.createDirectories(root.resolve(name));
                Files.write(directory.resolve("own"), own);
                Files.write(directory.resolve("common"), common);
            }
            Duplicates found = search(root, NAME, 3, 1 << 10, 2);
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
        byte[] everywhere = new byte[10 * CHUNK];
        random.nextBytes(everywhere);
        for (int i = 0; i < 900; i++) {
            Files.write(Files.createDirectories(root.resolve("d" + i)).resolve("f"), everywhere);
        }
        byte[] pair = new byte[3000 * CHUNK];
        random.nextBytes(pair);
        Files.write(root.resolve("d7/pair"), pair);
        Files.write(root.resolve("d8/pair"), pair);
        Duplicates found = search(root, NAME, 1, 1 << 20, 2);
        // 10 * 900 * 899 / 2 pairs are too many.
        assertThat(Objects.requireNonNull(found.directories()).sampleShift()).isPositive();
        DirectoryPair told = found.directories().pairs().get(0);
        assertThat(Set.of(told.first().path(), told.second().path()))
                .isEqualTo(
                        Set.of(root.resolve("d7").toString(), root.resolve("d8").toString()));
        long expected = 3010L * CHUNK;
        assertThat(told.sharedBytesLow()).isLessThanOrEqualTo(expected);
        assertThat(told.sharedBytesHigh()).isGreaterThanOrEqualTo(expected);
    }

    @Test
    @Slow
    void theIndexOfFilesSpillsAndNothingIsLeft() throws Exception {
        Path spill = Files.createDirectories(shared.resolve("spill"));
        Path lists = shared.resolve("lists");
        IndexMemory memory = new IndexMemory(10 << 20, 32, SpillSpace.in(List.of(spill), 1 << 30));
        Random random = new Random(9);
        byte[] key = new byte[FileKey.BYTES];
        List<Copies> told;
        try (FileCopies copies = new FileCopies(
                3,
                memory,
                Measure.defaults().compress("none").options().schemes().all().get(0),
                lists)) {
            for (int i = 0; i < 600_000; i++) {
                random.nextBytes(key);
                ByteBuffer.wrap(key).putLong(12, 1000);
                copies.add(key, 1000, "f" + i);
                if (i % 200_000 == 7) {
                    // The later ones have more copies.
                    for (int copy = 0; copy <= i / 200_000; copy++) {
                        copies.add(key, 1000, "copy" + copy + " of " + i);
                    }
                }
            }
            try (Stream<Path> files = Files.walk(spill)) {
                assertThat(files.filter(Files::isRegularFile).count()).isPositive();
            }
            FileCopies.Found found = copies.top();
            told = found.groups();
            assertThat(found.fileCount()).isEqualTo(6);
            assertThat(found.bytes()).isEqualTo(6000);
        }
        assertThat(told.stream().map(Copies::copies).toList()).containsExactly(4L, 3L, 2L);
        assertThat(told.get(2).paths()).containsExactly("copy0 of 7", "f7");
        try (Stream<Path> left = Files.walk(shared)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void onlyAHundredNamesOfAGroupAreTold() throws Exception {
        Path root = Files.createDirectories(shared.resolve("data"));
        for (int i = 0; i < 150; i++) {
            Files.writeString(root.resolve(String.format("f%03d", 149 - i)), "the same");
        }
        Copies copies = Objects.requireNonNull(
                        search(root, NAME, 10, 1 << 16, 2).files())
                .get(0);
        assertThat(copies.copies()).isEqualTo(150);
        assertThat(copies.savedBytes()).isEqualTo(149 * 8);
        assertThat(copies.paths())
                .hasSize(Copies.MOST_PATHS)
                .startsWith(root.resolve("f000").toString())
                .endsWith(root.resolve("f099").toString());
    }

    @Test
    void aStoppedSearchTellsWhatItHasRead() throws Exception {
        Path root = Files.createDirectories(shared.resolve("data"));
        Files.writeString(root.resolve("f"), "text");
        DuplicateSearch.Limits limits = new DuplicateSearch.Limits(10, 1 << 16, true, shared);
        Duplicates found = DuplicateSearch.of(
                        Measure.defaults().compress("none").request(root), limits)
                .run(scan -> {
                    scan.stop();
                    return scan.run();
                });
        assertThat(found.partial()).isTrue();
        @Nullable List<Chunk> chunks = found.chunks();
        assertThat(chunks).isEmpty();
    }

    @Test
    void oneChunkingWithoutACompressor() {
        DuplicateSearch.Limits limits = new DuplicateSearch.Limits(10, 1 << 16, true, shared);
        assertThatThrownBy(() -> DuplicateSearch.of(Measure.defaults().request(shared), limits))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
