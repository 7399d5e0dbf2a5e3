package io.compscan.core.scan;

import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.result.ChunkGroup;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The one fold: everything that is said of distinct chunks, from the final entries, wherever those lie.
 *
 * <p>A scan, each file reported on its own, and the sets of several hosts that are merged end here. It is handed each distinct chunk
 * once, in any order, and asked for the {@link #layout} at the end.
 */
public final class LayoutFold implements DistinctChunkVisitor {

    private final LayoutSpec spec;
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

    /** Nothing seen yet. */
    public LayoutFold(LayoutSpec spec) {
        this.spec = spec;
        plan = CompressionPlan.of(spec);
        physicalBytes = new long[plan.sizedCount()];
        sizes = IntStream.range(0, plan.sizedCount())
                .mapToObj(i -> new SizeHistogram())
                .toList();
        for (SampleRule rule : plan.rules()) {
            samples.add(rule.samples() ? new SampleFold(rule, spec.maxChunkBytes()) : null);
        }
        hasSamples = plan.rules().stream().anyMatch(SampleRule::samples);
    }

    /** The fold of a whole index. */
    static Layout fold(LayoutSpec spec, ChunkIndex index, LayoutTally tally, SuperblockTally superblocks) {
        LayoutFold fold = new LayoutFold(spec);
        index.forEach(fold);
        return fold.layout(tally, superblocks);
    }

    @Override
    public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
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

    /**
     * What all chunks seen come to.
     *
     * @param tally what belongs to their references
     * @param superblocks what the superblocks came to, where compression is measured over them
     */
    public Layout layout(LayoutTally tally, SuperblockTally superblocks) {
        return Layout.of(
                        spec.chunking(),
                        spec.fingerprint(),
                        tally.chunkBytes(),
                        tally.chunkCount(),
                        tally.zeroChunkCount(),
                        tally.zeroBytes(),
                        uniqueChunkCount,
                        uniqueBytes,
                        refcounts.rows(),
                        IntStream.range(0, spec.compressors().size())
                                .mapToObj(i -> compression(i, tally.chunkBytes(), superblocks))
                                .toList())
                .withChunkSizes(spec.expectedChunkBytes(), chunkSizes.rows());
    }

    /**
     * What the chunks seen take, where they are some of a larger whole.
     *
     * @param superblocks what the superblocks of the whole came to
     * @param whole what each compressor makes of the whole: its ratio holds where too few of these chunks were compressed to tell
     */
    public ChunkGroup group(SuperblockTally superblocks, List<Compression> whole) {
        List<ChunkGroup.Physical> physical = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            String name = spec.compressors().get(i);
            int sized = plan.sizedIndexOf(i);
            SampleFold sample = sized < 0 ? null : samples.get(sized);
            if (sample != null) {
                physical.add(sample.physical(name, uniqueChunkCount, uniqueBytes, whole.get(i)));
            } else {
                Compression compression = compression(i, uniqueBytes, superblocks);
                physical.add(new ChunkGroup.Physical(name, compression.method(), compression.physicalBytes()));
            }
        }
        return new ChunkGroup(uniqueChunkCount, uniqueBytes, physical);
    }

    /**
     * The largest key, unsigned, up to which every chunk seen was compressed by the compressor, whoever was seen first; of those beyond it
     * some may have been, too.
     */
    long lastCompressedKey(int compressor) {
        int sized = plan.sizedIndexOf(compressor);
        SampleFold sample = sized < 0 ? null : samples.get(sized);
        return sample == null ? -1L : sample.lastKey();
    }

    private Compression compression(int compressor, long scannedBytes, SuperblockTally superblocks) {
        String name = spec.compressors().get(compressor);
        if (plan.bySuperblock()) {
            return Compression.ofSuperblocks(
                    name,
                    spec.superblockBytes(),
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
