package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffStep;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Sets of parts against one scan of everything, and against sets of strings. */
class SetPropertyTest {

    private static final List<CompressorSpec> COMPRESSORS =
            List.of(CompressorSpec.parse("none"), CompressorSpec.parse("lz4"), CompressorSpec.parse("deflate:1"));

    private Path dir;

    @BeforeTry
    void makeDirectory() throws IOException {
        dir = Files.createTempDirectory("sets");
    }

    @AfterTry
    void removeDirectory() throws IOException {
        try (var files = Files.list(dir)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(dir);
    }

    /** What a scan may be asked for that sets must carry. */
    private static ScanOptions options(Random random) {
        List<Integer> chunkSizes = random.nextBoolean() ? List.of(512) : List.of(4096, 512, 1000);
        ScanOptions options = Scans.options(chunkSizes, COMPRESSORS.subList(0, random.nextInt(4)))
                .withThreads(1 + random.nextInt(2), 1 + random.nextInt(2));
        if (random.nextInt(3) == 0) {
            options = options.withSuperblockBytes(2048);
        } else if (random.nextInt(3) == 0) {
            options = options.withCompressSample(CompressSample.parse("1/10000"));
        }
        if (random.nextInt(3) == 0) {
            options = options.withFingerprint(Fingerprinting.plain(FingerprintAlgorithm.XXH3));
        }
        if (random.nextInt(3) == 0) {
            options = options.withPerFile(new FileSelection(true, 0, Set.of()));
        }
        return options;
    }

    private static Salt salt(Random random) {
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        return Salt.of(secret);
    }

    /** Units made from a small alphabet, so that parts have much in common; some cannot be read whole. */
    private static List<List<MemoryUnit>> parts(Random random, int partCount) {
        byte[][] blocks = new byte[3000][512];
        for (int i = 1; i < blocks.length; i++) {
            random.nextBytes(blocks[i]);
            Arrays.fill(blocks[i], random.nextInt(512), 512, (byte) i);
        }
        List<List<MemoryUnit>> parts = new ArrayList<>();
        for (int part = 0; part < partCount; part++) {
            List<MemoryUnit> units = new ArrayList<>();
            int unitCount = random.nextInt(5) == 0 ? 0 : random.nextInt(8);
            // Each part draws from a stretch of the alphabet, so that some chunks belong to one, some to few, some to
            // all.
            int from = random.nextInt(1500);
            int alphabet = 1 + random.nextInt(1500);
            for (int unit = 0; unit < unitCount; unit++) {
                byte[] content = new byte[random.nextInt(10) == 0 ? random.nextInt(900_000) : random.nextInt(9_000)];
                for (int at = 0; at < content.length; at += 512) {
                    int draw = random.nextInt(8);
                    // Zeros, a few blocks that nearly every part has, or one of the part's own stretch.
                    int number = draw < 2 ? 0 : draw == 2 ? 1 + random.nextInt(4) : from + random.nextInt(alphabet);
                    byte[] block = blocks[number];
                    System.arraycopy(block, 0, content, at, Math.min(512, content.length - at));
                }
                long failAt = random.nextInt(8) == 0 ? random.nextInt(content.length + 1) : -1;
                units.add(new MemoryUnit(
                        "p" + part + "/u" + unit,
                        "t" + random.nextInt(3),
                        content.length,
                        content,
                        failAt,
                        unit % 2 == 0));
            }
            parts.add(units);
        }
        return parts;
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
    }

    private List<Path> save(List<List<MemoryUnit>> parts, ScanOptions options) throws Exception {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Path file = dir.resolve("p" + i + ".fpr");
            SetFiles.save(file, "p" + i, parts.get(i), options);
            files.add(file);
        }
        return files;
    }

