package io.compscan.memory.process;

import java.util.Arrays;
import java.util.Set;

/**
 * A mapped area as {@code smaps} shows it.
 *
 * @param start the first address
 * @param end the address behind the last byte
 * @param residentBytes {@code Rss}
 * @param swappedBytes {@code Swap}
 * @param flags {@code VmFlags}, two letters each
 */
record Area(long start, long end, long residentBytes, long swappedBytes, Set<String> flags) {

    /** The flags of device memory, where a read may fail or have an effect. */
    private static final Set<String> DEVICE = Set.of("io", "pf");
    /** The flags of areas that madvise(MADV_MERGEABLE) passes over; see vma_ksm_compatible in the kernel's mm/ksm.c. */
    private static final Set<String> UNMERGEABLE = Set.of("sh", "ms", "io", "pf", "de", "ht", "mm");

    /** An area with these flags, as the line has them. */
    static Area of(long start, long end, long residentBytes, long swappedBytes, String flags) {
        return new Area(
                start,
                end,
                residentBytes,
                swappedBytes,
                Set.copyOf(Arrays.asList(flags.strip().split(" +"))));
    }

    /** Whether its pages may be read. */
    boolean isMemory() {
        return flags.stream().noneMatch(DEVICE::contains);
    }

    /** Whether it consists of pages from the pool of huge pages, which Rss leaves out. */
    boolean isHugetlb() {
        return flags.contains("ht");
    }

    /** Whether the owner has allowed the kernel to merge it. */
    boolean isAdvised() {
        return flags.contains("mg") && isMergeable();
    }

    /** Whether the owner could allow that. */
    boolean isMergeable() {
        return flags.stream().noneMatch(UNMERGEABLE::contains);
    }
}
