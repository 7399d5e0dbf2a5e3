package io.compscan.result.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of memory alone. All sizes are whole pages.
 *
 * @param framesVisible whether the kernel told the frame behind each page; always true for a dump
 * @param intervalSeconds the time between the two passes; 0 for one pass, in which no page is volatile
 * @param frozen whether the processes were stopped
 * @param mappedBytes pages of all accounts, each counted as often as it is mapped
 * @param residentBytesLow the least bytes of their distinct frames
 * @param residentBytesHigh the most; equal to the least if frames are visible
 * @param mergedBytes the resident bytes if the kernel merged all equal pages that it can; null if frames are not visible
 * @param zeroBytes frames that hold nothing but zeros
 * @param volatileBytes frames whose content changed between the passes
 * @param goneBytes frames that were unmapped before they were read
 * @param swappedBytes pages in swap space, which are not read
 * @param accounts one for each process or dump, in the order of the scan
 * @param overlaps pairs of the {@code overlapCount} largest accounts that have pages in common, the largest first
 * @param overlapCount the number of accounts that were compared with each other
 * @param ksm the savings of the kernel's merging; null if frames are not visible
 */
public record MemoryResult(
        boolean framesVisible,
        double intervalSeconds,
        boolean frozen,
        long mappedBytes,
        long residentBytesLow,
        long residentBytesHigh,
        @Nullable Long mergedBytes,
        long zeroBytes,
        long volatileBytes,
        long goneBytes,
        long swappedBytes,
        List<Account> accounts,
        List<Overlap> overlaps,
        int overlapCount,
        @Nullable Ksm ksm) {

    /** Copies the lists. */
    public MemoryResult {
        accounts = List.copyOf(accounts);
        overlaps = List.copyOf(overlaps);
        if (residentBytesLow > residentBytesHigh || residentBytesHigh > mappedBytes) {
            throw new IllegalStateException("resident bytes of " + residentBytesLow + " to " + residentBytesHigh
                    + " do not fit " + mappedBytes + " mapped bytes");
        }
    }

    /**
     * A process, a virtual machine or a dump. Shared frames count in full for each account.
     *
     * @param name number and command of a process, name of a dump
     * @param mappedBytes its pages
     * @param residentBytes their frames, each once
     * @param sharedBytes the frames among these that another account also maps; if frames are not visible, those that any process maps a
     *     second time
     * @param zeroBytes frames that hold nothing but zeros
     * @param volatileBytes frames whose content changed between the passes
     * @param selfDuplicateBytes frames beyond the first of each content, within the account; neither zeros nor volatile
     * @param otherDuplicateBytes frames whose content another account holds too; neither zeros nor volatile
     * @param goneBytes frames that were unmapped before they were read
     * @param swappedBytes pages in swap space
     * @param ksmSavedBytes its part of {@code ksm.all.savedBytes}: all frames of a content bear equal parts; null without {@code ksm}
     */
    public record Account(
            String name,
            long mappedBytes,
            long residentBytes,
            long sharedBytes,
            long zeroBytes,
            long volatileBytes,
            long selfDuplicateBytes,
            long otherDuplicateBytes,
            long goneBytes,
            long swappedBytes,
            @Nullable Long ksmSavedBytes) {}

    /**
     * The contents that two accounts have in common.
     *
     * @param first number of an account
     * @param second number of another, larger
     * @param commonBytes distinct contents that both hold; neither zeros nor volatile
     */
    public record Overlap(int first, int second, long commonBytes) {}

    /**
     * The settings and the savings of kernel samepage merging.
     *
     * @param running whether it runs now
     * @param maxPageSharing the most pages that share one frame
     * @param useZeroPages whether pages of zeros go to the kernel's own
     * @param pagesToScan pages in a batch
     * @param sleepMillis the pause after a batch
     * @param mergedBytes pages that share a frame already because it has merged them, without the first of each frame
     * @param advised the merging of the areas whose owners allow it, as the kernel's counters would show it
     * @param all the same if the owners of all areas allowed it
     */
    public record Ksm(
            boolean running,
            int maxPageSharing,
            boolean useZeroPages,
            long pagesToScan,
            long sleepMillis,
            long mergedBytes,
            Merging advised,
            Merging all) {}

    /**
     * The kernel's counters for some pages after it has merged all that it can.
     *
     * @param candidatePages pages that it looks at
     * @param sharedPages frames that several pages share: {@code pages_shared}
     * @param sharingPages pages beyond the first of each such frame: {@code pages_sharing}
     * @param zeroPages pages that go to the page of zeros: {@code ksm_zero_pages}
     * @param savedBytes the frames resident now that no page maps then
     * @param profitBytes the bytes of sharing and zero pages, less the memory that the kernel needs to keep track of its candidates:
     *     {@code general_profit}
     * @param passSeconds the longest time to look at all candidates once, with the present settings
     */
    public record Merging(
            long candidatePages,
            long sharedPages,
            long sharingPages,
            long zeroPages,
            long savedBytes,
            long profitBytes,
            double passSeconds) {}
}
