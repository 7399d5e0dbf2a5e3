package io.compscan.map;

/** The facts about a table of a run that need no read of its entries. */
public final class TableSummary {

    private final TableSpec spec;
    private final long entryCount;
    private final long references;
    private final byte[] firstKey;
    private final byte[] lastKey;
    private final long blockCount;
    private final long bytes;

    /**
     * Facts that a reader or writer of runs has gathered.
     *
     * @param references see {@link #references}
     * @param firstKey empty if there are no entries; not copied
     * @param lastKey empty if there are no entries; not copied
     * @param bytes see {@link #bytes}
     */
    public TableSummary(
            TableSpec spec,
            long entryCount,
            long references,
            byte[] firstKey,
            byte[] lastKey,
            long blockCount,
            long bytes) {
        this.spec = spec;
        this.entryCount = entryCount;
        this.references = references;
        this.firstKey = firstKey;
        this.lastKey = lastKey;
        this.blockCount = blockCount;
        this.bytes = bytes;
    }

    /** The kind of entries. */
    public TableSpec spec() {
        return spec;
    }

    /** The number of entries. */
    public long entryCount() {
        return entryCount;
    }

    /** The references of all entries; {@code 2^63 - 1} if the sum is larger. */
    public long references() {
        return references;
    }

    /** A copy of the lowest key; empty if there are no entries. */
    public byte[] firstKey() {
        return firstKey.clone();
    }

    /** A copy of the highest key; empty if there are no entries. */
    public byte[] lastKey() {
        return lastKey.clone();
    }

    /** The length of the table in the file, its index included. */
    public long bytes() {
        return bytes;
    }

    /** The number of blocks; each block can be decoded on its own. */
    public long blockCount() {
        return blockCount;
    }

    @Override
    public String toString() {
        return spec.name() + ": " + entryCount + " entries, " + references + " references, " + bytes + " bytes";
    }
}
