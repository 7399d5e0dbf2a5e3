package io.compscan.map.trie;

import io.compscan.map.EntryBatch;
import io.compscan.map.MapOptions;
import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.RawMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How a leaf's entries lie in its block, and how they are searched: everything about a leaf but where it is.
 *
 * <pre>
 *   block  | head, 4 bytes | entry 0 | entry 1 | ... | entry n-1 | large count 0, 8 bytes | large count 1 | ... | slack |
 *   entry  | suffix, keyBytes - implied | count, 1 byte | field 0, 1..4 bytes | field 1 | ... |
 * </pre>
 *
 * Entries ascend by key. All keys of a leaf agree in its first {@code depth} bits, the path to it; the whole bytes among them,
 * {@code implied}, are not stored: at most four of them, and never so many that a suffix would be shorter than 8 bytes. The
 * head holds the first four bytes of some key that leads here; its first {@code implied} bytes complete every suffix.
 *
 * <p>A count of up to 254 stands in its byte. A larger one leaves 255 there and stands, whole, among the large counts, which
 * are in the order of their entries.
 */
final class LeafLayout {

    static final int HEAD_BYTES = 4;
    static final int MAX_SMALL_COUNT = 254;
    static final int LARGE_COUNT_BYTES = 8;
    /** How many entries around where a key should be are compared with it at once; the key is between two of them, mostly. */
    static final int WINDOW = 6;

    private static final int LARGE_MARK = 255;
    private static final int MAX_IMPLIED_BYTES = HEAD_BYTES;

    private static final VarHandle BIG_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle NATIVE_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final int keyBytes;
    private final int recordBytes;
    private final int maxImpliedBytes;
    private final int[] fieldOffsets;
    private final int[] fieldWidths;

    LeafLayout(MapOptions options) {
        keyBytes = options.keyBytes();
        recordBytes = 1 + options.layout().fieldBytes();
        maxImpliedBytes = Math.min(MAX_IMPLIED_BYTES, keyBytes - Long.BYTES);
        int fieldCount = options.layout().fieldCount();
        fieldOffsets = new int[fieldCount];
        fieldWidths = new int[fieldCount];
        int offset = 1;
        for (int f = 0; f < fieldCount; f++) {
            fieldOffsets[f] = offset;
            fieldWidths[f] = options.layout().fields().get(f).bytes();
            offset += fieldWidths[f];
        }
    }

    /** How many whole bytes a path of so many bits implies. */
    int impliedBytes(int depth) {
        return Math.min(depth >>> 3, maxImpliedBytes);
    }

    int suffixBytes(int implied) {
        return keyBytes - implied;
    }

    int entryBytes(int implied) {
        return keyBytes - implied + recordBytes;
    }

    int keyBytes() {
        return keyBytes;
    }

    int fieldCount() {
        return fieldWidths.length;
    }

    /** The eight bytes of a key array from {@code at}, as a big-endian number. */
    static long word(byte[] keys, int at) {
        return (long) BIG_ENDIAN_LONG.get(keys, at);
    }

    /** Bit {@code bit} of a key that begins with this word and stands in an array. */
    static int bit(long firstWord, byte[] keys, int keyAt, int bit) {
        return bit < Long.SIZE
                ? (int) (firstWord >>> (Long.SIZE - 1 - bit)) & 1
                : (keys[keyAt + (bit >>> 3)] >>> (7 - (bit & 7))) & 1;
    }

    /** Where among {@code n} uniform keys that agree in {@code depth} bits one should be, by its first eight bytes. */
    static int guess(long firstWord, int depth, int n) {
        // Deeper than a word only keys that are not uniform can go; any guess will do for them.
        long fraction = depth < Long.SIZE ? (firstWord << depth) >>> 32 : 0;
        return (int) ((fraction * n) >>> 32);
    }

    /**
     * Searches a leaf for a key.
     *
     * @param entries the address of entry 0
     * @param word the first eight bytes of the key's suffix
     * @param suffixAt where the suffix begins in {@code keys}
     * @return the entry's number, or {@code ~p} if the key is absent and belongs before entry {@code p}
     */
    int find(long entries, int n, int implied, int guess, long word, byte[] keys, int suffixAt) {
        int size = entryBytes(implied);
        int p = firstNotBelow(entries, n, size, guess, word);
        long at = entries + (long) p * size;
        // What agrees in so many bits is to be compared whole.
        while (p < n && (Bytes.bigEndianLong(at) ^ word) >>> 1 == 0) {
            int order = compare(at, word, keyBytes - implied, keys, suffixAt);
            if (order >= 0) {
                return order == 0 ? p : ~p;
            }
            p++;
            at += size;
        }
        return ~p;
    }

