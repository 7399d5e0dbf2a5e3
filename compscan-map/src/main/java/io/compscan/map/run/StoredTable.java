package io.compscan.map.run;

import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;

/**
 * A table and its place in the file.
 *
 * @param offset the file offset of the first block
 * @param blocksBytes the length of all blocks; the index follows them
 * @param blocksChecksum the checksum over the checksums of the blocks
 * @param indexChecksum the checksum of the index
 */
record StoredTable(TableSummary summary, long offset, long blocksBytes, int blocksChecksum, int indexChecksum) {

    TableSpec spec() {
        return summary.spec();
    }

    long indexOffset() {
        return offset + blocksBytes;
    }

    long endOffset() {
        return offset + summary.bytes();
    }

    /** The length of an index with so many blocks. */
    static long indexBytes(TableSpec spec, long blockCount) {
        return blockCount * RunFormat.indexEntryBytes(spec.keyBytes());
    }
}