    @Property(tries = 40)
    @Slow
    void aMergeOfPartsIsAScanOfTheWhole(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int partCount)
            throws Exception {
        Random random = new Random(seed);
        ScanOptions options = options(random);
        List<List<MemoryUnit>> parts = parts(random, partCount);
        ScanResult whole = SetFiles.scan(names(partCount), parts, options);
        Path saved = dir.resolve("union.fpr");
        MergeResult merged;
        try (Sets sets = Sets.open(save(parts, options));
                SetWriter writer = SetMerge.writer(saved, false, sets)) {
            merged = SetMerge.merge(sets, writer);
        }
        assertThat(merged.union()).isEqualTo(SetFiles.withTimingOf(whole, merged.union()));
        // The union is a set like any other: merged with nothing it is itself, in whatever order it came about.
        try (Sets sets = Sets.open(List.of(saved))) {
            MergeResult again = SetMerge.merge(sets, null);
            assertThat(again.union()).isEqualTo(merged.union());
            assertThat(again.sets().get(0).hosts())
                    .isEqualTo(names(partCount).stream()
                            .map(name -> "host-" + name)
                            .toList());
        }
    }

    @Property(tries = 10)
    @Slow
    void aSaltChangesNoNumberThatIsExact(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        ScanOptions plain = Scans.options(List.of(512, 4096), COMPRESSORS);
        FingerprintAlgorithm algorithm = random.nextBoolean() ? FingerprintAlgorithm.SHA1 : FingerprintAlgorithm.XXH3;
        ScanOptions salted = plain.withFingerprint(new Fingerprinting(algorithm, salt(random)));
        List<List<MemoryUnit>> parts = parts(random, 3);
        ScanResult whole = SetFiles.scan(names(3), parts, plain);
        try (Sets sets = Sets.open(save(parts, salted))) {
            MergeResult merged = SetMerge.merge(sets, null);
            assertThat(merged.union().totals()).isEqualTo(whole.totals());
            for (int i = 0; i < whole.layouts().size(); i++) {
                Layout expected = whole.layouts().get(i);
                Layout found = merged.union().layouts().get(i);
                assertThat(found.fingerprint()).isEqualTo(algorithm.label() + ":salted");
                assertThat(found.compression()).isEqualTo(expected.compression());
                assertThat(found.refcounts()).isEqualTo(expected.refcounts());
            }
            assertThat(merged.union().errors()).isEmpty();
            assertThat(merged.union().settings().paths()).isEmpty();
        }
        String bytes = Files.readString(dir.resolve("p0.fpr"), StandardCharsets.ISO_8859_1);
        assertThat(bytes).doesNotContain("p0/u", "host-");
    }

    /** Per chunk its length and how often each part has it, without any of the code under test but the digest. */
    private static Map<String, long[]> chunks(List<List<MemoryUnit>> parts, int chunkBytes) {
        Map<String, long[]> chunks = new HashMap<>();
        Fingerprinter sha1 = FingerprintAlgorithm.SHA1.open();
        byte[] fingerprint = new byte[20];
        for (int part = 0; part < parts.size(); part++) {
            for (MemoryUnit unit : parts.get(part)) {
                byte[] content = unit.content();
                for (int at = 0; at < content.length; at += chunkBytes) {
                    int length = Math.min(chunkBytes, content.length - at);
                    if (!Arrays.equals(content, at, at + length, new byte[length], 0, length)) {
                        ChunkList one = new ChunkList();
                        one.add(at, length);
                        sha1.fingerprint(content, one, fingerprint);
                        long[] row = chunks.computeIfAbsent(
                                HexFormat.of().formatHex(fingerprint), unused -> new long[parts.size() + 1]);
                        row[0] = length;
                        row[part + 1]++;
                    }
                }
            }
        }
        return chunks;
    }

    private static List<List<MemoryUnit>> readable(List<List<MemoryUnit>> parts) {
        return parts.stream()
                .map(units -> units.stream()
                        .map(unit -> new MemoryUnit(
                                unit.name(), unit.extension(), unit.sizeBytes(), unit.content(), -1, false))
                        .toList())
                .toList();
    }

