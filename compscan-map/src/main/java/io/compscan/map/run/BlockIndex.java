package io.compscan.map.run;

import io.compscan.map.RunFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The places of a table's blocks, and the lowest key of each.
 *
 * <pre>
 *   | first key of the block | bytes 4 | checksum 4 | entries 2 |      for each block
 * </pre>
 */
final class BlockIndex {

    private static final int PIECE_BYTES = 64 * 1024;

    private final int keyBytes;
    private final byte[] keys;
    private final long[] offsets;
    private final int[] checksums;

    private BlockIndex(int keyBytes, byte[] keys, long[] offsets, int[] checksums) {
        this.keyBytes = keyBytes;
        this.keys = keys;
        this.offsets = offsets;
        this.checksums = checksums;
    }

    /** Checks the index on disk against its checksum and the table, in constant memory. */
    static void check(RunChannel channel, StoredTable table) throws IOException {
        scan(channel, table, (block, entry, at, offset) -> {});
    }

    /** Reads the index: about 12 bytes a block more than the keys. */
    static BlockIndex read(RunChannel channel, StoredTable table) throws IOException {
        int keyBytes = table.spec().keyBytes();
        if (table.summary().blockCount() * keyBytes > Integer.MAX_VALUE - 8) {
            throw new IOException(channel.file() + ": table " + table.spec().name() + " has "
                    + table.summary().blockCount() + " blocks, too many to look keys up in");
        }
        int blocks = (int) table.summary().blockCount();
        byte[] keys = new byte[blocks * keyBytes];
        long[] offsets = new long[blocks + 1];
        int[] checksums = new int[blocks];
        offsets[blocks] = table.indexOffset();
        scan(channel, table, (block, entry, at, offset) -> {
            System.arraycopy(entry, at, keys, (int) block * keyBytes, keyBytes);
            offsets[(int) block] = offset;
            checksums[(int) block] = PackedBytes.getInt(entry, at + keyBytes + 4);
        });
        return new BlockIndex(keyBytes, keys, offsets, checksums);
    }

    /** Receives one entry of an index. */
    private interface Visitor {
        void visit(long block, byte[] bytes, int at, long blockOffset);
    }

    private static void scan(RunChannel channel, StoredTable table, Visitor visitor) throws IOException {
        int keyBytes = table.spec().keyBytes();
        int entryBytes = RunFormat.indexEntryBytes(keyBytes);
        int perPiece = PIECE_BYTES / entryBytes;
        byte[] piece = new byte[(int) Math.min(perPiece, table.summary().blockCount()) * entryBytes];
        byte[] previous = new byte[keyBytes];
        CRC32C crc = new CRC32C();
        long offset = table.offset();
        long entries = 0;
        int maxBlockBytes = RunFormat.maxBlockBytes(keyBytes, table.spec().layout());
        boolean wellFormed = true;
        for (long first = 0; first < table.summary().blockCount(); first += perPiece) {
            int count = (int) Math.min(perPiece, table.summary().blockCount() - first);
            channel.read(table.indexOffset() + first * entryBytes, piece, 0, count * entryBytes);
            crc.update(piece, 0, count * entryBytes);
            for (int i = 0; i < count; i++) {
                int at = i * entryBytes;
                int blockBytes = PackedBytes.getInt(piece, at + keyBytes);
                int blockEntries = PackedBytes.unsignedShort(piece, at + keyBytes + 8);
                wellFormed &=
                        first + i == 0 || Arrays.compareUnsigned(previous, 0, keyBytes, piece, at, at + keyBytes) < 0;
                wellFormed &= blockBytes >= RunFormat.BLOCK_HEADER_BYTES && blockBytes <= maxBlockBytes;
                wellFormed &= blockEntries >= 1 && blockEntries <= RunFormat.BLOCK_ENTRIES;
                System.arraycopy(piece, at, previous, 0, keyBytes);
                visitor.visit(first + i, piece, at, offset);
                offset += blockBytes;
                entries += blockEntries;
            }
        }
        if ((int) crc.getValue() != table.indexChecksum()) {
            throw new RunFormatException(channel.file(), table.indexOffset(), "the index's checksum does not match");
        }
        if (!wellFormed
                || offset != table.indexOffset()
                || entries != table.summary().entryCount()) {
            throw new RunFormatException(
                    channel.file(), table.indexOffset(), "the index does not go with the blocks that it names");
        }
    }

    int blocks() {
        return checksums.length;
    }

    long offset(int block) {
        return offsets[block];
    }

    int bytes(int block) {
        return (int) (offsets[block + 1] - offsets[block]);
    }

    /** Rejects a block that differs from its entry in the index. */
    void check(Path file, int block, long offset, int bytes, int checksum, byte[] firstKey) throws RunFormatException {
        int from = block * keyBytes;
        if (block >= blocks()
                || offset != offsets[block]
                || bytes != bytes(block)
                || checksum != checksums[block]
                || !Arrays.equals(keys, from, from + keyBytes, firstKey, 0, keyBytes)) {
            throw new RunFormatException(file, offset, "the block is not the one that the index names");
        }
    }

    /** The only block that may hold this key; -1 if the key is below all. */
    int blockOf(byte[] key, int at) {
        int low = 0;
        int high = blocks();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int from = middle * keyBytes;
            if (Arrays.compareUnsigned(keys, from, from + keyBytes, key, at, at + keyBytes) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
