package io.compscan.core.profile;

import io.compscan.result.Totals;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A pool of OpenZFS: the bytes of its records and of its own metadata on all disks, by the arithmetic of the on-disk format.
 *
 * <p>Sizes of blocks are those of the sources of version 2.3. The size of compressed metadata follows from the bytes in it that differ from
 * block to block: {@link #POINTER_BYTES}, {@link #DNODE_BYTES}, {@link #DIRECTORY_BYTES}, {@link #DDT_BYTES}. These were found with LZ4 and
 * on pools ({@code docs/internals/accuracy-systems.md} names them).
 *
 * @param recordBytes the size of a record, or of a block of a volume
 * @param isVolume whether the units are volumes and not files, so that they have neither names nor short records
 * @param compression how records are compressed
 * @param dedup whether records are deduplicated
 * @param disks what holds the records
 * @param special what holds metadata and small records beside them; null if {@code disks} hold all
 */
record ZfsPool(
        int recordBytes,
        boolean isVolume,
        Compression compression,
        boolean dedup,
        Disks disks,
        @Nullable Special special)
        implements Serializable {

    /**
     * A group of disks.
     *
     * @param sectorBytes the unit of allocation on a disk
     * @param parity the parity disks of a RAID-Z group; 0 without one
     * @param count the disks of the group; 1 without one
     * @param mirrors the disks of a mirror; 1 without one
     */
    record Disks(int sectorBytes, int parity, int count, int mirrors) implements Serializable {

        /** The bytes of a block on all disks: whole sectors, their parity, and the padding that keeps holes usable. */
        long bytes(long blockBytes) {
            long data = (blockBytes + sectorBytes - 1) / sectorBytes;
            long width = (long) count - parity;
            long sectors = parity == 0 ? data : roundUp(data + parity * ((data + width - 1) / width), parity + 1L);
            return sectors * sectorBytes * mirrors;
        }

        /** Disks that hold nothing. */
        Disks none() {
            return new Disks(sectorBytes, 0, 1, 0);
        }
    }

    /**
     * A special allocation class: all metadata, the dedup table included, and records that are small as they are stored.
     *
     * @param smallBytes the largest of these records; 0 for none
     */
    record Special(int smallBytes, Disks disks) implements Serializable {}

    // The keys of the parameters.
    static final String RECORD = "record";
    static final String ZVOL = "zvol";
    static final String COMPRESS = "compress";
    static final String DEDUP = "dedup";
    static final String ASHIFT = "ashift";
    static final String MIRROR = "mirror";
    static final String RAIDZ = "raidz";
    static final String SPECIAL = "special";
    static final String SPECIAL_MIRROR = "specialmirror";

    /** The largest compressed block that lies in the pointer to it. */
    private static final int EMBEDDED_BYTES = 112;
    /** The block of a file that is shorter than a record is as long as the file, in units of these. */
    private static final int LENGTH_UNIT = 512;

    /** What a spill block has beside the list of attributes. */
    private static final int SPILL_HEAD_BYTES = 16;

    /** Copies of metadata in a dataset, and of that of the pool. */
    private static final int COPIES = 2;

    private static final int POOL_COPIES = 3;

    private static final int INDIRECT_BYTES = 1 << 17;
    /** Pointers in an indirect block. */
    static final int POINTERS = INDIRECT_BYTES / 128;

    private static final int DNODES_BLOCK_BYTES = 1 << 14;
    private static final int DNODES = DNODES_BLOCK_BYTES / 512;

    /** The root of a dataset, and the levels of indirect blocks over its dnodes. */
    private static final int ROOT_BLOCK_BYTES = 1 << 12;

    private static final double ROOT_BYTES = 1000;
    private static final int DNODE_LEVELS = 5;

    /** The compressed size of an indirect block without pointers: 128 KiB of zeros. */
    private static final double INDIRECT_EMPTY_BYTES = 540;
    /** The compressed size of a pointer to data: a checksum of 30 bytes, an address, a size, and tokens between them. */
    private static final double POINTER_BYTES = 42;
    /** The compressed size of a pointer to metadata, which has two addresses. */
    private static final double METADATA_POINTER_BYTES = 61;
    /** The compressed size of a dnode: its times, its size and its pointer. With sectors of 4 KiB a block of them takes one up to 127. */
    private static final double DNODE_BYTES = 84;
    /** The compressed size of a micro ZAP without entries. Entries of large directories compress better. */
    private static final double DIRECTORY_BYTES = 24;

    private static final double LARGE_DIRECTORY_BYTES = 500;
    private static final double LARGE_DIRECTORY_SAVING = 0.2;

    private static final int MICRO_ENTRY_BYTES = 64;
    private static final int MICRO_MAX_BYTES = 1 << 17;
    private static final int FAT_BLOCK_BYTES = 1 << 14;
    /** Chunks of 24 bytes in a leaf of a fat ZAP of a directory. */
    private static final int FAT_LEAF_CHUNKS = 638;
    /** The compressed size of the first block of a fat ZAP. */
    private static final double FAT_HEAD_BYTES = 1024;

    /** The compressed size of a leaf without entries, whose free chunks are a list. */
    private static final double FAT_EMPTY_BYTES = 3300;

    private static final int DDT_BLOCK_BYTES = 1 << 15;
    /** Entries in a leaf of the dedup table, which has 1,278 chunks: one for the entry, two for the key, four for the value. */
    static final int DDT_ENTRIES = 1278 / 7;
    /** The compressed size of a leaf of the dedup table without entries, whose free chunks are a list. */
    private static final double DDT_EMPTY_BYTES = 6650;
    /** The compressed size of the block in front of the leaves. */
    private static final double DDT_HEAD_BYTES = 1024;
    /** The bytes that an entry adds: a checksum of 32 bytes, a hash of 8 and an address, less the free chunks in its place. */
    private static final double DDT_BYTES = 64.5;

    /** Zeros that LZ4 packs into a byte. */
    private static final int ZEROS_A_BYTE = 255;

    /** How records are compressed: the bytes of the header, and how many zeros behind the end of a file take a byte. */
    enum Compression {
        LZ4(4, ZEROS_A_BYTE),
        ZSTD(10, 1 << 14),
        GZIP(6, 1030),
        ZLE(0, 192),
        OFF(0, 1);

        private final int headerBytes;
        private final int zerosAByte;

        Compression(int headerBytes, int zerosAByte) {
            this.headerBytes = headerBytes;
            this.zerosAByte = zerosAByte;
        }
    }

    /** The parameters in their order; what is left out has its default. The level of the compressor is no part of a pool. */
    String text() {
        return text(compression.name().toLowerCase(Locale.ROOT));
    }

    /** @param compressor the compressor with its level */
    String text(String compressor) {
        return (isVolume ? ZVOL : RECORD) + "=" + sizeText(recordBytes)
                + "," + COMPRESS + "=" + compressor
                + "," + DEDUP + "=" + (dedup ? "on" : "off")
                + (disks.sectorBytes() == 1 << 9 ? "," + ASHIFT + "=9" : "")
                + (disks.mirrors() > 1 ? "," + MIRROR + "=" + disks.mirrors() : "")
                + (disks.parity() > 0 ? "," + RAIDZ + disks.parity() + "=" + disks.count() : "")
                + (special == null ? "" : "," + SPECIAL + "=" + sizeText(special.smallBytes()))
                + (special == null || special.disks().mirrors() == 1
                        ? ""
                        : "," + SPECIAL_MIRROR + "=" + special.disks().mirrors());
    }

    private static String sizeText(int bytes) {
        return bytes == 0 ? "0" : bytes >= 1 << 20 ? (bytes >> 20) + "m" : (bytes >> 10) + "k";
    }

    /** These costs by the rules of the pool. */
    Costs onDisk(Costs costs) {
        Map<Costs.Rate, BigDecimal> rates = new EnumMap<>(Costs.Rate.class);
        rates.putAll(costs.rates());
        rates.computeIfPresent(Costs.Rate.ZERO_BYTE, (rate, bytes) -> BigDecimal.valueOf(bytesPerZeroByte()));
        return new Costs(
                rates,
                costs.fixedFromBytes(),
                costs.zeroChunkBytes(),
                costs.table(),
                costs.repeats(),
                new OnDisk(this),
                costs.errorShare());
    }

    /** What a byte of zeros takes, which are stored like other data unless something is compressed or deduplicated. */
    double bytesPerZeroByte() {
        return compression == Compression.OFF && !dedup
                ? (double) recordBytes(recordBytes, recordBytes, false) / recordBytes
                : 0;
    }

    /** The part of the pool that lies on its special devices, as a pool whose other disks hold nothing; null if it has none, or is that part. */
    @Nullable ZfsPool onSpecial() {
        return special == null || disks.mirrors() == 0
                ? null
                : new ZfsPool(recordBytes, isVolume, compression, dedup, disks.none(), special);
    }

    /** The metadata of a pool on its disks. */
    record OnDisk(ZfsPool pool) implements Costs.Rules {
        @Override
        public long bytes(Costs.Counts counts) {
            return pool.metadataBytes(counts);
        }

        @Override
        public boolean chargesAttributes() {
            return !pool.isVolume();
        }

        @Override
        public String text() {
            return pool.text();
        }
    }

    /** What a pool holds in memory to find duplicates. */
    record InMemory(ZfsPool pool) implements Costs.Rules {
        @Override
        public long bytes(Costs.Counts counts) {
            return pool.memoryBytes(counts);
        }

        @Override
        public boolean chargesAttributes() {
            return false;
        }

        @Override
        public String text() {
            return pool.text();
        }
    }

    /**
     * The bytes of a record on all disks; 0 if it lies in its pointer.
     *
     * @param lengthBytes the bytes of the file in it
     * @param storedBytes the smaller of that and what the compressor makes of it
     * @param isEndOfFile whether it is the end of a file that is longer than a record
     */
    long recordBytes(int lengthBytes, int storedBytes, boolean isEndOfFile) {
        int blockBytes = isVolume || isEndOfFile ? recordBytes : (int) roundUp(lengthBytes, LENGTH_UNIT);
        if (compression == Compression.OFF) {
            return ofRecord(blockBytes);
        }
        // What does not compress is a run of literals.
        int literals = storedBytes < lengthBytes ? 0 : lengthBytes / ZEROS_A_BYTE + 16;
        int zeros = (blockBytes - lengthBytes + compression.zerosAByte - 1) / compression.zerosAByte;
        long packed = (long) storedBytes + literals + compression.headerBytes + zeros;
        int most = blockBytes - (blockBytes >> 3);
        if (compression != Compression.ZLE) {
            most -= most % disks.sectorBytes();
            most = most < disks.sectorBytes() ? EMBEDDED_BYTES : most;
        }
        if (packed > most) {
            return ofRecord(blockBytes);
        }
        return packed <= EMBEDDED_BYTES ? 0 : ofRecord(Math.min(blockBytes, roundUp(packed, disks.sectorBytes())));
    }

    /** @param blockBytes the record as it is stored; that of a volume is never small */
    private long ofRecord(long blockBytes) {
        return special != null && !isVolume && blockBytes <= special.smallBytes()
                ? special.disks().bytes(blockBytes)
                : disks.bytes(blockBytes);
    }

    /** The metadata of these things. */
    long metadataBytes(Costs.Counts counts) {
        Totals.Shapes shapes = counts.shapes();
        long zeros = counts.zeros().chunks();
        // Zeros are holes, which have no pointer, unless nothing is compressed.
        double written = compression == Compression.OFF || zeros == 0
                ? 1
                : (double) counts.references() / Math.max(1, counts.references() + zeros);
        double sum = 0;
        for (Totals.Sizes row : shapes.files()) {
            if (row.upTo() > recordBytes) {
                sum += over(row, bytes -> indirectBytes(Math.ceil(bytes / recordBytes), POINTER_BYTES * written));
            }
        }
        long objects = counts.files();
        if (isVolume) {
            sum += objects * datasetBytes();
        } else {
            for (Totals.Sizes row : shapes.longAttributed()) {
                sum += over(row, this::spillBytes);
            }
            objects += counts.directories() + counts.links().symlinks();
            long names = counts.files() + counts.links().symlinks();
            double nameBytes = names == 0 ? 0 : (double) counts.names().bytes() / names;
            for (Totals.Sizes row : shapes.directories()) {
                sum += over(row, bytes -> directoryBytes(bytes, nameBytes, false));
            }
            for (Totals.Sizes row : shapes.longNamed()) {
                sum += over(row, bytes -> directoryBytes(bytes, nameBytes, true));
            }
        }
        double blocks = Math.ceil((double) objects / DNODES);
        sum += blocks * metadata(DNODES * DNODE_BYTES, DNODES_BLOCK_BYTES, COPIES)
                + indirectBytes(blocks, METADATA_POINTER_BYTES);
        return Math.round(sum + (dedup ? table(counts, this::tableBlockBytes) : 0));
    }

    /** What the dedup table takes in memory. */
    long memoryBytes(Costs.Counts counts) {
        return dedup ? Math.round(table(counts, entries -> DDT_BLOCK_BYTES)) : 0;
    }

    /**
     * The dedup table, which is a hash table of records with one reference and another one of those with several.
     *
     * @param blockBytes the bytes of a block with so many entries
     */
    private static double table(Costs.Counts counts, DoubleUnaryOperator blockBytes) {
        long shared = counts.names().details().sharedChunks();
        double sum = 0;
        for (double entries : new double[] {counts.chunks() - shared, shared}) {
            if (entries > 0) {
                // In front of the leaves is a block of pointers to them.
                sum += blockBytes.applyAsDouble(0) + leaves(entries, DDT_ENTRIES, blockBytes);
            }
        }
        return sum;
    }

    /**
     * The indirect blocks of a file: none for one record, a tree for more.
     *
     * @param pointerBytes the compressed size of a pointer of the lowest level
     */
    private double indirectBytes(double records, double pointerBytes) {
        double sum = 0;
        double each = pointerBytes;
        for (double below = records; below > 1; below = Math.ceil(below / POINTERS)) {
            double full = Math.floor(below / POINTERS);
            double rest = below - full * POINTERS;
            sum += full * indirectBlockBytes(POINTERS * each);
            sum += rest == 0 ? 0 : indirectBlockBytes(rest * each);
            each = METADATA_POINTER_BYTES;
        }
        return sum;
    }

    /** The spill block of a file whose attributes do not fit into its dnode ({@code xattr=sa}). */
    private double spillBytes(double listBytes) {
        double bytes = Math.ceil(listBytes) + SPILL_HEAD_BYTES;
        return metadata(bytes, (double) roundUp((long) bytes, LENGTH_UNIT), COPIES);
    }

    /** A volume is a dataset of its own: a root, and a tree over its dnodes that has all levels from the beginning. */
    private double datasetBytes() {
        return metadata(ROOT_BYTES, ROOT_BLOCK_BYTES, COPIES)
                + DNODE_LEVELS * indirectBlockBytes(METADATA_POINTER_BYTES);
    }

    private double indirectBlockBytes(double pointerBytes) {
        return metadata(INDIRECT_EMPTY_BYTES + pointerBytes, INDIRECT_BYTES, COPIES);
    }

    /** @param entryBytes the size of a directory in {@link Totals.Shapes} */
    private double directoryBytes(double entryBytes, double nameBytes, boolean isFat) {
        double entries = Math.round(entryBytes / (Totals.Shapes.ENTRY_BYTES + nameBytes));
        double block = roundUp((long) (MICRO_ENTRY_BYTES * (1 + entries)), LENGTH_UNIT);
        if (isFat || block > MICRO_MAX_BYTES) {
            // The entry, its name and its value, in chunks with 21 bytes of payload.
            double chunks = 2 + Math.ceil((nameBytes + 1) / 21);
            double most = Math.floor(FAT_LEAF_CHUNKS / chunks);
            double leaves = leaves(entries, most, each -> 1);
            return metadata(FAT_HEAD_BYTES, FAT_BLOCK_BYTES, COPIES)
                    + leaves(
                            entries,
                            most,
                            each -> metadata(FAT_EMPTY_BYTES + each * (22 + nameBytes), FAT_BLOCK_BYTES, COPIES))
                    + indirectBytes(1 + Math.ceil(leaves), METADATA_POINTER_BYTES);
        }
        double packed =
                DIRECTORY_BYTES + entryBytes - LARGE_DIRECTORY_SAVING * Math.max(0, entryBytes - LARGE_DIRECTORY_BYTES);
        return packed + 4 <= EMBEDDED_BYTES ? 0 : metadata(packed, block, COPIES);
    }

    /**
     * The sum over the leaves of an extendible hash table. A leaf that overflows becomes two, and all do at nearly the same time.
     *
     * @param capacity the most entries of a leaf
     * @param bytes those of a leaf with so many entries
     */
    private static double leaves(double entries, double capacity, DoubleUnaryOperator bytes) {
        double sum = 0;
        double leaves = 1;
        double mean = entries;
        while (leaves > 1e-3) {
            // Entries fall on leaves at random.
            double overflown = mean < 1 ? 0 : normal((mean - capacity - 0.5) / Math.sqrt(mean));
            sum += leaves * (1 - overflown) * bytes.applyAsDouble(Math.min(mean, capacity));
            leaves *= 2 * overflown;
            mean /= 2;
        }
        return sum;
    }

    /** The normal distribution function, to 0.0002. */
    private static double normal(double x) {
        return 1 / (1 + Math.exp(-1.5976 * x - 0.07056 * x * x * x));
    }

    private double tableBlockBytes(double entries) {
        double packed = entries == 0 ? DDT_HEAD_BYTES : DDT_EMPTY_BYTES + DDT_BYTES * entries;
        return metadata(packed, DDT_BLOCK_BYTES, POOL_COPIES);
    }

    /** The bytes of all copies of a block of metadata, by its compressed size. */
    private double metadata(double packedBytes, double blockBytes, int copies) {
        double most = blockBytes - Math.floor(blockBytes / 8);
        most -= most % disks.sectorBytes();
        Disks holder = special == null ? disks : special.disks();
        return (double) copies * holder.bytes((long) Math.ceil(packedBytes + 4 > most ? blockBytes : packedBytes + 4));
    }

    /** The sum over the things of a row. Their sizes are taken to spread over the row, with their true mean. */
    private static double over(Totals.Sizes row, DoubleUnaryOperator bytes) {
        double low = row.upTo() / 2.0;
        double mean = (double) row.sum() / row.count();
        if (row.count() == 1 || mean <= low || mean >= row.upTo()) {
            return row.count() * bytes.applyAsDouble(mean);
        }
        double power = (row.upTo() - low) / (mean - low) - 1;
        int points = 32;
        double sum = 0;
        for (int i = 0; i < points; i++) {
            sum += bytes.applyAsDouble(low + (row.upTo() - low) * Math.pow((i + 0.5) / points, power));
        }
        return sum * row.count() / points;
    }

    private static long roundUp(long value, long unit) {
        return (value + unit - 1) / unit * unit;
    }
}
