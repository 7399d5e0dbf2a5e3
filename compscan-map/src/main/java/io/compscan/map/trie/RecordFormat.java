package io.compscan.map.trie;

import io.compscan.map.EntryBatch;
import io.compscan.map.RecordLayout;
import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.RawMemory;

/**
 * The bytes of a record: a count byte and the fields, addressed by the first byte.
 *
 * <pre>
 *   record | count, 1 byte | field 0, 1..4 bytes, little-endian | field 1 | ... |
 *
 *   count byte 0..191      the count itself
 *   count byte 192 + low   count = 64 * high + low, low from 0 to 63; {@link LargeCounts} has high, at least 3
 * </pre>
 *
 * <p>So a count that grows one by one needs the table of large counts only once in 64 steps.
 */
final class RecordFormat {

    /** The largest count that fits into the byte. */
    static final int MAX_SMALL_COUNT = 191;

    private static final int LARGE = MAX_SMALL_COUNT + 1;
    private static final int BYTE_MASK = 0xff;
    private static final int LOW_BITS = 6;
    private static final int LOW_MASK = (1 << LOW_BITS) - 1;

    private final int bytes;
    private final int[] fieldOffsets;
    private final int[] fieldWidths;

    RecordFormat(RecordLayout layout) {
        bytes = 1 + layout.fieldBytes();
        int fieldCount = layout.fieldCount();
        fieldOffsets = new int[fieldCount];
        fieldWidths = new int[fieldCount];
        int offset = 1;
        for (int f = 0; f < fieldCount; f++) {
            fieldOffsets[f] = offset;
            fieldWidths[f] = layout.fields().get(f).bytes();
            offset += fieldWidths[f];
        }
    }

    /** The length of a record. */
    int bytes() {
        return bytes;
    }

    int fieldCount() {
        return fieldWidths.length;
    }

    /** Writes the record of entry {@code i} of a batch; of a large count only the low part. */
    void write(long record, EntryBatch batch, int i) {
        setCount(record, batch.references(i));
        for (int f = 0; f < fieldWidths.length; f++) {
            setField(record, f, batch.field(i, f));
        }
    }

    /**
     * Adds entry {@code i} of a batch to a record.
     *
     * @return false, with the record unchanged, if the addition changes or creates a high part
     */
    boolean merge(long record, EntryBatch batch, int i) {
        return bytes < Long.BYTES ? mergeWord(record + bytes - Long.BYTES, batch, i) : mergeBytes(record, batch, i);
    }

    /** Reads and writes the whole record at once, as the upper bytes of the eight that end with it. */
    private boolean mergeWord(long at, EntryBatch batch, int i) {
        int recordShift = Byte.SIZE * (Long.BYTES - bytes);
        long word = Bytes.littleEndianLong(at);
        long record = word >>> recordShift;
        long references = batch.references(i);
        if (references > room((int) record & BYTE_MASK)) {
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

    private boolean mergeBytes(long record, EntryBatch batch, int i) {
        int count = countByte(record);
        if (batch.references(i) > room(count)) {
            return false;
        }
        RawMemory.putByte(record, (byte) (count + batch.references(i)));
        mergeFields(record, batch, i);
        return true;
    }

    /** How many references can be added to a count byte before a high part changes. */
    private static int room(int countByte) {
        return (countByte >= LARGE ? BYTE_MASK : MAX_SMALL_COUNT) - countByte;
    }

    /** Raises each field to that of entry {@code i} of a batch, if that is larger. */
    void mergeFields(long record, EntryBatch batch, int i) {
        for (int f = 0; f < fieldWidths.length; f++) {
            int value = batch.field(i, f);
            if (value > field(record, f)) {
                setField(record, f, value);
            }
        }
    }

    private static int countByte(long record) {
        return RawMemory.getByte(record) & BYTE_MASK;
    }

    /** Whether the count has a high part. */
    static boolean isLarge(long record) {
        return countByte(record) >= LARGE;
    }

    /** The count without its high part. */
    static int low(long record) {
        int count = countByte(record);
        return count >= LARGE ? count & LOW_MASK : count;
    }

    /** The high part of a count above {@link #MAX_SMALL_COUNT}. */
    static long high(long count) {
        return count >>> LOW_BITS;
    }

    /** The count of these two parts. */
    static long count(long high, int low) {
        return (high << LOW_BITS) + low;
    }

    /** Writes a count; of a large one only the low part. */
    static void setCount(long record, long count) {
        RawMemory.putByte(record, (byte) (count <= MAX_SMALL_COUNT ? count : LARGE + (count & LOW_MASK)));
    }

    int field(long record, int field) {
        long at = record + fieldOffsets[field];
        int value = 0;
        for (int i = 0; i < fieldWidths[field]; i++) {
            value |= (RawMemory.getByte(at + i) & BYTE_MASK) << (8 * i);
        }
        return value;
    }

    private void setField(long record, int field, int value) {
        long at = record + fieldOffsets[field];
        for (int i = 0; i < fieldWidths[field]; i++) {
            RawMemory.putByte(at + i, (byte) (value >>> (8 * i)));
        }
    }
}
