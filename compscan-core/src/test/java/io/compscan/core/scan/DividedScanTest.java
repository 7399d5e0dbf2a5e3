package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.CutObserver;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.ChunkSums;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.SampledReferences;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.DividedScan.FoundUnit;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A scan in parts, read one after the other by this thread, against the same scan in one. */
class DividedScanTest {

    private static final int BLOCK_BYTES = 512;
    private static final int LONGEST_CHUNK_BYTES = 4096;

    private record Tree(List<String> paths, List<Unit> units) implements Source {
        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            for (Unit unit : units) {
                visitor.unit(unit);
            }
        }
    }

    private static Tree tree(Random random, int unitCount) {
        byte[][] blocks = new byte[60][BLOCK_BYTES];
        for (int i = 1; i < blocks.length; i++) {
            random.nextBytes(blocks[i]);
            Arrays.fill(blocks[i], random.nextInt(BLOCK_BYTES), BLOCK_BYTES, (byte) i);
        }
        List<String> paths = List.of("/data/a", "b");
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < unitCount; i++) {
            StringBuilder name = new StringBuilder(paths.get(random.nextInt(2)));
            for (int depth = random.nextInt(4); depth > 0; depth--) {
                name.append("/d").append(random.nextInt(4));
            }
            String extension = List.of("txt", "vmdk", "img", "").get(random.nextInt(4));
            name.append("/f").append(i).append(extension.isEmpty() ? "" : "." + extension);
            byte[] content = new byte[random.nextInt(80) * BLOCK_BYTES + random.nextInt(BLOCK_BYTES)];
            for (int at = 0; at < content.length; at += BLOCK_BYTES) {
                byte[] block = blocks[random.nextInt(blocks.length)];
                if (random.nextInt(3) == 0) {
                    random.nextBytes(block);
                }
                System.arraycopy(block, 0, content, at, Math.min(BLOCK_BYTES, content.length - at));
            }
            units.add(new MemoryUnit(name.toString(), extension, content.length, content, -1, random.nextBoolean()));
        }
        return new Tree(paths, units);
    }

    /** A part of a cluster reads no attributes, so the walk tells of them. */
    @Example
    void attributesAreToldByTheWalk() throws Exception {
        ScanOptions plain = Scans.options(List.of(BLOCK_BYTES), List.of());
        Tree tree = tree(new Random(1), 3);
        ScanOptions charging = plain.withProfiles(List.of(Profiles.named("erofs")));
        assertThat(new DividedScan(tree.paths(), plain, Scans.plan(tree, plain), unit -> {}).wantsAttributes())
                .isFalse();
        Division division = new Division(tree, charging, LedgerLimits.DEFAULT, new Random(2));
        assertThat(division.scan.wantsAttributes()).isTrue();
        division.scan.attributes(List.of(new FileAttribute(new byte[6], new byte[4])), false);
        division.read();
        ScanResult result = division.result(new Timing(Instant.EPOCH, 1, 1, 1, 1, 1, ""));
        assertThat(result.totals().attributes())
                .extracting(Totals.Attributes::bytes)
                .isEqualTo(10L);
    }

    /** What a part is made of: whole units, or a stretch of one. */
    private record Part(List<FoundUnit> units, boolean isStretch, boolean isFirst) {}

    /** A scan in parts, as a cluster would do it. */
    private static final class Division {
        private final ScanOptions options;
        private final LedgerLimits limits;
        private final Random random;
        private final List<FoundUnit> found = new ArrayList<>();
        private final DividedScan scan;
        private final List<Map<ByteBuffer, Entry>> chunks = new ArrayList<>();
        private SampledReferences references = SampledReferences.NONE;

        @SuppressWarnings("ArrayRecordComponent")
        private record Entry(byte[] fingerprint, long references, int lengthBytes, int[] stored) {
            Entry plus(Entry other) {
                int[] largest = stored.clone();
                Arrays.setAll(largest, i -> Math.max(stored[i], other.stored[i]));
                return new Entry(fingerprint, references + other.references, lengthBytes, largest);
            }
        }

        Division(Tree tree, ScanOptions options, LedgerLimits limits, Random random) throws Exception {
            this.options = options;
            this.limits = limits;
            this.random = random;
            scan = new DividedScan(tree.paths(), options, Scans.plan(tree, options), found::add, limits);
            tree.walk(scan);
        }

        /** Reads all parts, and adds what they come to. */
        void read() throws Exception {
            chunks.clear();
            options.chunkers().forEach(chunker -> chunks.add(new HashMap<>()));
            references = SampledReferences.NONE;
            for (Part part : parts()) {
                ScanPart sums = read(part);
                if (part.isStretch()) {
                    scan.addStretch(sums, part.isFirst(), Set.of());
                } else {
                    scan.add(sums);
                }
            }
        }

        private List<Part> parts() {
            List<Part> parts = new ArrayList<>();
            List<FoundUnit> pack = new ArrayList<>();
            for (FoundUnit unit : found) {
                if (unit.unit().sizeBytes() > 4 * LONGEST_CHUNK_BYTES && random.nextBoolean()) {
                    parts.addAll(stretches(unit));
                } else {
                    pack.add(unit);
                }
                if (random.nextInt(5) == 0) {
                    parts.add(new Part(List.copyOf(pack), false, false));
                    pack.clear();
                }
            }
            parts.add(new Part(pack, false, false));
            Collections.shuffle(parts, random);
            return parts;
        }

        private List<Part> stretches(FoundUnit found) {
            MemoryUnit unit = (MemoryUnit) found.unit();
            List<Part> parts = new ArrayList<>();
            int from = 0;
            while (from < unit.content().length) {
                int to = Math.min(unit.content().length, from + LONGEST_CHUNK_BYTES * (1 + random.nextInt(5)));
                byte[] content = Arrays.copyOfRange(unit.content(), from, to);
                MemoryUnit stretch =
                        new MemoryUnit(unit.name(), unit.extension(), content.length, content, -1, unit.knowsHoles());
                FoundUnit part = new FoundUnit(stretch, found.extension(), found.account(), DividedScan.NO_GROUP);
                parts.add(new Part(List.of(part), true, from == 0));
                from = to;
            }
            return parts;
        }

        private ScanPart read(Part part) throws Exception {
            Map<String, Integer> accounts = new HashMap<>();
            part.units().forEach(unit -> accounts.put(unit.unit().name(), unit.account()));
            Tree units = new Tree(
                    List.of(), part.units().stream().map(FoundUnit::unit).toList());
            ScanRequest request = ScanRequest.ofPart(units, options)
                    .withLedgerLimits(limits)
                    .withChunkVisitors(scheme -> (fingerprint, count, length, stored) -> chunks.get(scheme)
                            .merge(
                                    ByteBuffer.wrap(fingerprint.clone()),
                                    new Entry(fingerprint.clone(), count, length, stored.clone()),
                                    Entry::plus));
            PartOutcome outcome = PartRun.run(request, new PartRequest(unit -> accounts.get(unit.name())));
            references = references.plus(outcome.references(), limits);
            return outcome.part();
        }

        /** From all distinct chunks, folded in two ranges. */
        ScanResult result(Timing timing) {
            List<SchemeFold> folds = new ArrayList<>();
            ChargedChunks charged = new ChargedChunks(references.maxKey());
            for (int i = 0; i < chunks.size(); i++) {
                Scheme spec = options.schemes().all().get(i);
                SchemeFold[] halves = {
                    new SchemeFold(spec, options.profiles()), new SchemeFold(spec, options.profiles())
                };
                ChargedChunks[] chargedHalves = {
                    new ChargedChunks(references.maxKey()), new ChargedChunks(references.maxKey())
                };
                for (Entry entry : chunks.get(i).values()) {
                    int half = entry.fingerprint()[0] & 1;
                    halves[half].visit(entry.fingerprint(), entry.references(), entry.lengthBytes(), entry.stored());
                    if (i == 0) {
                        chargedHalves[half].visit(
                                entry.fingerprint(), entry.references(), entry.lengthBytes(), entry.stored());
                    }
                }
                halves[1].merge(halves[0]);
                folds.add(halves[1]);
                charged.merge(chargedHalves[1]);
                charged.merge(chargedHalves[0]);
            }
            return scan.result(folds, references, charged, timing);
        }
    }

    private static ScanResult whole(Tree tree, ScanOptions options, LedgerLimits limits) throws Exception {
        return ScanRun.open(
                        ScanRequest.of(tree, options, Scans.plan(tree, options)).withLedgerLimits(limits))
                .run()
                .result();
    }

    private static ScanOptions options(String compressors) {
        List<CompressorSpec> all = compressors.isEmpty()
                ? List.of()
                : Arrays.stream(compressors.split(","))
                        .map(CompressorSpec::parse)
                        .toList();
        return Scans.options(List.of(BLOCK_BYTES, LONGEST_CHUNK_BYTES), all).withThreads(1, 1);
    }

    @Property(tries = 20)
    @Slow
    void partsAddUpToOneScan(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 60) int unitCount,
            @ForAll @IntRange(min = 1, max = 600) int pairs,
            @ForAll @IntRange(min = 3, max = 60) int directories,
            @ForAll boolean compressed)
            throws Exception {
        Random random = new Random(seed);
        Tree tree = tree(random, unitCount);
        LedgerLimits limits = new LedgerLimits(pairs, directories);
        ScanOptions options = options(compressed ? "lz4,zstd:9" : "");
        Division division = new Division(tree, options, limits, random);
        division.read();
        ScanResult whole = whole(tree, options, limits);
        assertThat(division.result(whole.timing())).isEqualTo(whole);
    }

    /** More disk images than there are names for: which ones have a name of their own is decided by the walk. */
    @Example
    @Slow
    void machinesWithoutNumber() throws Exception {
        Random random = new Random(1);
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < 17_000; i++) {
            byte[] content = new byte[1 + random.nextInt(3)];
            random.nextBytes(content);
            units.add(new MemoryUnit("vm/" + i + ".qcow2", "qcow2", content.length, content, -1, false));
        }
        Tree tree = new Tree(List.of("vm"), units);
        ScanOptions options = options("");
        Division division = new Division(tree, options, LedgerLimits.DEFAULT, random);
        division.read();
        ScanResult whole = whole(tree, options, LedgerLimits.DEFAULT);
        assertThat(division.result(whole.timing())).isEqualTo(whole);
    }

    /** The observer of the first chunker sees every cut, in order, and lets only the chunks in the middle count. */
    @Property(tries = 10)
    void anObserverDecidesWhichChunksCount(@ForAll long seed, @ForAll @IntRange(min = 1, max = 2_000_000) int bytes)
            throws Exception {
        Random random = new Random(seed);
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        ScanOptions options = ScanOptions.of(
                        ChunkerSpecs.parse("fastcdc:1k,max=4k,2k"), FingerprintAlgorithm.SHA1, List.of())
                .withThreads(1, 2);
        long from = random.nextInt(bytes);
        long to = from + random.nextInt(bytes);
        List<Long> cuts = new ArrayList<>(List.of(0L));
        long[] kept = new long[2];
        CutObserver observer = new CutObserver() {
            @Override
            public synchronized boolean chunk(long start, long end) {
                assertThat(start).isEqualTo(cuts.get(cuts.size() - 1));
                cuts.add(end);
                boolean counts = start >= from && end <= to;
                kept[0] += counts ? 1 : 0;
                kept[1] += counts ? end - start : 0;
                return counts;
            }

            @Override
            public void zeros(long start, long end) {
                throw new AssertionError("there is no hole");
            }
        };
        Tree tree = new Tree(List.of("x"), List.of(new MemoryUnit("x/f", "", bytes, content, -1, false)));
        ScanPart part = PartRun.run(ScanRequest.ofPart(tree, options), new PartRequest(null, List.of(observer)))
                .part();
        assertThat(cuts.get(cuts.size() - 1)).isEqualTo(bytes);
        assertThat(part.sums().chunks().get(0)).isEqualTo(new ChunkSums(kept[0], kept[1], 0, 0));
        assertThat(part.sums().chunks().get(1).chunkBytes()).isEqualTo(bytes);
    }

    /** Data that has changed between two readings of a part. */
    @Example
    void whatDoesNotGoTogetherIsReadAgain() throws Exception {
        Random random = new Random(2);
        Tree tree = tree(random, 30);
        LedgerLimits limits = new LedgerLimits(200, 20);
        ScanOptions options = options("lz4");
        Division division = new Division(tree, options, limits, random);
        division.read();
        SampledReferences good = division.references;
        division.references = good.plus(good, limits);
        ScanResult whole = whole(tree, options, limits);
        assertThatThrownBy(() -> division.result(whole.timing()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the ledger's sample");
        division.scan.forgetParts();
        division.read();
        assertThat(division.result(whole.timing())).isEqualTo(whole);
    }
}
