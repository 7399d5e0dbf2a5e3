package io.compscan.map;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A map of independently locked open-addressing tables with linear probing, in direct buffers.
 *
 * <p>The top bits of a key choose its shard. A shard is a table of a power of two slots, at most 70 % full, doubled when it
 * would be fuller; in a slot the reference count is one higher than in the entry, so that a slot of zeros is a free one.
 *
 * <pre>
 *   slot | key, keyBytes | references + 1, 8 bytes | field 0, 4 bytes | field 1 | ...
 * </pre>
 */
final class ProbingMap implements FingerprintMap {

    private static final int MIN_SLOTS = 16;
    private static final int SEGMENT_SLOT_BITS = 20;

    private final MapOptions options;
    private final int keyBytes;
    private final int fieldCount;
    private final int slotBytes;
    private final Shard[] shards;
    private final Budget budget;
    private volatile boolean closed;

    ProbingMap(MapOptions options) {
        this.options = options;
        keyBytes = options.keyBytes();
        fieldCount = options.layout().fieldCount();
        slotBytes = keyBytes + Long.BYTES + fieldCount * Integer.BYTES;
        budget = new Budget(options.memoryBudgetBytes());
        shards = new Shard[options.shardCount()];
        Arrays.setAll(shards, i -> new Shard());
    }

    @Override
    public MapOptions options() {
        return options;
    }

    @Override
    public int addAll(EntryBatch batch) {
        requireOpen();
        if (batch.keyBytes() != keyBytes || batch.fieldCount() != fieldCount) {
            throw new IllegalArgumentException("a batch of " + batch.keyBytes() + "-byte keys and " + batch.fieldCount()
                    + " fields, the map has " + keyBytes + " and " + fieldCount);
        }
        int rejected = 0;
        for (int i = 0; i < batch.size(); i++) {
            Shard shard = shards[shardOf(batch.keys(), i * keyBytes)];
            shard.lock.lock();
            try {
                rejected += shard.add(batch, i);
            } finally {
                shard.lock.unlock();
            }
        }
        return rejected;
    }

    @Override
    public long get(byte[] key, int offset, int[] fields) {
        requireOpen();
        Shard shard = shards[shardOf(key, offset)];
        shard.lock.lock();
        try {
            return shard.get(key, offset, fields);
        } finally {
            shard.lock.unlock();
        }
    }

    @Override
    public EntryCursor cursor() {
        requireOpen();
        return new Walk(0, shards.length);
    }

    @Override
    public EntryCursor cursor(int shard) {
        requireOpen();
        return new Walk(shard, shard + 1);
    }

    @Override
    public MapStats stats() {
        requireOpen();
        long entries = 0;
        long bytes = 0;
        for (Shard shard : shards) {
            shard.lock.lock();
            try {
                entries += shard.entryCount;
                bytes += shard.slotCount * slotBytes;
            } finally {
                shard.lock.unlock();
            }
        }
        return new MapStats(entries, bytes, shards.length, 0);
    }

