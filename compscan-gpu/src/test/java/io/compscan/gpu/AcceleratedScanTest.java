package io.compscan.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.WrongResultException;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.measure.AcceleratorPlan;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.core.set.SetWriter;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.report.OutputDirectory;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scans with a device against the same scans without: OpenCL on this machine's processor, which is slow and computes the same. */
@Timeout(600)
@Slow
@Needs(also = Pocl.class)
class AcceleratedScanTest {

    private static final int MIB = 1 << 20;
    private static final List<CompressorSpec> NONE = List.of(CompressorSpec.parse("none"));
    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));

    /** Around the blocks of SHA-1 and the windows of rabin and gear. */
    private static final List<Integer> EDGES =
            List.of(0, 1, 47, 48, 49, 55, 56, 63, 64, 65, 119, 120, 511, 512, 513, 1024, 4095, 4096, 4097);

    @TempDir
    private Path temporary;

    private final List<String> said = new CopyOnWriteArrayList<>();

    /** 64 MiB: packs, long units, holes, zeros, a bad sector, a stream. */
    private static MemorySource source() {
        Random random = new Random(19);
        MemorySource source = new MemorySource();
        for (int i = 0; i < 600; i++) {
            byte[] content = content(random, i < 200 ? EDGES.get(i % EDGES.size()) : random.nextInt(30_000));
            source.add(new MemoryUnit("memory/small" + i, "t" + i % 4, content.length, content, -1, false));
        }
        byte[] sparse = content(random, 21 * MIB + 77);
        java.util.Arrays.fill(sparse, 3 * MIB + 5, 14 * MIB, (byte) 0);
        source.add(new MemoryUnit("memory/sparse", "img", sparse.length, sparse, -1, true));
        byte[] damaged = content(random, 12 * MIB + 1);
        source.add(new MemoryUnit("memory/damaged", "img", damaged.length, damaged, 5 * MIB + 12_345, false));
        byte[] small = content(random, 100_000);
        source.add(new MemoryUnit("memory/damaged-small", "img", small.length, small, 4096, false));
        byte[] stream = content(random, 7 * MIB + 3);
        source.add(new MemoryUnit("memory/stream", "", Unit.UNKNOWN_SIZE, stream, -1, false));
        byte[] large = content(random, 15 * MIB);
        source.add(new MemoryUnit("memory/large", "raw", large.length, large, -1, false));
        return source;
    }

    /** Random bytes, blocks that repeat, zeros. */
    private static byte[] content(Random random, int bytes) {
        byte[] content = new byte[bytes];
        for (int at = 0; at < bytes; ) {
            int length = Math.min(bytes - at, 1 + random.nextInt(150_000));
            byte[] fresh = new byte[length];
            switch (random.nextInt(5)) {
                case 0 -> {}
                case 1 -> new Random(random.nextInt(20)).nextBytes(fresh);
                default -> random.nextBytes(fresh);
            }
            System.arraycopy(fresh, 0, content, at, length);
            at += length;
        }
        return content;
    }

    private static ScanOptions options(String chunkers, List<CompressorSpec> compressors) {
        return Scans.chunkedBy(ChunkerSpecs.parse(chunkers), compressors);
    }

    private static Timing without(Timing timing) {
        return new Timing(Instant.EPOCH, 1, 1, 1, 1, 1, timing.javaVersion());
    }

    private static ScanResult withoutTiming(ScanResult result) {
        return new ScanResult(
                result.format(),
                result.version(),
                result.settings(),
                result.partial(),
                result.totals(),
                result.layouts(),
                result.profiles(),
                result.types(),
                result.ledger(),
                result.files(),
                result.errors(),
                without(result.timing()));
    }

    /** The result of a scan without its times. */
    private ScanResult scan(
            Source source, ScanOptions options, @org.jspecify.annotations.Nullable Device device, int slabBytes)
            throws Exception {
        ScanRequest request = ScanRequest.of(source, options, Scans.plan(source, options));
        if (device == null) {
            return withoutTiming(ScanRun.open(request).run().result());
        }
        try (Accelerator accelerator = OpenDevice.open(device)) {
            AcceleratorPlan plan = new AcceleratorPlan(accelerator, slabBytes, said::add);
            return withoutTiming(
                    ScanRun.open(request.withAccelerator(plan)).run().result());
        }
    }

    /** All files that a scan can write, by name, without its times. */
    private Map<String, String> outputs(
            Source source,
            ScanOptions options,
            @org.jspecify.annotations.Nullable Accelerator accelerator,
            int slabBytes)
            throws Exception {
        Path directory = Files.createTempDirectory(temporary, "out");
        Path saved = directory.resolve("saved.fpr");
        try (SetWriter set = SetWriter.create(saved, false, options.schemes())) {
            ScanOutcome outcome = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options))
                            .withChunkVisitors(set::scheme)
                            .withAccelerator(
                                    accelerator == null
                                            ? null
                                            : new AcceleratorPlan(accelerator, slabBytes, said::add)))
                    .run();
            ScanResult result = withoutTiming(outcome.result());
            OutputDirectory.prepare(directory.resolve("tables"), false).write(result);
            set.finish(result, outcome.sums(), List.of("host"), Instant.EPOCH);
        }
        Map<String, String> outputs = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory.resolve("tables"))) {
            for (Path file : files.toList()) {
                outputs.put(String.valueOf(file.getFileName()), Files.readString(file));
            }
        }
        outputs.put("set", java.util.HexFormat.of().formatHex(Files.readAllBytes(saved)));
        return outputs;
    }

    @Test
    void allOutputsAreThoseOfTheProcessor() throws Exception {
        MemorySource source = source();
        ScanOptions options = options("4k,rabin:8k,gear:8k,fastcdc:8k", LZ4);
        Map<String, String> expected = outputs(source, options.withThreads(2, 2), null, 0);
        assertThat(expected).containsKeys("result.json", "summary.csv", "errors.csv", "refcounts.csv", "set");
        FailingDevice counting = new FailingDevice(Pocl.shared(), Integer.MAX_VALUE);
        try (Accelerator accelerator = OpenDevice.open(counting)) {
            int[][] ways = {{1, 32 * MIB}, {2, 1 * MIB}, {3, 5 * MIB}, {8, 32 * MIB}, {5, 1 * MIB}};
            for (int[] way : ways) {
                ScanOptions threads = options.withThreads(1, way[0]);
                Map<String, String> outputs = outputs(source, threads, accelerator, way[1]);
                assertThat(outputs).containsOnlyKeys(expected.keySet());
                expected.forEach((name, text) -> assertThat(outputs.get(name).equals(text))
                        .as("%s by %s threads in slabs of %s bytes", name, way[0], way[1])
                        .isTrue());
            }
        }
        assertThat(counting.calls()).isGreaterThan(2000);
        assertThat(counting.openStreams()).isZero();
        assertThat(said).isEmpty();
    }

    /** With chunkers and digests of all kinds, those that no device knows among them; with a device that may fail. */
    @Property(tries = 30)
    void resultsAreThoseOfTheProcessor(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int readers,
            @ForAll @IntRange(min = 1, max = 8) int workers)
            throws Exception {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        for (int i = 0; i < 40; i++) {
            int length =
                    i < 3 ? random.nextInt(3 * MIB) : random.nextInt(4) == 0 ? edge(random) : random.nextInt(40_000);
            byte[] content = content(random, length);
            long size = random.nextInt(12) == 0 ? Unit.UNKNOWN_SIZE : length;
            int failAt = size == length && length > 0 && random.nextInt(8) == 0 ? random.nextInt(length) : -1;
            source.add(new MemoryUnit("memory/unit" + i, "t" + i % 3, size, content, failAt, random.nextBoolean()));
        }
        String chunkers = any(
                random,
                "rabin:1k,min=48",
                "gear:512,min=64,fastcdc:64k",
                "4k,rabin:8k,min=100,window=99,value=5,700001",
                "ae:4k,fastcdc:2k,buzhash:8k,ram:2k",
                "fastcdc:1k,min=64,nc=3,seed=5,gear:8k,min=8k,max=8k",
                "512,1000");
        ScanOptions options = options(chunkers, any(random, NONE, LZ4, List.of(CompressorSpec.parse("lz4/4k/shared"))))
                .withFingerprint(any(
                        random,
                        Fingerprinting.plain(FingerprintAlgorithm.SHA1),
                        new Fingerprinting(FingerprintAlgorithm.SHA1, Salt.of(new byte[20])),
                        Fingerprinting.plain(FingerprintAlgorithm.MD5)))
                .withSuperblockBytes(random.nextInt(4) == 0 ? 65_536 : 0)
                .withPerFile(random.nextInt(4) == 0 ? new FileSelection(true, 1000, Set.of("t1")) : FileSelection.NONE);
        int failingCall = random.nextBoolean() ? Integer.MAX_VALUE : 2 + random.nextInt(300);
        FailingDevice device = new FailingDevice(Pocl.shared(), failingCall);
        int slabBytes = any(random, 1 << 16, 1 << 20, 1_500_000);

        ScanResult result = scan(source, options.withThreads(readers, workers), device, slabBytes);

        assertThat(result).isEqualTo(scan(source, options, null, 0));
        assertThat(device.calls()).isPositive();
        assertThat(device.openStreams()).isZero();
    }

    private static int edge(Random random) {
        return EDGES.get(random.nextInt(EDGES.size()));
    }

    @SafeVarargs
    private static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    private static MemorySource fewSlabs() {
        Random random = new Random(7);
        MemorySource source = new MemorySource();
        source.add("memory/large", content(random, 300_000));
        for (int i = 0; i < 30; i++) {
            source.add("memory/small" + i, content(random, 3000));
        }
        return source;
    }

    @Test
    void anyCallMayFail() throws Exception {
        MemorySource source = fewSlabs();
        ScanOptions options = options("1k,rabin:1k,min=64,fastcdc:1k", NONE).withThreads(1, 1);
        ScanResult expected = scan(source, options, null, 0);
        FailingDevice sound = new FailingDevice(Pocl.shared(), Integer.MAX_VALUE);
        assertThat(scan(source, options, sound, 1 << 16)).isEqualTo(expected);
        assertThat(said).isEmpty();
        assertThat(sound.calls()).isGreaterThan(100);
        for (int call = 2; call <= sound.calls(); call++) {
            FailingDevice failing = new FailingDevice(Pocl.shared(), call);
            said.clear();
            assertThat(scan(source, options, failing, 1 << 16))
                    .as("call %s fails", call)
                    .isEqualTo(expected);
            assertThat(failing.openStreams()).as("streams after call %s", call).isZero();
            // Both threads open a queue, and either may be too late to get a slab.
            if (failing.calls() >= call) {
                assertThat(said)
                        .singleElement()
                        .asString()
                        .matches("a device that fails \\(failing:0\\) has failed,"
                                + " and the scan goes on without it: .* failed with error 42");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LyingDevice.Lie.class)
    void aDeviceThatLiesFromTheBeginningIsFoundOut(LyingDevice.Lie lie) throws Exception {
        assertFoundOut(fewSlabs(), lie, 0);
    }

    /** In the first slab of a thread everything is right; one slab in 64 and one chunk in 1,024 is looked at. */
    @ParameterizedTest
    @EnumSource(LyingDevice.Lie.class)
    void aDeviceThatLiesLaterIsFoundOut(LyingDevice.Lie lie) throws Exception {
        Random random = new Random(8);
        MemorySource source = new MemorySource();
        for (int i = 0; i < 6; i++) {
            byte[] content = new byte[3 * MIB];
            random.nextBytes(content);
            source.add("memory/large" + i, content);
        }
        assertFoundOut(source, lie, 3);
    }

    private void assertFoundOut(Source source, LyingDevice.Lie lie, int honestLaunches) throws AcceleratorException {
        ScanOptions options = options("rabin:1k,min=64", NONE).withThreads(1, 1);
        LyingDevice device = new LyingDevice(Pocl.shared(), lie, honestLaunches);
        assertThatThrownBy(() -> scan(source, options, device, 1 << 16))
                .isInstanceOf(ScanException.class)
                .cause()
                .isInstanceOf(WrongResultException.class)
                .hasMessageStartingWith("a device that lies (lying:0) gets ")
                .hasMessageEndingWith(" wrong, so there is no result; scan without --accelerator");
        assertThat(said).isEmpty();
    }

    /** What no device can do is not sent to one. */
    @Test
    void aScanWithoutWorkForADeviceLeavesItAlone() throws Exception {
        ScanOptions options = options("ae:4k,4k", NONE).withFingerprint(Fingerprinting.plain(FingerprintAlgorithm.MD5));
        assertThat(io.compscan.core.scan.measure.ScanDevice.canHelp(options.schemes()))
                .isFalse();
        assertThat(io.compscan.core.scan.measure.ScanDevice.canHelp(
                        options("ae:4k", NONE).schemes()))
                .isTrue();
    }
}
