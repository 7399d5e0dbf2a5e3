package io.compscan.core.profile;

import io.compscan.core.SplitMix;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fragments in the order in which a volume's writer would bring them: those of some regions of the data.
 *
 * <p>In the order of the data neighbours shrink alike, so they pack worse than in random order. A sample measures how much worse. All data
 * form one stream, in the order of the walk, in regions of {@value #REGION_BYTES} bytes. The sample holds the {@value #MAX_REGIONS} regions
 * whose numbers have the smallest hashes. So it depends neither on threads nor on times, and samples of parts merge to the sample of the
 * whole. Data of up to {@value #MAX_REGIONS} regions are in it whole. Streams that {@linkplain #following follow} each other have a sample
 * together, too. Of a system whose index forgets it also has a {@link WriteSample}.
 *
 * <pre>
 *   stream    |  region 0  |  region 1  |  region 2  |  region 3  | ...
 *   sample    |f f  f ff f |            |   ff f  f f|            |         f: a chunk that shares a block, new or not
 * </pre>
 */
public final class ArrivalSample implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Large enough for the open blocks to matter little where one region follows another. */
    public static final int REGION_BYTES = 1 << 20;

    /** A sample of 512 MiB, which a core compresses in a second. */
    public static final int MAX_REGIONS = 512;

    /** 2,048 requests of a block each: {@code MAXIMUM_VDO_USER_VIOS} in {@code drivers/md/dm-vdo/constants.h} of Linux 6.12. */
    private static final int MAX_FLUSHED_BYTES = 8 << 20;

    /** More sets than anybody merges. */
    static final int MAX_STREAMS = 1 << 30;

    /** How many parts of the sample are left out, one at a time, to find its error. */
    private static final int GROUPS = 8;

    /** The 97.5 % quantile of Student's distribution with {@code GROUPS - 1} degrees of freedom. */
    private static final double STUDENT = 2.365;

    /** A sample of no data. */
    public static final ArrivalSample NONE = new ArrivalSample(List.of(), null);

    /** The regions that come first are in the sample. Regions of several streams may have the same hash. */
    private static final Comparator<Region> BY_HASH = (a, b) -> {
        int byHash = Long.compareUnsigned(a.hash(), b.hash());
        return byHash != 0 ? byHash : Integer.compare(a.stream, b.stream);
    };

    /** In ascending order of the hash. */
    private final List<Region> regions;

    /** Writes of some chunks; null if the system remembers all, or an earlier version has saved the sample. */
    private final @Nullable WriteSample writes;

    private ArrivalSample(Collection<Region> regions, @Nullable WriteSample writes) {
        this.regions = List.copyOf(regions);
        this.writes = writes;
    }

    /** The number of its streams, which have numbers from 0 on. */
    private int streamCount() {
        int ofRegions =
                regions.stream().mapToInt(region -> region.stream + 1).max().orElse(0);
        return Math.max(ofRegions, writes == null ? 0 : writes.streamCount());
    }

    /** The share of the regions that it leaves out, by the hash of the last one in it; 0 unless it is full. */
    private double missing() {
        return regions.size() < MAX_REGIONS
                ? 0
                : 1 - SplitMix.unit(regions.get(MAX_REGIONS - 1).hash());
    }

    /** Whether it has all its regions, and none of them has a larger {@link #regionHash}, unsigned. */
    public boolean isFullUpTo(long regionHash) {
        return regions.size() == MAX_REGIONS
                && Long.compareUnsigned(regions.get(MAX_REGIONS - 1).hash(), regionHash) <= 0;
    }

    /** How many times the blocks of random order the fragments take in the order of the data: an estimate with its interval of 95 %. */
    public record Growth(double factor, double low, double high) implements Serializable {
        /** The order of the data does not matter. */
        public static final Growth NONE = new Growth(1, 1, 1);

        /**
         * The order is not known, as in a scan in parts or a merge of sets that hold no sample. The fragments of five volumes grew by 2 to
         * 11 %, with a median of 6 %. Another volume took 20 % more in all, so 25 % are assumed to be enough.
         */
        private static final Growth UNKNOWN = new Growth(1.06, 1, 1.25);

        /**
         * Likewise, with the flushes of the writer.
         *
         * @param fragmentsOfBlock the mean number of fragments in a block; what is flushed in flight has blocks of its own
         */
        public static Growth unknown(Packing packing, double fragmentsOfBlock) {
            if (packing.flushBytes() == 0) {
                return UNKNOWN;
            }
            double alone = Math.min(1, (double) packing.bytesInFlight() / packing.flushBytes());
            double factor = alone * fragmentsOfBlock + (1 - alone) * UNKNOWN.factor;
            return new Growth(factor, UNKNOWN.low, Math.max(UNKNOWN.high, fragmentsOfBlock));
        }
    }

    /** The fragments of one region; grows. */
    private static final class Region implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The streams have the numbers from 0 on, in their order. */
        private final int stream;

        private final long number;
        private int count;
        private int[] offsets = new int[16];
        private long[] keys = new long[16];
        private int[] bytes = new int[16];

        Region(int stream, long number) {
            this.stream = stream;
            this.number = number;
        }

        long hash() {
            return ArrivalSample.hash(number);
        }

        void add(int offset, long key, int fragmentBytes) {
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * count);
                keys = Arrays.copyOf(keys, 2 * count);
                bytes = Arrays.copyOf(bytes, 2 * count);
            }
            offsets[count] = offset;
            keys[count] = key;
            bytes[count] = fragmentBytes;
            count++;
        }

        void addAll(Region other) {
            for (int i = 0; i < other.count; i++) {
                add(other.offsets[i], other.keys[i], other.bytes[i]);
            }
        }

        /** The numbers of the fragments in the order of the stream. */
        int[] inOrder() {
            long[] order = new long[count];
            for (int i = 0; i < count; i++) {
                order[i] = (long) offsets[i] << Integer.SIZE | i;
            }
            Arrays.sort(order);
            return Arrays.stream(order).mapToInt(each -> (int) each).toArray();
        }
    }

    /** The hash of the region of a place in the stream: regions with the smallest hashes, unsigned, come first. */
    public static long regionHash(long position) {
        return hash(Math.floorDiv(position, REGION_BYTES));
    }

    private static long hash(long regionNumber) {
        return SplitMix.mix(regionNumber * SplitMix.GOLDEN);
    }

    /** Collects a sample. One thread. */
    public static final class Collector {
        private final TreeMap<Region, Region> kept = new TreeMap<>(BY_HASH);
        private final boolean packs;
        /** Null if the system remembers all chunks. */
        private final WriteSample.@Nullable Collector writes;
        /** The largest hash of a region that may be in the sample, unsigned. */
        private long maxHash = -1;

        /** A sample of no data, for a system that packs in the order of the data and remembers all chunks. */
        Collector() {
            packs = true;
            writes = null;
        }

        /** A sample of no data. */
        public Collector(Profile target) {
            ChapterIndex index = target.index();
            packs = target.packsInOrder();
            writes = index == null
                    ? null
                    : new WriteSample.Collector(index, target.chunker().maxChunkBytes());
        }

        /** Whether every write of the data must be {@linkplain #noteWrite noted}. */
        public boolean wantsWrites() {
            return writes != null;
        }

        /** Notes a write of a chunk, new or not, at a place in the stream. */
        public void noteWrite(long position, long key) {
            if (writes != null) {
                writes.note(position, key);
            }
        }

        /**
         * Whether the sample holds the region of this place in the stream.
         *
         * @param position the place in bytes; a place that has overflown is as good as any
         */
        public boolean wants(long position) {
            return packs && Long.compareUnsigned(regionHash(position), maxHash) <= 0;
        }

        /**
         * Adds a fragment of a region that the sample {@linkplain #wants wants}.
         *
         * @param key identifies the chunk
         */
        public void add(long position, long key, int fragmentBytes) {
            region(0, Math.floorDiv(position, REGION_BYTES))
                    .add(Math.floorMod(position, REGION_BYTES), key, fragmentBytes);
        }

        /** The region of this number. If the sample does not hold it, nothing keeps what is added to it. */
        private Region region(int stream, long number) {
            Region region = new Region(stream, number);
            Region known = kept.putIfAbsent(region, region);
            if (known != null) {
                return known;
            }
            if (kept.size() > MAX_REGIONS) {
                kept.pollLastEntry();
                maxHash = kept.lastKey().hash();
            }
            return region;
        }

        /** Adds a sample whose first stream has this number here. */
        private void addAll(ArrivalSample sample, int firstStream) {
            for (Region region : sample.regions) {
                region(firstStream + region.stream, region.number).addAll(region);
            }
        }

        /** The sample so far. */
        public ArrivalSample sample() {
            return sum(List.of(new ArrivalSample(kept.values(), writes == null ? null : writes.sample())));
        }
    }

    /** A place in the stream for a unit whose length is not known, far from all other units. */
    public static long placeOf(String name) {
        return (SplitMix.key(0, name) >>> 9) / REGION_BYTES * REGION_BYTES;
    }

    /** The sample of several parts of the same streams. */
    public static ArrivalSample sum(Collection<ArrivalSample> parts) {
        Collector all = new Collector();
        parts.forEach(part -> all.addAll(part, 0));
        List<@Nullable WriteSample> writes = new ArrayList<>();
        parts.forEach(part -> writes.add(part.writes));
        return new ArrivalSample(all.kept.values(), WriteSample.sum(writes));
    }

    /** The sample of the streams of one and then those of another. They are far apart, so no chunk is on its way in both at once. */
    public ArrivalSample following(ArrivalSample before) {
        Collector all = new Collector();
        int firstStream = before.streamCount();
        all.addAll(before, 0);
        all.addAll(this, firstStream);
        return new ArrivalSample(all.kept.values(), WriteSample.following(before.writes, writes, firstStream));
    }

    private int fragmentCount() {
        return regions.stream().mapToInt(region -> region.count).sum();
    }

    /** The references to the sampled chunks in all data, none of them counted yet. */
    public References references() {
        return new References(this);
    }

    /** Counts the references to sampled chunks in all data. One thread. */
    public static final class References implements Serializable {
        private static final long serialVersionUID = 1L;

        private final ArrivalSample sample;
        /** A table with open addressing; 0 marks an empty slot. */
        private final long[] keys;

        private final long[] counts;

        /** Of the chunks of the sample of writes, by their keys. */
        private final Map<Long, IndexReplay.Size> sizes = new HashMap<>();

        private References(ArrivalSample sample) {
            this.sample = sample;
            int slots = Integer.highestOneBit(Math.max(1, sample.fragmentCount())) * 4;
            keys = new long[slots];
            counts = new long[slots];
            for (Region region : sample.regions) {
                for (int i = 0; i < region.count; i++) {
                    keys[slot(region.keys[i])] = named(region.keys[i]);
                }
            }
        }

        private static long named(long key) {
            return key == 0 ? 1 : key;
        }

        private int slot(long key) {
            long wanted = named(key);
            int slot = (int) (wanted & keys.length - 1);
            while (keys[slot] != 0 && keys[slot] != wanted) {
                slot = slot + 1 & keys.length - 1;
            }
            return slot;
        }

        /** Notes the references to a chunk, which may be in the sample or not. */
        public void note(long key, long references) {
            int slot = slot(key);
            if (keys[slot] != 0) {
                counts[slot] += references;
            }
        }

        /**
         * Notes the size of a chunk, whose writes may be in the sample or not.
         *
         * @param storedBytes what it is stored in; 0 if that is not known
         */
        public void noteSize(long key, int lengthBytes, int storedBytes) {
            if (sample.writes != null && sample.writes.holds(key)) {
                sizes.put(key, new IndexReplay.Size(lengthBytes, storedBytes));
            }
        }

        /**
         * What an index does not find of all data, whose chunks were noted; null if their order is not known.
         *
         * @param target the system, with an index that forgets
         * @param written the writes in all data
         * @param mostBytes the bytes of duplicates that it misses at most; null if that is not known
         */
        public @Nullable Missed missed(Profile target, long written, @Nullable Double mostBytes) {
            WriteSample writes = sample.writes;
            ChapterIndex index = target.index();
            if (writes == null || index == null) {
                return null;
            }
            // A sketch has the sizes of some chunks, and the others are as long on the mean.
            double meanBytes = sizes.values().stream()
                    .mapToInt(IndexReplay.Size::length)
                    .average()
                    .orElse(target.chunker().maxChunkBytes());
            IndexReplay.Size unknown = new IndexReplay.Size((int) Math.round(meanBytes), 0);
            return new IndexReplay(index, writes)
                    .missed(
                            key -> sizes.getOrDefault(key, unknown),
                            target.allocation().maxReferences(),
                            written,
                            mostBytes);
        }

        /** Adds the counts of another, which has seen other chunks. */
        public void merge(References other) {
            for (int i = 0; i < counts.length; i++) {
                counts[i] += other.counts[i];
            }
            sizes.putAll(other.sizes);
        }

        long of(long key) {
            return counts[slot(key)];
        }

        /**
         * The growth of the blocks by the order of the data, and by flushes.
         *
         * <p>How much is in flight when a flush comes depends on the writer. After a pause it is nothing, which is the lower end, and the
         * upper end has the most that VDO takes at a time.
         */
        public Growth growth(Packing packing) {
            Growth busy = new Simulation(this, packing, packing.bytesInFlight()).growth();
            if (packing.flushBytes() == 0) {
                return busy;
            }
            Growth idle = new Simulation(this, packing, 0).growth();
            Growth full = new Simulation(this, packing, MAX_FLUSHED_BYTES).growth();
            return new Growth(busy.factor, Math.min(busy.low, idle.low), Math.max(busy.high, full.high));
        }
    }

    /**
     * Packs the sample in its order, and in random order.
     *
     * <p>A chunk with {@code r} references, of which {@code m} are in the sample, is new at one of these with a probability of
     * {@code m / r}. Its key decides. It then counts as new at the first of them.
     *
     * <p>A duplicate that arrives while the first copy is on its way or in an open block waits for it. VDO then writes the first copy at
     * once, in a block of its own ({@code dedupe.c}, {@code start_writing}).
     *
     * <p>A flush writes the open blocks. Fragments that were written before it and reach the packer after it have blocks of their own
     * ({@code packer.c}, {@code vdo_attempt_packing}).
     */
    private static final class Simulation {
        private final Packing packing;
        /** The share of the data that is not in the sample. */
        private final double missing;

        private final int count;
        /** The first fragment of each region in the order of the stream, and the count of all. */
        private final int[] starts;
        /** The group of each region. */
        private final int[] groups;

        private final int[] bytes;
        /** For each fragment the first one of the same chunk, itself if it is new; -1 if the chunk is a duplicate of one elsewhere. */
        private final int[] firsts;
        /** Whether a duplicate, or a flush, arrives while the first copy has not reached the packer. */
        private final boolean[] isAlone;
        /** Whether a flush comes right before each region. */
        private final boolean[] followsFlush;
        /** Whether a flush comes between each fragment and the one before it. A stream ends with one. */
        private final boolean[] isAfterFlush;

        private final long[] places;

        /** @param flushedBytes what is in flight when a flush comes */
        Simulation(References references, Packing packing, int flushedBytes) {
            this.packing = packing;
            int inFlightBytes = packing.bytesInFlight();
            int flushBytes = packing.flushBytes();
            ArrivalSample sample = references.sample;
            missing = sample.missing();
            count = sample.fragmentCount();
            bytes = new int[count];
            firsts = new int[count];
            isAlone = new boolean[count];
            isAfterFlush = new boolean[count];
            places = new long[count];
            Arrays.fill(places, OpenBlocks.ALONE);
            Map<Region, Integer> groupOf = new HashMap<>();
            sample.regions.forEach(region -> groupOf.put(region, groupOf.size() % GROUPS));
            List<Region> inOrder = new ArrayList<>(sample.regions);
            inOrder.sort(Comparator.<Region>comparingInt(region -> region.stream)
                    .thenComparingLong(region -> region.number));
            groups = inOrder.stream()
                    .mapToInt(region -> groupOf.getOrDefault(region, 0))
                    .toArray();
            starts = new int[inOrder.size() + 1];
            followsFlush = new boolean[inOrder.size()];
            long[] keys = new long[count];
            long[] positions = new long[count];
            int[] streams = new int[count];
            int next = 0;
            for (int r = 0; r < inOrder.size(); r++) {
                Region region = inOrder.get(r);
                for (int i : region.inOrder()) {
                    keys[next] = region.keys[i];
                    bytes[next] = region.bytes[i];
                    positions[next] = region.number * REGION_BYTES + region.offsets[i];
                    streams[next] = region.stream;
                    next++;
                }
                starts[r + 1] = next;
                followsFlush[r] = flushBytes > 0 && region.number * REGION_BYTES % flushBytes == 0;
            }
            Map<Long, Integer> occurrences = new HashMap<>();
            for (long key : keys) {
                occurrences.merge(key, 1, Integer::sum);
            }
            Map<Long, Integer> placed = new HashMap<>();
            for (int i = 0; i < count; i++) {
                long key = keys[i];
                int here = occurrences.getOrDefault(key, 1);
                boolean isHere = SplitMix.unit(SplitMix.mix(key)) * Math.max(references.of(key), here) < here;
                Integer before = isHere ? placed.putIfAbsent(key, i) : null;
                firsts[i] = !isHere ? -1 : before == null ? i : before;
                if (before != null
                        && streams[i] == streams[before]
                        && positions[i] - positions[before] < inFlightBytes) {
                    isAlone[before] = true;
                }
                if (flushBytes > 0) {
                    isAfterFlush[i] = i > 0
                            && (streams[i] != streams[i - 1]
                                    || Math.floorDiv(positions[i], flushBytes)
                                            != Math.floorDiv(positions[i - 1], flushBytes));
                    isAlone[i] |= flushBytes - Math.floorMod(positions[i], flushBytes) <= flushedBytes;
                }
            }
        }

        /** The blocks that each region takes, its fragments in order. */
        private long[] blocks() {
            if (missing == 0) {
                OpenBlocks open = new OpenBlocks(packing);
                long[] blocks = new long[starts.length - 1];
                for (int region = 0; region < blocks.length; region++) {
                    long before = open.blockCount();
                    pack(open, 0, starts[region], starts[region + 1]);
                    blocks[region] = open.blockCount() - before;
                }
                return blocks;
            }
            return IntStream.range(0, starts.length - 1)
                    .mapToLong(this::blocksAlone)
                    .toArray();
        }

        /** The blocks of a region that follows one like it, since its true neighbour is not known, unless it follows a flush. */
        private long blocksAlone(int region) {
            int from = starts[region];
            int to = starts[region + 1];
            OpenBlocks open = new OpenBlocks(packing);
            pack(open, from, from, to);
            if (followsFlush[region]) {
                return open.blockCount();
            }
            long before = open.blockCount();
            pack(open, from, from, to);
            return open.blockCount() - before;
        }

        /** @param known the first fragment that the open blocks have met */
        private void pack(OpenBlocks open, int known, int from, int to) {
            for (int i = from; i < to; i++) {
                int first = firsts[i];
                if (i > known && isAfterFlush[i]) {
                    open.flush();
                }
                if (first == i) {
                    places[i] = isAlone[i] ? open.alone() : open.put(bytes[i]);
                } else if (first >= known && open.takeOut(places[first], bytes[first])) {
                    places[first] = OpenBlocks.ALONE;
                }
            }
        }

        /** @param without the group that is left out; -1 for none */
        private double factor(long[] blocks, int without) {
            int[] sizes = new int[count];
            int packed = 0;
            long inOrder = 0;
            for (int region = 0; region < blocks.length; region++) {
                if (groups[region] == without) {
                    continue;
                }
                inOrder += blocks[region];
                for (int i = starts[region]; i < starts[region + 1]; i++) {
                    if (firsts[i] == i) {
                        sizes[packed++] = bytes[i];
                    }
                }
            }
            return packed == 0
                    ? 1
                    : (double) inOrder / PackedBlocks.shuffledBlockCount(packing, Arrays.copyOf(sizes, packed));
        }

        Growth growth() {
            long[] blocks = blocks();
            double factor = factor(blocks, -1);
            if (missing == 0) {
                return new Growth(factor, factor, factor);
            }
            double squares = 0;
            for (int group = 0; group < GROUPS; group++) {
                double deviation = factor(blocks, group) - factor;
                squares += deviation * deviation;
            }
            double error = STUDENT * Math.sqrt(missing * squares * (GROUPS - 1) / GROUPS);
            return new Growth(factor, factor - error, factor + error);
        }
    }

    /** The sample as text, which {@link #parse} reads; the same for any order in which threads have added to it. */
    public String save() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(regions.size());
            for (Region region : regions) {
                out.writeInt(region.stream);
                out.writeLong(region.number);
                out.writeInt(region.count);
                for (int i : region.inOrder()) {
                    out.writeInt(region.offsets[i]);
                    out.writeLong(region.keys[i]);
                    out.writeInt(region.bytes[i]);
                }
            }
            if (writes != null) {
                writes.write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /**
     * The sample that {@link #save} has written.
     *
     * @throws IllegalArgumentException if the text is no such sample
     */
    public static ArrivalSample parse(String saved) {
        byte[] bytes = Base64.getDecoder().decode(saved);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Collector all = new Collector();
            int regions = in.readInt();
            check(regions >= 0 && regions <= MAX_REGIONS);
            for (int i = 0; i < regions; i++) {
                int stream = in.readInt();
                Region region = all.region(stream, in.readLong());
                int count = in.readInt();
                check(stream >= 0 && stream < MAX_STREAMS && count >= 0 && count <= REGION_BYTES);
                for (int j = 0; j < count; j++) {
                    int offset = in.readInt();
                    long key = in.readLong();
                    int size = in.readInt();
                    check(offset >= 0 && offset < REGION_BYTES && size >= 1 && size <= Packing.MAX_BLOCK_BYTES);
                    region.add(offset, key, size);
                }
            }
            WriteSample writes = in.available() == 0 ? null : WriteSample.read(in);
            check(in.read() < 0);
            return new ArrivalSample(all.sample().regions, writes);
        } catch (IOException e) {
            throw new IllegalArgumentException("no sample of fragments: " + e.getMessage(), e);
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("no sample of fragments");
        }
    }
}
