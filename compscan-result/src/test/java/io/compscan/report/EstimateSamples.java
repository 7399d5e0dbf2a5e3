package io.compscan.report;

import io.compscan.result.Compressibility;
import io.compscan.result.Compression;
import io.compscan.result.Cover;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import java.util.List;

/** Results with estimates in them: of compressors that have seen a sample, and of systems. */
public final class EstimateSamples {

    private EstimateSamples() {}

    /** A slow compressor has seen a sample of chunks, beside a fast one that has seen all. */
    public static ScanResult sampled() {
        return sampled(Compression.ofSample(
                "xz",
                Samples.SCANNED,
                Samples.rich().layouts().get(0).uniqueBytes(),
                598_765_432,
                11_217,
                45_944_832,
                595_900_000,
                601_600_000,
                List.of(new Compressibility(30, 8000, 8000 * 4096), new Compressibility(100, 3217, 3217 * 4096))));
    }

    /** A slow compressor has seen a sample of blocks. */
    public static ScanResult sampledBlocks() {
        return sampled(Compression.ofBlocks(
                "xz/2048",
                Samples.SCANNED,
                Samples.rich().layouts().get(0).uniqueBytes(),
                598_765_432,
                new Compression.Blocks(1024, 1000, 2_097_152),
                595_900_000,
                601_600_000,
                List.of(new Compressibility(30, 800, 1_000_000), new Compressibility(100, 200, 1_097_152))));
    }

    private static ScanResult sampled(Compression estimate) {
        Layout layout = Samples.rich().layouts().get(0);
        List<Compression> compression = List.of(layout.compression().get(0), estimate);
        return new ScanResult(
                Samples.plan(List.of("/srv/vm"), List.of("fixed:4096"), List.of("lz4", estimate.compressor()), 0),
                false,
                new Totals(Samples.SCANNED, 0, 0, Samples.SCANNED, 1204, 57, 0, 0, 0, 0, 0, 0),
                List.of(Layout.of(
                        layout.chunking(),
                        layout.fingerprint(),
                        Samples.SCANNED,
                        layout.chunkCount(),
                        layout.zeroChunkCount(),
                        layout.zeroBytes(),
                        layout.uniqueChunkCount(),
                        layout.uniqueBytes(),
                        layout.refcounts(),
                        compression)),
                List.of(),
                List.of(),
                List.of(),
                Samples.timing(12_400_000_000L, Samples.SCANNED));
    }

    /** Predictions for systems, beside what was measured. */
    public static ScanResult profiled() {
        return Samples.plain()
                .withProfiles(List.of(
                        profile("vdo", 770_123_456, 0, 24_905_216, 3_310_004, 0, 1_500_000_000),
                        profile(
                                "an-array-with-a-long-name-indeed",
                                770_123_456,
                                60_000_000,
                                120_000_000,
                                0,
                                9_000_000,
                                0),
                        // Chunks in the metadata take less than their stored size.
                        profile("inlining", 770_123_456, 90_000_000, -21_500_000, 41_000_000, 0, 0),
                        // More than was scanned, and more than the bars have room for.
                        profile("wasteful", 770_123_456, 0, 5_000_000_000L, 1, 0, 0)));
    }

    private static ProfileResult profile(
            String name,
            long physicalBytes,
            long copiesBytes,
            long roundingBytes,
            long metadataBytes,
            long halfWidthBytes,
            long memoryBytes) {
        long chunkBytes = physicalBytes + copiesBytes + roundingBytes;
        Estimated chunks = new Estimated(chunkBytes, chunkBytes - halfWidthBytes, chunkBytes + halfWidthBytes);
        return ProfileResult.of(
                name,
                "A system",
                "https://example.org/" + name,
                List.of("It is none."),
                "fixed:4096",
                "lz4",
                Samples.SCANNED,
                new Estimated(physicalBytes, physicalBytes - halfWidthBytes / 2, physicalBytes + halfWidthBytes / 2),
                new Estimated(copiesBytes, copiesBytes - halfWidthBytes / 6, copiesBytes + halfWidthBytes / 6),
                chunks,
                Estimated.exact(metadataBytes),
                memoryBytes,
                List.of(Cover.SAMPLING));
    }
}
