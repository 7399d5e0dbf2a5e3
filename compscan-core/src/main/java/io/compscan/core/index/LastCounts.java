package io.compscan.core.index;

import io.compscan.core.index.LastWrites.Places;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * In how many places each fingerprint lies: a table that points into the pages of the places. Any thread may ask.
 *
 * <p>Open addressing at a load of at most three quarters, about 16 bytes a place.
 */
public final class LastCounts {

    private final int fingerprintBytes;
    private final List<byte[]> pages = new ArrayList<>();
    private long placeCount;
    /** One plus the number of the place that had the fingerprint first; 0 for a free slot. */
    private int[] slots = {};

    private int[] counts = {};

    private LastCounts(int fingerprintBytes) {
        this.fingerprintBytes = fingerprintBytes;
    }

    /** The counts of places that nobody writes to meanwhile. */
    public static LastCounts of(LastWrites writes) {
        LastCounts counts = new LastCounts(writes.fingerprintBytes());
        writes.streams().values().forEach(counts::add);
        counts.seal();
        return counts;
    }

    private void add(Places stream) {
        for (byte[] page : stream.pages()) {
            pages.add(page);
            for (int i = 0; i < LastWrites.PAGE_PLACES; i++) {
                placeCount += LastWrites.code(page, i) > 0 ? 1 : 0;
            }
        }
    }

    private void seal() {
        long wanted = Math.min(1 << 30, Math.max(16, placeCount + placeCount / 3));
        slots = new int[(int) Long.highestOneBit(2 * wanted - 1)];
        counts = new int[slots.length];
        for (int number = 0; number < pages.size(); number++) {
            byte[] page = pages.get(number);
            for (int i = 0; i < LastWrites.PAGE_PLACES; i++) {
                if (LastWrites.code(page, i) > 0) {
                    int slot = slot(page, at(i));
                    slots[slot] = slots[slot] == 0 ? number * LastWrites.PAGE_PLACES + i + 1 : slots[slot];
                    counts[slot]++;
                }
            }
        }
    }

    private int at(int place) {
        return LastWrites.PAGE_PLACES * Integer.BYTES + place * fingerprintBytes;
    }

    /** The slot of this fingerprint, or the free one where it belongs. */
    private int slot(byte[] bytes, int offset) {
        int hash = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            hash = (hash << Byte.SIZE) | (bytes[offset + i] & 0xFF);
        }
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0 && !isAt(slots[slot] - 1, bytes, offset)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean isAt(int place, byte[] bytes, int offset) {
        int from = at(place % LastWrites.PAGE_PLACES);
        byte[] page = pages.get(place / LastWrites.PAGE_PLACES);
        return Arrays.equals(page, from, from + fingerprintBytes, bytes, offset, offset + fingerprintBytes);
    }

    /** How many places hold it. */
    public int of(byte[] fingerprint) {
        return counts[slot(fingerprint, 0)];
    }
}
