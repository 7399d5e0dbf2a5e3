package io.compscan.core.fold;

import io.compscan.core.fold.SampleRule.SizeSums;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.set.ChunkGroup.Physical;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Folds the entries of one compressor that was given a sample of the distinct chunks; part of {@link SchemeFold}. */
final class SampleFold implements Serializable {

    /** What is known of the chunks of one level that are not in the next. */
    private static final class Ring implements Serializable {
        private final SampleMoments moments = new SampleMoments();
        private final SizeHistogram sizes = new SizeHistogram();
        private final SizeSums sums = new SizeSums();
    }

    /** Of fewer chunks a sample says less than the ratio of what they belong to. */
    private static final int ENOUGH_CHUNKS = 30;

    private final SampleRule rule;
    private final int fullChunkBytes;
    private final @Nullable Ring[] rings;
    /** The last level with a chunk whose stored size is not known, -1 if there is none. */
    private int lastIncomplete = -1;

    SampleFold(SampleRule rule, int fullChunkBytes) {
        this.rule = rule;
        this.fullChunkBytes = fullChunkBytes;
        rings = new @Nullable Ring[rule.levels().count()];
    }

    /** @param storedBytes 0 if not known */
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

    Compression compression(String name, long scannedBytes, long uniqueChunkCount, long uniqueBytes) {
        SampleMoments moments = new SampleMoments();
        SizeHistogram sizes = new SizeHistogram();
        for (int i = level(); i < rings.length; i++) {
            Ring ring = rings[i];
            if (ring != null) {
                moments.merge(ring.moments);
                sizes.merge(ring.sizes);
            }
        }
        SampleMoments.Estimate estimate = moments.estimate(uniqueChunkCount, uniqueBytes, fullChunkBytes);
        List<Compressibility> rows = sizes.rows();
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
     * What some of the chunks of a larger whole take, which may be too few for a sample of their own.
     *
     * @param whole what the compressor makes of the whole, whose ratio holds then
     */
    Physical physical(String name, long uniqueChunkCount, long uniqueBytes, Compression whole) {
        SampleMoments moments = new SampleMoments();
        for (int i = level(); i < rings.length; i++) {
            Ring ring = rings[i];
            if (ring != null) {
                moments.merge(ring.moments);
            }
        }
        if (moments.chunkCount() == uniqueChunkCount) {
            return new Physical(name, Compression.Method.CHUNK, moments.storedBytes());
        }
        long estimate = moments.chunkCount() < ENOUGH_CHUNKS
                ? whole.physicalBytesOf(uniqueBytes)
                : moments.estimate(uniqueChunkCount, uniqueBytes, fullChunkBytes)
                        .physicalBytes();
        return new Physical(name, Compression.Method.SAMPLE, estimate);
    }

    /** The largest key of the chunks that the estimate is made from. */
    long lastKey() {
        return rule.levels().maxKey(Math.min(level(), rings.length - 1));
    }

    /**
     * The last level that is enough. A level that is not complete can only come after it if the index was full and told of a chunk
     * twice; the next complete one is then a random sample too.
     */
    int level() {
        SizeSums sums = new SizeSums();
        for (int level = rings.length - 1; level > 0; level--) {
            Ring ring = rings[level];
            if (ring != null) {
                sums.add(ring.sums);
            }
            if (rule.isEnough(level, sums)) {
                return Math.max(level, lastIncomplete + 1);
            }
        }
        return lastIncomplete + 1;
    }
}
