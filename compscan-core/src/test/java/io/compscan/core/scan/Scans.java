package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.source.Source;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** Short ways to a scan, for tests. */
public final class Scans {

    private Scans() {}

    /** A system that draws where it cuts, with two further draws. */
    public static Profile drawing(Costs metadata) {
        return new Profile(
                "drawn",
                "A system",
                "https://example.org",
                List.of(),
                List.of("It is none."),
                Map.of(),
                ChunkerSpecs.parse("gear:4k").get(0),
                List.of(
                        ChunkerSpecs.parse("gear:4k,seed=1").get(0),
                        ChunkerSpecs.parse("gear:4k,seed=2").get(0)),
                CompressorSpec.parse("lz4"),
                null,
                Allocation.EXACT,
                metadata,
                Costs.NONE,
                null,
                null);
    }

    /** Bytes that no compressor makes shorter; the same ones for each length. */
    static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    public static ScanOptions options(List<Integer> chunkSizes, List<CompressorSpec> compressors) {
        return chunkedBy(chunkSizes.stream().<Chunker>map(FixedChunker::new).toList(), compressors);
    }

    public static ScanOptions chunkedBy(List<Chunker> chunkers, List<CompressorSpec> compressors) {
        return ScanOptions.of(chunkers, FingerprintAlgorithm.SHA1, compressors)
                .withMemory(new ScanOptions.IndexMemory(1L << 30, 64));
    }

    public static ScanResult scan(Source source, ScanOptions options) throws Exception {
        return ScanRun.open(ScanRequest.of(source, options, plan(source, options)))
                .run()
                .result();
    }

    public static ScanSettings plan(Source source, ScanOptions options) {
        return plan(source.paths(), options);
    }

    public static ScanSettings plan(List<String> paths, ScanOptions options) {
        return options.settings("test", paths);
    }

    /** As a thread waits in the kernel for a device: nothing wakes it. */
    public static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // Goes on waiting.
            }
        }
    }
}
