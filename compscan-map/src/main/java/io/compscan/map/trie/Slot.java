package io.compscan.map.trie;

/**
 * The 64-bit word by which a directory or a node points to a leaf or a node; 0 points to nothing.
 *
 * <pre>
 *   leaf |        address of its block / 2, 47 bits        | large, 1 | 0 | span, 5 bits | entries, 10 bits |
 *   node |        address of its two slots / 2, 47 bits    |    0     | 1 |                     0            |
 * </pre>
 *
 * A leaf with {@code large} has reference counts that outgrew their byte. It is shared by {@code 2^span} neighbouring slots
 * of the directory, which all hold the same word. Addresses are even and below 2^48, as user space is on the machines that
 * Java runs on.
 */
final class Slot {

    static final int MAX_SPAN = 31;
    private static final int SPAN_SHIFT = 10;
    private static final long NODE = 1 << 15;
    private static final long LARGE = 1 << 16;
    private static final int ADDRESS_SHIFT = 16;
    private static final long ADDRESS_MASK = ~1L;

    private Slot() {}

    static long leaf(long address, int entries, int span, boolean large) {
        assert (address & 1) == 0 && address >>> 48 == 0 : "an address that no slot holds";
        return (address << ADDRESS_SHIFT) | (large ? LARGE : 0) | ((long) span << SPAN_SHIFT) | entries;
    }

    static long node(long address) {
        assert (address & 1) == 0 && address >>> 48 == 0 : "an address that no slot holds";
        return (address << ADDRESS_SHIFT) | NODE;
    }

    static boolean isNode(long slot) {
        return (slot & NODE) != 0;
    }

    static long address(long slot) {
        return (slot >>> ADDRESS_SHIFT) & ADDRESS_MASK;
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

    static boolean isLarge(long slot) {
        return (slot & LARGE) != 0;
    }

    static long withSpan(long slot, int span) {
        return (slot & ~(31L << SPAN_SHIFT)) | ((long) span << SPAN_SHIFT);
    }

    static long withAddress(long slot, long address) {
        assert (address & 1) == 0 && address >>> 48 == 0 : "an address that no slot holds";
        return (slot & ((1L << (ADDRESS_SHIFT + 1)) - 1)) | (address << ADDRESS_SHIFT);
    }

    static long withLarge(long slot) {
        return slot | LARGE;
    }

    static long withOneMore(long slot) {
        return slot + 1;
    }
}
