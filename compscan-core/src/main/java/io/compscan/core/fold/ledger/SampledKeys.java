package io.compscan.core.fold.ledger;

import java.util.Arrays;

/**
 * The keys of a sample's chunks, each once and in the order of signed numbers, with their places.
 *
 * <p>Keys are parts of fingerprints, so evenly spread. Their leading bits nearly give the place, and a search looks at no more than a
 * few. Sorting tens of thousands of them and searching by halves takes milliseconds in which all other threads of a scan wait.
 *
 * <pre>
 *   firsts  | place of the first key of bucket 0 | of bucket 1 | ... | how many keys there are |
 * </pre>
 */
final class SampledKeys {

    private final int shift;
    private final int bucketShift;
    private final int[] firsts;
    private final long[] keys;

    /**
     * The distinct keys among these.
     *
     * @param all in any order
     * @param shift the least number of zero bits that all of them begin with
     */
    SampledKeys(long[] all, int shift) {
        this.shift = shift;
        int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(all.length));
        bucketShift = Long.SIZE - bits;
        int buckets = 1 << bits;
        int[] ends = new int[buckets + 1];
        for (long key : all) {
            ends[bucketOf(key) + 1]++;
        }
        for (int i = 0; i < buckets; i++) {
            ends[i + 1] += ends[i];
        }
        int[] starts = ends.clone();
        long[] sorted = new long[all.length];
        for (long key : all) {
            sorted[starts[bucketOf(key)]++] = key;
        }
        firsts = new int[buckets + 1];
        int count = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            firsts[bucket] = count;
            Arrays.sort(sorted, ends[bucket], ends[bucket + 1]);
            for (int i = ends[bucket]; i < ends[bucket + 1]; i++) {
                if (count == firsts[bucket] || sorted[i] != sorted[count - 1]) {
                    sorted[count++] = sorted[i];
                }
            }
        }
        firsts[buckets] = count;
        keys = Arrays.copyOf(sorted, count);
    }

    int size() {
        return keys.length;
    }

    long get(int place) {
        return keys[place];
    }

    /** The place of the key, negative if it has none. */
    int placeOf(long key) {
        int bucket = bucketOf(key);
        return Arrays.binarySearch(keys, firsts[bucket], firsts[bucket + 1], key);
    }

    private int bucketOf(long key) {
        long spread = shift == 0 ? key ^ Long.MIN_VALUE : key << shift;
        return (int) (spread >>> bucketShift);
    }
}
