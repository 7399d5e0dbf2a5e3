package io.compscan.core.result.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of memory alone. All sizes are whole pages.
 *
 * @param framesVisible whether the kernel told which frame lies behind a page; always so for a dump
 * @param intervalSeconds the time between the two passes; 0 for one pass, in which no page is volatile
 * @param frozen whether the processes were stopped
 * @param mappedBytes pages of all accounts, each as often as it is mapped
 * @param residentBytesLow the least that their distinct frames can be
 * @param residentBytesHigh the most; the same where frames are visible
 * @param mergedBytes what would be resident if the kernel merged all equal pages that it can; null where frames are not visible
 * @param zeroBytes frames that hold nothing but zeros
 * @param volatileBytes frames whose content changed between the passes
 * @param goneBytes frames that were unmapped before they were read
 * @param swappedBytes pages in swap space, which are not read
 * @param accounts one for each process or dump, in the order of the scan
 * @param overlaps pairs of the {@code overlapCount} largest accounts that have pages in common, the largest first
 * @param overlapCount how many accounts were compared with each other
 * @param ksm what the kernel's merging comes to; null where frames are not visible
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
     * A process, a virtual machine or a dump. What it shares counts in full for each account.
     *
     * @param name number and command of a process, name of a dump
     * @param mappedBytes its pages
     * @param residentBytes their frames, each once
     * @param sharedBytes of these, the frames that another account maps too; where frames are not visible, those that any process maps a second time
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
     * What two accounts have in common.
     *
     * @param first number of an account
     * @param second number of another, larger
     * @param commonBytes distinct contents that both hold; neither zeros nor volatile
     */
    public record Overlap(int first, int second, long commonBytes) {}

    /**
     * What kernel samepage merging saves.
     *
     * @param running whether it runs now
     * @param maxPageSharing pages that share one frame at most
     * @param useZeroPages whether pages of zeros go to the kernel's own
     * @param pagesToScan pages in a batch
     * @param sleepMillis the pause after a batch
     * @param mergedBytes pages that share a frame already because it has merged them, without the first of each frame
     * @param advised of the areas whose owners allow it, as the kernel's counters would show it
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
     * The kernel's counters for some pages once it has merged what it can.
     *
     * @param candidatePages pages that it looks at
     * @param sharedPages frames that several pages share: {@code pages_shared}
     * @param sharingPages pages beyond the first of each such frame: {@code pages_sharing}
     * @param zeroPages pages that go to the page of zeros: {@code ksm_zero_pages}
     * @param savedBytes frames resident now that nobody maps then
     * @param profitBytes the two counters before, without what the kernel needs to keep track of its candidates: {@code general_profit}
     * @param passSeconds how long it takes at most to look at all candidates once, with the present settings
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
