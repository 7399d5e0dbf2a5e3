package io.compscan.core.index.sketch;

import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.SampleLevels;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A sample of the distinct chunks in bounded memory: it keeps the chunks with the smallest keys and counts them exactly.
 *
 * <p>Let {@code k} be the number of entries asked for. The sketch keeps all chunks of the first level of {@link SampleLevels} that holds at
 * most {@code k} distinct chunks. Whether a chunk is kept depends on its fingerprint and on the level. The level depends on the distinct
 * chunks of the data. An entry leaves only when the level rises, and then it never comes back. So the references of every kept chunk are
 * counted from the first one. Hence the same data gives the same sketch, to the byte, for any threads, any order and any tree of merges.
 * See Gibbons and Tirthapura, SPAA 2001, and Ting, Adaptive Threshold Sampling, 2018. While the data has at most {@code k} distinct chunks, the
 * sketch knows all of them.
 *
 * <p>Stored sizes are kept for a sub-sample: the chunks of the first level that holds at most {@value #MOST_SIZED} of them.
 *
 * <p>A reference to a chunk that is not kept costs one comparison. Levels rise some hundred times in the life of a sketch.
 */
final class Sketch {

    /** The most entries: 2 GiB with one compressor. */
    static final int MOST_ENTRIES = 1 << 26;

    static final int MOST_SIZED = 1 << 17;
    private static final int ENTRIES_PER_SHARD = 1 << 12;
    private static final int MOST_SHARDS = 64;
    private static final SampleLevels LEVELS = SampleLevels.ALL;

    private final int fingerprintBytes;
    private final int fullChunkBytes;
    private final int compressorCount;
    private final int mostEntries;
    private final int mostSized;
    private final SketchShard[] shards;

    /** How many kept chunks have come to each level and not to the next; of levels before the current one it tells nothing. */
    private final AtomicIntegerArray chunksOfLevel = new AtomicIntegerArray(LEVELS.count());

    private final AtomicInteger keptSinceRise = new AtomicInteger();
    private final AtomicInteger sizedSinceRise = new AtomicInteger();
    private volatile int level;
    private volatile long maxKey = LEVELS.maxKey(0);
    private volatile int sizedLevel;
    private volatile long maxSizedKey = LEVELS.maxKey(0);

    /** An empty sketch of at most {@code entries} chunks. */
    Sketch(IndexSettings settings, int entries) {
        this(settings.fingerprintBytes(), settings.fullChunkBytes(), settings.compressorCount(), entries);
    }

    Sketch(int fingerprintBytes, int fullChunkBytes, int compressorCount, int entries) {
        if (entries < 1 || entries > MOST_ENTRIES) {
            throw new IllegalArgumentException("a sketch of " + entries + " entries");
        }
        this.fingerprintBytes = fingerprintBytes;
        this.fullChunkBytes = fullChunkBytes;
        this.compressorCount = compressorCount;
        mostEntries = entries;
        mostSized = Math.min(entries, MOST_SIZED);
        shards = new SketchShard[shardCount(entries)];
        int slots = Math.toIntExact((4L * entries / shards.length + 2) / 3 + 1);
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new SketchShard(compressorCount, slots);
        }
    }

    private static int shardCount(int entries) {
        return Math.min(MOST_SHARDS, Integer.highestOneBit(Math.max(1, entries / ENTRIES_PER_SHARD)));
    }

    int fingerprintBytes() {
        return fingerprintBytes;
    }

    int fullChunkBytes() {
        return fullChunkBytes;
    }

    int compressorCount() {
        return compressorCount;
    }

    /**
     * Adds references to a chunk.
     *
     * @param stored the stored sizes, 0 where they are not known
     * @return whether the sketch keeps the chunk, has not seen it before and wants its sizes
     */
    boolean add(long key, long references, int lengthBytes, int[] stored) {
        if (Long.compareUnsigned(key, maxKey) > 0) {
            return false;
        }
        SketchShard shard = shardOf(key);
        synchronized (shard) {
            // The level may have risen, and the shard may have been cleared, since the look at it above.
            if (Long.compareUnsigned(key, maxKey) > 0) {
                return false;
            }
            int slot = shard.find(key);
            if (slot >= 0) {
                shard.addReferences(slot, references);
                for (int c = 0; c < stored.length; c++) {
                    shard.noteStored(slot, c, stored[c]);
                }
                return false;
            }
            shard.insert(key, references, lengthBytes, stored);
        }
        count(LEVELS.levelOf(key));
        return Long.compareUnsigned(key, maxSizedKey) <= 0;
    }

    /** Notes the stored sizes of a chunk that was added before; without effect if the sketch does not keep it. */
    void note(long key, int[] stored) {
        if (!wantsSize(key)) {
            return;
        }
        SketchShard shard = shardOf(key);
        synchronized (shard) {
            int slot = shard.find(key);
            for (int c = 0; slot >= 0 && c < stored.length; c++) {
                shard.noteStored(slot, c, stored[c]);
            }
        }
    }

    /** The level whose chunks it keeps, at this moment. */
    int level() {
        return level;
    }

    /** Whether the chunk with this key is in the sub-sample whose stored sizes are kept. */
    boolean wantsSize(long key) {
        return Long.compareUnsigned(key, maxSizedKey) <= 0;
    }

    private SketchShard shardOf(long key) {
        return shards[(int) key & (shards.length - 1)];
    }

    /** Chunks of a level are counted from the first one, so a count that is too large stays so: the data has at least these. */
    private void count(int levelOfChunk) {
        chunksOfLevel.incrementAndGet(levelOfChunk);
        if (keptSinceRise.incrementAndGet() > mostEntries) {
            rise();
        }
        if (levelOfChunk >= sizedLevel && sizedSinceRise.incrementAndGet() > mostSized) {
            riseSized();
        }
    }

    private synchronized void rise() {
        riseTo(levelOfAtMost(mostEntries, level));
    }

    private void riseTo(int next) {
        if (next > level) {
            level = next;
            maxKey = LEVELS.maxKey(next);
            for (SketchShard shard : shards) {
                synchronized (shard) {
                    shard.keepUpTo(maxKey);
                }
            }
        }
        keptSinceRise.set(chunksFrom(level));
    }

    private synchronized void riseSized() {
        riseSizedTo(levelOfAtMost(mostSized, sizedLevel));
    }

    private void riseSizedTo(int next) {
        sizedLevel = next;
        maxSizedKey = LEVELS.maxKey(sizedLevel);
        sizedSinceRise.set(chunksFrom(sizedLevel));
    }

    /** The first level from {@code from} on that is known to hold no more than {@code most} chunks, by the counts of this moment. */
    private int levelOfAtMost(int most, int from) {
        int first = from;
        int chunks = chunksFrom(from);
        while (chunks > most && first + 1 < LEVELS.count()) {
            chunks -= chunksOfLevel.get(first++);
        }
        return first;
    }

    private int chunksFrom(int first) {
        int chunks = 0;
        for (int i = first; i < LEVELS.count(); i++) {
            chunks += chunksOfLevel.get(i);
        }
        return chunks;
    }

    /** Brings both levels to what the counts say; no thread may write meanwhile. */
    private synchronized void settle() {
        rise();
        riseSized();
    }

    /** Leaves out what another sketch has left out already, because that cannot be counted any more; no thread may write meanwhile. */
    synchronized void riseTo(KeptSample other) {
        riseTo(other.level());
        riseSizedTo(Math.max(sizedLevel, other.sizedLevel()));
    }

    /**
     * Adds all that another sketch of the same settings has counted; neither may be written to meanwhile. The outcome is the sketch of
     * the data of both.
     */
    void addAll(Sketch other) {
        if (other.compressorCount != compressorCount || other.mostEntries < mostEntries) {
            throw new IllegalArgumentException("sketches of different settings");
        }
        riseTo(other.kept());
        int[] stored = new int[compressorCount];
        for (SketchShard shard : other.shards) {
            shard.forEach(slot -> {
                for (int c = 0; c < compressorCount; c++) {
                    stored[c] = shard.stored(slot, c);
                }
                add(shard.key(slot), shard.references(slot), shard.length(slot), stored);
            });
        }
        settle();
    }

    /** Which chunks it keeps; no thread may write meanwhile. */
    KeptSample kept() {
        settle();
        return new KeptSample(mostEntries, level, sizedLevel);
    }

    /** Shows the kept chunks in the order of an index; no thread may write meanwhile. */
    void forEach(DistinctChunkVisitor visitor) {
        settle();
        SketchEntries entries = new SketchEntries(fullChunkBytes, chunksFrom(level));
        for (SketchShard shard : shards) {
            entries.addAll(shard);
        }
        entries.sort();
        entries.forEach(this::shardOf, fingerprintBytes, compressorCount, maxSizedKey, visitor);
    }

    /** Distinct chunks of the data, an estimate once chunks were left out. */
    long distinctChunkCount() {
        return Math.round(chunksFrom(level) / LEVELS.rateOf(level));
    }

    long memoryBytes() {
        long bytes = 0;
        for (SketchShard shard : shards) {
            synchronized (shard) {
                bytes += shard.memoryBytes();
            }
        }
        return bytes;
    }
}
