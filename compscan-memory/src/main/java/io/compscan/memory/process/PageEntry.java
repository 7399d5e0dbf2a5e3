package io.compscan.memory.process;

/**
 * The bits of an entry of {@code pagemap}; see the kernel's admin-guide/mm/pagemap.rst.
 *
 * <pre>
 *   | 63 present | 62 swapped | 61 file or shared | 60-57 | 56 exclusive | 55 soft-dirty | 54-0 frame, 0 for others than root |
 * </pre>
 */
final class PageEntry {

    private static final long FRAME = (1L << 55) - 1;

    private PageEntry() {}

    static boolean isPresent(long entry) {
        return entry < 0;
    }

    static boolean isSwapped(long entry) {
        return (entry & 1L << 62) != 0;
    }

    static boolean isAnonymous(long entry) {
        return (entry & 1L << 61) == 0;
    }

    static boolean isExclusive(long entry) {
        return (entry & 1L << 56) != 0;
    }

    static long frame(long entry) {
        return entry & FRAME;
    }
}
