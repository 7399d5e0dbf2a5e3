package io.compscan.core.tools.similarity;

import io.compscan.core.SplitMix;
import io.compscan.core.chunk.rolling.GearTable;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.compress.ZstdDelta;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.statistics.Interval;
import io.compscan.core.statistics.RatioEstimator;
import io.compscan.result.Similarity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A sample of the distinct chunks of a chunking, in groups of those that look alike. Any thread may add chunks.
 *
 * <p>A chunk's feature is the least of the mixed gear hashes of its windows of 64 bytes. One window in 128 is looked at. The probability that two
 * chunks have the same feature is their resemblance: the share of their windows that both have (Broder, On the resemblance and containment of
 * documents, 1997). Odess looks at the same windows (Zou et al., ICDE 2021), and takes twelve features in groups of four.
 *
 * <pre>
 *   chunk -> feature -> group     in the sample if the feature's key is small, so a group is there with all its chunks, or not at all
 *
 *   x = what the group takes if each chunk is compressed by itself
 *   y = what it takes less if the first is stored so, and each other as a delta to the first
 *   share saved = sum(y) / sum(x) over the groups of the sample
 * </pre>
 *
 * <p>Of a large group, the chunks with the smallest keys are held; their number follows from how small these keys are. The first of a group is
 * the one with the smallest key, so nothing depends on the order of the data.
 */
final class SimilarChunks {

    private static final String COMPRESSOR = "zstd";

    private static final int WINDOW_BYTES = 64;

    /** One window in 128 is looked at; the windows of a run of zeros are not. */
    private static final int SAMPLED_SHIFT = Long.SIZE - 7;

    private static final long[] GEAR = GearTable.of(SplitMix.key(0, "similarity"));
    /** The feature of a chunk without a window to look at. */
    private static final long NONE = -1;

    private static final int MOST_HELD_IN_A_GROUP = 8;
    /** The count of a larger group is off by 6 % on the mean. */
    private static final int MOST_KEYS_OF_A_GROUP = 256;

    private static final int KEY_BYTES = 64;

    private static final int BUCKET_BITS = 14;
    /** A part of the bytes; the intervals of smaller groups are wide enough. */
    private static final double LARGE_GROUP = 0.01;

    private final String chunking;
    private final long mostBytes;
    private final long salt;
    private final TreeMap<Long, Group> groups = new TreeMap<>(Long::compareUnsigned);
    /** The bytes of all chunks by the first bits of their keys. */
    private final AtomicLongArray bucketBytes = new AtomicLongArray(1 << BUCKET_BITS);

    private long chargedBytes;
    private int level;
    private volatile long maxKey = SampleLevels.ALL.maxKey(0);

    /**
     * An empty sample.
     *
     * @param mostBytes the most bytes of chunks that are held, but for one group of at most {@value #MOST_HELD_IN_A_GROUP} chunks
     * @param salt makes the choice of groups independent of that with another number
     */
    SimilarChunks(String chunking, long mostBytes, long salt) {
        this.chunking = chunking;
        this.mostBytes = mostBytes;
        this.salt = salt;
    }

    /** The chunks of a group with the smallest keys; the first of them are held. */
    private static final class Group {
        final TreeSet<Long> keys = new TreeSet<>(Long::compareUnsigned);
        final TreeMap<Long, byte[]> held = new TreeMap<>(Long::compareUnsigned);
        private boolean hasMore;
        private int longest;

        /** Takes the chunk if it belongs to the first. */
        void add(long key, byte[] data, int offset, int length) {
            longest = Math.max(longest, length);
            if (!keys.add(key)) {
                return;
            }
            if (keys.size() > MOST_KEYS_OF_A_GROUP) {
                hasMore = true;
                keys.pollLast();
            }
            if (held.size() < MOST_HELD_IN_A_GROUP || Long.compareUnsigned(key, held.lastKey()) < 0) {
                held.put(key, Arrays.copyOfRange(data, offset, offset + length));
            }
            if (held.size() > MOST_HELD_IN_A_GROUP) {
                held.pollLastEntry();
            }
        }

        boolean isWhole() {
            return held.size() == keys.size();
        }

        /** At least what it takes. It only grows, so the sample does not depend on the order of the chunks. */
        long chargedBytes() {
            return (long) held.size() * longest + (long) keys.size() * KEY_BYTES;
        }

        /** How many chunks it has, if their keys are random: of the {@code k} smallest, {@code (k - 1) / (largest)} is unbiased. */
        double count() {
            int k = keys.size();
            return hasMore ? Math.max(k, (k - 1) / SplitMix.unit(keys.last())) : k;
        }
    }

