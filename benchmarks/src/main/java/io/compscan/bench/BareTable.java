package io.compscan.bench;

import io.compscan.map.EntryBatch;
import io.compscan.map.memory.RawMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The speed of light for {@link MapBenchmark}: one off-heap table with linear probing at its final size, at most 70 % full. It has no
 * thread safety, no shards, no growth and no order.
 *
 * <pre>
 *   slot, 24 bytes | key, 20 bytes (shorter ones padded) | references, 2 bytes, saturating | stored size, 2 bytes |
 * </pre>
 *
 * A free slot has zero references. Like the map it touches the slots of 64 keys before it works on them.
 */
final class BareTable implements AutoCloseable {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SLOT_BYTES = 24;
    private static final int GROUP = 64;
    private static final double MAX_LOAD = 0.7;

    private final long slotCount;
    private final long memory;
    private long touched;

    /** A table for up to {@code entries} keys. */
    BareTable(long entries) {
        slotCount = (long) Math.ceil(entries / MAX_LOAD);
        memory = RawMemory.allocate(slotCount * SLOT_BYTES);
        for (long i = 0; i < slotCount * SLOT_BYTES; i += Long.BYTES) {
            RawMemory.putLong(memory + i, 0);
        }
    }

    /** Adds every entry of the batch. */
    void addAll(EntryBatch batch) {
        byte[] keys = batch.keys();
        int keyBytes = batch.keyBytes();
        long sum = 0;
        for (int start = 0; start < batch.size(); start += GROUP) {
            int end = Math.min(batch.size(), start + GROUP);
            for (int i = start; i < end; i++) {
                sum += RawMemory.getByte(slotFor(keys, i * keyBytes));
            }
            for (int i = start; i < end; i++) {
                add(batch, i, keys, i * keyBytes, keyBytes);
            }
        }
        touched += sum;
    }

    private long slotFor(byte[] keys, int at) {
        long word = (long) LONG.get(keys, at);
        return memory + Math.multiplyHigh(word >>> 1, 2 * slotCount) * SLOT_BYTES;
    }

    private void add(EntryBatch batch, int i, byte[] keys, int at, int keyBytes) {
        long first = (long) LONG.get(keys, at);
        int last = (int) INT.get(keys, at + keyBytes - Integer.BYTES);
        long second = keyBytes >= 16 ? (long) LONG.get(keys, at + Long.BYTES) : 0;
        long slot = slotFor(keys, at);
        while (true) {
            int record = RawMemory.getInt(slot + 20);
            if (record == 0) {
                RawMemory.putLong(slot, first);
                RawMemory.putLong(slot + 8, second);
                RawMemory.putInt(slot + 16, last);
                RawMemory.putInt(slot + 20, (batch.field(i, 0) << 16) | 1);
                batch.markNew(i);
                return;
            }
            if (RawMemory.getLong(slot) == first
                    && RawMemory.getLong(slot + 8) == second
                    && RawMemory.getInt(slot + 16) == last) {
                int references = (int) Math.min(0xffff, (record & 0xffff) + batch.references(i));
                int size = Math.max(record >>> 16, batch.field(i, 0));
                RawMemory.putInt(slot + 20, (size << 16) | references);
                batch.markPresent(i);
                return;
            }
            slot += SLOT_BYTES;
            if (slot == memory + slotCount * SLOT_BYTES) {
                slot = memory;
            }
        }
    }

    /** A number that depends on every touch, so that none can be left out. */
    long touched() {
        return touched;
    }

    @Override
    public void close() {
        RawMemory.free(memory, slotCount * SLOT_BYTES);
    }
}
