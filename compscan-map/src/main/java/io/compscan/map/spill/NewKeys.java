package io.compscan.map.spill;

import io.compscan.map.EntryBatch;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.trie.NewEntries;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The keys of a batch that memory did not hold, and the parts that could hold them: a reusable buffer of one thread.
 *
 * <p>It notes the parts while the shard is locked and searches them afterwards. It tests all keys of a shard against one filter after
 * the other, so that the cache misses overlap.
 */
final class NewKeys implements NewEntries {

    private final ShardParts shards;
    private int[] entries = new int[256];
    private long[] hashes = {};
    private int count;
    private Part[][] groupParts = new Part[16][];
    private int[] groupEnds = new int[16];
    private int groups;

    NewKeys(ShardParts shards) {
        this.shards = shards;
    }

    void clear() {
        Arrays.fill(groupParts, 0, groups, null);
        count = 0;
        groups = 0;
    }

    @Override
    public boolean of(int shard) {
        Part[] parts = shards.of(shard);
        if (parts.length == 0) {
            return false;
        }
        if (groups == groupEnds.length) {
            groupParts = Arrays.copyOf(groupParts, 2 * groups);
            groupEnds = Arrays.copyOf(groupEnds, 2 * groups);
        }
        groupParts[groups] = parts;
        groupEnds[groups] = count;
        groups++;
        return true;
    }

    @Override
    public void add(int entry) {
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, 2 * count);
        }
        entries[count++] = entry;
        groupEnds[groups - 1] = count;
    }

    /**
     * Marks the keys that a part holds as present.
     *
     * @return how many lookups on disk that took
     */
    int markPresent(EntryBatch batch, RecheckPolicy policy) {
        if (hashes.length < count) {
            hashes = new long[entries.length];
        }
        for (int i = 0; i < count; i++) {
            hashes[i] = KeyFilter.hash(batch.keys(), entries[i] * batch.keyBytes(), batch.keyBytes());
        }
        int lookups = 0;
        long begin = System.nanoTime();
        int from = 0;
        for (int group = 0; group < groups; group++) {
            int to = groupEnds[group];
            Part[] parts = groupParts[group];
            // The youngest first: data repeats itself sooner rather than later.
            for (int p = parts.length - 1; p >= 0 && to > from; p--) {
                KeyFilter filter = parts[p].filter();
                if (filter == null && !parts[p].isInMemory() && !policy.isAlways()) {
                    continue;
                }
                int left = from;
                for (int i = from; i < to; i++) {
                    boolean candidate = filter == null || filter.mayHold(hashes[i]);
                    lookups += candidate && !parts[p].isInMemory() ? 1 : 0;
                    if (candidate && isIn(parts[p], batch, entries[i])) {
                        batch.markPresent(entries[i]);
                    } else {
                        entries[left] = entries[i];
                        hashes[left++] = hashes[i];
                    }
                }
                to = left;
            }
            from = groupEnds[group];
        }
        policy.noteLookups(lookups, System.nanoTime() - begin);
        return lookups;
    }

    private static boolean isIn(Part part, EntryBatch batch, int entry) {
        int[] fields = new int[batch.fieldCount()];
        try {
            return part.find(batch.keys(), entry * batch.keyBytes(), fields) >= 0;
        } catch (UncheckedIOException e) {
            // A key that is called new once more costs time alone; the walk at the end meets the damage again and tells
            // of it.
            return false;
        }
    }
}
