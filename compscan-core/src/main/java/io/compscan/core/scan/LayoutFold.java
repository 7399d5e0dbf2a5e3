package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The one fold: everything that is said of distinct chunks, from the final entries of an index, wherever those come from.
 *
 * <p>A scan, and each file reported on its own, end here.
 */
final class LayoutFold {

    private final CompressionPlan plan;
    private final RefcountHistogram refcounts = new RefcountHistogram();
    private final ChunkSizeHistogram chunkSizes = new ChunkSizeHistogram();
    private final long[] physicalBytes;
    private final List<SizeHistogram> sizes;
    /** For each sized compressor; null where all chunks were compressed. */
    private final List<@Nullable SampleFold> samples = new ArrayList<>();

    private final boolean hasSamples;
    private long uniqueChunkCount;
    private long uniqueBytes;

    private LayoutFold(CompressionPlan plan, int fullChunkBytes) {
        this.plan = plan;
        physicalBytes = new long[plan.sizedCount()];
        sizes = IntStream.range(0, plan.sizedCount())
                .mapToObj(i -> new SizeHistogram())
                .toList();
        for (SampleRule rule : plan.rules()) {
            samples.add(rule.samples() ? new SampleFold(rule, fullChunkBytes) : null);
        }
        hasSamples = plan.rules().stream().anyMatch(SampleRule::samples);
    }

    /** @param superblocks what the superblocks came to where the plan measures by them, else null */
    static Layout fold(
            Chunker chunker,
            ScanOptions options,
            LayoutTally tally,
            ChunkIndex index,
            @Nullable SuperblockTally superblocks) {
        CompressionPlan plan = CompressionPlan.of(options, chunker);
        LayoutFold fold = new LayoutFold(plan, chunker.maxChunkBytes());
        index.forEach(fold::add);
        List<Compression> compression = new ArrayList<>();
        for (int i = 0; i < options.compressors().size(); i++) {
            compression.add(fold.compression(options, i, tally.chunkBytes(), superblocks));
        }
        return Layout.of(
                        chunker.name(),
                        options.fingerprint().label(),
                        tally.chunkBytes(),
                        tally.chunkCount(),
                        tally.zeroChunkCount(),
                        tally.zeroBytes(),
                        fold.uniqueChunkCount,
                        fold.uniqueBytes,
                        fold.refcounts.rows(),
                        compression)
                .withChunkSizes(Math.round(chunker.expectedChunkBytes()), fold.chunkSizes.rows());
    }

    private void add(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
        uniqueChunkCount++;
        uniqueBytes += lengthBytes;
        refcounts.add(references, lengthBytes);
        chunkSizes.add(references, lengthBytes);
        long key = hasSamples ? SampleLevels.key(fingerprint, 0, fingerprint.length) : 0;
        for (int i = 0; i < physicalBytes.length; i++) {
            SampleFold sample = samples.get(i);
            if (storedBytes[i] < (sample == null ? 1 : 0) || storedBytes[i] > lengthBytes) {
                throw new IllegalStateException("a chunk of " + lengthBytes + " bytes is stored in " + storedBytes[i]);
            }
            if (sample != null) {
                sample.add(key, lengthBytes, storedBytes[i]);
                continue;
            }
            physicalBytes[i] += storedBytes[i];
            sizes.get(i).add(lengthBytes, storedBytes[i]);
        }
    }

    private Compression compression(
            ScanOptions options, int compressor, long scannedBytes, @Nullable SuperblockTally superblocks) {
        String name = options.compressors().get(compressor).name();
        if (plan.bySuperblock() && superblocks != null) {
            return Compression.ofSuperblocks(
                    name,
                    options.superblockBytes(),
                    scannedBytes,
                    uniqueBytes,
                    superblocks.rawBytes(compressor),
                    superblocks.storedBytes(compressor),
                    superblocks.sizes(compressor).rows());
        }
        int sized = plan.sizedIndexOf(compressor);
        if (sized < 0) {
            return Compression.ofChunks(name, scannedBytes, uniqueBytes, uniqueBytes, rawSizes());
        }
        SampleFold sample = samples.get(sized);
        if (sample != null) {
            return sample.compression(name, scannedBytes, uniqueChunkCount, uniqueBytes);
        }
        return Compression.ofChunks(
                name,
                scannedBytes,
                uniqueBytes,
                physicalBytes[sized],
                sizes.get(sized).rows());
    }

    /** Without a compressor every chunk takes what it has. */
    private List<Compressibility> rawSizes() {
        return uniqueChunkCount == 0 ? List.of() : List.of(new Compressibility(100, uniqueChunkCount, uniqueBytes));
    }
}
