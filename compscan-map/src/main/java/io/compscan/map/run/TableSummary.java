package io.compscan.map.run;

/** What a run says of one of its tables without reading the entries. */
public final class TableSummary {

    private final TableSpec spec;
    private final long entryCount;
    private final long references;
    private final byte[] firstKey;
    private final byte[] lastKey;
    private final long offset;
    private final long blockCount;
    private final long blocksBytes;
    private final int blocksChecksum;
    private final int indexChecksum;

    TableSummary(
            TableSpec spec,
            long entryCount,
            long references,
            byte[] firstKey,
            byte[] lastKey,
            long offset,
            long blockCount,
            long blocksBytes,
            int blocksChecksum,
            int indexChecksum) {
        this.spec = spec;
        this.entryCount = entryCount;
        this.references = references;
        this.firstKey = firstKey;
        this.lastKey = lastKey;
        this.offset = offset;
        this.blockCount = blockCount;
        this.blocksBytes = blocksBytes;
        this.blocksChecksum = blocksChecksum;
        this.indexChecksum = indexChecksum;
    }

    /** What its entries are. */
    public TableSpec spec() {
        return spec;
    }

    /** How many entries there are. */
    public long entryCount() {
        return entryCount;
    }

    /** The references of all entries; {@code 2^63 - 1} where the sum would exceed that. */
    public long references() {
        return references;
    }

    /** A copy of the lowest key; of no length if there are no entries. */
    public byte[] firstKey() {
        return firstKey.clone();
    }

    /** A copy of the highest key; of no length if there are no entries. */
    public byte[] lastKey() {
        return lastKey.clone();
    }

    /** How many bytes of the file the table takes, its index included. */
    public long bytes() {
        return blocksBytes + indexBytes();
    }

    /** How many blocks there are, each of which can be decoded by itself. */
    public long blockCount() {
        return blockCount;
    }

    long offset() {
        return offset;
    }

    long blocksBytes() {
        return blocksBytes;
    }

    long indexOffset() {
        return offset + blocksBytes;
    }

    long indexBytes() {
        return blockCount * RunFormat.indexEntryBytes(spec.keyBytes());
    }

    int blocksChecksum() {
        return blocksChecksum;
    }

    int indexChecksum() {
        return indexChecksum;
    }

    @Override
    public String toString() {
        return spec.name() + ": " + entryCount + " entries, " + references + " references, " + bytes() + " bytes";
    }
}
