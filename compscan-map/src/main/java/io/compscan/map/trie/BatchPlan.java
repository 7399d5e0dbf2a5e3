package io.compscan.map.trie;

import io.compscan.map.EntryBatch;
import java.util.Arrays;

/**
 * A batch sorted by shard, each shard's entries in batch order; one thread reuses it.
 *
 * <p>Entries {@code order[from..to)} form the run of one shard; {@code words} has the first eight bytes of the key of each.
 */
final class BatchPlan {

    private final int shardBits;
    private int[] order = {};
    private long[] words = {};
    private long[] unsorted = {};
    private int[] runShards = {};
    private int[] runStarts = {};
    private int[] deferred = {};
    private int runCount;
    private final int[] starts;

    BatchPlan(int shardBits) {
        this.shardBits = shardBits;
        starts = new int[(1 << shardBits) + 1];
    }

    /** Sorts a batch. */
    void plan(EntryBatch batch) {
        int size = batch.size();
        if (order.length < size) {
            int capacity = Math.max(size, 2 * order.length);
            order = new int[capacity];
            words = new long[capacity];
            unsorted = new long[capacity];
            int runs = Math.min(capacity, 1 << shardBits);
            runShards = new int[runs];
            runStarts = new int[runs + 1];
            deferred = new int[runs];
        }
        byte[] keys = batch.keys();
        int keyBytes = batch.keyBytes();
        for (int i = 0; i < size; i++) {
            unsorted[i] = LeafLayout.word(keys, i * keyBytes);
        }
        if (size >= starts.length >>> 2) {
            sortByCounting(size);
        } else {
            sortByComparing(size);
        }
    }

    private void sortByCounting(int size) {
        Arrays.fill(starts, 0);
        for (int i = 0; i < size; i++) {
            starts[shardOf(unsorted[i]) + 1]++;
        }
        runCount = 0;
        for (int shard = 0; shard < starts.length - 1; shard++) {
            int count = starts[shard + 1];
            if (count > 0) {
                runShards[runCount] = shard;
                runStarts[runCount++] = starts[shard];
            }
            starts[shard + 1] += starts[shard];
        }
        runStarts[runCount] = size;
        for (int i = 0; i < size; i++) {
            int place = starts[shardOf(unsorted[i])]++;
            order[place] = i;
            words[place] = unsorted[i];
        }
    }

    /** Sorts a batch that meets only a few of many shards. */
    private void sortByComparing(int size) {
        long[] shardsAndNumbers = new long[size];
        for (int i = 0; i < size; i++) {
            shardsAndNumbers[i] = ((long) shardOf(unsorted[i]) << 32) | i;
        }
        Arrays.sort(shardsAndNumbers);
        runCount = 0;
        int last = -1;
        for (int place = 0; place < size; place++) {
            int shard = (int) (shardsAndNumbers[place] >>> 32);
            int i = (int) shardsAndNumbers[place];
            if (shard != last) {
                runShards[runCount] = shard;
                runStarts[runCount++] = place;
                last = shard;
            }
            order[place] = i;
            words[place] = unsorted[i];
        }
        runStarts[runCount] = size;
    }

    private int shardOf(long word) {
        // Java takes a shift by 64 for a shift by 0, hence two shifts.
        return (int) (word >>> 1 >>> (Long.SIZE - 1 - shardBits));
    }

    int runCount() {
        return runCount;
    }

    int shard(int run) {
        return runShards[run];
    }

    int start(int run) {
        return runStarts[run];
    }

    int end(int run) {
        return runStarts[run + 1];
    }

    /** Remembers a run for later. */
    void defer(int number, int run) {
        deferred[number] = run;
    }

    int deferred(int number) {
        return deferred[number];
    }

    /** The batch entry at a place of the plan. */
    int entry(int place) {
        return order[place];
    }

    /** The first eight bytes of its key. */
    long word(int place) {
        return words[place];
    }

    /** The first eight bytes of all keys, by place. */
    long[] words() {
        return words;
    }
}
