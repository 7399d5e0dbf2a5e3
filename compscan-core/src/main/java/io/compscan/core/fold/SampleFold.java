package io.compscan.core.fold;

import io.compscan.core.fold.SampleRule.SizeSums;
import io.compscan.core.fold.calibrate.Calibration;
import io.compscan.core.fold.histogram.SizeHistogram;
import io.compscan.core.statistics.Interval;
import io.compscan.core.statistics.RegressionEstimator;
import io.compscan.result.Compressibility;
import io.compscan.result.Compression;
import io.compscan.result.set.ChunkGroup.Physical;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Folds the entries of a compressor that has compressed a sample of the distinct chunks; part of {@link SchemeFold}. */
final class SampleFold implements Serializable {

    /** The chunks of one level that are not in the next. */
    private static final class Ring implements Serializable {
        private final RegressionEstimator moments = new RegressionEstimator();
        private final SizeHistogram sizes = new SizeHistogram();
        private final SizeSums sums = new SizeSums();
    }

    /** A sample of fewer chunks tells less than the ratio of the whole. */
    private static final int ENOUGH_CHUNKS = 30;

    private final SampleRule rule;
    private final int fullChunkBytes;
    private final @Nullable Ring[] rings;
    /** The last level with a chunk of unknown stored size, -1 if there is none. */
    private int lastIncomplete = -1;

    SampleFold(SampleRule rule, int fullChunkBytes) {
        this.rule = rule;
        this.fullChunkBytes = fullChunkBytes;
        rings = new @Nullable Ring[rule.levels().count()];
    }

    /** @param storedBytes 0 if unknown */
    void add(long key, int lengthBytes, int storedBytes) {
        int level = rule.levels().levelOf(key);
        if (storedBytes == 0) {
            lastIncomplete = Math.max(lastIncomplete, level);
            return;
        }
        Ring ring = rings[level];
        if (ring == null) {
            ring = new Ring();
            rings[level] = ring;
        }
        ring.moments.add(lengthBytes, storedBytes);
        ring.sizes.add(lengthBytes, storedBytes);
        ring.sums.add(storedBytes, fullChunkBytes);
    }

    void merge(SampleFold other) {
        lastIncomplete = Math.max(lastIncomplete, other.lastIncomplete);
        for (int i = 0; i < rings.length; i++) {
            Ring more = other.rings[i];
            Ring ring = rings[i];
            if (ring == null) {
                rings[i] = more;
            } else if (more != null) {
                ring.moments.merge(more.moments);
                ring.sizes.merge(more.sizes);
                ring.sums.add(more.sums);
            }
        }
    }

    /** The sums over the chunks of the estimate. */
    RegressionEstimator sized() {
        RegressionEstimator moments = new RegressionEstimator();
        for (int i = level(); i < rings.length; i++) {
            Ring ring = rings[i];
            if (ring != null) {
                moments.merge(ring.moments);
            }
        }
        return moments;
    }

    /** The distribution of their stored sizes. */
    List<Compressibility> compressibility() {
        SizeHistogram sizes = new SizeHistogram();
        for (int i = level(); i < rings.length; i++) {
            Ring ring = rings[i];
            if (ring != null) {
                sizes.merge(ring.sizes);
            }
        }
        return sizes.rows();
    }

    Compression compression(String name, long scannedBytes, long uniqueChunkCount, long uniqueBytes) {
        RegressionEstimator moments = sized();
        RegressionEstimator.Estimate estimate = moments.estimate(uniqueChunkCount, uniqueBytes, fullChunkBytes);
        List<Compressibility> rows = compressibility();
        if (moments.chunkCount() == uniqueChunkCount) {
            return Compression.ofChunks(name, scannedBytes, uniqueBytes, moments.storedBytes(), rows);
        }
        return Compression.ofSample(
                name,
                scannedBytes,
                uniqueBytes,
                estimate.physicalBytes(),
                moments.chunkCount(),
                moments.lengthBytes(),
                estimate.lowBytes(),
                estimate.highBytes(),
                rows);
    }

    /**
     * The outcome of a compressor that has compressed a sample of blocks.
     *
     * @param quickBytes the sum of the quick sizes of all chunks
     */
    static Compression compression(
            String name,
            long scannedBytes,
            long uniqueChunkCount,
            long uniqueBytes,
            Calibration calibration,
            long quickBytes) {
        // Each chunk takes a byte at least.
        Interval physical =
                calibration.physicalBytes(quickBytes).within((double) uniqueChunkCount, (double) uniqueBytes);
        SizeHistogram sampled = new SizeHistogram();
        long sampledBytes = 0;
        for (Calibration.SampledChunk chunk : calibration.chunks()) {
            sampled.add(chunk.lengthBytes(), chunk.storedBytes());
            sampledBytes += chunk.lengthBytes();
        }
        return Compression.ofBlocks(
                name,
                scannedBytes,
                uniqueBytes,
                physical.roundedValue(),
                new Compression.Blocks(
                        calibration.blockCount(), calibration.chunks().size(), sampledBytes),
                physical.roundedLow(),
                physical.roundedHigh(),
                sampled.rows());
    }

    /**
     * The stored bytes of chunks that are part of a larger whole.
     *
     * @param whole the outcome of the compressor for the whole; its ratio holds where these chunks are too few for a sample of their own
     */
    Physical physical(String name, long uniqueChunkCount, long uniqueBytes, Compression whole) {
        RegressionEstimator moments = sized();
        if (moments.chunkCount() == uniqueChunkCount) {
            return new Physical(name, Compression.Method.CHUNK, moments.storedBytes());
        }
        long estimate = moments.chunkCount() < ENOUGH_CHUNKS
                ? whole.physicalBytesOf(uniqueBytes)
                : moments.estimate(uniqueChunkCount, uniqueBytes, fullChunkBytes)
                        .physicalBytes();
        return new Physical(name, Compression.Method.SAMPLE, estimate);
    }

    /** The largest key among the chunks of the estimate. */
    long lastKey() {
        return rule.levels().maxKey(Math.min(level(), rings.length - 1));
    }

    /**
     * Whether a level that would be enough lacks sizes, so that {@link #level} is a later one than it would be with them.
     *
     * @param firstLevel levels before it never have sizes
     */
    boolean lacksSizes(int firstLevel) {
        return lastIncomplete >= Math.max(firstLevel, enoughLevel());
    }

    /**
     * The last level that is enough. An incomplete level comes after it only if a full index has reported a chunk as new twice. Then the
     * next complete level is a random sample too.
     */
    int level() {
        return Math.max(enoughLevel(), lastIncomplete + 1);
    }

    private int enoughLevel() {
        SizeSums sums = new SizeSums();
        for (int level = rings.length - 1; level > 0; level--) {
            Ring ring = rings[level];
            if (ring != null) {
                sums.add(ring.sums);
            }
            if (rule.isEnough(level, sums)) {
                return level;
            }
        }
        return 0;
    }
}
