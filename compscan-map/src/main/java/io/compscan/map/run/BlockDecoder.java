package io.compscan.map.run;

import io.compscan.map.TableSpec;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** One decoded block: leads and numbers in arrays, the rest of each key still in the source. */
final class BlockDecoder {

    static final int CHECKSUM_AT = 0;
    static final int BYTES_AT = 4;
    static final int ENTRIES_AT = 8;
    static final int LOW_BITS_AT = 10;
    static final int HIGH_WORDS_AT = 11;
    static final int FIRST_LEAD_AT = 12;

    private final int keyBytes;
    private final int restBytes;
    private final int fieldCount;
    private final int[] maxValues;
    private final int maxBlockBytes;
    private final CRC32C crc = new CRC32C();
    private final long[] leads = new long[RunFormat.BLOCK_ENTRIES];
    private final long[] references = new long[RunFormat.BLOCK_ENTRIES];
    private final long[][] fields;
    private byte[] bytes = new byte[0];
    private int restAt;
    private int n;

    BlockDecoder(TableSpec spec) {
        keyBytes = spec.keyBytes();
        restBytes = keyBytes - RunFormat.LEAD_BYTES;
        fieldCount = spec.layout().fieldCount();
        maxValues = spec.layout().fields().stream()
                .mapToInt(field -> field.maxValue())
                .toArray();
        maxBlockBytes = RunFormat.maxBlockBytes(keyBytes, spec.layout());
        fields = new long[fieldCount][RunFormat.BLOCK_ENTRIES];
    }

    /** The checksum of a block. It covers the file offset, so that no block can replace another one. */
    static int checksum(CRC32C crc, long fileOffset, byte[] bytes, int at, int length) {
        crc.reset();
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            crc.update((int) (fileOffset >>> shift) & 0xFF);
        }
        crc.update(bytes, at + BYTES_AT, length - BYTES_AT);
        return (int) crc.getValue();
    }

    /** The length of the block whose head is at {@code at}; -1 if no block begins there. */
    int blockBytes(byte[] source, int at) {
        int length = PackedBytes.getInt(source, at + BYTES_AT);
        return length >= RunFormat.BLOCK_HEADER_BYTES && length <= maxBlockBytes ? length : -1;
    }

    int maxBlockBytes() {
        return maxBlockBytes;
    }

    /**
     * Decodes the complete block at {@code source[at..]}, with {@link RunFormat#SLACK_BYTES} behind it.
     *
     * <p>The array must not change while keys are read.
     *
     * @return an empty text, or a description of the damage
     */
    String decode(byte[] source, int at, int length, long fileOffset) {
        n = 0;
        if (checksum(crc, fileOffset, source, at, length) != PackedBytes.getInt(source, at + CHECKSUM_AT)) {
            return "the block's checksum does not match";
        }
        int entries = PackedBytes.unsignedShort(source, at + ENTRIES_AT);
        int lowBits = source[at + LOW_BITS_AT];
        int highWords = source[at + HIGH_WORDS_AT] & 0xFF;
        if (entries < 1 || entries > RunFormat.BLOCK_ENTRIES || lowBits < 0 || lowBits > RunFormat.MAX_PACKED_BITS) {
            return "a block of " + entries + " entries with " + lowBits + " low bits";
        }
        int end = at + length;
        int highAt = at + RunFormat.BLOCK_HEADER_BYTES;
        int lowAt = highAt + highWords * Long.BYTES;
        int restsAt = lowAt + PackedBytes.packedBytes(entries, lowBits);
        int next = restsAt + entries * restBytes;
        if (next > end) {
            return "the keys do not fit into their block";
        }
        bytes = source;
        restAt = restsAt;
        if (!decodeLeads(PackedBytes.getLong(source, at + FIRST_LEAD_AT), highAt, highWords, lowAt, lowBits, entries)) {
            return "the keys of the block do not ascend";
        }
        next = Column.read(source, next, end, entries, Long.MAX_VALUE, references);
        for (int f = 0; f < fieldCount && next >= 0; f++) {
            next = Column.read(source, next, end, entries, maxValues[f], fields[f]);
        }
        if (next != end) {
            return "the block's numbers are not well formed";
        }
        n = entries;
        return "";
    }

    /** Returns false if the leads are not those of {@code entries} ascending keys. */
    private boolean decodeLeads(long first, int highAt, int highWords, int lowAt, int lowBits, int entries) {
        byte[] source = bytes;
        long[] into = leads;
        long mask = (1L << lowBits) - 1;
        int i = 0;
        int lowBit = 0;
        long high = 0;
        long previous = -1;
        boolean ascending = true;
        for (int w = 0; w < highWords; w++) {
            long word = PackedBytes.getLong(source, highAt + w * Long.BYTES);
            long base = (long) w * Long.SIZE;
            if (i + Long.bitCount(word) > entries) {
                return false;
            }
            while (word != 0) {
                high = base + Long.numberOfTrailingZeros(word) - i;
                word &= word - 1;
                long low = PackedBytes.getLong(source, lowAt + (lowBit >>> 3)) >>> (lowBit & 7) & mask;
                lowBit += lowBits;
                long delta = high << lowBits | low;
                ascending &= delta > previous;
                previous = delta;
                into[i++] = first + delta;
            }
        }
        if (i != entries || into[0] != first) {
            return false;
        }
        boolean fits = high << lowBits >>> lowBits == high && Long.compareUnsigned(into[i - 1], first) >= 0;
        return fits && (ascending || ascends(entries));
    }

    /** Compares whole keys, for leads that are equal or so far apart that their signed differences are negative. */
    private boolean ascends(int entries) {
        for (int i = 1; i < entries; i++) {
            int order = Long.compareUnsigned(leads[i - 1], leads[i]);
            if (order > 0 || (order == 0 && compareRest(i - 1, bytes, restAt + i * restBytes) >= 0)) {
                return false;
            }
        }
        return true;
    }

    /** The number of entries; 0 after a damaged block. */
    int size() {
        return n;
    }

    long lead(int i) {
        return leads[i];
    }

    /** Writes the key of entry {@code i}. */
    void key(int i, byte[] key) {
        PackedBytes.putLead(key, 0, leads[i]);
        PackedBytes.copyRest(bytes, restAt + i * restBytes, key, RunFormat.LEAD_BYTES, restBytes);
    }

    /** Compares the rest of key {@code i} with as many bytes elsewhere. */
    int compareRest(int i, byte[] other, int at) {
        int from = restAt + i * restBytes;
        return Arrays.compareUnsigned(bytes, from, from + restBytes, other, at, at + restBytes);
    }

    /** Compares key {@code i} with the one at {@code other[at..]}. */
    int compareKey(int i, byte[] other, int at) {
        int order = Long.compareUnsigned(leads[i], PackedBytes.lead(other, at));
        return order != 0 ? order : compareRest(i, other, at + RunFormat.LEAD_BYTES);
    }

    /** The number of the first entry whose key is not below this one; {@link #size} if there is none. */
    int lowerBound(byte[] other, int at) {
        int low = 0;
        int high = n;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compareKey(middle, other, at) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The place of the rest of key {@code i} in {@link #restSource}. */
    int restAt(int i) {
        return restAt + i * restBytes;
    }

    byte[] restSource() {
        return bytes;
    }

    long references(int i) {
        return references[i];
    }

    int field(int i, int field) {
        return (int) fields[field][i];
    }
}
