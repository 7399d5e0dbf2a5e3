package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The entries of a {@link FingerprintMap} in a sorted map of the JDK, and what a map must answer by them. One thread. */
final class PlainMap {
    private final NavigableMap<byte[], Entry> entries = new TreeMap<>(Arrays::compareUnsigned);
    private final int fieldCount;

    private final boolean countMayBeHigh;

    PlainMap(int fieldCount, boolean countMayBeHigh) {
        this.fieldCount = fieldCount;
        this.countMayBeHigh = countMayBeHigh;
    }

    private static final class Entry {
        long references;
        final int[] fields;

        Entry(int fieldCount) {
            fields = new int[fieldCount];
        }
    }

    /** Merges what the map took and checks its answers on the way. */
    void addAll(EntryBatch batch) {
        Map<byte[], Boolean> newHere = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 0; i < batch.size(); i++) {
            byte[] key = keyOf(batch, i);
            if (batch.isRejected(i)) {
                assertThat(entries.containsKey(key) && !newHere.containsKey(key))
                        .as("a present key was rejected")
                        .isFalse();
                continue;
            }
            boolean wasThere = entries.containsKey(key) && !newHere.containsKey(key);
            assertThat(wasThere && batch.isNew(i))
                    .as("a present key called new")
                    .isFalse();
            if (!wasThere) {
                newHere.merge(key, batch.isNew(i), (a, b) -> {
                    assertThat(a && b).as("one key new twice").isFalse();
                    return a || b;
                });
            }
            merge(batch, i);
        }
        assertThat(newHere.values()).as("every new key is called new once").doesNotContain(false);
    }

    void merge(EntryBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            merge(batch, i);
        }
    }

    private void merge(EntryBatch batch, int i) {
        Entry entry = entries.computeIfAbsent(keyOf(batch, i), k -> new Entry(fieldCount));
        entry.references = Math.addExact(entry.references, batch.references(i));
        for (int f = 0; f < fieldCount; f++) {
            entry.fields[f] = Math.max(entry.fields[f], batch.field(i, f));
        }
    }

    private static byte[] keyOf(EntryBatch batch, int i) {
        int keyBytes = batch.keyBytes();
        return Arrays.copyOfRange(batch.keys(), i * keyBytes, (i + 1) * keyBytes);
    }

    int size() {
        return entries.size();
    }

    void assertSame(FingerprintMap map) {
        long entryCount = map.stats().entryCount();
        if (countMayBeHigh) {
            assertThat(entryCount).isGreaterThanOrEqualTo(entries.size());
        } else {
            assertThat(entryCount).isEqualTo(entries.size());
        }
        // A lookup on disk reads a block for each run.
        int lookupStep = countMayBeHigh ? 1 + entries.size() / 500 : 1;
        int walked = 0;
        EntryCursor cursor = map.cursor();
        for (Map.Entry<byte[], Entry> expected : entries.entrySet()) {
            assertThat(cursor.next()).isTrue();
            Entry entry = expected.getValue();
            if (!Arrays.equals(cursor.key(), expected.getKey()) || cursor.references() != entry.references) {
                assertThat(cursor.key()).isEqualTo(expected.getKey());
                assertThat(cursor.references()).isEqualTo(entry.references);
            }
            for (int f = 0; f < fieldCount; f++) {
                if (cursor.field(f) != entry.fields[f]) {
                    assertThat(cursor.field(f)).as("field " + f).isEqualTo(entry.fields[f]);
                }
            }
            if (walked++ % lookupStep == 0) {
                assertSame(map, expected.getKey());
            }
        }
        assertThat(cursor.next()).isFalse();
        assertShardsInOrder(map);
    }

    /** The walks over single shards, one after the other, are the walk over all. */
    private void assertShardsInOrder(FingerprintMap map) {
        EntryCursor all = map.cursor();
        for (int shard = 0; shard < map.options().shardCount(); shard++) {
            EntryCursor cursor = map.cursor(shard);
            while (cursor.next()) {
                assertThat(all.next()).isTrue();
                if (!Arrays.equals(cursor.key(), all.key()) || cursor.references() != all.references()) {
                    assertThat(cursor.key()).isEqualTo(all.key());
                    assertThat(cursor.references()).isEqualTo(all.references());
                }
            }
            assertThat(cursor.next()).isFalse();
        }
        assertThat(all.next()).isFalse();
    }

    void assertSame(FingerprintMap map, byte[] key) {
        Entry entry = entries.get(key);
        int[] fields = new int[fieldCount];
        long references = map.get(key, 0, fields);
        if (entry == null) {
            assertThat(references).isEqualTo(-1);
        } else if (references != entry.references || !Arrays.equals(fields, entry.fields)) {
            assertThat(references).isEqualTo(entry.references);
            assertThat(fields).isEqualTo(entry.fields);
        }
    }
}