    /**
     * Adds a chunk, which may have been added before.
     *
     * @param chunkKey what {@link SampleLevels#key} makes of its fingerprint
     */
    void add(long chunkKey, byte[] data, int offset, int length) {
        long feature = feature(data, offset, length);
        // Without a feature it is a group by itself.
        long key = SplitMix.mix((feature == NONE ? SplitMix.mix(chunkKey) : feature) + salt);
        bucketBytes.getAndAdd(bucket(key), length);
        if (Long.compareUnsigned(key, maxKey) > 0) {
            return;
        }
        synchronized (this) {
            if (Long.compareUnsigned(key, maxKey) > 0) {
                return;
            }
            Group group = groups.computeIfAbsent(key, k -> new Group());
            chargedBytes -= group.chargedBytes();
            group.add(chunkKey, data, offset, length);
            chargedBytes += group.chargedBytes();
            while (chargedBytes > mostBytes
                    && Long.compareUnsigned(groups.firstKey(), SampleLevels.ALL.maxKey(level + 1)) <= 0) {
                level++;
                maxKey = SampleLevels.ALL.maxKey(level);
                Map<Long, Group> left = groups.tailMap(maxKey, false);
                chargedBytes -=
                        left.values().stream().mapToLong(Group::chargedBytes).sum();
                left.clear();
            }
        }
    }

    private static int bucket(long key) {
        return (int) (key >>> (Long.SIZE - BUCKET_BITS));
    }

    /** The feature of a chunk, {@link #NONE} if it has none. */
    static long feature(byte[] data, int offset, int length) {
        long[] gear = GEAR;
        int end = offset + length;
        int firstEnd = Math.min(end, offset + WINDOW_BYTES - 1);
        long hash = 0;
        for (int i = offset; i < firstEnd; i++) {
            hash = (hash << 1) + gear[data[i] & 0xff];
        }
        long least = NONE;
        for (int i = firstEnd; i < end; i++) {
            hash = (hash << 1) + gear[data[i] & 0xff];
            if (hash >>> SAMPLED_SHIFT == 0) {
                long mixed = SplitMix.mix(hash);
                least = Long.compareUnsigned(mixed, least) < 0 ? mixed : least;
            }
        }
        return least;
    }

    /** What the sample says; nothing without a chunk. */
    synchronized List<Similarity.OfChunking> result() {
        if (groups.isEmpty()) {
            return List.of();
        }
        double rate = SampleLevels.ALL.rateOf(level);
        RatioEstimator ratio = new RatioEstimator();
        double largest = 0;
        try (Compressor compressor = CompressorSpec.parse(COMPRESSOR).open();
                ZstdDelta delta = new ZstdDelta()) {
            for (Group group : groups.values()) {
                Sums sums = Sums.of(group.held.values(), group.count(), compressor, delta);
                ratio.add(rate, sums.aloneBytes, sums.savedBytes, group.isWhole());
                largest = Math.max(largest, sums.aloneBytes);
            }
        }
        // One more group might be as large as any, and saved whole.
        double guard = (1 - rate) * largest / rate * largest / rate;
        Interval share = ratio.estimate(1, guard).within(0, 1);
        double unseen = unseenShare();
        return List.of(new Similarity.OfChunking(
                chunking,
                COMPRESSOR,
                groups.values().stream().mapToLong(group -> group.held.size()).sum(),
                rate,
                share.value(),
                share.low() * (1 - unseen),
                share.high() * (1 - unseen) + unseen));
    }

    /** The part of the bytes that a single large group outside of the sample may hold. */
    private double unseenShare() {
        double all = 0;
        double most = 0;
        for (int bucket = 0; bucket < bucketBytes.length(); bucket++) {
            all += (double) bucketBytes.get(bucket);
            if (bucket > bucket(maxKey)) {
                most = Math.max(most, (double) bucketBytes.get(bucket));
            }
        }
        return most <= LARGE_GROUP * all ? 0 : most / all;
    }

    /** What a group takes by itself, and what deltas save of that. */
    private record Sums(double aloneBytes, double savedBytes) {

        static Sums of(Collection<byte[]> held, double count, Compressor compressor, ZstdDelta delta) {
            List<byte[]> chunks = new ArrayList<>(held);
            double alone = 0;
            double saved = 0;
            for (byte[] chunk : chunks) {
                // A chunk that does not shrink is stored as it is.
                int bytes = Math.min(chunk.length, compressor.compressedBytes(chunk, 0, chunk.length));
                alone += bytes;
                saved += chunk == chunks.get(0) ? 0 : Math.max(0, bytes - delta.deltaBytes(chunk, chunks.get(0)));
            }
            int size = chunks.size();
            return new Sums(alone * (count / size), size == 1 ? 0 : saved * ((count - 1) / (size - 1)));
        }
    }
}
