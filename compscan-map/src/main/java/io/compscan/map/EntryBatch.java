package io.compscan.map;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A reusable buffer of entries for a map, and the map's answer for each entry; one thread owns it.
 *
 * <p>Entry {@code i} has a key, a number of references to add, and a value for each field of the layout. Its key is the {@code keyBytes}
 * bytes of {@link #keys} from {@code i * keyBytes}. Without other instructions the references are 1 and the fields are 0. Keys may repeat
 * within a batch. After {@link FingerprintMap#addAll} the batch tells for each entry whether its key was new, present or rejected.
 *
 * <pre>
 *   keys        | key 0 ............ | key 1 ............ | ...      keyBytes each
 *   references  | n0 | n1 | ...                                       one long each
 *   fields      | f0,0 f0,1 .. | f1,0 f1,1 .. | ...                   fieldCount ints each
 * </pre>
 */
public final class EntryBatch {

    private static final byte PRESENT = 0;
    private static final byte NEW = 1;
    private static final byte REJECTED = 2;

    private final int keyBytes;
    private final int fieldCount;
    private final int[] maxValues;
    private final byte[] keys;
    private final long[] references;
    private final int[] fields;
    private final byte[] outcomes;
    private int size;

    /** An empty batch of {@code capacity} entries for a map with these options. */
    public EntryBatch(MapOptions options, int capacity) {
        keyBytes = options.keyBytes();
        fieldCount = options.layout().fieldCount();
        maxValues = options.layout().fields().stream()
                .mapToInt(RecordLayout.Field::maxValue)
                .toArray();
        keys = new byte[Math.multiplyExact(capacity, keyBytes)];
        references = new long[capacity];
        fields = new int[Math.multiplyExact(capacity, fieldCount)];
        outcomes = new byte[capacity];
    }

    private EntryBatch(EntryBatch like, int capacity) {
        keyBytes = like.keyBytes;
        fieldCount = like.fieldCount;
        maxValues = like.maxValues;
        keys = new byte[capacity * keyBytes];
        references = new long[capacity];
        fields = new int[capacity * fieldCount];
        outcomes = new byte[capacity];
    }

    /** Appends one reference to the key at {@code source[offset..]}, all fields 0; returns the number of the entry. */
    public int add(byte[] source, int offset) {
        return add(source, offset, 1);
    }

    /**
     * Appends {@code count} references to the key at {@code source[offset..]}, all fields 0; returns the number of the entry.
     *
     * <p>A count of 0 adds no reference: the entry only delivers fields.
     */
    public int add(byte[] source, int offset, long count) {
        if (count < 0) {
            throw new IllegalArgumentException("a count of " + count + " references");
        }
        int i = size;
        System.arraycopy(source, offset, keys, i * keyBytes, keyBytes);
        references[i] = count;
        Arrays.fill(fields, i * fieldCount, (i + 1) * fieldCount, 0);
        outcomes[i] = PRESENT;
        size++;
        return i;
    }

    /**
     * Sets field {@code field} of entry {@code i}; {@link RecordLayout} says how it merges with the map's value.
     *
     * @throws IllegalArgumentException if the value is negative or wider than the field
     */
    public void setField(int i, int field, int value) {
        if (value < 0 || value > maxValues[field]) {
            throw new IllegalArgumentException("field " + field + " holds 0 to " + maxValues[field] + ", not " + value);
        }
        fields[i * fieldCount + field] = value;
    }

    /** Removes all entries. */
    public void clear() {
        size = 0;
    }

    /** The number of entries. */
    public int size() {
        return size;
    }

    /** The maximum number of entries. */
    public int capacity() {
        return references.length;
    }

    /** The keys, one after another; not a copy. */
    public byte[] keys() {
        return keys;
    }

    /** The length of a key in bytes. */
    public int keyBytes() {
        return keyBytes;
    }

    /** The references that entry {@code i} adds. */
    public long references(int i) {
        return references[i];
    }

    /** The value of field {@code field} of entry {@code i}. */
    public int field(int i, int field) {
        return fields[i * fieldCount + field];
    }

    /** The number of fields of an entry. */
    public int fieldCount() {
        return fieldCount;
    }

    /** Whether the map did not hold the key of entry {@code i} before; of equal keys in a batch exactly one is new. */
    public boolean isNew(int i) {
        return outcomes[i] == NEW;
    }

    /** Whether the map had no memory for entry {@code i} and did not take it. */
    public boolean isRejected(int i) {
        return outcomes[i] == REJECTED;
    }

    /** For maps: the key of entry {@code i} was absent and is present now. */
    public void markNew(int i) {
        outcomes[i] = NEW;
    }

    /** For maps: the key of entry {@code i} was present. */
    public void markPresent(int i) {
        outcomes[i] = PRESENT;
    }

    /** For maps: entry {@code i} was rejected. */
    public void markRejected(int i) {
        outcomes[i] = REJECTED;
    }

    /**
     * For maps: adds the rejected entries again, in a batch of their own, and takes over the new outcomes.
     *
     * @param addAll adds a batch and returns how many of its entries were rejected
     * @return how many entries are rejected still
     */
    public int retryRejected(ToIntFunction<EntryBatch> addAll) {
        int[] places = IntStream.range(0, size).filter(this::isRejected).toArray();
        EntryBatch rest = new EntryBatch(this, places.length);
        for (int place : places) {
            int i = rest.add(keys, place * keyBytes, references[place]);
            System.arraycopy(fields, place * fieldCount, rest.fields, i * fieldCount, fieldCount);
        }
        int rejected = addAll.applyAsInt(rest);
        for (int i = 0; i < places.length; i++) {
            outcomes[places[i]] = rest.outcomes[i];
        }
        return rejected;
    }
}
