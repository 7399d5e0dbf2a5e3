package io.compscan.core.profile;

import io.compscan.core.SplitMix;
import io.compscan.core.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All writes of some chunks, with their places in the order of the stream: what a {@link ChapterIndex} forgets can be told from them.
 *
 * <p>A chunk is in the sample if its key is small enough. So all its writes are in it, and the distance between two of them is that of
 * their places. The sample holds at most {@value #MAX_WRITES} writes: when there are more, every other chunk leaves it. So it depends
 * neither on threads nor on times, and samples of parts merge to the sample of the whole.
 *
 * <p>A place is a 4,096th of what the index surely remembers, 64 MiB for VDO, so the writes of one chunk in one place count together. A
 * smaller index has places of one byte.
 *
 * <p>Source: Waldspurger, Park, Garthwaite, Ahmad: Efficient MRC Construction with SHARDS. FAST 2015, for the sample by hash and of fixed
 * size. An index of chapters forgets by the count of writes, where SHARDS counts distinct blocks.
 */
final class WriteSample implements Serializable {

    private static final long serialVersionUID = 1L;

    /** A percent of error or less in what is forgotten, for at most 3 MiB of each thread. */
    static final int MAX_WRITES = 1 << 16;

    /** The places in what an index surely remembers. */
    private static final int PLACES = 1 << 12;

    private static final int MAX_LEVEL = 62;

    /** One chunk in {@code 2^level} is in the sample. */
    private final int level;
    /** In the order of the streams, the places and the keys. */
    private final int[] streams;

    private final long[] places;
    private final long[] keys;
    private final int[] counts;

    private WriteSample(int level, int size) {
        this.level = level;
        streams = new int[size];
        places = new long[size];
        keys = new long[size];
        counts = new int[size];
    }

    /** How many chunks of the data there are for one in the sample. */
    long step() {
        return 1L << level;
    }

    /** The number of rows: one for all writes of a chunk in one place. */
    int size() {
        return keys.length;
    }

    /** The key of the chunk of a row. */
    long key(int row) {
        return keys[row];
    }

    /** The writes in a row. */
    int count(int row) {
        return counts[row];
    }

    /** Whether it holds the chunk of this key, if the data does. */
    boolean holds(long key) {
        return Long.compareUnsigned(key, maxKey(level)) <= 0;
    }

    /** The number of the streams, from 0 on, that it has writes of. */
    int streamCount() {
        return streams.length == 0 ? 0 : streams[streams.length - 1] + 1;
    }

    private static long maxKey(int level) {
        return -1L >>> level;
    }

    /** Collects a sample. One thread. */
    static final class Collector {
        private final long placeBytes;
        private final int maxWrites;
        private int level;
        private long maxKey;
        private int size;
        /** A table with open addressing; a count of 0 marks an empty slot. */
        private int[] streams = new int[1 << 8];

        private long[] places = new long[1 << 8];
        private long[] keys = new long[1 << 8];
        private int[] counts = new int[1 << 8];

        /**
         * A sample of no write.
         *
         * @param chunkBytes the length of most chunks
         */
        Collector(ChapterIndex index, int chunkBytes) {
            this(index, chunkBytes, MAX_WRITES);
        }

        /** Likewise, with another size of the sample. */
        Collector(ChapterIndex index, int chunkBytes, int maxWrites) {
            this(
                    Math.max(1, index.sureChunks() / PLACES * chunkBytes),
                    Long.SIZE - Long.numberOfLeadingZeros((index.sureChunks() - 1) / maxWrites),
                    maxWrites);
        }

        private Collector(long placeBytes, int level, int maxWrites) {
            this.placeBytes = placeBytes;
            this.level = level;
            this.maxWrites = maxWrites;
            maxKey = maxKey(level);
        }

        /** Notes a write, of a chunk in the sample or not. */
        void note(long position, long key) {
            if (Long.compareUnsigned(key, maxKey) <= 0) {
                add(0, (position & Long.MAX_VALUE) / placeBytes, key, 1);
            }
        }

        private void add(int stream, long place, long key, int count) {
            if (Long.compareUnsigned(key, maxKey) > 0) {
                return;
            }
            if (insert(stream, place, key, count)) {
                while (size > maxWrites) {
                    level++;
                    maxKey = maxKey(level);
                    rebuild(keys.length);
                }
                if (2 * size > keys.length) {
                    rebuild(2 * keys.length);
                }
            }
        }

        /** Returns whether that took a slot. */
        private boolean insert(int stream, long place, long key, int count) {
            int slot = (int) SplitMix.mix(key + (place + stream) * SplitMix.GOLDEN) & keys.length - 1;
            while (counts[slot] != 0) {
                if (keys[slot] == key && places[slot] == place && streams[slot] == stream) {
                    counts[slot] = Math.addExact(counts[slot], count);
                    return false;
                }
                slot = slot + 1 & keys.length - 1;
            }
            streams[slot] = stream;
            places[slot] = place;
            keys[slot] = key;
            counts[slot] = count;
            size++;
            return true;
        }

        private void rebuild(int slots) {
            int[] oldStreams = streams;
            long[] oldPlaces = places;
            long[] oldKeys = keys;
            int[] oldCounts = counts;
            streams = new int[slots];
            places = new long[slots];
            keys = new long[slots];
            counts = new int[slots];
            size = 0;
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldCounts[i] != 0 && Long.compareUnsigned(oldKeys[i], maxKey) <= 0) {
                    insert(oldStreams[i], oldPlaces[i], oldKeys[i], oldCounts[i]);
                }
            }
        }

        /** Adds a sample whose first stream has this number here. */
        private void addAll(WriteSample sample, int firstStream) {
            for (int i = 0; i < sample.size(); i++) {
                add(firstStream + sample.streams[i], sample.places[i], sample.keys[i], sample.counts[i]);
            }
        }

        /** The sample so far. */
        WriteSample sample() {
            int[] order = IntStream.range(0, keys.length)
                    .filter(slot -> counts[slot] != 0)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingInt(slot -> streams[slot])
                            .thenComparingLong(slot -> places[slot])
                            .thenComparing((a, b) -> Long.compareUnsigned(keys[a], keys[b])))
                    .mapToInt(Integer::intValue)
                    .toArray();
            WriteSample sample = new WriteSample(level, order.length);
            Arrays.setAll(sample.streams, i -> streams[order[i]]);
            Arrays.setAll(sample.places, i -> places[order[i]]);
            Arrays.setAll(sample.keys, i -> keys[order[i]]);
            Arrays.setAll(sample.counts, i -> counts[order[i]]);
            return sample;
        }
    }

    /** The sample of several parts of the same streams; null if one of them has none, and of no part. */
    static @Nullable WriteSample sum(Collection<@Nullable WriteSample> parts) {
        return sum(parts, MAX_WRITES);
    }

    static @Nullable WriteSample sum(Collection<@Nullable WriteSample> parts, int maxWrites) {
        if (parts.isEmpty() || parts.contains(null)) {
            return null;
        }
        // Places do not change here.
        Collector all = new Collector(1, highestLevel(parts), maxWrites);
        for (WriteSample part : parts) {
            if (part != null) {
                all.addAll(part, 0);
            }
        }
        return all.sample();
    }

    /** The sample of the streams of one and then those of another, whose first stream gets this number. */
    static @Nullable WriteSample following(@Nullable WriteSample before, @Nullable WriteSample after, int firstStream) {
        if (before == null || after == null) {
            return null;
        }
        Collector all = new Collector(1, Math.max(before.level, after.level), MAX_WRITES);
        all.addAll(before, 0);
        all.addAll(after, firstStream);
        return all.sample();
    }

    private static int highestLevel(Collection<@Nullable WriteSample> parts) {
        return parts.stream()
                .mapToInt(part -> part == null ? 0 : part.level)
                .max()
                .orElse(0);
    }

    /** Writes the sample, which {@link #read} reads. */
    void write(DataOutput out) throws IOException {
        out.writeByte(level);
        out.writeInt(size());
        int stream = 0;
        long place = 0;
        for (int i = 0; i < size(); i++) {
            boolean isNext = streams[i] != stream;
            Varint.write(out, streams[i] - stream);
            Varint.write(out, isNext ? places[i] : places[i] - place);
            out.writeLong(keys[i]);
            Varint.write(out, counts[i]);
            stream = streams[i];
            place = places[i];
        }
    }

    /**
     * The sample that {@link #write} has written.
     *
     * @throws IllegalArgumentException if it makes no sense
     */
    static WriteSample read(DataInput in) throws IOException {
        int level = in.readUnsignedByte();
        int size = in.readInt();
        check(level <= MAX_LEVEL && size >= 0 && size <= MAX_WRITES);
        Collector all = new Collector(1, level, MAX_WRITES);
        long stream = 0;
        long place = 0;
        for (int i = 0; i < size; i++) {
            long streams = readNumber(in);
            stream += streams;
            place = streams > 0 ? readNumber(in) : place + readNumber(in);
            long key = in.readLong();
            long count = readNumber(in);
            check(stream >= 0 && stream < ArrivalSample.MAX_STREAMS && place >= 0);
            check(count >= 1 && count <= Integer.MAX_VALUE && Long.compareUnsigned(key, maxKey(level)) <= 0);
            check(all.insert((int) stream, place, key, (int) count));
            if (2 * all.size > all.keys.length) {
                all.rebuild(2 * all.keys.length);
            }
        }
        return all.sample();
    }

    private static long readNumber(DataInput in) throws IOException {
        long number = Varint.read(in);
        check(number >= 0);
        return number;
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("no sample of writes");
        }
    }
}
