package io.compscan.core.tools.duplicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.library.Measure;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Chunk;
import io.compscan.result.duplicate.Duplicates.Copies;
import io.compscan.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
final class DuplicateSearchTest {

    @TempDir
    private Path shared;

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
                    byte[] one = new byte[block == 0 ? 1 + random.nextInt(Searches.CHUNK) : Searches.CHUNK];
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
            NaiveSearch naive = new NaiveSearch(root, Searches.CHUNK);
            int top = 1 + random.nextInt(40);

            Duplicates found = Searches.search(root, Searches.NAME, top, 1 << 16, 1 + random.nextInt(3));

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

        Duplicates found = Searches.search(root, "fastcdc:8k", 1000, 1 << 16, 3);

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
    void onlyAHundredNamesOfAGroupAreTold() throws Exception {
        Path root = Files.createDirectories(shared.resolve("data"));
        for (int i = 0; i < 150; i++) {
            Files.writeString(root.resolve(String.format("f%03d", 149 - i)), "the same");
        }
        Copies copies = Objects.requireNonNull(
                        Searches.search(root, Searches.NAME, 10, 1 << 16, 2).files())
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