    @Override
    public void verify() {
        requireOpen();
        long entries = 0;
        byte[] previous = new byte[keyBytes];
        boolean first = true;
        EntryCursor cursor = cursor();
        while (cursor.next()) {
            byte[] key = cursor.key();
            if (!first && Arrays.compareUnsigned(previous, key) >= 0) {
                throw new IllegalStateException("entry " + entries + " is not above the one before it");
            }
            if (get(key, 0, new int[fieldCount]) != cursor.references()) {
                throw new IllegalStateException("entry " + entries + " cannot be looked up");
            }
            System.arraycopy(key, 0, previous, 0, keyBytes);
            first = false;
            entries++;
        }
        MapStats stats = stats();
        if (entries != stats.entryCount()) {
            throw new IllegalStateException("counted " + stats.entryCount() + " entries, walked over " + entries);
        }
        if (stats.accountedBytes() != budget.held() || budget.held() > options.memoryBudgetBytes()) {
            throw new IllegalStateException(
                    "tables of " + stats.accountedBytes() + " bytes, accounted " + budget.held());
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Shard shard : shards) {
            shard.lock.lock();
            try {
                shard.release();
            } finally {
                shard.lock.unlock();
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the map is closed");
        }
    }

    private int shardOf(byte[] key, int offset) {
        int top = ((key[offset] & 0xff) << 8) | (key[offset + 1] & 0xff);
        return (int) (((long) top * shards.length) >>> 16);
    }

    private long hashOf(byte[] key, int offset) {
        long hash = 0;
        for (int i = 0; i < keyBytes; i++) {
            hash = (hash ^ (key[offset + i] & 0xff)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return hash ^ (hash >>> 32);
    }

    /** One table and its lock. */
    private final class Shard {
        final ReentrantLock lock = new ReentrantLock();
        ByteBuffer[] segments = {};
        long slotCount;
        long entryCount;

        int add(EntryBatch batch, int i) {
            if (closed) {
                throw new IllegalStateException("the map is closed");
            }
            byte[] keys = batch.keys();
            int offset = i * keyBytes;
            long slot = find(keys, offset);
            boolean isNew = slot < 0;
            if (isNew) {
                if ((entryCount + 1) * 10 > slotCount * 7 && !grow()) {
                    batch.markRejected(i);
                    return 1;
                }
                slot = -find(keys, offset) - 1;
                segment(slot).put(at(slot), keys, offset, keyBytes);
                setStored(slot, 1);
                entryCount++;
                batch.markNew(i);
            } else {
                batch.markPresent(i);
            }
            long references;
            try {
                references = Math.addExact(stored(slot) - 1, batch.references(i));
            } catch (ArithmeticException e) {
                throw new ArithmeticException("a reference count exceeds 2^63 - 1");
            }
            // 2^63 - 1 references wrap to a negative stored value, which is not zero and comes back whole.
            setStored(slot, references + 1);
            for (int f = 0; f < fieldCount; f++) {
                int place = at(slot) + keyBytes + Long.BYTES + f * Integer.BYTES;
                ByteBuffer segment = segment(slot);
                segment.putInt(place, Math.max(segment.getInt(place), batch.field(i, f)));
            }
            return 0;
        }

        long get(byte[] key, int offset, int[] fields) {
            requireOpen();
            long slot = find(key, offset);
            if (slot < 0) {
                return -1;
            }
            for (int f = 0; f < fieldCount; f++) {
                fields[f] = field(slot, f);
            }
            return stored(slot) - 1;
        }

        /** The slot of a key, or {@code -s - 1} where s is the slot it would go to. */
        long find(byte[] key, int offset) {
            if (slotCount == 0) {
                return -1;
            }
            long mask = slotCount - 1;
            long slot = hashOf(key, offset) & mask;
            while (stored(slot) != 0) {
                if (holds(slot, key, offset)) {
                    return slot;
                }
                slot = (slot + 1) & mask;
            }
            return -slot - 1;
        }

        boolean holds(long slot, byte[] key, int offset) {
            ByteBuffer segment = segment(slot);
            int place = at(slot);
            for (int i = 0; i < keyBytes; i++) {
                if (segment.get(place + i) != key[offset + i]) {
                    return false;
                }
            }
            return true;
        }

        /** Doubles the table; false if the budget or the process has no room for both tables at once. */
        boolean grow() {
            ByteBuffer[] oldSegments = segments;
            long oldSlotCount = slotCount;
            long newSlotCount = Math.max(MIN_SLOTS, 2 * oldSlotCount);
            ByteBuffer @Nullable [] fresh = allocate(newSlotCount);
            if (fresh == null) {
                return false;
            }
            segments = fresh;
            slotCount = newSlotCount;
            byte[] key = new byte[keyBytes];
            for (long from = 0; from < oldSlotCount; from++) {
                ByteBuffer source = oldSegments[(int) (from >>> SEGMENT_SLOT_BITS)];
                if (source.getLong(at(from) + keyBytes) != 0) {
                    source.get(at(from), key);
                    long to = -find(key, 0) - 1;
                    segment(to).put(at(to), source, at(from), slotBytes);
                }
            }
            budget.giveBack(oldSlotCount * slotBytes);
            return true;
        }

        ByteBuffer @Nullable [] allocate(long slots) {
            if (!budget.take(slots * slotBytes)) {
                return null;
            }
            int segmentSlots = (int) Math.min(slots, 1L << SEGMENT_SLOT_BITS);
            ByteBuffer[] fresh = new ByteBuffer[(int) (slots / segmentSlots)];
            try {
                Arrays.setAll(fresh, i -> ByteBuffer.allocateDirect(segmentSlots * slotBytes));
            } catch (OutOfMemoryError e) {
                budget.giveBack(slots * slotBytes);
                return null;
            }
            return fresh;
        }

        void release() {
            budget.giveBack(slotCount * slotBytes);
            segments = new ByteBuffer[0];
            slotCount = 0;
            entryCount = 0;
        }

        ByteBuffer segment(long slot) {
            return segments[(int) (slot >>> SEGMENT_SLOT_BITS)];
        }

        int at(long slot) {
            return (int) (slot & ((1 << SEGMENT_SLOT_BITS) - 1)) * slotBytes;
        }

        long stored(long slot) {
            return segment(slot).getLong(at(slot) + keyBytes);
        }

        void setStored(long slot, long references) {
            segment(slot).putLong(at(slot) + keyBytes, references);
        }

        int field(long slot, int f) {
            return segment(slot).getInt(at(slot) + keyBytes + Long.BYTES + f * Integer.BYTES);
        }
    }

    /** Shard after shard, the slots of each sorted by key when the walk reaches it. */
    private final class Walk implements EntryCursor {
        private final byte[] key = new byte[keyBytes];
        private final int endShard;
        private int nextShard;
        private Shard shard = shards[0];
        private byte[][] sorted = {};
        private int position = -1;
        private long slot;

        Walk(int firstShard, int endShard) {
            nextShard = firstShard;
            this.endShard = endShard;
        }

        @Override
        public boolean next() {
            requireOpen();
            position++;
            while (position >= sorted.length) {
                if (nextShard == endShard) {
                    position = sorted.length;
                    return false;
                }
                shard = shards[nextShard++];
                sorted = sortedKeys(shard);
                position = 0;
            }
            System.arraycopy(sorted[position], 0, key, 0, keyBytes);
            slot = shard.find(key, 0);
            return true;
        }

        private byte[][] sortedKeys(Shard from) {
            byte[][] found = new byte[Math.toIntExact(from.entryCount)][keyBytes];
            int n = 0;
            for (long s = 0; s < from.slotCount; s++) {
                if (from.stored(s) != 0) {
                    from.segment(s).get(from.at(s), found[n++]);
                }
            }
            Arrays.sort(found, Arrays::compareUnsigned);
            return found;
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public long references() {
            return shard.stored(slot) - 1;
        }

        @Override
        public int field(int field) {
            return shard.field(slot, field);
        }
    }

    /** What the tables hold together, never above the limit. */
    private static final class Budget {
        private final long limit;
        private long held;

        Budget(long limit) {
            this.limit = limit;
        }

        synchronized boolean take(long bytes) {
            if (bytes > limit - held) {
                return false;
            }
            held += bytes;
            return true;
        }

        synchronized void giveBack(long bytes) {
            held -= bytes;
        }

        synchronized long held() {
            return held;
        }
    }
}
