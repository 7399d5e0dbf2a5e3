package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.LedgerModel;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.result.Layout;
import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** Ledgers of whole scans: against the definition where nothing is sampled, and against each other where something is. */
class LedgerScanTest {

    private static final CompressorSpec LZ4 = CompressorSpec.parse("lz4");
    private static final int CHUNK_BYTES = 512;

    /** Units of several paths. */
    private record Tree(List<String> paths, List<MemoryUnit> units) implements Source {
        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            for (Unit unit : units) {
                visitor.unit(unit);
            }
        }

        Tree shuffled(Random random) {
            List<MemoryUnit> other = new ArrayList<>(units);
            Collections.shuffle(other, random);
            return new Tree(paths, other);
        }
    }

    /** Some dozen files in a tree of some depth, of chunks that many of them share. */
    private static Tree tree(Random random, int unitCount) {
        byte[][] blocks = new byte[40][CHUNK_BYTES];
        for (int i = 1; i < blocks.length; i++) {
            random.nextBytes(blocks[i]);
            Arrays.fill(blocks[i], random.nextInt(CHUNK_BYTES), CHUNK_BYTES, (byte) i);
        }
        List<String> paths = List.of("/data/a", "b", "disk.img", "-");
        List<MemoryUnit> units = new ArrayList<>();
        for (int i = 0; i < unitCount; i++) {
            StringBuilder name = new StringBuilder(paths.get(i % 4));
            String extension = List.of("txt", "vmdk", "qcow2", "").get(random.nextInt(4));
            if (i % 4 < 2) {
                for (int depth = random.nextInt(5); depth > 0; depth--) {
                    name.append("/d").append(random.nextInt(3));
                }
                name.append("/f").append(i).append(extension.isEmpty() ? "" : "." + extension);
            } else if (i >= 4) {
                continue;
            }
            byte[] content = new byte[random.nextInt(60) * CHUNK_BYTES + random.nextInt(CHUNK_BYTES)];
            int home = random.nextInt(blocks.length);
            for (int at = 0; at < content.length; at += CHUNK_BYTES) {
                byte[] block = blocks[random.nextInt(3) > 0 ? home : random.nextInt(blocks.length)];
                System.arraycopy(block, 0, content, at, Math.min(CHUNK_BYTES, content.length - at));
            }
            units.add(new MemoryUnit(name.toString(), extension, content.length, content, -1, random.nextBoolean()));
        }
        return new Tree(paths, units);
    }

    private static ScanResult scan(Source source, ScanOptions options, LedgerLimits limits) throws Exception {
        return ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options))
                        .withLedgerLimits(limits))
                .run()
                .result();
    }

    private static Ledger ledger(Source source, ScanOptions options, LedgerLimits limits) throws Exception {
        Ledger ledger = scan(source, options, limits).ledger();
        assertThat(ledger).isNotNull();
        return ledger;
    }

    /** The path of each directory, by its number. */
    private static List<String> paths(Ledger ledger) {
        List<String> paths = new ArrayList<>();
        for (Ledger.Directory directory : ledger.directories()) {
            String name = directory.charge().name();
            paths.add(directory.parent() < 0 ? name : paths.get(directory.parent()) + "/" + name);
        }
        return paths;
    }

    /** 40,000 chunks in one directory: more than a ledger has by default. */
    @Example
    void whoAsksForExactSizesHasExactCharges() throws Exception {
        byte[] content = new byte[40_000 * CHUNK_BYTES];
        new Random(1).nextBytes(content);
        Tree tree = new Tree(List.of("b"), List.of(new MemoryUnit("b/f", "", content.length, content, -1, false)));
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of(LZ4));
        Ledger sampled = Scans.scan(tree, options).ledger();
        assertThat(sampled).isNotNull();
        assertThat(sampled.sampleShift()).isPositive();
        Ledger exact =
                Scans.scan(tree, options.withCompressSample(CompressSample.OFF)).ledger();
        assertThat(exact).isNotNull();
        assertThat(exact.sampleShift()).isZero();
        assertThat(exact.sampledChunkCount()).isEqualTo(40_000);
    }

    @Property(tries = 40)
    void withoutASampleItIsTheDefinition(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 80) int unitCount, @ForAll boolean compressed)
            throws Exception {
        Tree tree = tree(new Random(seed), unitCount);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES, 4096), compressed ? List.of(LZ4) : List.of());
        ScanResult result = scan(tree, options, LedgerLimits.DEFAULT);
        Ledger ledger = result.ledger();
        assertThat(ledger).isNotNull();
        assertThat(ledger.sampleShift()).isZero();
        assertThat(ledger.chunking()).isEqualTo("fixed:512");
        assertThat(ledger.compressor()).isEqualTo(compressed ? "lz4" : "none");
        assertThat(ledger.sampledChunkCount()).isEqualTo(result.layouts().get(0).uniqueChunkCount());

        Map<Object, Set<String>> groups = new HashMap<>();
        for (MemoryUnit unit : tree.units()) {
            groups.put(unit.name(), groupsOf(unit, tree.paths()));
        }
        LedgerModel model = model(groups, tree, compressed);
        Map<String, Double> attributed = model.attributed();
        Map<String, Double> reclaimable = model.reclaimable();
        List<String> paths = paths(ledger);
        for (int i = 0; i < paths.size(); i++) {
            check(ledger.directories().get(i).charge(), paths.get(i), attributed, reclaimable);
        }
        ledger.types().forEach(type -> check(type, "type " + type.name(), attributed, reclaimable));
        ledger.machines().forEach(machine -> check(machine, "machine " + machine.name(), attributed, reclaimable));
        for (int i = 0; i < ledger.overlap().directories().size(); i++) {
            for (int j = 0; j < ledger.overlap().directories().size(); j++) {
                assertThat((double) ledger.overlap().sharedBytes().get(i).get(j))
                        .isEqualTo(model.shared(
                                paths.get(ledger.overlap().directories().get(i)),
                                paths.get(ledger.overlap().directories().get(j))));
                assertThat(ledger.overlap().sharedErrorBytes().get(i).get(j)).isZero();
            }
        }
        checkSums(result);
        Set<String> expected = new HashSet<>();
        groups.values().forEach(expected::addAll);
        expected.addAll(tree.paths());
        Set<String> found = new HashSet<>(paths);
        ledger.types().forEach(type -> found.add("type " + type.name()));
        ledger.machines().forEach(machine -> found.add("machine " + machine.name()));
        assertThat(found).isEqualTo(expected);
    }

    private static void check(
            Charge charge, String group, Map<String, Double> attributed, Map<String, Double> reclaimable) {
        assertThat((double) charge.attributedBytes())
                .as("attributed to " + group)
                .isCloseTo(attributed.getOrDefault(group, 0.0), within(1.0));
        assertThat((double) charge.reclaimableBytes())
                .as("reclaimable from " + group)
                .isEqualTo(reclaimable.getOrDefault(group, 0.0));
        assertThat(charge.attributedErrorBytes()).isZero();
        assertThat(charge.reclaimableErrorBytes()).isZero();
    }

    /** What holds for every ledger, sampled or not. */
    private static void checkSums(ScanResult result) {
        Ledger ledger = result.ledger();
        Layout layout = result.layouts().get(0);
        long physicalBytes = layout.compression().isEmpty()
                ? layout.uniqueBytes()
                : layout.compression().get(0).physicalBytes();
        List<Charge> roots = ledger.directories().stream()
                .filter(directory -> directory.parent() < 0)
                .map(Ledger.Directory::charge)
                .toList();
        assertThat(roots.stream().mapToLong(Charge::attributedBytes).sum()).isEqualTo(physicalBytes);
        assertThat(roots.stream().mapToLong(Charge::scannedBytes).sum())
                .isEqualTo(result.totals().scannedBytes());
        assertThat(roots.stream().mapToLong(Charge::fileCount).sum())
                .isEqualTo(result.totals().fileCount());
        assertThat(ledger.types().stream().mapToLong(Charge::attributedBytes).sum())
                .isEqualTo(physicalBytes);
        assertThat(ledger.types())
                .extracting(Charge::name, Charge::fileCount, Charge::scannedBytes)
                .isEqualTo(result.types().stream()
                        .map(type -> org.assertj.core.groups.Tuple.tuple(
                                type.extension(), type.fileCount(), type.scannedBytes()))
                        .toList());
        long[] inside = new long[ledger.directories().size()];
        for (Ledger.Directory directory : ledger.directories()) {
            Charge charge = directory.charge();
            if (directory.parent() >= 0) {
                inside[directory.parent()] += charge.attributedBytes();
            }
            assertThat(charge.reclaimableBytes()).isLessThanOrEqualTo(charge.attributedBytes());
            assertThat(charge.attributedBytes()).isLessThanOrEqualTo(charge.scannedBytes());
        }
        for (int i = 0; i < inside.length; i++) {
            assertThat(inside[i])
                    .isLessThanOrEqualTo(ledger.directories().get(i).charge().attributedBytes());
        }
    }

    private static Set<String> groupsOf(MemoryUnit unit, List<String> paths) {
        String root = paths.stream()
                .filter(path -> unit.name().equals(path) || unit.name().startsWith(path + "/"))
                .findFirst()
                .orElseThrow();
        String directory = unit.name().equals(root)
                ? root
                : unit.name().substring(0, unit.name().lastIndexOf('/'));
        Set<String> groups = LedgerModel.ancestors(directory, root, 99);
        groups.add("type " + unit.extension());
        if (unit.extension().equals("vmdk") || unit.extension().equals("qcow2")) {
            groups.add("machine " + unit.name());
        }
        return groups;
    }

    private static LedgerModel model(Map<Object, Set<String>> groups, Tree tree, boolean compressed) {
        LedgerModel model = new LedgerModel(groups);
        try (Compressor compressor = LZ4.open()) {
            for (MemoryUnit unit : tree.units()) {
                for (int start = 0; start < unit.content().length; start += CHUNK_BYTES) {
                    byte[] chunk = Arrays.copyOfRange(
                            unit.content(), start, Math.min(unit.content().length, start + CHUNK_BYTES));
                    if (!Arrays.equals(chunk, new byte[chunk.length])) {
                        int stored = compressed ? compressor.storedBytes(chunk, 0, chunk.length) : chunk.length;
                        model.add(ByteBuffer.wrap(chunk), stored, unit.name());
                    }
                }
            }
        }
        return model;
    }

    @Property(tries = 40)
    @Slow
    void itDoesNotDependOnThreadsOrOrder(
            @ForAll long seed,
            @ForAll @IntRange(min = 10, max = 400) int pairs,
            @ForAll @IntRange(min = 4, max = 60) int directories,
            @ForAll @IntRange(min = 1, max = 8) int workers)
            throws Exception {
        Random random = new Random(seed);
        Tree tree = tree(random, 120);
        String chunking = List.of("fixed:512", "fastcdc:2k", "rabin:1k").get(random.nextInt(3));
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse(chunking), List.of(LZ4));
        if (random.nextInt(3) == 0) {
            options = options.withSuperblockBytes(65536);
        } else if (random.nextInt(3) == 0) {
            options = options.withCompressSample(CompressSample.parse("0.3"));
        }
        LedgerLimits limits = new LedgerLimits(pairs, directories);
        ScanResult expected = scan(tree, options.withThreads(1, 1), limits);
        checkSums(expected);
        Statistics.label("sampled")
                .collect(expected.ledger().sampleShift() > 0)
                .coverage(coverage -> coverage.check(true).percentage(share -> share > 30));
        Statistics.label("folded")
                .collect(expected.ledger().directoryDepth() < 4)
                .coverage(coverage -> coverage.check(true).percentage(share -> share > 20));
        assertThat(ledger(tree.shuffled(random), options.withThreads(1 + workers / 3, workers), limits))
                .isEqualTo(expected.ledger());
    }

    @Example
    void deepDirectoriesAreCountedWhereTheyLie() throws Exception {
        List<MemoryUnit> units = new ArrayList<>();
        byte[] content = new byte[600];
        for (int i = 0; i < 30; i++) {
            new Random(i).nextBytes(content);
            units.add(new MemoryUnit(
                    "r/a" + i % 3 + "/b" + i % 6 + "/c" + i + "/f", "", 600, content.clone(), -1, false));
        }
        Tree tree = new Tree(List.of("r"), units);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of());
        // The path, 3 directories in it, 6 in these: 10; with those in these 40.
        Ledger ledger = ledger(tree, options, new LedgerLimits(1 << 18, 39));
        assertThat(ledger.directoryDepth()).isEqualTo(2);
        assertThat(paths(ledger))
                .containsExactly(
                        "r", "r/a0", "r/a1", "r/a2", "r/a0/b0", "r/a0/b3", "r/a1/b1", "r/a1/b4", "r/a2/b2", "r/a2/b5");
        for (Ledger.Directory directory : ledger.directories().subList(4, 10)) {
            assertThat(directory.charge())
                    .isEqualTo(new Charge(directory.charge().name(), 5, 3000, 3000, 0, 3000, 0));
        }
        assertThat(ledger(tree, options, new LedgerLimits(1 << 18, 9)).directoryDepth())
                .isEqualTo(1);
        assertThat(ledger(tree, options, new LedgerLimits(1 << 18, 3)).directoryDepth())
                .isZero();
        assertThat(ledger(tree, options, new LedgerLimits(1 << 18, 40)).directories())
                .hasSize(40);
    }

    @Example
    void bySuperblockEachChunkIsChargedAtTheRatio() throws Exception {
        byte[] text = new byte[8192];
        Arrays.fill(text, (byte) 'x');
        byte[] noise = new byte[8192];
        new Random(1).nextBytes(noise);
        List<MemoryUnit> units = List.of(
                new MemoryUnit("r/text/f", "", 8192, text, -1, false),
                new MemoryUnit("r/noise/f", "", 8192, noise, -1, false));
        ScanResult result = scan(
                new Tree(List.of("r"), units),
                Scans.options(List.of(4096), List.of(LZ4)).withSuperblockBytes(8192),
                LedgerLimits.DEFAULT);
        long physicalBytes = result.layouts().get(0).compression().get(0).physicalBytes();
        // One chunk of text, two of noise, all at one ratio.
        assertThat(result.ledger().directories())
                .extracting(directory -> directory.charge().attributedBytes())
                .containsExactly(physicalBytes, Math.round(physicalBytes * 2 / 3.0), Math.round(physicalBytes / 3.0));
    }

    @Example
    void aFileWithSeveralNamesIsChargedToTheFirst() throws Exception {
        Path root = Files.createTempDirectory("compscan-ledger");
        try {
            byte[] content = new byte[5000];
            new Random(1).nextBytes(content);
            Path first = Files.write(Files.createDirectory(root.resolve("a")).resolve("f.img"), content);
            Files.createLink(Files.createDirectory(root.resolve("b")).resolve("g.img"), first);
            Path other = Files.write(root.resolve("h.txt"), Arrays.copyOf(content, 4096));
            Source source = new FileTreeSource(List.of(root, other, root.resolve("b")), WalkOptions.ALL);
            Ledger ledger = ledger(source, Scans.options(List.of(4096), List.of()), LedgerLimits.DEFAULT);
            // The entries directly below a scanned path are its parts; a directory without files of its own is none.
            assertThat(paths(ledger)).containsExactly(root.toString(), root + "/a");
            assertThat(ledger.directories().get(0).charge())
                    .isEqualTo(new Charge(root.toString(), 2, 9096, 5000, 0, 5000, 0));
            assertThat(ledger.directories().get(1).charge()).isEqualTo(new Charge("a", 1, 5000, 2952, 0, 904, 0));
            assertThat(ledger.machines()).containsExactly(new Charge(first.toString(), 1, 5000, 2952, 0, 904, 0));
        } finally {
            try (var paths = Files.walk(root)) {
                for (Path path : paths.sorted(Collections.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
