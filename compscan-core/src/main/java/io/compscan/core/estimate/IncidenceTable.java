package io.compscan.core.estimate;

import io.compscan.core.estimate.ReadExtents.ReadExtent;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.statistics.ExtentEstimator;
import io.compscan.core.statistics.ExtentSums;
import io.compscan.core.statistics.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which of the sampled extents contain which chunks, for one scheme.
 *
 * <p>When there are too many pairs of an extent and a chunk, the table keeps the chunks of a higher level of {@link SampleLevels}. Their
 * bytes then count that much more. Likewise the threads compress the chunks of a higher level when there are too many. Bytes that are
 * distinct within an extent are always exact. Several threads may add extents at once. No thread adds while another
 * estimates, saves or restores.
 */
final class IncidenceTable {

    private static final SampleLevels LEVELS = SampleLevels.ALL;

    private final int mostPairs;
    private final int mostSized;
    private final long seed;
    private final KeptChunks kept;
    private final ReadExtents extents = new ReadExtents();

    private int level;
    /** Of the chunks that are compressed; never below {@link #level}. */
    private int sizedLevel;

    private int sizedCount;
    private long pairCount;
    /** The numbers of the extents of which nothing could be read. */
    private final SortedSet<Long> unread = new TreeSet<>();
    /** The bytes that could not be read of those extents of which something could. */
    private final SortedMap<Long, Long> lost = new TreeMap<>();
    /** Whether extents and chunks are in an order that follows from the data alone. */
    private boolean isArranged;

    /**
     * An empty table.
     *
     * @param mostPairs of an extent and a chunk
     * @param mostSized chunks that are compressed
     */
    IncidenceTable(int compressorCount, int mostPairs, int mostSized) {
        this(compressorCount, mostPairs, mostSized, 0);
    }

    /** @param seed of the samples of extents */
    IncidenceTable(int compressorCount, int mostPairs, int mostSized, long seed) {
        this.seed = seed;
        this.mostPairs = mostPairs;
        this.mostSized = mostSized;
        kept = new KeptChunks(compressorCount);
    }

    /**
     * Adds an extent; the stored sizes of the chunks that have none yet are asked of {@code chunks}.
     *
     * @param lostBytes of it that could not be read
     */
    synchronized void add(long number, ExtentChunks chunks, long lostBytes) {
        if (lostBytes > 0) {
            lost.put(number, lostBytes);
        }
        int[] places = new int[chunks.distinctCount()];
        int[] repeats = new int[places.length];
        boolean isRepeated = false;
        int count = 0;
        for (int i = 0; i < chunks.distinctCount(); i++) {
            long key = chunks.key(i);
            if (isOf(level, key)) {
                int place = kept.find(key);
                places[count] = place < 0 ? keep(key, chunks.length(i)) : place;
                repeats[count] = chunks.repeats(i);
                isRepeated |= repeats[count] > 1;
                kept.addExtent(places[count++]);
            }
        }
        append(new ReadExtent(
                number,
                chunks.readBytes(),
                chunks.distinctBytes(),
                chunks.zeroBytes(),
                Arrays.copyOf(places, count),
                isRepeated ? Arrays.copyOf(repeats, count) : null));
    }

    private static boolean isOf(int level, long key) {
        return Long.compareUnsigned(key, LEVELS.maxKey(level)) <= 0;
    }

    private int keep(long key, int length) {
        sizedCount += isOf(sizedLevel, key) ? 1 : 0;
        return kept.add(key, length);
    }

    private void append(ReadExtent extent) {
        extents.add(extent);
        isArranged = false;
        pairCount += extent.places.length;
        while (pairCount > mostPairs && level + 1 < LEVELS.count()) {
            rise();
        }
        while (sizedCount > mostSized && sizedLevel + 1 < LEVELS.count()) {
            sizedCount = kept.countTo(LEVELS.maxKey(++sizedLevel));
        }
    }