    @Property(tries = 25)
    @Slow
    void theOverlapIsThatOfTheChunks(@ForAll long seed, @ForAll @IntRange(min = 1, max = 16) int partCount)
            throws Exception {
        List<List<MemoryUnit>> parts = readable(parts(new Random(seed), partCount));
        ScanOptions options = Scans.options(List.of(512), COMPRESSORS.subList(0, 1));
        Overlap overlap;
        try (Sets sets = Sets.open(save(parts, options))) {
            overlap = SetMerge.merge(sets, null).overlaps().get(0);
        }
        long[][] shared = new long[partCount][partCount];
        long[] exclusive = new long[partCount];
        BigInteger scale = BigInteger.ONE.shiftLeft(200);
        BigInteger[] attributed = new BigInteger[partCount];
        Arrays.fill(attributed, BigInteger.ZERO);
        for (long[] row : chunks(parts, 512).values()) {
            long all = Arrays.stream(row, 1, row.length).sum();
            for (int i = 0; i < partCount; i++) {
                if (row[i + 1] > 0) {
                    exclusive[i] += row[i + 1] == all ? row[0] : 0;
                    attributed[i] = attributed[i].add(scale.multiply(BigInteger.valueOf(row[0] * row[i + 1]))
                            .divide(BigInteger.valueOf(all)));
                    for (int j = 0; j < partCount; j++) {
                        shared[i][j] += row[j + 1] > 0 ? row[0] : 0;
                    }
                }
            }
        }
        for (int i = 0; i < partCount; i++) {
            Overlap.Share share = overlap.shares().get(i);
            assertThat(share.commonBytes().stream().mapToLong(Long::longValue).toArray())
                    .isEqualTo(shared[i]);
            assertThat(share.exclusiveBytes()).isEqualTo(exclusive[i]);
            // Rounded to a whole byte, up or down.
            assertThat(BigInteger.valueOf(share.uniqueShareBytes())
                            .multiply(scale)
                            .subtract(attributed[i])
                            .abs())
                    .isLessThan(scale.add(BigInteger.valueOf(1 << 30)));
        }
    }

    @Property(tries = 25)
    @Slow
    void aComparisonIsThatOfTheChunks(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 7) int partCount,
            @ForAll @IntRange(min = 1, max = 8) int keep)
            throws Exception {
        List<List<MemoryUnit>> parts = readable(parts(new Random(seed), partCount));
        ScanOptions options = Scans.options(List.of(1000, 512), COMPRESSORS);
        List<Path> files = save(parts, options);
        DiffResult diff;
        try (Sets sets = Sets.open(files)) {
            diff = SetDiff.diff(sets, keep);
        }
        Map<String, long[]> chunks = chunks(parts, 512);
        Set<String> before = Set.of();
        for (int i = 0; i < partCount; i++) {
            int part = i;
            Set<String> now = held(chunks, part, part);
            DiffStep step = diff.layouts().get(1).steps().get(part);
            assertGroup(step.unique(), chunks, now, Set.of());
            assertGroup(step.added(), chunks, now, before);
            assertGroup(step.removed(), chunks, before, now);
            Set<String> common = new HashSet<>(now);
            common.retainAll(before);
            assertGroup(step.common(), chunks, common, Set.of());
            int first = Math.max(0, part - keep + 1);
            assertGroup(step.kept(), chunks, held(chunks, first, part), Set.of());
            // What a backup keeps is what a merge of those sets finds, compressed sizes included.
            try (Sets window = Sets.open(files.subList(first, part + 1))) {
                for (int l = 0; l < 2; l++) {
                    Layout union =
                            SetMerge.merge(window, null).union().layouts().get(l);
                    ChunkGroup kept = diff.layouts().get(l).steps().get(part).kept();
                    assertThat(kept.physical().stream()
                                    .map(ChunkGroup.Physical::physicalBytes)
                                    .toList())
                            .isEqualTo(union.compression().stream()
                                    .map(Compression::physicalBytes)
                                    .toList());
                }
            }
            before = now;
        }
    }

    private static Set<String> held(Map<String, long[]> chunks, int from, int to) {
        Set<String> held = new HashSet<>();
        chunks.forEach((chunk, row) -> {
            if (IntStream.rangeClosed(from, to).anyMatch(part -> row[part + 1] > 0)) {
                held.add(chunk);
            }
        });
        return held;
    }

    private static void assertGroup(ChunkGroup group, Map<String, long[]> chunks, Set<String> some, Set<String> less) {
        Set<String> expected = new HashSet<>(some);
        expected.removeAll(less);
        assertThat(group.chunks()).isEqualTo(expected.size());
        assertThat(group.bytes())
                .isEqualTo(expected.stream()
                        .mapToLong(chunk -> chunks.get(chunk)[0])
                        .sum());
        // "none" stores what there is.
        assertThat(group.physical().get(0).physicalBytes()).isEqualTo(group.bytes());
        assertThat(group.physical().get(1).physicalBytes()).isLessThanOrEqualTo(group.bytes());
    }
}
