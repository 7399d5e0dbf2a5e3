package io.compscan.core.extent;

import io.compscan.core.estimate.ExtentEstimator;
import io.compscan.core.estimate.ExtentSums;
import io.compscan.core.estimate.Interval;
import io.compscan.core.index.SampleLevels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which of the sampled extents contain which chunks, for one scheme.
 *
 * <p>When there are too many pairs of an extent and a chunk, the table keeps the chunks of a higher level of {@link SampleLevels}. Their
 * bytes then count that much more. Likewise the threads compress the chunks of a higher level when there are too many. Bytes that are
 * distinct within an extent are always exact. Several threads may add extents; each call holds the lock.
 *
 * <pre>
 *   slots      place of an entry + 1, by the key; 0 is free
 *   entries    key | length | stored sizes | extents         one array each
 *   extents    number | distinct bytes | zero bytes | places of its entries
 * </pre>
 */
final class IncidenceTable {

    private static final int FIRST_ENTRIES = 1 << 12;
    private static final SampleLevels LEVELS = SampleLevels.ALL;

    private final int compressorCount;
    private final int mostPairs;
    private final int mostSized;
    private final List<ReadExtent> extents = new ArrayList<>();
    private int level;
    /** Of the chunks that are compressed; never below {@link #level}. */
    private int sizedLevel;

    private int sizedCount;
    private int[] slots = new int[4 * FIRST_ENTRIES];
    private long[] keys = new long[FIRST_ENTRIES];
    private int[] lengths = new int[FIRST_ENTRIES];
    private int[] extentCounts = new int[FIRST_ENTRIES];
    private int[] stored;
    private int entryCount;
    private long pairCount;
    private long unreadCount;

    /** An extent that was read. */
    private static final class ReadExtent {
        private final long number;
        private final long readBytes;
        private final long distinctBytes;
        private final long zeroBytes;
        private int[] places;

        ReadExtent(long number, ExtentChunks chunks, int[] places) {
            this.number = number;
            readBytes = chunks.readBytes();
            distinctBytes = chunks.distinctBytes();
            zeroBytes = chunks.zeroBytes();
            this.places = places;
        }
    }

    /**
     * An empty table.
     *
     * @param mostPairs of an extent and a chunk
     * @param mostSized chunks that are compressed
     */
    IncidenceTable(int compressorCount, int mostPairs, int mostSized) {
        this.compressorCount = compressorCount;
        this.mostPairs = mostPairs;
        this.mostSized = mostSized;
        stored = new int[FIRST_ENTRIES * compressorCount];
    }

    /** Adds an extent; the stored sizes of the chunks that have none yet are asked of {@code chunks}. */
    synchronized void add(long number, ExtentChunks chunks) {
        int[] places = new int[chunks.distinctCount()];
        int count = 0;
        long maxKey = LEVELS.maxKey(level);
        for (int i = 0; i < chunks.distinctCount(); i++) {
            long key = chunks.key(i);
            if (Long.compareUnsigned(key, maxKey) <= 0) {
                int place = place(key, chunks.length(i));
                extentCounts[place]++;
                places[count++] = place;
            }
        }
        extents.add(new ReadExtent(number, chunks, Arrays.copyOf(places, count)));
        pairCount += count;
        while (pairCount > mostPairs && level + 1 < LEVELS.count()) {
            rise();
        }
        while (sizedCount > mostSized && sizedLevel + 1 < LEVELS.count()) {
            sizedLevel++;
            countSized();
        }
    }

    private void countSized() {
        long maxKey = LEVELS.maxKey(sizedLevel);
        sizedCount = 0;
        for (int place = 0; place < entryCount; place++) {
            sizedCount += Long.compareUnsigned(keys[place], maxKey) <= 0 ? 1 : 0;
        }
    }

    /** Notes that an extent could not be read. */
    synchronized void addUnread() {
        unreadCount++;
    }

    /** How many extents could not be read. */
    synchronized long unreadCount() {
        return unreadCount;
    }