    /** The number of entries that are below a word by its first 63 bits. */
    private static int firstNotBelow(long entries, int n, int size, int guess, long word) {
        int p = guess;
        if (n >= WINDOW) {
            // The window is counted without a branch: whether one entry is below is not for a processor to guess.
            p = Math.max(0, Math.min(guess - WINDOW / 2, n - WINDOW));
            long at = entries + (long) p * size;
            int below = below(at, word)
                    + below(at + size, word)
                    + below(at + 2L * size, word)
                    + below(at + 3L * size, word)
                    + below(at + 4L * size, word)
                    + below(at + 5L * size, word);
            p += below;
            if (below > 0 && below < WINDOW) {
                return p;
            }
        }
        while (p < n && below(entries + (long) p * size, word) == 1) {
            p++;
        }
        while (p > 0 && below(entries + (long) (p - 1) * size, word) == 0) {
            p--;
        }
        return p;
    }

    /** 1 if the word at an address is below another by their first 63 bits, else 0. */
    private static int below(long at, long word) {
        return (int) (((Bytes.bigEndianLong(at) >>> 1) - (word >>> 1)) >>> (Long.SIZE - 1));
    }

    private static int compare(long entry, long word, int suffixBytes, byte[] keys, int suffixAt) {
        int order = Long.compareUnsigned(Bytes.bigEndianLong(entry), word);
        return order != 0 ? order : compareRest(entry, suffixBytes, keys, suffixAt);
    }

    private static int compareRest(long entry, int suffixBytes, byte[] keys, int suffixAt) {
        int i = Long.BYTES;
        while (i < suffixBytes) {
            int at = Math.min(i, suffixBytes - Long.BYTES);
            long stored = Bytes.bigEndianLong(entry + at);
            long sought = word(keys, suffixAt + at);
            if (stored != sought) {
                return Long.compareUnsigned(stored, sought);
            }
            i += Long.BYTES;
        }
        return 0;
    }

