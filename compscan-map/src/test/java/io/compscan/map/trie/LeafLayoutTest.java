package io.compscan.map.trie;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryBatch;
import io.compscan.map.MapOptions;
import io.compscan.map.RecordLayout;
import io.compscan.map.memory.RawMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LeafLayoutTest {

    private static final int MAX_ENTRIES = 40;

    /** Keys that differ from one another in one or two bits, wherever these are: words compare equal as far as they can. */
    @Property(tries = 200)
    void findsWhatIsThereAndThePlaceOfWhatIsNotFromAnyGuess(
            @ForAll Random random,
            @ForAll @IntRange(min = 12, max = 40) int keyBytes,
            @ForAll @IntRange(min = 1, max = MAX_ENTRIES) int wanted,
            @ForAll @IntRange(max = 4) int implied) {
        LeafLayout layout = new LeafLayout(keyBytes, 1);
        LeafSearch search = new LeafSearch(layout);
        byte[] base = new byte[keyBytes];
        random.nextBytes(base);
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        while (keys.size() < wanted) {
            keys.add(flipped(flipped(base, random, implied), random, implied));
        }
        List<byte[]> sought = new ArrayList<>(keys);
        keys.forEach(key -> sought.add(flipped(key, random, implied)));
        List<byte[]> stored = new ArrayList<>(keys);
        int n = stored.size();
        int size = layout.entryBytes(implied);
        long entries = RawMemory.allocate((long) n * size);
        try {
            for (int p = 0; p < n; p++) {
                layout.writeSuffix(entries + (long) p * size, implied, stored.get(p), 0);
            }
            for (byte[] key : sought) {
                int below = keys.headSet(key).size();
                int expected = keys.contains(key) ? below : ~below;
                for (int guess = 0; guess < n; guess++) {
                    long word = LeafLayout.word(key, implied);
                    assertThat(search.find(entries, n, implied, guess, word, key, implied))
                            .as("%d entries, guess %d", n, guess)
                            .isEqualTo(expected);
                }
            }
        } finally {
            RawMemory.free(entries, (long) n * size);
        }
    }

    private static byte[] flipped(byte[] key, Random random, int implied) {
        byte[] other = key.clone();
        int bit = Byte.SIZE * implied + random.nextInt(Byte.SIZE * (key.length - implied));
        other[bit >>> 3] ^= (byte) (0x80 >>> (bit & 7));
        return other;
    }

    /** Keys of a leaf agree in the bits of its path, and in some that follow it. */
    @Property
    void keysAreReadAsTheyWereWritten(
            @ForAll Random random,
            @ForAll @IntRange(min = 8, max = 40) int keyBytes,
            @ForAll @IntRange(min = 1, max = MAX_ENTRIES) int wanted) {
        LeafLayout layout = new LeafLayout(keyBytes, 3);
        int depth = random.nextInt(Byte.SIZE * keyBytes - 8);
        int implied = layout.impliedBytes(depth);
        byte[] base = new byte[keyBytes];
        random.nextBytes(base);
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        keys.add(base);
        for (int i = 1; i < wanted; i++) {
            byte[] key = base.clone();
            int bit = depth + random.nextInt(Byte.SIZE * keyBytes - depth);
            key[bit >>> 3] ^= (byte) (0x80 >>> (bit & 7));
            keys.add(key);
        }
        List<byte[]> stored = new ArrayList<>(keys);
        int n = stored.size();
        long bytes = (long) layout.usedBytes(n, implied) + keyBytes;
        long block = RawMemory.allocate(bytes);
        try {
            LeafLayout.writeHead(block, LeafLayout.word(stored.get(random.nextInt(n)), 0));
            for (int p = 0; p < n; p++) {
                layout.writeSuffix(layout.entry(block, p, implied), implied, stored.get(p), 0);
            }
            byte[] read = new byte[keyBytes];
            for (int p = 0; p < n; p++) {
                byte[] key = stored.get(p);
                long entry = layout.entry(block, p, implied);
                layout.readKey(block, entry, implied, read);
                assertThat(read).isEqualTo(key);
                assertThat(layout.firstWord(block, entry, implied)).isEqualTo(LeafLayout.word(key, 0));
                for (int bit = 0; bit < Byte.SIZE * keyBytes; bit++) {
                    assertThat(layout.keyBit(block, entry, implied, bit)).isEqualTo(bit(key, bit));
                }
                for (int q = 0; q < n; q++) {
                    assertThat(Integer.signum(layout.compare(entry, layout.entry(block, q, implied), implied)))
                            .isEqualTo(Integer.compare(p, q));
                }
            }
            layout.readPath(block, read);
            for (int bit = 0; bit < depth; bit++) {
                assertThat(bit(read, bit))
                        .as("bit %d of the path of %d", bit, depth)
                        .isEqualTo(bit(base, bit));
            }
        } finally {
            RawMemory.free(block, bytes);
        }
    }

    private static int bit(byte[] key, int bit) {
        return (key[bit >>> 3] >>> (7 - (bit & 7))) & 1;
    }

    /** The middle one of three entries changes, and nothing around its record does. */
    @Property
    void mergesIntoOneRecordOfAnyWidth(
            @ForAll Random random, @ForAll List<@IntRange(min = 1, max = 4) Integer> widths, @ForAll boolean small) {
        RecordLayout.Field[] fields = new RecordLayout.Field[Math.min(4, widths.size())];
        for (int f = 0; f < fields.length; f++) {
            fields[f] = new RecordLayout.Field("field" + f, widths.get(f));
        }
        MapOptions options = MapOptions.of(20, RecordLayout.of(fields));
        RecordFormat format = new RecordFormat(options.layout());
        LeafLayout layout = new LeafLayout(options.keyBytes(), format.bytes());
        EntryBatch held = randomEntries(options, fields, random, 100);
        EntryBatch added = randomEntries(options, fields, random, small ? 100 : 1000);
        int implied = 2;
        int size = layout.entryBytes(implied);
        long entries = RawMemory.allocate(3L * size);
        try {
            for (int p = 0; p < 3; p++) {
                long entry = entries + (long) p * size;
                layout.writeSuffix(entry, implied, held.keys(), p * 20);
                format.write(layout.record(entry, implied), held, p);
            }
            byte[] before = bytes(entries, 3 * size);
            long total = held.references(1) + added.references(1);
            long middle = layout.record(entries + size, implied);
            boolean merged = format.merge(middle, added, 1);
            assertThat(merged).isEqualTo(total <= RecordFormat.MAX_SMALL_COUNT);
            if (!merged) {
                assertThat(bytes(entries, 3 * size)).isEqualTo(before);
                return;
            }
            assertThat(RecordFormat.isLarge(middle)).isFalse();
            assertThat(RecordFormat.low(middle)).isEqualTo((int) total);
            for (int f = 0; f < fields.length; f++) {
                assertThat(format.field(middle, f)).isEqualTo(Math.max(held.field(1, f), added.field(1, f)));
            }
            byte[] after = bytes(entries, 3 * size);
            int record = size + layout.suffixBytes(implied);
            assertThat(Arrays.copyOf(after, record)).isEqualTo(Arrays.copyOf(before, record));
            assertThat(Arrays.copyOfRange(after, 2 * size, 3 * size))
                    .isEqualTo(Arrays.copyOfRange(before, 2 * size, 3 * size));
        } finally {
            RawMemory.free(entries, 3L * size);
        }
    }

    private static EntryBatch randomEntries(
            MapOptions options, RecordLayout.Field[] fields, Random random, int maxReferences) {
        EntryBatch batch = new EntryBatch(options, 3);
        byte[] key = new byte[options.keyBytes()];
        for (int i = 0; i < 3; i++) {
            random.nextBytes(key);
            batch.add(key, 0, random.nextInt(maxReferences));
            for (int f = 0; f < fields.length; f++) {
                batch.setField(i, f, random.nextInt(fields[f].maxValue()));
            }
        }
        return batch;
    }

    private static byte[] bytes(long address, int count) {
        byte[] copy = new byte[count];
        for (int i = 0; i < count; i++) {
            copy[i] = RawMemory.getByte(address + i);
        }
        return copy;
    }
}
