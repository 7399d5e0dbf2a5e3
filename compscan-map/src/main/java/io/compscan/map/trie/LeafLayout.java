package io.compscan.map.trie;

import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.RawMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The places of a leaf's entries in its block, and the keys that they stand for.
 *
 * <pre>
 *   block  | head, 4 bytes | entry 0 | entry 1 | ... | entry n-1 | slack |
 *   entry  | suffix, keyBytes - implied | record |
 * </pre>
 *
 * Entries ascend by key. All keys of a leaf agree in its first {@code depth} bits, the path to the leaf. The whole bytes of the path,
 * {@code implied}, are not stored: at most four, and never so many that a suffix is shorter than 8 bytes. The head is the first four
 * bytes of some key that leads here; its first {@code implied} bytes complete every suffix.
 */
final class LeafLayout {

    static final int HEAD_BYTES = 4;

    private static final int MAX_IMPLIED_BYTES = HEAD_BYTES;

    private static final VarHandle BIG_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle NATIVE_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final int keyBytes;
    private final int recordBytes;
    private final int maxImpliedBytes;

    LeafLayout(int keyBytes, int recordBytes) {
        this.keyBytes = keyBytes;
        this.recordBytes = recordBytes;
        maxImpliedBytes = Math.min(MAX_IMPLIED_BYTES, keyBytes - Long.BYTES);
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

    /** The used bytes of a block with {@code n} entries. */
    int usedBytes(int n, int implied) {
        return HEAD_BYTES + n * entryBytes(implied);
    }

    /** The address of entry {@code p}. */
    long entry(long block, int p, int implied) {
        return block + HEAD_BYTES + (long) p * entryBytes(implied);
    }

    /** The address of an entry's record. */
    long record(long entry, int implied) {
        return entry + keyBytes - implied;
    }

    /** The eight bytes of a key array from {@code at}, as a big-endian number. */
    static long word(byte[] keys, int at) {
        return (long) BIG_ENDIAN_LONG.get(keys, at);
    }

    /** Writes the suffix of the key at {@code keyAt}. */
    void writeSuffix(long entry, int implied, byte[] keys, int keyAt) {
        int suffixAt = keyAt + implied;
        int last = keyBytes - implied - Long.BYTES;
        for (int at = 0; at < last; at += Long.BYTES) {
            RawMemory.putLong(entry + at, (long) NATIVE_LONG.get(keys, suffixAt + at));
        }
        // The last word may overlap the one before.
        RawMemory.putLong(entry + last, (long) NATIVE_LONG.get(keys, suffixAt + last));
    }

    /** Writes the head of a leaf for keys that begin with {@code firstWord}. */
    static void writeHead(long block, long firstWord) {
        Bytes.putBigEndianInt(block, (int) (firstWord >>> 32));
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

    /** Reads the whole key of an entry. */
    void readKey(long block, long entry, int implied, byte[] key) {
        for (int i = 0; i < implied; i++) {
            key[i] = RawMemory.getByte(block + i);
        }
        int last = keyBytes - Long.BYTES;
        for (int i = implied; i < last; i += Long.BYTES) {
            NATIVE_LONG.set(key, i, RawMemory.getLong(entry + i - implied));
        }
        // The last word may overlap the one before.
        NATIVE_LONG.set(key, last, RawMemory.getLong(entry + last - implied));
    }

    /**
     * Reads a key that leads to a leaf of unknown depth; the bits behind its path are arbitrary.
     *
     * <p>The head has the first 32 bits of the path. A deeper leaf implies as many bytes as a leaf can, so entry 0 has the others.
     */
    void readPath(long block, byte[] key) {
        if (maxImpliedBytes == HEAD_BYTES) {
            // The head and the suffix are in one piece.
            readKey(block, block, 0, key);
            return;
        }
        readKey(block, block + HEAD_BYTES, maxImpliedBytes, key);
        for (int i = maxImpliedBytes; i < HEAD_BYTES; i++) {
            key[i] = RawMemory.getByte(block + i);
        }
    }

    /** Bit {@code bit} of the key of an entry; 0 is the topmost bit. */
    int keyBit(long block, long entry, int implied, int bit) {
        int at = bit >>> 3;
        byte value = at < implied ? RawMemory.getByte(block + at) : RawMemory.getByte(entry + at - implied);
        return (value >>> (7 - (bit & 7))) & 1;
    }

    /** Compares the keys of two entries of one leaf. */
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

    /** Copies entries into a block that may imply more bytes than their own. */
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