    /** The chunks of an extent, by their numbers in it, that nobody has sized yet and that are to be. */
    synchronized int[] unsized(ExtentChunks chunks) {
        int[] numbers = new int[chunks.distinctCount()];
        int count = 0;
        long maxKey = LEVELS.maxKey(sizedLevel);
        for (int i = 0; compressorCount > 0 && i < chunks.distinctCount(); i++) {
            long key = chunks.key(i);
            if (Long.compareUnsigned(key, maxKey) <= 0) {
                int place = slots[slot(key)] - 1;
                if (place < 0 || stored[place * compressorCount] == 0) {
                    numbers[count++] = i;
                }
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    /** Notes the stored sizes of a chunk, if the table keeps it. */
    synchronized void note(long key, int[] sizes) {
        int place = slots[slot(key)] - 1;
        if (place >= 0) {
            System.arraycopy(sizes, 0, stored, place * compressorCount, compressorCount);
        }
    }

    private int place(long key, int length) {
        int slot = slot(key);
        if (slots[slot] == 0) {
            if (entryCount == keys.length) {
                grow();
                slot = slot(key);
            }
            keys[entryCount] = key;
            lengths[entryCount] = length;
            slots[slot] = ++entryCount;
            sizedCount += Long.compareUnsigned(key, LEVELS.maxKey(sizedLevel)) <= 0 ? 1 : 0;
        }
        return slots[slot] - 1;
    }

    private int slot(long key) {
        int mask = slots.length - 1;
        int slot = (int) ((key * 0x9e3779b97f4a7c15L) >>> 33) & mask;
        while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int size = 2 * keys.length;
        keys = Arrays.copyOf(keys, size);
        lengths = Arrays.copyOf(lengths, size);
        extentCounts = Arrays.copyOf(extentCounts, size);
        stored = Arrays.copyOf(stored, size * compressorCount);
        rehash(4 * size);
    }

    private void rehash(int slotCount) {
        slots = new int[slotCount];
        for (int place = 0; place < entryCount; place++) {
            slots[slot(keys[place])] = place + 1;
        }
    }

    /** Drops the chunks that the next level does not hold. */
    private void rise() {
        long maxKey = LEVELS.maxKey(++level);
        int[] moved = new int[entryCount];
        int kept = 0;
        for (int place = 0; place < entryCount; place++) {
            moved[place] = -1;
            if (Long.compareUnsigned(keys[place], maxKey) <= 0) {
                keys[kept] = keys[place];
                lengths[kept] = lengths[place];
                extentCounts[kept] = extentCounts[place];
                System.arraycopy(stored, place * compressorCount, stored, kept * compressorCount, compressorCount);
                moved[place] = kept++;
            }
        }
        Arrays.fill(extentCounts, kept, entryCount, 0);
        Arrays.fill(stored, kept * compressorCount, entryCount * compressorCount, 0);
        entryCount = kept;
        rehash(slots.length);
        sizedLevel = Math.max(sizedLevel, level);
        countSized();
        pairCount = 0;
        for (ReadExtent extent : extents) {
            extent.places = Arrays.stream(extent.places)
                    .map(place -> moved[place])
                    .filter(place -> place >= 0)
                    .toArray();
            pairCount += extent.places.length;
        }
    }

    /** How many extents there are. */
    synchronized int sampledCount() {
        return extents.size();
    }

    /** The bytes that were read of them. */
    synchronized long readBytes() {
        return extents.stream().mapToLong(extent -> extent.readBytes).sum();
    }

    synchronized long zeroBytes() {
        return extents.stream().mapToLong(extent -> extent.zeroBytes).sum();
    }

    /** In how many of the extents a kept chunk was met, on average. */
    synchronized double meanExtents() {
        return entryCount == 0 ? 0 : (double) pairCount / entryCount;
    }

    /** How many extents hold anything but zeros. */
    synchronized long filledCount() {
        return extents.stream().filter(extent -> extent.distinctBytes > 0).count();
    }

    /** The zero bytes of all extents, from the share of those that were read. */
    synchronized Interval zeros(long extentCount, double mostBytes) {
        double n = extents.size();
        if (n == 0) {
            return new Interval(0, 0, mostBytes);
        }
        double mean = zeroBytes() / n;
        double squares = 0;
        for (ReadExtent extent : extents) {
            squares += (extent.zeroBytes - mean) * (extent.zeroBytes - mean);
        }
        double variance =
                n < 2 ? 0 : extentCount * (double) extentCount * (1 - n / extentCount) / n * squares / (n - 1);
        return Interval.normal(extentCount * mean, variance).within((double) zeroBytes(), mostBytes);
    }

    /**
     * The bytes of all distinct chunks.
     *
     * @param compressor whose stored sizes count, -1 for lengths
     * @param unreadBytes of the extents that were not read
     */
    synchronized Interval estimate(
            ExtentEstimator estimator, int compressor, long extentCount, long extentBytes, long unreadBytes) {
        double rate = LEVELS.rateOf(level);
        ChunkBytes bytes = bytes(compressor);
        if (extents.size() == extentCount) {
            return bytes.whole(rate).within(bytes.least(), (double) distinctBytes());
        }
        double seenMost = isExact(compressor) ? bytes.least() : (double) distinctBytes();
        if (extents.size() < 2) {
            return new Interval(bytes.least(), bytes.least(), seenMost + unreadBytes);
        }
        ExtentSums sums = new ExtentSums(
                extentCount, Arrays.stream(extentCounts, 0, entryCount).max().orElse(0));
        for (int place = 0; place < entryCount; place++) {
            sums.addChunk(extentCounts[place], bytes.of(place) / rate);
            sums.addVariance(extentCounts[place], bytes.variance(place, rate));
        }
        extents.sort(Comparator.comparingLong(extent -> extent.number));
        for (ReadExtent extent : extents) {
            double distinct = 0;
            for (int place : extent.places) {
                sums.addToExtent(extentCounts[place], bytes.of(place) / rate);
                distinct += bytes.of(place);
            }
            sums.endExtent(compressor < 0 ? (double) extent.distinctBytes : distinct / rate);
        }
        return estimator.estimate(sums, (double) extentBytes, bytes.least(), seenMost + unreadBytes);
    }

    /** Whether all chunks of the extents are kept and, for a compressor, compressed. */
    synchronized boolean isExact(int compressor) {
        return (compressor < 0 ? level : sizedLevel) == 0;
    }

    private ChunkBytes bytes(int compressor) {
        if (compressor < 0) {
            return ChunkBytes.known(lengths, 0, 1, entryCount);
        }
        if (sizedLevel == level) {
            return ChunkBytes.known(stored, compressor, compressorCount, entryCount);
        }
        long maxKey = LEVELS.maxKey(sizedLevel);
        int[] sizes = new int[entryCount];
        for (int place = 0; place < entryCount; place++) {
            sizes[place] =
                    Long.compareUnsigned(keys[place], maxKey) <= 0 ? stored[place * compressorCount + compressor] : 0;
        }
        return ChunkBytes.sampled(
                Arrays.copyOf(lengths, entryCount), sizes, LEVELS.rateOf(sizedLevel) / LEVELS.rateOf(level));
    }

    private long distinctBytes() {
        return extents.stream().mapToLong(extent -> extent.distinctBytes).sum();
    }
}
