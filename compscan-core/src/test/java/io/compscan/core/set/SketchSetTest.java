package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.testing.Coverage;
import io.compscan.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.jspecify.annotations.Nullable;

/** Sketches in files: merged in any tree they are the sketch of one scan of everything. */
@Slow
class SketchSetTest {

    private static final int CHUNK_BYTES = 512;
    private static final int DATA_SETS = 40;
    private static final List<CompressorSpec> COMPRESSORS =
            List.of(CompressorSpec.parse("lz4"), CompressorSpec.parse("none"), CompressorSpec.parse("deflate:1"));

    private Path dir;

    @BeforeTry
    void makeDirectory() throws Exception {
        dir = Files.createTempDirectory("sketches");
    }

    @AfterTry
    void removeDirectory() throws Exception {
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(dir);
    }

    private static ScanOptions options(Random random) {
        List<Integer> chunkSizes = random.nextBoolean() ? List.of(CHUNK_BYTES) : List.of(CHUNK_BYTES, 2048);
        ScanOptions options = Scans.options(chunkSizes, COMPRESSORS.subList(0, 1 + random.nextInt(3)))
                .withThreads(1 + random.nextInt(2), 1 + random.nextInt(2));
        return switch (random.nextInt(4)) {
            case 0 -> options.withSuperblockBytes(4096);
            case 1 -> options.withProfiles(Profiles.parse("ontap"));
            default -> options;
        };
    }

    /** Parts that share some chunks; half of each chunk compresses. */
    private static List<List<MemoryUnit>> parts(Random random, int partCount) {
        List<List<MemoryUnit>> parts = new ArrayList<>();
        // Other chunks for each seed: which of them a sketch keeps depends on their content alone.
        long common = random.nextLong();
        for (int part = 0; part < partCount; part++) {
            List<MemoryUnit> units = new ArrayList<>();
            for (int unit = 0; unit < 1 + random.nextInt(3); unit++) {
                byte[] content = new byte[CHUNK_BYTES * (200 + random.nextInt(1500)) + random.nextInt(CHUNK_BYTES)];
                byte[] half = new byte[CHUNK_BYTES / 2];
                for (int at = 0; at + CHUNK_BYTES <= content.length; at += CHUNK_BYTES) {
                    boolean isCommon = random.nextInt(3) == 0;
                    new Random(isCommon ? common + random.nextInt(700) : random.nextLong()).nextBytes(half);
                    System.arraycopy(half, 0, content, at, half.length);
                }
                units.add(new MemoryUnit("p" + part + "/u" + unit, "t", content.length, content, -1, false));
            }
            parts.add(units);
        }
        return parts;
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
    }

    private List<Path> save(List<List<MemoryUnit>> parts, List<Integer> entries, ScanOptions options) throws Exception {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Path file = dir.resolve("p" + i + ".fpr");
            SetFiles.scan(List.of("p" + i), List.of(parts.get(i)), options, entries.get(i), file);
            files.add(file);
        }
        return files;
    }

    private static MergeResult merge(List<Path> files, @Nullable Path saveAs, ScanOptions options) throws Exception {
        try (Sets sets = Sets.open(files);
                SetWriter writer = saveAs == null ? null : SetMerge.writer(saveAs, true, sets)) {
            return SetMerge.merge(sets, writer, options.profiles());
        }
    }

    private static void assertSame(ScanResult merged, ScanResult whole) {
        assertThat(merged.layouts()).isEqualTo(whole.layouts());
        assertThat(merged.profiles()).isEqualTo(whole.profiles());
        assertThat(merged.totals()).isEqualTo(whole.totals());
        assertThat(merged.settings().index()).isEqualTo(whole.settings().index());
    }

    @Property(tries = 25)
    void aMergeOfSketchesIsASketchOfTheWhole(@ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int partCount)
            throws Exception {
        Random random = new Random(seed);
        ScanOptions options = options(random);
        List<List<MemoryUnit>> parts = parts(random, partCount);
        // Sets with all chunks count as sketches without a limit; the least limit counts.
        List<Integer> entries = new ArrayList<>(List.of(List.of(300, 512, 700).get(random.nextInt(3))));
        while (entries.size() < partCount) {
            entries.add(random.nextInt(3) == 0 ? 0 : entries.get(0) + random.nextInt(2) * 400);
        }
        Collections.shuffle(entries, random);
        int least = entries.stream()
                .filter(count -> count > 0)
                .min(Integer::compare)
                .orElseThrow();
        List<Path> files = save(parts, entries, options);
        ScanResult whole = SetFiles.scan(names(partCount), parts, options, least, null);
        Path union = dir.resolve("union.fpr");
        MergeResult merged = merge(files, union, options);
        assertSame(merged.union(), whole);
        assertThat(merged.union().layouts().get(0).method()).isEqualTo(Layout.Method.SKETCH);
        // The union is a set like any other.
        assertSame(merge(List.of(union), null, options).union(), whole);
        // Another tree gives the same.
        Path first = dir.resolve("first.fpr");
        int split = 1 + random.nextInt(partCount - 1);
        List<Path> shuffled = new ArrayList<>(files);
        Collections.shuffle(shuffled, random);
        merge(shuffled.subList(0, split), first, options);
        List<Path> rest = new ArrayList<>(shuffled.subList(split, partCount));
        rest.add(first);
        assertSame(merge(rest, null, options).union(), whole);
    }

    /** Intervals of one sketch miss together, so each of them is counted over many data sets. */
    @Example
    void theIntervalsOfTheOverlapHoldTheTruth() throws Exception {
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), COMPRESSORS.subList(0, 1));
        Coverage.require("overlap", DATA_SETS, seed -> {
            List<List<MemoryUnit>> parts = parts(new Random(seed), 3);
            Overlap truth = overlap(parts, List.of(0, 0, 0), options);
            Overlap overlap = overlap(parts, List.of(300, 300, 0), options);
            assertThat(overlap.method()).isEqualTo(Layout.Method.SKETCH);
            boolean[] held = new boolean[15];
            for (int i = 0; i < 3; i++) {
                Overlap.Share share = overlap.shares().get(i);
                Overlap.Share exact = truth.shares().get(i);
                held[5 * i] = holds(share.exclusiveBytesLow(), exact.exclusiveBytes(), share.exclusiveBytesHigh());
                held[5 * i + 1] =
                        holds(share.uniqueShareBytesLow(), exact.uniqueShareBytes(), share.uniqueShareBytesHigh());
                for (int j = 0; j < 3; j++) {
                    held[5 * i + 2 + j] = holds(
                            share.commonBytesLow().get(j),
                            exact.commonBytes().get(j),
                            share.commonBytesHigh().get(j));
                }
            }
            return held;
        });
    }

    private Overlap overlap(List<List<MemoryUnit>> parts, List<Integer> sketches, ScanOptions options)
            throws Exception {
        MergeResult merged = merge(save(parts, sketches, options), null, options);
        for (String name : names(parts.size())) {
            Files.delete(dir.resolve(name + ".fpr"));
        }
        return merged.overlaps().get(0);
    }

    private static boolean holds(Long low, long truth, Long high) {
        return low <= truth && truth <= high;
    }

    @Property(tries = 3)
    void aComparisonNeedsEveryChunk(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of());
        List<Path> files = save(parts(random, 2), List.of(0, 300), options);
        try (Sets sets = Sets.open(files)) {
            assertThatThrownBy(() -> SetDiff.diff(sets, 2))
                    .isInstanceOf(SetFormatException.class)
                    .hasMessageContaining("p1.fpr: holds a sketch");
        }
    }
}