    /** Compares two entries of the same leaf. */
    int compare(long entry, long other, int implied) {
        int suffixBytes = keyBytes - implied;
        for (int i = 0; i < suffixBytes; i += Long.BYTES) {
            int at = Math.min(i, suffixBytes - Long.BYTES);
            int order = Long.compareUnsigned(Bytes.bigEndianLong(entry + at), Bytes.bigEndianLong(other + at));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Writes a whole entry, that of number {@code i} in a batch; a count above 254 is only marked. */
    void write(long entry, int implied, EntryBatch batch, int i) {
        byte[] keys = batch.keys();
        int suffixAt = i * keyBytes + implied;
        int last = keyBytes - implied - Long.BYTES;
        for (int at = 0; at < last; at += Long.BYTES) {
            RawMemory.putLong(entry + at, (long) NATIVE_LONG.get(keys, suffixAt + at));
        }
        RawMemory.putLong(entry + last, (long) NATIVE_LONG.get(keys, suffixAt + last));
        setSmallCount(entry, implied, (int) Math.min(batch.references(i), LARGE_MARK));
        for (int f = 0; f < fieldWidths.length; f++) {
            setField(entry, implied, f, batch.field(i, f));
        }
    }

    /**
     * Adds entry {@code i} of a batch to the entry of the same key.
     *
     * @return whether that was done; not if the count is a large one or would become one
     */
    boolean merge(long entry, int implied, EntryBatch batch, int i) {
        return recordBytes < Long.BYTES
                ? mergeWord(entry + entryBytes(implied) - Long.BYTES, batch, i)
                : mergeBytes(entry, implied, batch, i);
    }

    /** Reads and writes the whole record at once, as the upper bytes of its entry's last eight. */
    private boolean mergeWord(long at, EntryBatch batch, int i) {
        int recordShift = Byte.SIZE * (Long.BYTES - recordBytes);
        long word = Bytes.littleEndianLong(at);
        long record = word >>> recordShift;
        long references = batch.references(i);
        if ((record & LARGE_MARK) > MAX_SMALL_COUNT - references) {
            return false;
        }
        record += references;
        for (int f = 0; f < fieldWidths.length; f++) {
            int shift = Byte.SIZE * fieldOffsets[f];
            long held = (record >>> shift) & ((1L << (Byte.SIZE * fieldWidths[f])) - 1);
            record += (Math.max(held, batch.field(i, f)) - held) << shift;
        }
        Bytes.putLittleEndianLong(at, (word & ((1L << recordShift) - 1)) | (record << recordShift));
        return true;
    }

    private boolean mergeBytes(long entry, int implied, EntryBatch batch, int i) {
        int count = smallCount(entry, implied);
        if (count > MAX_SMALL_COUNT - batch.references(i)) {
            return false;
        }
        setSmallCount(entry, implied, count + (int) batch.references(i));
        mergeFields(entry, implied, batch, i);
        return true;
    }

    /** Lets each field become the larger of its own and that of entry {@code i} of a batch. */
    void mergeFields(long entry, int implied, EntryBatch batch, int i) {
        for (int f = 0; f < fieldWidths.length; f++) {
            int value = batch.field(i, f);
            if (value > field(entry, implied, f)) {
                setField(entry, implied, f, value);
            }
        }
    }

    /** The count's byte: 0 to 254, or 255 if the count is among the large ones. */
    int smallCount(long entry, int implied) {
        return RawMemory.getByte(entry + keyBytes - implied) & 0xff;
    }

    void setSmallCount(long entry, int implied, int count) {
        RawMemory.putByte(entry + keyBytes - implied, (byte) count);
    }

    void markLarge(long entry, int implied) {
        setSmallCount(entry, implied, LARGE_MARK);
    }

    /** How many of the first {@code n} entries have a large count. */
    int largeCounts(long entries, int n, int implied) {
        int size = entryBytes(implied);
        int large = 0;
        long at = entries + keyBytes - implied;
        for (int i = 0; i < n; i++) {
            large += (RawMemory.getByte(at) & 0xff) == LARGE_MARK ? 1 : 0;
            at += size;
        }
        return large;
    }

    /** The address of the large count of entry {@code p}, or of where it would go. */
    long largeCountAt(long entries, int n, int p, int implied) {
        return entries + (long) n * entryBytes(implied) + (long) LARGE_COUNT_BYTES * largeCounts(entries, p, implied);
    }

    /** The reference count of entry {@code p}. */
    long references(long entries, int n, int p, int implied) {
        int count = smallCount(entries + (long) p * entryBytes(implied), implied);
        return count == LARGE_MARK ? RawMemory.getLong(largeCountAt(entries, n, p, implied)) : count;
    }

    int field(long entry, int implied, int field) {
        long at = entry + keyBytes - implied + fieldOffsets[field];
        int value = 0;
        for (int i = 0; i < fieldWidths[field]; i++) {
            value |= (RawMemory.getByte(at + i) & 0xff) << (8 * i);
        }
        return value;
    }

    void setField(long entry, int implied, int field, int value) {
        long at = entry + keyBytes - implied + fieldOffsets[field];
        for (int i = 0; i < fieldWidths[field]; i++) {
            RawMemory.putByte(at + i, (byte) (value >>> (8 * i)));
        }
    }

    /** The first eight bytes of the key of an entry. */
    long firstWord(long block, long entry, int implied) {
        long suffix = Bytes.bigEndianLong(entry);
        if (implied == 0) {
            return suffix;
        }
        long head = (long) Bytes.bigEndianInt(block) << 32;
        long ofPath = -1L << (Long.SIZE - 8 * implied);
        return (head & ofPath) | (suffix >>> (8 * implied));
    }

    /** The head of a leaf to which a key with these first eight bytes leads. */
    static int head(long firstWord) {
        return (int) (firstWord >>> 32);
    }

    /** The whole key of an entry. */
    void readKey(long block, long entry, int implied, byte[] key) {
        for (int i = 0; i < implied; i++) {
            key[i] = RawMemory.getByte(block + i);
        }
        // At least eight bytes, of which the last ones may be copied twice.
        int last = keyBytes - Long.BYTES;
        for (int i = implied; i < last; i += Long.BYTES) {
            NATIVE_LONG.set(key, i, RawMemory.getLong(entry + i - implied));
        }
        NATIVE_LONG.set(key, last, RawMemory.getLong(entry + last - implied));
    }

    /**
     * Bit {@code bit} of the keys that lead to this leaf (0 is the topmost), where the leaf lies deeper than that.
     *
     * <p>Nobody says how deep: up to bit 31 the head knows, and beyond it as many bytes are implied as ever can be.
     */
    int pathBit(long block, int bit) {
        int at = bit >>> 3;
        byte value = at < HEAD_BYTES
                ? RawMemory.getByte(block + at)
                : RawMemory.getByte(block + HEAD_BYTES + at - maxImpliedBytes);
        return (value >>> (7 - (bit & 7))) & 1;
    }

    /** Bit {@code bit} of the key of an entry. */
    int keyBit(long block, long entry, int implied, int bit) {
        int at = bit >>> 3;
        byte value = at < implied ? RawMemory.getByte(block + at) : RawMemory.getByte(entry + at - implied);
        return (value >>> (7 - (bit & 7))) & 1;
    }

    /** Copies entries into a block that may imply more bytes than the one they come from. */
    void copyEntries(long from, int fromImplied, long to, int toImplied, int n) {
        int fromSize = entryBytes(fromImplied);
        if (fromImplied == toImplied) {
            Bytes.copy(from, to, (long) n * fromSize);
            return;
        }
        int dropped = toImplied - fromImplied;
        int toSize = entryBytes(toImplied);
        for (int i = 0; i < n; i++) {
            Bytes.copy(from + (long) i * fromSize + dropped, to + (long) i * toSize, toSize);
        }
    }
}
