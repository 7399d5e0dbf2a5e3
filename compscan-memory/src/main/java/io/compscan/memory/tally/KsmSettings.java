package io.compscan.memory.tally;

import io.compscan.result.memory.MemoryResult.Merging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How the kernel merges pages: {@code /sys/kernel/mm/ksm}, see the kernel's admin-guide/mm/ksm.rst.
 *
 * @param isRunning whether the kernel merges pages now
 * @param maxPageSharing pages that share one frame at most
 * @param useZeroPages whether the kernel's own page of zeros replaces pages of zeros
 * @param pagesToScan pages in a batch
 * @param sleepMillis the pause after a batch
 */
public record KsmSettings(
        boolean isRunning, int maxPageSharing, boolean useZeroPages, long pagesToScan, long sleepMillis) {

    /** The kernel's defaults, where it does not merge or this is another system. */
    public static final KsmSettings DEFAULT = new KsmSettings(false, 256, false, 100, 20);

    private static final Path DIRECTORY = Path.of("/sys/kernel/mm/ksm");
    private static final int PAGE_BYTES = 4096;
    /** The kernel's record of a candidate: sizeof(struct ksm_rmap_item). */
    private static final int CANDIDATE_BYTES = 64;

    /** The settings of this machine. */
    public static KsmSettings read() {
        try {
            return new KsmSettings(
                    number("run") == 1,
                    (int) number("max_page_sharing"),
                    number("use_zero_pages") == 1,
                    Math.max(1, number("pages_to_scan")),
                    number("sleep_millisecs"));
        } catch (IOException | NumberFormatException e) {
            return DEFAULT;
        }
    }

    private static long number(String name) throws IOException {
        return Long.parseLong(Files.readString(DIRECTORY.resolve(name)).strip());
    }

    /**
     * The frames that pages of one content come to share, {@code pages_shared}.
     *
     * @param pages how many pages have the content
     */
    long shared(long pages) {
        return pages < 2 ? 0 : pages / maxPageSharing + (pages % maxPageSharing >= 2 ? 1 : 0);
    }

    /**
     * The pages beyond the first of each frame, {@code pages_sharing}. A single page beyond full frames is not merged.
     *
     * @param pages how many pages have the content
     */
    long sharing(long pages) {
        return pages < 2 ? 0 : pages - shared(pages) - (pages % maxPageSharing == 1 ? 1 : 0);
    }

    /** The counters, and the figures that follow from them. */
    Merging merging(long candidates, long shared, long sharing, long zero, long savedFrames) {
        long batches = (candidates + pagesToScan - 1) / pagesToScan;
        return new Merging(
                candidates,
                shared,
                sharing,
                zero,
                savedFrames * PAGE_BYTES,
                (sharing + zero) * PAGE_BYTES - candidates * CANDIDATE_BYTES,
                (double) batches * sleepMillis / 1000);
    }
}
