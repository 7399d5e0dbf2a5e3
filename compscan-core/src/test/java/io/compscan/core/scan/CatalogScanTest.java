package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.profile.SmallIndex;
import io.compscan.core.scan.catalog.Catalog;
import io.compscan.core.scan.catalog.CatalogDirectory;
import io.compscan.core.scan.catalog.CatalogException;
import io.compscan.core.scan.catalog.CatalogPlan;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import io.compscan.result.Changes;
import io.compscan.result.Churn;
import io.compscan.result.Ledger;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.history.PastScan;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans with a catalog, against scans of the same data without one. */
class CatalogScanTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));
    /** Few, so that the ledger is a sample and its tree is folded. */
    private static final LedgerLimits LEDGER = new LedgerLimits(200, 60);
    /** All files of the tests are older. */
    private static final Clock LATER = Clock.fixed(Instant.parse("2030-01-01T00:00:00Z"), ZoneOffset.UTC);

    private static final Changes.Files NO_FILES = new Changes.Files(0, 0);

    private static final long BEGIN_NANOS = 1_700_000_000_000_000_000L;

    @TempDir
    private Path temporary;

    /** Files that change, by their names. */
    private static final class Tree {
        private final Random random;
        private final Map<String, Content> files = new TreeMap<>();
        private final byte[][] blocks = new byte[40][4096];
        private long nanos = BEGIN_NANOS;
        private int lastName;

        @SuppressWarnings("ArrayRecordComponent")
        private record Content(byte[] bytes, UnitVersion version) {}

        Tree(long seed, int fileCount) {
            random = new Random(seed);
            for (int i = 1; i < blocks.length; i++) {
                random.nextBytes(blocks[i]);
                Arrays.fill(blocks[i], random.nextInt(4096), 4096, (byte) i);
            }
            for (int i = 0; i < fileCount; i++) {
                add(content());
            }
        }

        private byte[] content() {
            byte[] bytes = new byte[random.nextInt(random.nextInt(12) == 0 ? 1_500_000 : 30_000)];
            for (int at = 0; at < bytes.length; at += 4096) {
                int length = Math.min(4096, bytes.length - at);
                if (random.nextInt(3) == 0) {
                    byte[] own = new byte[length];
                    random.nextBytes(own);
                    Arrays.fill(own, length / 2, length, (byte) 7);
                    System.arraycopy(own, 0, bytes, at, length);
                } else {
                    System.arraycopy(blocks[random.nextInt(blocks.length)], 0, bytes, at, length);
                }
            }
            return bytes;
        }

        void add(byte[] bytes) {
            put("d" + random.nextInt(5) + "/f" + lastName++ + ".t" + random.nextInt(4), bytes);
        }

        private void put(String name, byte[] bytes) {
            nanos += 1_000_000;
            files.put(
                    name,
                    new Content(bytes, new UnitVersion(bytes.length, nanos, nanos, 1 + name.hashCode() & 0xffff)));
        }

        private String any() {
            return new ArrayList<>(files.keySet()).get(random.nextInt(files.size()));
        }

        /** One of the things that happen to files. */
        void edit() {
            if (files.isEmpty()) {
                add(content());
                return;
            }
            String name = any();
            byte[] bytes = files.get(name).bytes();
            switch (random.nextInt(11)) {
                case 0 -> add(content());
                case 1 -> add(bytes);
                case 2 -> files.remove(name);
                case 3 -> put(name, content());
                case 4 -> put(name, Arrays.copyOf(bytes, bytes.length + random.nextInt(9000)));
                case 5 -> put(name, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
                case 6 -> put(name, bytes);
                case 7 -> {
                    files.remove(name);
                    add(bytes);
                }
                case 8 -> {
                    byte[] other = bytes.clone();
                    for (int i = 0; i < 10 && other.length > 0; i++) {
                        other[random.nextInt(other.length)]++;
                    }
                    put(name, other);
                }
                case 9 -> put(name, new byte[random.nextInt(40_000)]);
                default -> {
                    // Once in a while most of them go: samples grow then.
                    if (random.nextInt(6) == 0) {
                        files.keySet().removeIf(file -> random.nextInt(4) != 0);
                    }
                }
            }
        }

        List<Unit> units(AtomicInteger openCount) {
            List<Unit> units = new ArrayList<>();
            files.forEach((name, content) -> units.add(unit(name, content, openCount)));
            return units;
        }

        private static Unit unit(String name, Content content, AtomicInteger openCount) {
            Unit bytes = new MemorySource.MemoryUnit(
                    name,
                    name.substring(name.lastIndexOf('.') + 1),
                    content.bytes().length,
                    content.bytes(),
                    -1,
                    name.contains("/f1"));
            return new Unit() {
                @Override
                public String name() {
                    return bytes.name();
                }

                @Override
                public String extension() {
                    return bytes.extension();
                }

                @Override
                public long sizeBytes() {
                    return bytes.sizeBytes();
                }

                @Override
                public boolean isSparse() throws IOException {
                    return bytes.isSparse();
                }

                @Override
                public UnitVersion version() {
                    return content.version();
                }

                @Override
                public UnitChannel open() throws IOException {
                    openCount.incrementAndGet();
                    return bytes.open();
                }
            };
        }
    }

    /** Scans with a catalog, and checks each result against that of a scan without one. */
    private static final class Monthly implements AutoCloseable {
        private final Path directory;
        private final ScanOptions options;
        private final AtomicInteger openCount = new AtomicInteger();
        private final List<String> lines = new ArrayList<>();
        /** The files of the last complete scan. */
        private Map<String, byte[]> before = Map.of();

        private double verified;
        private LedgerLimits limits = LEDGER;
        /** The entries of the index; 0 if it is exact. */
        private int sketchEntries;

        Monthly(Path directory, ScanOptions options) {
            this.directory = directory;
            this.options = options;
        }

        private ScanRequest request(Tree tree, AtomicInteger opens) {
            MemorySource source = new MemorySource();
            tree.units(opens).forEach(source::add);
            return request(source);
        }

        private ScanRequest request(MemorySource source) {
            ScanSettings settings = Scans.plan(source, options);
            return sketchEntries == 0
                    ? ScanRequest.of(source, options, settings).withLedgerLimits(limits)
                    : ScanRequest.of(source, options, settings.withIndex("sketch:" + sketchEntries))
                            .withLedgerLimits(limits)
                            .withSketch(SketchIndex.factory(sketchEntries), SketchIndex.mostSized(sketchEntries));
        }

        /** Scans; returns how many units were read. */
        int scan(Tree tree) throws Exception {
            openCount.set(0);
            ScanResult result;
            try (CatalogDirectory catalog = CatalogDirectory.open(directory)) {
                CatalogPlan plan = new CatalogPlan(catalog, "test", verified, false, lines::add, LATER);
                result = ScanRun.open(request(tree, openCount).withCatalog(plan))
                        .run()
                        .result();
            }
            ScanResult expected = ScanRun.open(request(tree, new AtomicInteger())
                            .withChunkVisitors(scheme -> (fingerprint, references, length, stored) -> {}))
                    .run()
                    .result();
            assertThat(result.withTiming(expected.timing())).isEqualTo(expected);
            assertThat(CatalogDirectory.result(directory)).isEqualTo(result);
            checkChanges(tree, result);
            return openCount.get();
        }

        /** What has changed is what a comparison of all bytes finds, whatever killed scans have recorded meanwhile. */
        private void checkChanges(Tree tree, ScanResult result) throws Exception {
            Map<String, byte[]> now = bytes(tree);
            long newCount = now.keySet().stream()
                    .filter(name -> !before.containsKey(name))
                    .count();
            long changedCount = now.keySet().stream()
                    .filter(name -> before.containsKey(name) && !Arrays.equals(before.get(name), now.get(name)))
                    .count();
            long deletedBytes = before.entrySet().stream()
                    .filter(file -> !now.containsKey(file.getKey()))
                    .mapToLong(file -> file.getValue().length)
                    .sum();
            PastScan past = CatalogDirectory.history(directory).last();
            assertThat(past.scannedBytes()).isEqualTo(result.totals().scannedBytes());
            assertThat(past.churn().newCount()).as("new").isEqualTo(newCount);
            assertThat(past.churn().changedCount()).as("changed").isEqualTo(changedCount);
            assertThat(past.churn().deletedBytes()).as("deleted").isEqualTo(deletedBytes);
            assertThat(past.churn().unchangedCount()).isEqualTo(now.size() - newCount - changedCount);
            Changes changes = result.timing().changes();
            if (changes != null) {
                assertThat(changes.all().added().count()).isEqualTo(newCount);
                assertThat(changes.all().changed().count()).isEqualTo(changedCount);
                assertThat(changes.all().deleted().bytes()).isEqualTo(deletedBytes);
                assertThat(changes.directories().stream()
                                .mapToLong(group -> group.added().count()))
                        .satisfies(counts -> assertThat(counts.stream()
                                        .mapToLong(Long::longValue)
                                        .sum())
                                .isEqualTo(newCount));
            }
            before = now;
        }

        private static Map<String, byte[]> bytes(Tree tree) {
            Map<String, byte[]> bytes = new TreeMap<>();
            tree.files.forEach(
                    (name, content) -> bytes.put(name, content.bytes().clone()));
            return bytes;
        }

        /** Begins a scan that is stopped after some units. */
        void interrupt(Tree tree, int afterUnits) throws Exception {
            MemorySource source = new MemorySource();
            ScanRun[] run = {null};
            AtomicInteger left = new AtomicInteger(afterUnits);
            for (Unit unit : tree.units(new AtomicInteger())) {
                source.add(new WrappedOpening(unit, () -> {
                    if (left.decrementAndGet() == 0) {
                        // Units are opened ahead of being read, on a busy machine by far.
                        while (run[0].progress().doneFiles() < afterUnits - 10) {
                            Thread.onSpinWait();
                        }
                        run[0].stop();
                    }
                }));
            }
            try (CatalogDirectory catalog = CatalogDirectory.open(directory)) {
                CatalogPlan plan = new CatalogPlan(catalog, "test", 0, false, lines::add, LATER);
                run[0] = ScanRun.open(request(source).withCatalog(plan));
                if (!run[0].run().result().partial()) {
                    before = bytes(tree);
                }
            }
        }

        Catalog catalog() throws Exception {
            try (CatalogDirectory catalog = CatalogDirectory.open(directory)) {
                return catalog.last();
            }
        }

        Churn churn() throws Exception {
            return CatalogDirectory.history(directory).last().churn();
        }

        @Override
        public void close() throws IOException {
            delete(directory);
        }
    }

    /** Delegates all, so it is no {@link WrappedUnit}, whose bytes may depend on more than its version. */
    private record WrappedOpening(Unit unit, Runnable whenOpened) implements Unit {
        @Override
        public String name() {
            return unit.name();
        }

        @Override
        public String extension() {
            return unit.extension();
        }

        @Override
        public long sizeBytes() {
            return unit.sizeBytes();
        }

        @Override
        public UnitVersion version() {
            return unit.version();
        }

        @Override
        public UnitChannel open() throws IOException {
            whenOpened.run();
            return unit.open();
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static ScanOptions options(Random random) throws Exception {
        String chunkings = List.of("fixed:4k", "fixed:512,fixed:4k", "fastcdc:8k,fixed:4k", "rabin:4k,min=1k,max=64k")
                .get(random.nextInt(4));
        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse(chunkings),
                        List.of(LZ4, List.<CompressorSpec>of(), List.of(CompressorSpec.parse("zstd:1"), LZ4.get(0)))
                                .get(random.nextInt(3)))
                .withThreads(1 + random.nextInt(3), 1 + random.nextInt(3));
        if (random.nextInt(3) == 0) {
            List<Profile> profiles =
                    new ArrayList<>(Profiles.parse(random.nextBoolean() ? "zfs,xet,restic" : "vdo,ontap"));
            if (random.nextBoolean()) {
                profiles.add(SmallIndex.vdo("forgetful", 4 + random.nextInt(8), 1 + random.nextInt(4), 2));
            }
            options = options.withProfiles(profiles);
        }
        return random.nextInt(3) == 0 ? options.withCompressSample(CompressSample.parse("10%")) : options;
    }

    private static ScanOptions sketchOptions(Random random) {
        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse(List.of("fixed:512,fixed:4k", "fastcdc:2k", "fixed:4k")
                                .get(random.nextInt(3))),
                        random.nextInt(4) == 0 ? List.of() : LZ4)
                .withThreads(1 + random.nextInt(3), 1 + random.nextInt(3));
        return random.nextInt(3) == 0 ? options.withProfiles(Profiles.parse("zfs,xet")) : options;
    }

    @Property(tries = 10)
    void aRescanHasTheNumbersOfAScan(@ForAll long seed) throws Exception {
        editsAreFollowed(seed, 5);
    }

    /** A failure names the seed of its tree. */
    @Test
    @Slow
    void manyRescansHaveTheNumbersOfScans() throws Exception {
        SplittableRandom seeds = new SplittableRandom(Long.getLong("compscan.seed", System.nanoTime()));
        for (int run = Integer.getInteger("compscan.fuzz.tries", ShortProperties.areShort() ? 3 : 10); run > 0; run--) {
            long seed = seeds.nextLong();
            try {
                editsAreFollowed(seed, 20);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("the tree of seed " + seed, e);
            }
        }
    }

    private static void editsAreFollowed(long seed, int rounds) throws Exception {
        Random random = new Random(seed);
        Tree tree = new Tree(seed, random.nextInt(80));
        Path directory = Files.createTempDirectory("compscan-catalog");
        boolean isSketch = random.nextInt(3) == 0;
        try (Monthly monthly = new Monthly(directory, isSketch ? sketchOptions(random) : options(random))) {
            monthly.sketchEntries = isSketch ? 4 + random.nextInt(200) : 0;
            for (int round = 0; round < rounds; round++) {
                if (random.nextInt(4) == 0) {
                    monthly.interrupt(tree, 1 + random.nextInt(20));
                }
                monthly.scan(tree);
                for (int i = random.nextInt(12); i > 0; i--) {
                    tree.edit();
                }
            }
            assertThat(monthly.lines)
                    .allSatisfy(line -> assertThat(line)
                            .containsAnyOf(
                                    "the catalog keeps what was read", ScanSession.CatalogTooSmallException.MESSAGE));
        }
    }

    @Test
    void onlyWhatHasChangedIsRead() throws Exception {
        Tree tree = new Tree(1, 60);
        Monthly monthly = new Monthly(temporary.resolve("catalog"), Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        assertThat(monthly.scan(tree)).isZero();
        String changed = tree.any();
        tree.put(changed, tree.content());
        tree.add(tree.content());
        String gone = tree.files.keySet().stream()
                .filter(name -> !name.equals(changed))
                .findFirst()
                .orElseThrow();
        tree.files.remove(gone);
        assertThat(monthly.scan(tree)).isEqualTo(2);
        Churn churn = monthly.churn();
        assertThat(churn.newCount()).isEqualTo(1);
        assertThat(churn.changedCount()).isEqualTo(1);
        assertThat(churn.deletedCount()).isEqualTo(1);
        assertThat(churn.unchangedCount()).isEqualTo(58);
        assertThat(monthly.scan(tree)).isZero();
        assertThat(monthly.churn().deletedCount()).isZero();
    }

    @Test
    void aFileThatMovesIsFound() throws Exception {
        Tree tree = new Tree(8, 30);
        Monthly monthly = new Monthly(temporary.resolve("catalog"), Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        assertThat(CatalogDirectory.result(monthly.directory).timing().changes())
                .as("the first scan")
                .isNull();
        String name = tree.files.keySet().stream()
                .filter(file -> tree.files.get(file).bytes().length > 100)
                .findFirst()
                .orElseThrow();
        byte[] bytes = tree.files.remove(name).bytes();
        tree.put("moved/here.now", bytes);
        tree.put("moved/other.now", Arrays.copyOf(bytes, bytes.length - 1));
        monthly.scan(tree);
        Changes changes = CatalogDirectory.result(monthly.directory).timing().changes();
        assertThat(changes.all().moved()).isEqualTo(new Changes.Files(1, bytes.length));
        assertThat(changes.directories())
                .filteredOn(group -> group.moved().count() > 0)
                .singleElement()
                .satisfies(group -> {
                    assertThat(group.name()).isEqualTo("moved");
                    assertThat(group.added()).isEqualTo(new Changes.Files(2, 2L * bytes.length - 1));
                });
        assertThat(changes.types()).anySatisfy(group -> assertThat(group.name()).isEqualTo("now"));
        monthly.scan(tree);
        assertThat(CatalogDirectory.result(monthly.directory).timing().changes().all())
                .isEqualTo(new Changes.Group("", NO_FILES, NO_FILES, NO_FILES, NO_FILES));
    }

    @Test
    void anInterruptedScanGoesOnWhereItWas() throws Exception {
        Tree tree = new Tree(2, 200);
        Monthly monthly = new Monthly(
                temporary.resolve("catalog"),
                Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4).withThreads(1, 1));
        monthly.interrupt(tree, 100);
        assertThat(monthly.catalog()).isNull();
        assertThat(monthly.scan(tree)).isLessThan(180).isPositive();
        assertThat(monthly.scan(tree)).isZero();
    }

    /** Its chunks are cut and fingerprinted as the next scan does it, or they are of no use. */
    @Test
    void aFirstScanThatWasInterruptedIsForOneKindOfMeasurement() throws Exception {
        Tree tree = new Tree(2, 200);
        Path directory = temporary.resolve("catalog");
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4).withThreads(1, 1);
        assertThat(CatalogDirectory.fingerprint(directory)).isNull();
        Fingerprinting first = Fingerprinting.plain(FingerprintAlgorithm.XXH3);
        new Monthly(directory, options.withFingerprint(first)).interrupt(tree, 100);
        assertThat(CatalogDirectory.fingerprint(directory)).isEqualTo(first.label());
        Monthly other =
                new Monthly(directory, options.withFingerprint(Fingerprinting.plain(FingerprintAlgorithm.XXH3)));
        assertThatThrownBy(() -> other.scan(tree))
                .isInstanceOf(ScanException.class)
                .hasMessageContaining("made for other measurements (fixed:4096 " + first.label());
        Monthly same =
                new Monthly(directory, options.withFingerprint(Fingerprinting.parse("xxh3", null, first.label())));
        assertThat(same.scan(tree)).isLessThan(180).isPositive();
        assertThat(CatalogDirectory.fingerprint(directory)).isEqualTo(first.label());
        assertThat(directory.resolve("catalog.begun")).doesNotExist();
        assertThat(same.scan(tree)).isZero();
    }

    /** Two zlibs find different sizes of one file, and a result has those of one. */
    @Test
    void whatAnotherLibraryHasCompressedIsReadAgain() throws Exception {
        Tree tree = new Tree(2, 50);
        Path directory = temporary.resolve("catalog");
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse("4k"), List.of(CompressorSpec.parse("deflate")));
        Monthly monthly = new Monthly(directory, options);
        monthly.scan(tree);
        assertThat(monthly.scan(tree)).isZero();
        String version = System.getProperty("java.runtime.version");
        System.setProperty("java.runtime.version", "99+1");
        try {
            assertThat(monthly.scan(tree)).isEqualTo(50);
            assertThat(monthly.lines)
                    .containsExactly(directory + ": written by compscan test with zlib of Java " + version
                            + ", which may compress otherwise; everything is read once more");
            assertThat(monthly.scan(tree)).isZero();
            assertThat(CatalogDirectory.history(directory).last().method())
                    .containsExactly("rules 1", "zlib of Java 99+1");
        } finally {
            System.setProperty("java.runtime.version", version);
        }
    }

    /** Without a word on how they were made, what a first scan has left is of no use. */
    @Test
    void whatAFirstScanHasLeftWithoutSayingWhatItMeasuredIsReadAgain() throws Exception {
        Tree tree = new Tree(2, 200);
        Path directory = temporary.resolve("catalog");
        Monthly monthly = new Monthly(
                directory, Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4).withThreads(1, 1));
        monthly.interrupt(tree, 100);
        Files.write(directory.resolve("catalog.begun"), new byte[] {1});
        assertThat(monthly.scan(tree)).isEqualTo(200);
        assertThat(monthly.scan(tree)).isZero();
    }

    @Test
    void theCatalogIsWrittenAnewOnceHalfOfItIsOfNoUse() throws Exception {
        Tree tree = new Tree(3, 40);
        Monthly monthly = new Monthly(temporary.resolve("catalog"), Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        long mostBytes = 0;
        for (int i = 0; i < 12; i++) {
            for (String name : new ArrayList<>(tree.files.keySet())) {
                if (tree.random.nextInt(4) == 0) {
                    tree.put(name, tree.content());
                }
            }
            monthly.scan(tree);
            mostBytes = Math.max(mostBytes, monthly.catalog().segments().size());
        }
        assertThat(mostBytes).as("segments").isBetween(2L, 7L);
        assertThat(monthly.scan(tree)).isZero();
    }

    @Test
    void everythingIsReadWhenASampleMustGrow() throws Exception {
        Tree tree = new Tree(7, 0);
        byte[] bytes = new byte[1 << 16];
        for (int i = 0; i < 60; i++) {
            tree.random.nextBytes(bytes);
            tree.add(bytes.clone());
        }
        Monthly monthly = new Monthly(
                temporary.resolve("catalog"),
                Scans.chunkedBy(ChunkerSpecs.parse("fixed:512"), LZ4).withCompressSample(CompressSample.parse("10%")));
        monthly.scan(tree);
        assertThat(monthly.scan(tree)).isZero();
        while (tree.files.size() > 6) {
            tree.files.remove(tree.any());
        }
        assertThat(monthly.lines).isEmpty();
        assertThat(monthly.scan(tree)).isEqualTo(6);
        assertThat(monthly.lines).containsExactly(ScanSession.CatalogTooSmallException.MESSAGE);
        assertThat(monthly.catalog().segments()).hasSize(1);
        assertThat(monthly.scan(tree)).isZero();
    }

    @Test
    void aFileThatChangedJustBeforeItWasFoundIsReadAgain() throws Exception {
        Tree tree = new Tree(4, 10);
        tree.nanos = LATER.millis() * 1_000_000 - 1_000_000_000;
        tree.put("d0/young.t1", tree.content());
        Monthly monthly = new Monthly(temporary.resolve("catalog"), Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        assertThat(monthly.scan(tree)).isEqualTo(1);
    }

    @Test
    void aVerificationFindsWhatHasChangedUnseen() throws Exception {
        Tree tree = new Tree(5, 50);
        Monthly monthly = new Monthly(temporary.resolve("catalog"), Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        monthly.verified = 1;
        monthly.scan(tree);
        assertThat(monthly.lines)
                .containsExactly(
                        "verified: none of 50 unchanged files differs; with 95 % confidence fewer than 6.0 % of them"
                                + " have changed unseen");
        monthly.lines.clear();
        String name = tree.files.entrySet().stream()
                .filter(file -> file.getValue().bytes().length > 0)
                .findFirst()
                .orElseThrow()
                .getKey();
        tree.files.get(name).bytes()[0]++;
        monthly.scan(tree);
        assertThat(monthly.lines)
                .containsExactly(
                        name + ": changed, though its size, times and inode did not; read again",
                        "verified: 1 of 50 unchanged files differ; more may have changed unseen, so scan without the catalog");
        monthly.lines.clear();
        monthly.verified = 0;
        assertThat(monthly.scan(tree)).isZero();
    }

    /** A flipped byte is found by a checksum; where it is not, because it is the checksum's own file that ends early, the numbers are right. */
    @Property(tries = 40)
    void damageIsNamedOrChangesNothing(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        Tree tree = new Tree(seed, 30);
        Path directory = Files.createTempDirectory("compscan-catalog");
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4);
        try (Monthly monthly = new Monthly(directory, options)) {
            monthly.scan(tree);
            monthly.interrupt(tree, 3);
            tree.edit();
            if (random.nextBoolean()) {
                monthly.interrupt(tree, 2);
            } else {
                monthly.scan(tree);
            }
            List<Path> files;
            try (Stream<Path> all = Files.list(directory)) {
                files = all.filter(file -> !file.endsWith("lock")).sorted().toList();
            }
            Path damaged = files.get(random.nextInt(files.size()));
            byte[] bytes = Files.readAllBytes(damaged);
            if (bytes.length == 0) {
                return;
            }
            boolean isCut = random.nextInt(3) == 0;
            if (isCut) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(damaged, bytes);
            try {
                monthly.scan(tree);
            } catch (CatalogException | ScanException e) {
                assertThat(e.getMessage()).startsWith(directory.toString()).doesNotContain("Exception", "\n");
            }
        }
    }

    /** The chunks of a catalog are looked at only if something has changed. */
    @Test
    void aScanThatFindsNothingChangedRepeatsTheResult() throws Exception {
        Tree tree = new Tree(9, 30);
        Path directory = temporary.resolve("catalog");
        Monthly monthly = new Monthly(directory, Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        Path pieces = directory.resolve("1.pieces");
        byte[] bytes = Files.readAllBytes(pieces);
        byte[] damaged = bytes.clone();
        damaged[100]++;
        Files.write(pieces, damaged);
        assertThat(monthly.scan(tree)).isZero();
        assertThat(monthly.scan(tree)).isZero();
        assertThat(CatalogDirectory.history(directory).scans()).hasSize(3);
        String name = tree.any();
        Tree.Content content = tree.files.remove(name);
        assertThatThrownBy(() -> monthly.scan(tree)).hasMessageContaining("damaged");
        tree.files.put(name, content);
        assertThat(monthly.scan(tree)).isZero();

        Files.write(pieces, bytes);
        Path result = directory.resolve("4.result.json");
        Files.writeString(result, Files.readString(result).replaceFirst("[1-9]", "77"));
        monthly.lines.clear();
        assertThat(monthly.scan(tree)).isZero();
        assertThat(monthly.lines)
                .containsExactly(result + ": damaged: the checksum does not match; it is counted anew");
    }

    /** Of many chunks few are kept, and that is enough to go on with. */
    @Test
    void theCatalogOfASketchIsSmall() throws Exception {
        Tree tree = new Tree(11, 300);
        Monthly exact = new Monthly(temporary.resolve("exact"), Scans.chunkedBy(ChunkerSpecs.parse("fixed:512"), LZ4));
        exact.scan(tree);
        Monthly sketch = new Monthly(temporary.resolve("sketch"), exact.options);
        sketch.sketchEntries = 64;
        sketch.scan(tree);
        assertThat(Files.size(sketch.directory.resolve("1.pieces")))
                .isLessThan(Files.size(exact.directory.resolve("1.pieces")) / 5);
        for (int i = 0; i < 5; i++) {
            tree.put(tree.any(), tree.content());
        }
        assertThat(sketch.scan(tree)).isLessThan(6);
        assertThat(sketch.lines).isEmpty();
        // The last files were recorded when the index kept few chunks.
        tree.files.keySet().removeIf(name -> !name.startsWith("d4/f1"));
        int left = tree.files.size();
        assertThat(left).isPositive();
        assertThat(sketch.scan(tree)).isEqualTo(left);
        assertThat(sketch.lines).containsExactly(ScanSession.CatalogTooSmallException.MESSAGE);
        assertThatThrownBy(() -> new Monthly(sketch.directory, exact.options).scan(tree))
                .hasMessageContaining("made for other measurements")
                .hasMessageContaining("index sketch:64");
    }

    @Test
    void anotherQuestionIsCountedAnew() throws Exception {
        Tree tree = new Tree(10, 30);
        Path directory = temporary.resolve("catalog");
        Monthly monthly = new Monthly(directory, Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        Ledger before = CatalogDirectory.result(directory).ledger();
        monthly.limits = new LedgerLimits(50, 60);
        assertThat(monthly.scan(tree)).isZero();
        assertThat(CatalogDirectory.result(directory).ledger()).isNotEqualTo(before);
    }

    /** Without it all files would be new. */
    @Test
    void aLostListOfTheLastScansFilesIsNamed() throws Exception {
        Tree tree = new Tree(8, 12);
        Path directory = temporary.resolve("catalog");
        Monthly monthly = new Monthly(directory, Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4));
        monthly.scan(tree);
        Path live = directory.resolve("1.live");
        byte[] bytes = Files.readAllBytes(live);
        for (int length : List.of(0, bytes.length - 1)) {
            Files.write(live, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> monthly.scan(tree)).hasMessageStartingWith(live + ": damaged");
        }
        Files.write(live, bytes);
        assertThat(monthly.scan(tree)).isZero();
    }

    @Test
    void aCatalogIsForOneKindOfMeasurement() throws Exception {
        Tree tree = new Tree(6, 5);
        Path directory = temporary.resolve("catalog");
        new Monthly(directory, Scans.chunkedBy(ChunkerSpecs.parse("4k"), LZ4)).scan(tree);
        Monthly other = new Monthly(directory, Scans.chunkedBy(ChunkerSpecs.parse("8k"), LZ4));
        assertThatThrownBy(() -> other.scan(tree))
                .hasMessage(directory + ": made for other measurements (fixed:4096 sha1 [lz4] [auto]); give the same"
                        + " --chunk, --compress, --fingerprint and --profile, or another catalog");
        assertThatThrownBy(() -> CatalogDirectory.open(Files.createDirectories(temporary.resolve("other/things"))
                        .getParent()))
                .isInstanceOf(CatalogException.class)
                .hasMessage(temporary.resolve("other") + ": is not empty; a catalog wants a directory of its own");
        try (CatalogDirectory held = CatalogDirectory.open(directory)) {
            assertThatThrownBy(() -> CatalogDirectory.open(held.path()))
                    .hasMessage(directory + ": in use by another scan");
        }
    }
}
