package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import org.jspecify.annotations.Nullable;

/** One shard's range of a table that has another owner, for example a checkpoint. */
final class AdoptedPart implements Part {

    private final RunFile file;
    private final int table;
    private final byte @Nullable [] fromKey;
    private final byte @Nullable [] toKey;
    private final long entryCount;

    /**
     * The keys of one shard.
     *
     * @param shardBits the number of leading key bits that choose the shard
     * @param entryCount an estimate of the table's entries in the shard
     */
    AdoptedPart(RunFile file, int table, int shard, int shardBits, long entryCount) {
        this.file = file;
        this.table = table;
        int keyBytes = file.tables().get(table).spec().keyBytes();
        fromKey = firstKey(shard, shardBits, keyBytes);
        toKey = shard + 1 == 1 << shardBits ? null : firstKey(shard + 1, shardBits, keyBytes);
        this.entryCount = entryCount;
    }

    private static byte[] firstKey(int shard, int shardBits, int keyBytes) {
        byte[] key = new byte[keyBytes];
        int topBits = shardBits == 0 ? 0 : shard << (Integer.SIZE - shardBits);
        for (int i = 0; i < Integer.BYTES; i++) {
            key[i] = (byte) (topBits >>> (Integer.SIZE - Byte.SIZE * (i + 1)));
        }
        return key;
    }

    RunFile file() {
        return file;
    }

    @Override
    public long entryCount() {
        return entryCount;
    }

    @Override
    public long memoryBytes() {
        return 0;
    }

    @Override
    public long find(byte[] keys, int keyAt, int[] fields) {
        return RunPart.find(file, table, keys, keyAt, fields);
    }

    @Override
    public @Nullable KeyFilter filter() {
        return null;
    }

    @Override
    public boolean isInMemory() {
        return false;
    }

    @Override
    public EntryCursor cursor() {
        return file.cursor(table, fromKey, toKey);
    }

    /** Leaves the file to its owner. */
    @Override
    public void close() {}
}
