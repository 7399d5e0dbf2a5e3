package io.compscan.bench;

import io.compscan.map.EntryBatch;
import io.compscan.map.memory.RawMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The minimum work of any map of fingerprints: one off-heap table with linear probing, at most 70 % full. It has no thread safety, no
 * shards and no order. A presized table has its final size and its memory before the clock starts. A growing table starts small and
 * doubles, as it must where nobody knows the number of keys beforehand.
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

    private static final long FIRST_ENTRIES = 1 << 16;

    private final boolean grows;
    private long slotCount;
    private long memory;
    private long maxEntries;
    private long entryCount;
    private long touched;

    private BareTable(long entries, boolean grows) {
        this.grows = grows;
        open(entries);
    }

    /** A table for up to {@code entries} keys. */
    static BareTable presized(long entries) {
        return new BareTable(entries, false);
    }

    /** A table for any number of keys. */
    static BareTable growing() {
        return new BareTable(FIRST_ENTRIES, true);
    }

    private void open(long entries) {
        maxEntries = entries;
        slotCount = (long) Math.ceil(entries / MAX_LOAD);
        memory = RawMemory.allocate(slotCount * SLOT_BYTES);
        for (long i = 0; i < slotCount * SLOT_BYTES; i += Long.BYTES) {
            RawMemory.putLong(memory + i, 0);
        }
    }

    private void grow() {
        long oldMemory = memory;
        long oldEnd = oldMemory + slotCount * SLOT_BYTES;
        open(2 * maxEntries);
        for (long from = oldMemory; from < oldEnd; from += SLOT_BYTES) {
            if (RawMemory.getInt(from + 20) != 0) {
                long first = RawMemory.getLong(from);
                long to = slotFor(first);
                while (RawMemory.getInt(to + 20) != 0) {
                    to = next(to);
                }
                RawMemory.putLong(to, first);
                RawMemory.putLong(to + 8, RawMemory.getLong(from + 8));
                RawMemory.putLong(to + 16, RawMemory.getLong(from + 16));
            }
        }
        RawMemory.free(oldMemory, oldEnd - oldMemory);
    }

    /** Adds every entry of the batch. */
    void addAll(EntryBatch batch) {
        while (grows && entryCount + batch.size() > maxEntries) {
            grow();
        }
        byte[] keys = batch.keys();
        int keyBytes = batch.keyBytes();
        long sum = 0;
        for (int start = 0; start < batch.size(); start += GROUP) {
            int end = Math.min(batch.size(), start + GROUP);
            for (int i = start; i < end; i++) {
                sum += RawMemory.getByte(slotFor((long) LONG.get(keys, i * keyBytes)));
            }
            for (int i = start; i < end; i++) {
                add(batch, i, keys, i * keyBytes, keyBytes);
            }
        }
        touched += sum;
    }

    private long slotFor(long word) {
        return memory + Math.multiplyHigh(word >>> 1, 2 * slotCount) * SLOT_BYTES;
    }

    private void add(EntryBatch batch, int i, byte[] keys, int at, int keyBytes) {
        long first = (long) LONG.get(keys, at);
        int last = (int) INT.get(keys, at + keyBytes - Integer.BYTES);
        long second = keyBytes >= 16 ? (long) LONG.get(keys, at + Long.BYTES) : 0;
        long slot = slotFor(first);
        while (true) {
            int record = RawMemory.getInt(slot + 20);
            if (record == 0) {
                RawMemory.putLong(slot, first);
                RawMemory.putLong(slot + 8, second);
                RawMemory.putInt(slot + 16, last);
                RawMemory.putInt(slot + 20, (batch.field(i, 0) << 16) | 1);
                entryCount++;
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
            slot = next(slot);
        }
    }

    private long next(long slot) {
        long next = slot + SLOT_BYTES;
        return next == memory + slotCount * SLOT_BYTES ? memory : next;
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
