package io.compscan.bench;

import io.compscan.map.EntryBatch;
import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Any map that takes batches; on the Java heap a key is an object and references and stored size are one long. */
interface BatchMap extends AutoCloseable {

    /** Takes nothing. */
    BatchMap NONE = of(batch -> {}, () -> {});

    /** Adds every entry: references by addition, the first field by maximum. */
    void addAll(EntryBatch batch);

    @Override
    void close();

    static BatchMap of(Consumer<EntryBatch> addAll, Runnable close) {
        return new BatchMap() {
            @Override
            public void addAll(EntryBatch batch) {
                addAll.accept(batch);
            }

            @Override
            public void close() {
                close.run();
            }
        };
    }

    /** {@link ConcurrentHashMap}, one merge an entry. */
    static BatchMap ofConcurrentHashMap() {
        ConcurrentHashMap<Key, Long> map = new ConcurrentHashMap<>();
        return of(batch -> forEach(batch, (key, record) -> map.merge(key, record, BatchMap::merged)), map::clear);
    }

    /** {@link TreeMap}, the red-black tree of the kernel's page sharing. */
    static BatchMap ofTreeMap() {
        TreeMap<Key, Long> map = new TreeMap<>();
        return of(batch -> forEach(batch, (key, record) -> map.merge(key, record, BatchMap::merged)), map::clear);
    }

    /** An open hash map of objects to primitive longs. */
    static BatchMap ofFastutil() {
        Object2LongOpenHashMap<Key> map = new Object2LongOpenHashMap<>();
        return of(
                batch -> forEach(batch, (key, record) -> map.mergeLong(key, record, (long a, long b) -> merged(a, b))),
                map::clear);
    }

    /** Receives an entry. */
    interface Merge {
        void apply(Key key, long record);
    }

    private static void forEach(EntryBatch batch, Merge merge) {
        int keyBytes = batch.keyBytes();
        for (int i = 0; i < batch.size(); i++) {
            Key key = new Key(Arrays.copyOfRange(batch.keys(), i * keyBytes, (i + 1) * keyBytes));
            merge.apply(key, (batch.references(i) << 16) | batch.field(i, 0));
        }
    }

    /** References in the upper 48 bits, the stored size in the lower 16. */
    static long merged(long a, long b) {
        return (((a >>> 16) + (b >>> 16)) << 16) | Math.max(a & 0xffff, b & 0xffff);
    }

    /** A fingerprint as an object. */
    final class Key implements Comparable<Key> {
        private final byte[] bytes;

        Key(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            // A digest is its own hash.
            return (bytes[0] << 24) | ((bytes[1] & 0xff) << 16) | ((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff);
        }

        @Override
        public int compareTo(Key other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }
    }
}
