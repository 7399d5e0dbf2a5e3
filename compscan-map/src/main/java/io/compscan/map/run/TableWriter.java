package io.compscan.map.run;

import io.compscan.map.RecordLayout;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Encodes one table of a run and writes it to a sink: blocks as they fill, then the index. */
final class TableWriter {
    private final RunSink sink;
    private final TableSpec spec;
    private final int blockEntries;
    private final int keyBytes;
    private final int[] maxValues;
    private final BlockEncoder block;
    private final long offset;
    private final CRC32C blockChecksums = new CRC32C();
    private final byte[] checksum = new byte[Integer.BYTES];
    private final byte[] firstKey;
    private final byte[] lastKey;
    private final byte[] blockKey;
    private byte[] index = new byte[256];
    private int indexBytes;
    private long blockCount;
    private long entryCount;
    private long references;

    /** @param blockEntries the number of entries in every block but the last */
    TableWriter(RunSink sink, TableSpec spec, int blockEntries) {
        this.sink = sink;
        this.spec = spec;
        this.blockEntries = blockEntries;
        offset = sink.bytesWritten();
        keyBytes = spec.keyBytes();
        maxValues = spec.layout().fields().stream()
                .mapToInt(RecordLayout.Field::maxValue)
                .toArray();
        block = new BlockEncoder(spec);
        firstKey = new byte[keyBytes];
        lastKey = new byte[keyBytes];
        blockKey = new byte[keyBytes];
    }

    int fieldCount() {
        return maxValues.length;
    }

    /** See {@link io.compscan.map.RunWriter#append}. */
    void append(byte[] key, int at, long count, int[] fields) throws IOException {
        if (entryCount > 0 && !follows(key, at)) {
            throw new IllegalArgumentException(
                    "entry " + entryCount + " of table " + spec.name() + ": its key is not above the one before");
        }
        if (count < 0 || fields.length < maxValues.length) {
            throw new IllegalArgumentException(count + " references, " + fields.length + " fields");
        }
        for (int f = 0; f < maxValues.length; f++) {
            if (fields[f] < 0 || fields[f] > maxValues[f]) {
                throw new IllegalArgumentException("field " + f + " holds 0 to " + maxValues[f] + ", not " + fields[f]);
            }
        }
        if (entryCount == 0) {
            System.arraycopy(key, at, firstKey, 0, keyBytes);
        }
        block.add(key, at, count, fields);
        entryCount++;
        references = references + count < 0 ? Long.MAX_VALUE : references + count;
        if (block.size() == blockEntries) {
            endBlock();
        }
    }

    /** Whether a key is above the last one; that key is in the block, or in {@code lastKey} if the block is empty. */
    private boolean follows(byte[] key, int at) {
        return block.size() > 0
                ? block.compareLast(key, at) < 0
                : Arrays.compareUnsigned(lastKey, 0, keyBytes, key, at, at + keyBytes) < 0;
    }

    private void endBlock() throws IOException {
        int entries = block.size();
        block.key(0, blockKey);
        block.key(entries - 1, lastKey);
        int length = block.encode(sink.bytesWritten());
        byte[] bytes = block.bytes();
        System.arraycopy(bytes, BlockDecoder.CHECKSUM_AT, checksum, 0, checksum.length);
        blockChecksums.update(checksum);
        sink.write(bytes, 0, length);
        addToIndex(length, entries);
    }

    /** Appends an entry as {@link BlockIndex} reads it. */
    private void addToIndex(int length, int entries) {
        int entryBytes = RunFormat.indexEntryBytes(keyBytes);
        if (index.length - indexBytes < entryBytes) {
            int wanted = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * index.length);
            if (wanted - indexBytes < entryBytes) {
                throw new IllegalStateException("a table of more than " + entryCount + " entries");
            }
            index = Arrays.copyOf(index, wanted);
        }
        System.arraycopy(blockKey, 0, index, indexBytes, keyBytes);
        PackedBytes.putInt(index, indexBytes + keyBytes, length);
        System.arraycopy(checksum, 0, index, indexBytes + keyBytes + 4, checksum.length);
        PackedBytes.putShort(index, indexBytes + keyBytes + 8, entries);
        indexBytes += entryBytes;
        blockCount++;
    }

    /** Writes the last block and the index. */
    StoredTable end() throws IOException {
        if (block.size() > 0) {
            endBlock();
        }
        long blocksBytes = sink.bytesWritten() - offset;
        sink.write(index, 0, indexBytes);
        TableSummary summary = new TableSummary(
                spec,
                entryCount,
                references,
                entryCount == 0 ? new byte[0] : firstKey,
                entryCount == 0 ? new byte[0] : lastKey,
                blockCount,
                blocksBytes + indexBytes);
        return new StoredTable(
                summary,
                offset,
                blocksBytes,
                (int) blockChecksums.getValue(),
                RunFormat.checksum(index, 0, indexBytes));
    }
}
