package io.compscan.map.trie;

/**
 * The 64-bit word that points from a slot to a leaf or a node; 0 points to nothing.
 *
 * <pre>
 *   leaf |        address of its block, 48 bits        | 0 | span, 5 bits | entries, 10 bits |
 *   node |        address of its two slots, 48 bits    | 1 |                     0            |
 * </pre>
 *
 * A leaf is shared by {@code 2^span} neighbouring slots of the table, which all hold the same word. Addresses are below 2^48, as user
 * space is on all machines that run Java.
 */
final class Slot {

    static final int MAX_SPAN = 31;
    private static final int SPAN_SHIFT = 10;
    private static final long NODE = 1 << 15;
    private static final int ADDRESS_SHIFT = 16;

    private Slot() {}

    static long leaf(long address, int entries, int span) {
        assert address >>> 48 == 0 : "an address that no slot holds";
        return (address << ADDRESS_SHIFT) | ((long) span << SPAN_SHIFT) | entries;
    }

    static long node(long address) {
        assert address >>> 48 == 0 : "an address that no slot holds";
        return (address << ADDRESS_SHIFT) | NODE;
    }

    static boolean isNode(long slot) {
        return (slot & NODE) != 0;
    }

    static long address(long slot) {
        return slot >>> ADDRESS_SHIFT;
    }

    /** The address of a node's slot for bit 0 or 1. */
    static long child(long slot, int bit) {
        return address(slot) + (long) Long.BYTES * bit;
    }

    static int entries(long slot) {
        return (int) slot & 1023;
    }

    static int span(long slot) {
        return ((int) slot >>> SPAN_SHIFT) & 31;
    }

    static long withSpan(long slot, int span) {
        return (slot & ~(31L << SPAN_SHIFT)) | ((long) span << SPAN_SHIFT);
    }

    static long withAddress(long slot, long address) {
        assert address >>> 48 == 0 : "an address that no slot holds";
        return (slot & ((1L << ADDRESS_SHIFT) - 1)) | (address << ADDRESS_SHIFT);
    }

    static long withOneMore(long slot) {
        return slot + 1;
    }
}
