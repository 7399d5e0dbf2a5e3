package io.compscan.memory.process;

import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.MappedPages;
import io.compscan.memory.page.PageHash;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the present pages of processes and their frames. One thread.
 *
 * <p>Frames are visible to a process with CAP_SYS_ADMIN. For others each page counts as a frame of its own, and the bits that remain tell
 * how far that may be wrong.
 */
public final class PageTables implements Closeable {

    private static final int ENTRIES = 8192;
    /** An area may reserve terabytes and use little. From this size on, the search ends when it has found all resident and swapped pages. */
    private static final long LARGE_AREA_BYTES = 1L << 30;

    private final FrameIntake intake;
    private final boolean framesVisible;
    private final @Nullable FrameFlags flags;
    private final Set<Long> zeroPages = new HashSet<>();
    private final ByteBuffer buffer = ProcFile.buffer(ENTRIES);

    private PageTables(FrameIntake intake, boolean framesVisible, @Nullable FrameFlags flags) {
        this.intake = intake;
        this.framesVisible = framesVisible;
        this.flags = flags;
    }

    /**
     * Opens the kernel's files about page frames.
     *
     * @param intake takes the pages
     */
    public static PageTables open(FrameIntake intake) throws IOException {
        boolean visible = seesFrames();
        return new PageTables(intake, visible, visible ? FrameFlags.open() : null);
    }

    /** Whether the kernel tells this process frames. A look at its own pages shows it. */
    private static boolean seesFrames() throws IOException {
        Path self = Path.of("/proc/self");
        ByteBuffer entries = ProcFile.buffer(ENTRIES);
        try (ProcFile table = ProcFile.open(self.resolve("pagemap"))) {
            for (Area area : Smaps.read(self)) {
                int count = (int) Math.min(ENTRIES, pages(area.end() - area.start()));
                int got = area.residentBytes() == 0 ? 0 : table.read(pages(area.start()), count, entries);
                for (int i = 0; i < got; i++) {
                    long entry = entries.getLong(i * Long.BYTES);
                    if (PageEntry.isPresent(entry)) {
                        return PageEntry.frame(entry) != 0;
                    }
                }
            }
        }
        return false;
    }

    private static long pages(long bytes) {
        return bytes / PageHash.PAGE_BYTES;
    }

    /** Whether the kernel tells frames. */
    public boolean framesVisible() {
        return framesVisible;
    }

    /**
     * Adds the present pages of some areas.
     *
     * @return how many pages are in swap space
     */
    long collect(ProcFile table, List<Area> areas, MappedPages pages) throws IOException {
        long swapped = 0;
        for (Area area : areas) {
            boolean hasPages = area.residentBytes() > 0 || area.swappedBytes() > 0 || area.isHugetlb();
            if (hasPages && area.isMemory()) {
                swapped += collect(table, area, pages);
            }
        }
        return swapped;
    }

    private long collect(ProcFile table, Area area, MappedPages pages) throws IOException {
        int known = (area.isMergeable() ? Frames.MERGEABLE : 0) | (area.isAdvised() ? Frames.ADVISED : 0);
        boolean mayEndEarly = area.end() - area.start() >= LARGE_AREA_BYTES && !area.isHugetlb();
        long expected = pages(area.residentBytes() + area.swappedBytes());
        long found = 0;
        long swapped = 0;
        long last = pages(area.end());
        for (long page = pages(area.start()); page < last && !(mayEndEarly && found >= expected); ) {
            int got = table.read(page, (int) Math.min(ENTRIES, last - page), buffer);
            if (got == 0) {
                break;
            }
            for (int i = 0; i < got; i++) {
                long entry = buffer.getLong(i * Long.BYTES);
                if (PageEntry.isPresent(entry)) {
                    found += add(pages, page + i, entry, known);
                } else if (PageEntry.isSwapped(entry)) {
                    swapped++;
                    found++;
                }
            }
            page += got;
        }
        return swapped;
    }

    private int add(MappedPages pages, long page, long entry, int known) throws IOException {
        int properties = known
                | (PageEntry.isAnonymous(entry) ? Frames.ANONYMOUS : 0)
                | (PageEntry.isExclusive(entry) ? Frames.EXCLUSIVE : 0);
        long address = page * PageHash.PAGE_BYTES;
        if (!framesVisible) {
            intake.add(pages, address, properties);
            return 1;
        }
        long frame = PageEntry.frame(entry);
        if (flags != null && PageEntry.isAnonymous(entry)) {
            if (!PageEntry.isExclusive(entry) && isZeroPage(flags, frame)) {
                return 0;
            }
            properties |= flags.hasMergedAny() && flags.isMerged(frame) ? Frames.MERGED : 0;
        }
        intake.add(pages, address, frame, properties);
        return 1;
    }

    private boolean isZeroPage(FrameFlags all, long frame) throws IOException {
        if (zeroPages.contains(frame)) {
            return true;
        }
        boolean isZero = all.isZeroPage(frame);
        if (isZero) {
            zeroPages.add(frame);
        }
        return isZero;
    }

    @Override
    public void close() throws IOException {
        if (flags != null) {
            flags.close();
        }
    }
}
