package io.compscan.map;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Many entries handed to a map at once, and the map's answer for each: a reusable buffer owned by one thread.
 *
 * <p>Entry {@code i} is the {@code keyBytes} bytes of {@link #keys} from {@code i * keyBytes}, a number of references to add
 * (one, unless said otherwise), and a value for each field of the layout (zero, unless said otherwise). Keys may repeat within
 * a batch. After {@link FingerprintMap#addAll} the batch tells for each entry whether its key was new or had to be rejected.
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

    /** An empty batch for up to {@code capacity} entries of a map with these options. */
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

    /** Appends one reference to the key at {@code source[offset..]}, all fields zero, and returns its number in the batch. */
    public int add(byte[] source, int offset) {
        return add(source, offset, 1);
    }

    /**
     * Appends {@code count} references to the key at {@code source[offset..]}, all fields zero, and returns its number in the
     * batch. A count of zero adds no reference: it only delivers fields.
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
     * Sets field {@code field} of entry {@code i}; see {@link RecordLayout} for how it merges with what the map holds.
     *
     * @throws IllegalArgumentException if the value is negative or wider than the field
     */
    public void setField(int i, int field, int value) {
        if (value < 0 || value > maxValues[field]) {
            throw new IllegalArgumentException("field " + field + " holds 0 to " + maxValues[field] + ", not " + value);
        }
        fields[i * fieldCount + field] = value;
    }

    /** Forgets all entries. */
    public void clear() {
        size = 0;
    }

    /** How many entries there are. */
    public int size() {
        return size;
    }

    /** How many entries fit. */
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

    /** How many references entry {@code i} adds. */
    public long references(int i) {
        return references[i];
    }

    /** The value of field {@code field} of entry {@code i}. */
    public int field(int i, int field) {
        return fields[i * fieldCount + field];
    }

    /** How many fields an entry has. */
    public int fieldCount() {
        return fieldCount;
    }

    /** Whether the map had never held the key of entry {@code i} before; of equal keys in a batch exactly one is new. */
    public boolean isNew(int i) {
        return outcomes[i] == NEW;
    }

    /** Whether the map had no memory left for entry {@code i} and has not taken it. */
    public boolean isRejected(int i) {
        return outcomes[i] == REJECTED;
    }

    /** For maps: entry {@code i} was not there and now is. */
    public void markNew(int i) {
        outcomes[i] = NEW;
    }

    /** For maps: entry {@code i} was there already. */
    public void markPresent(int i) {
        outcomes[i] = PRESENT;
    }

    /** For maps: entry {@code i} was not taken. */
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