    /** Notes that nothing of an extent could be read. */
    synchronized void addUnread(long number) {
        unread.add(number);
    }

    /** Of how many extents nothing could be read. */
    synchronized long unreadCount() {
        return unread.size();
    }

    /** How many of the extents that were read lack bytes. */
    synchronized long damagedCount() {
        return lost.size();
    }

    /** The bytes that could not be read of these. */
    synchronized long lostBytes() {
        return lost.values().stream().mapToLong(bytes -> bytes).sum();
    }

    /** The chunks of an extent, by their numbers in it, that must be sized and are not yet. */
    synchronized int[] unsized(ExtentChunks chunks) {
        int[] numbers = new int[chunks.distinctCount()];
        int count = 0;
        for (int i = 0; kept.compressorCount() > 0 && i < chunks.distinctCount(); i++) {
            long key = chunks.key(i);
            if (isOf(sizedLevel, key)) {
                int place = kept.find(key);
                if (place < 0 || !kept.isSized(place)) {
                    numbers[count++] = i;
                }
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    /**
     * Notes the stored sizes of those chunks that the table keeps.
     *
     * @param numbers of the chunks in their extent
     */
    synchronized void note(ExtentChunks chunks, int[] numbers, int[][] sizes) {
        for (int k = 0; k < numbers.length; k++) {
            int place = kept.find(chunks.key(numbers[k]));
            if (place >= 0) {
                kept.size(place, sizes[k]);
            }
        }
    }

    /** The chunks. This method and the next ones, up to {@link #endRestoring}, save or restore the table while nobody adds to it. */
    KeptChunks kept() {
        return kept;
    }

    ReadExtents extents() {
        return extents;
    }

    SortedSet<Long> unread() {
        return unread;
    }

    SortedMap<Long, Long> lost() {
        return lost;
    }

    /** The extents that the sample of this share does not hold. */
    List<Long> numbersBeyond(double share) {
        List<Long> numbers = new ArrayList<>();
        for (ReadExtent extent : extents) {
            if (!isHeld(share, extent.number)) {
                numbers.add(extent.number);
            }
        }
        return numbers;
    }

    /** Whether the sample of this share holds an extent. */
    boolean isHeld(double share, long number) {
        return ExtentFrame.holds(seed, share, number);
    }

    PartState.Levels levels() {
        return new PartState.Levels(level, sizedLevel);
    }

    /** Brings an empty table to the levels of one that was saved. */
    void riseTo(int keptLevel, int newSizedLevel) {
        if (keptLevel < 0 || newSizedLevel < keptLevel || newSizedLevel >= LEVELS.count()) {
            throw new IllegalArgumentException("there are no levels " + keptLevel + " and " + newSizedLevel);
        }
        level = keptLevel;
        sizedLevel = newSizedLevel;
    }

    /** Adds a chunk that was saved, in no extent yet. */
    void restore(long key, int length, int[] sizes) {
        if (!isOf(level, key)) {
            throw new IllegalArgumentException("it keeps a chunk that its level does not hold");
        }
        kept.size(keep(key, length), sizes);
    }

    /** Adds an extent that was saved and lacks so many bytes; its chunks are there. */
    void restore(ReadExtent extent, long lostBytes) {
        if (lostBytes > 0) {
            lost.put(extent.number, lostBytes);
        }
        for (int place : extent.places) {
            kept.addExtent(place);
        }
        append(extent);
    }

    /** @param isWhole whether all that was saved has been restored; else chunks that are in no extent are dropped */
    void endRestoring(boolean isWhole) {
        arrange();
        if (!isWhole) {
            sizedCount = kept.countTo(LEVELS.maxKey(sizedLevel));
        }
    }

    /** Drops the chunks that the next level does not hold. */
    private void rise() {
        level++;
        int[] moved = new int[kept.count()];
        int count = 0;
        for (int place = 0; place < moved.length; place++) {
            moved[place] = isOf(level, kept.key(place)) ? count++ : -1;
        }
        pairCount = 0;
        for (ReadExtent extent : extents) {
            drop(extent, moved);
            pairCount += extent.places.length;
        }
        kept.move(moved, count);
        sizedLevel = Math.max(sizedLevel, level);
        sizedCount = kept.countTo(LEVELS.maxKey(sizedLevel));
    }

    /** Drops those chunks of an extent that have no place any more. */
    private static void drop(ReadExtent extent, int[] moved) {
        int[] places = new int[extent.places.length];
        int[] repeats = new int[places.length];
        int count = 0;
        for (int i = 0; i < places.length; i++) {
            if (moved[extent.places[i]] >= 0) {
                places[count] = moved[extent.places[i]];
                repeats[count++] = extent.repeats(i);
            }
        }
        extent.places = Arrays.copyOf(places, count);
        extent.repeats = extent.repeats == null ? null : Arrays.copyOf(repeats, count);
    }

    /**
     * Sorts the extents by number and the chunks by the first extent that contains them. Sums of fractions depend on the order of their
     * terms. In this order they are the same for any threads, and for a scan that was interrupted.
     */
    private synchronized void arrange() {
        if (isArranged) {
            return;
        }
        extents.sort();
        int[] moved = new int[kept.count()];
        Arrays.fill(moved, -1);
        int count = 0;
        for (ReadExtent extent : extents) {
            for (int i = 0; i < extent.places.length; i++) {
                int place = extent.places[i];
                if (moved[place] < 0) {
                    moved[place] = count++;
                }
                extent.places[i] = moved[place];
            }
        }
        kept.move(moved, count);
        isArranged = true;
    }

    /** How many extents there are. */
    synchronized int sampledCount() {
        return extents.count();
    }

    /** The bytes that were read of them. */
    synchronized long readBytes() {
        return extents.readBytes();
    }

    synchronized long zeroBytes() {
        return extents.zeroBytes();
    }

    /** In how many of the extents a kept chunk was met, on average. */
    synchronized double meanExtents() {
        return kept.count() == 0 ? 0 : (double) pairCount / kept.count();
    }

    /** How many extents hold anything but zeros. */
    synchronized long filledCount() {
        return extents.filledCount();
    }

    /** The zero bytes of all extents, from the share of those that were read. */
    synchronized Interval zeros(long extentCount, double extentBytes, double mostBytes) {
        return extents.zeros(extentCount, extentBytes, mostBytes);
    }

    /**
     * The bytes of all distinct chunks. Several threads may ask at once, while nobody adds.
     *
     * @param compressor whose stored sizes count, -1 for lengths
     * @param unreadBytes of the extents that were not read
     */
    Interval estimate(ExtentEstimator estimator, int compressor, long extentCount, long extentBytes, long unreadBytes) {
        arrange();
        double rate = LEVELS.rateOf(level);
        ChunkBytes bytes = bytes(compressor);
        if (extents.count() == extentCount) {
            return bytes.whole(rate).within(bytes.least(), (double) extents.distinctBytes());
        }
        double seenMost = isExact(compressor) ? bytes.least() : (double) extents.distinctBytes();
        if (extents.count() < 2) {
            return new Interval(bytes.least(), bytes.least(), seenMost + unreadBytes);
        }
        return estimator.estimate(
                sums(bytes, rate, extentCount, compressor < 0),
                (double) extentBytes,
                bytes.least(),
                seenMost + unreadBytes);
    }

    private ExtentSums sums(ChunkBytes bytes, double rate, long extentCount, boolean areLengths) {
        ExtentSums sums = new ExtentSums(extentCount, kept.mostExtents());
        addChunks(sums, bytes, rate);
        addExtents(sums, bytes, rate, areLengths);
        return sums;
    }

    /** What a target system takes for a chunk. */
    interface Charge {

        /** The bytes of its one copy. */
        int onceBytes(long key, int length, int stored);

        /** The bytes of each reference to it, beside that copy. */
        int eachBytes(long key, int length, int stored);
    }

    /**
     * What a target system takes for the chunks of all extents.
     *
     * @param compressor whose stored sizes count, -1 for lengths
     * @param unreadBytes of the extents that were not read
     */
    Interval charge(
            ExtentEstimator estimator,
            Charge charge,
            int compressor,
            long extentCount,
            long extentBytes,
            long unreadBytes) {
        arrange();
        Charged once = charged(charge::onceBytes, compressor);
        Charged each = charged(charge::eachBytes, compressor);
        Interval copies = distinct(estimator, once.bytes, once.overhead, extentCount, extentBytes, unreadBytes);
        Interval references = references(estimator, each.bytes, each.overhead * extentBytes, extentCount, unreadBytes);
        return new Interval(
                copies.value() + references.value(),
                copies.low() + references.low(),
                copies.high() + references.high());
    }

    /** How many distinct chunks there are in all extents. */
    Interval chunkCount(ExtentEstimator estimator, long extentCount, long extentBytes, long unreadBytes) {
        arrange();
        return distinct(
                estimator,
                ChunkBytes.known(ones(), 0, 1, kept.count()),
                chunksPerByte(),
                extentCount,
                extentBytes,
                unreadBytes);
    }

    /** How many references to chunks, zero chunks left out. */
    Interval referenceCount(ExtentEstimator estimator, long extentCount, long extentBytes, long unreadBytes) {
        arrange();
        return references(
                estimator,
                ChunkBytes.known(ones(), 0, 1, kept.count()),
                chunksPerByte() * extentBytes,
                extentCount,
                unreadBytes);
    }

    private int[] ones() {
        int[] ones = new int[kept.count()];
        Arrays.fill(ones, 1);
        return ones;
    }

    private double chunksPerByte() {
        long bytes = kept.lengthBytes();
        return bytes == 0 ? 0 : (double) kept.count() / bytes;
    }

    /**
     * An amount of distinct chunks.
     *
     * @param most the amount of a byte at most, as the chunks have it on average
     */
    private Interval distinct(
            ExtentEstimator estimator,
            ChunkBytes bytes,
            double most,
            long extentCount,
            long extentBytes,
            long unreadBytes) {
        double rate = LEVELS.rateOf(level);
        double seenMost = Math.max(bytes.least(), most * extents.distinctBytes());
        if (extents.count() == extentCount) {
            return bytes.whole(rate).within(bytes.least(), Double.MAX_VALUE);
        }
        if (extents.count() < 2 || bytes.least() == 0) {
            return bytes.least() == 0 && most == 0
                    ? Interval.exact(0)
                    : new Interval(bytes.least(), bytes.least(), seenMost + most * unreadBytes);
        }
        return estimator.estimate(
                sums(bytes, rate, extentCount, false),
                most * extentBytes,
                bytes.least(),
                seenMost + most * unreadBytes);
    }

    /**
     * An amount of all references to chunks.
     *
     * @param mostOfExtent the amount that an extent has at most
     */
    private Interval references(
            ExtentEstimator estimator, ChunkBytes bytes, double mostOfExtent, long extentCount, long unreadBytes) {
        if (mostOfExtent == 0 || (extents.count() < 2 && extents.count() < extentCount)) {
            return Interval.exact(0);
        }
        double rate = LEVELS.rateOf(level);
        double[] references = new double[kept.count()];
        for (ReadExtent extent : extents) {
            for (int i = 0; i < extent.places.length; i++) {
                references[extent.places[i]] += extent.repeats(i);
            }
        }
        double variance = 0;
        double least = 0;
        for (int place = 0; place < references.length; place++) {
            variance += references[place] * references[place] * bytes.variance(place, rate);
            least += references[place] * bytes.of(place);
        }
        return extents.sum(
                        extentCount,
                        (double) extents.readBytes() + unreadBytes,
                        mostOfExtent,
                        extent -> amount(extent, bytes) / rate,
                        variance,
                        estimator.z())
                .within(rate == 1 && variance == 0 ? least : 0, Double.MAX_VALUE);
    }

    private static double amount(ReadExtent extent, ChunkBytes bytes) {
        double sum = 0;
        for (int i = 0; i < extent.places.length; i++) {
            sum += extent.repeats(i) * bytes.of(extent.places[i]);
        }
        return sum;
    }

    /** @param overhead the charge of a byte, where the chunks are stored raw: no less than one if there is any */
    private record Charged(ChunkBytes bytes, double overhead) {}

    /** The charge of one kind for a chunk. */
    private interface SizeOf {
        int bytes(long key, int length, int stored);
    }

    private Charged charged(SizeOf size, int compressor) {
        int[] lengths = kept.lengths();
        int[] charges = new int[lengths.length];
        boolean[] isKnown = new boolean[lengths.length];
        boolean isSample = compressor >= 0 && sizedLevel > level;
        long rawBytes = 0;
        long lengthBytes = 0;
        for (int place = 0; place < lengths.length; place++) {
            long key = kept.key(place);
            int raw = size.bytes(key, lengths[place], lengths[place]);
            rawBytes += raw;
            lengthBytes += lengths[place];
            int stored = compressor < 0 ? lengths[place] : isOf(sizedLevel, key) ? kept.stored(place, compressor) : 0;
            isKnown[place] = stored > 0;
            if (isKnown[place]) {
                charges[place] = stored == lengths[place] ? raw : size.bytes(key, lengths[place], stored);
            }
        }
        double overhead = rawBytes == 0 ? 0 : Math.max(1, (double) rawBytes / lengthBytes);
        return new Charged(
                isSample && rawBytes > 0
                        ? ChunkBytes.sampled(
                                lengths,
                                charges,
                                isKnown,
                                LEVELS.rateOf(sizedLevel) / LEVELS.rateOf(level),
                                0,
                                overhead)
                        : ChunkBytes.known(charges, 0, 1, charges.length),
                overhead);
    }

    private void addChunks(ExtentSums sums, ChunkBytes bytes, double rate) {
        for (int place = 0; place < kept.count(); place++) {
            sums.addChunk(kept.extents(place), bytes.of(place) / rate);
            sums.addVariance(kept.extents(place), bytes.variance(place, rate));
        }
    }

    /** @param areLengths whether the bytes are lengths, whose sum is known of each extent */
    private void addExtents(ExtentSums sums, ChunkBytes bytes, double rate, boolean areLengths) {
        for (ReadExtent extent : extents) {
            double distinct = 0;
            for (int place : extent.places) {
                sums.addToExtent(kept.extents(place), bytes.of(place) / rate);
                distinct += bytes.of(place);
            }
            sums.endExtent(areLengths ? (double) extent.distinctBytes : distinct / rate);
        }
    }

    /** Whether all chunks of the extents are kept and, for a compressor, compressed. */
    synchronized boolean isExact(int compressor) {
        return (compressor < 0 ? level : sizedLevel) == 0;
    }

    private ChunkBytes bytes(int compressor) {
        int[] lengths = kept.lengths();
        if (compressor < 0) {
            return ChunkBytes.known(lengths, 0, 1, lengths.length);
        }
        int[] sizes = new int[lengths.length];
        for (int place = 0; place < sizes.length; place++) {
            sizes[place] = isOf(sizedLevel, kept.key(place)) ? kept.stored(place, compressor) : 0;
        }
        return sizedLevel == level
                ? ChunkBytes.known(sizes, 0, 1, sizes.length)
                : ChunkBytes.sampled(lengths, sizes, LEVELS.rateOf(sizedLevel) / LEVELS.rateOf(level));
    }
}
