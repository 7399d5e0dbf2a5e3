package io.compscan.core.source.file;

import io.compscan.core.Ranges;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The pages of a file that were cached before it was read, and the pages that reading brought in and that can go. Any thread.
 *
 * <p>It asks about a stripe and some bytes beyond before the stripe is read, because the kernel reads ahead. It drops the pages in front of
 * all stripes that are being read. It drops each page twice, because the kernel keeps a page that is still on its way to memory. It drops
 * neighbours together, because the kernel keeps a folio (pages of one allocation) unless all of it goes.
 */
final class RestoredFile implements Closeable {

    /** The largest folio with pages of 4 KiB. */
    private static final long FOLIO_BYTES = 2L << 20;

    /** The kernel's pages of a file; all positions are multiples of the page size. */
    interface Pages extends Closeable {
        long pageBytes();

        /** The cached parts of the range. */
        Ranges cached(long from, long to);

        void drop(long from, long to);

        @Override
        void close();
    }

    private final Pages pages;
    private final long sizeBytes;
    private final long pageBytes;
    /** The ranges that the kernel was asked about and that have not been dropped twice. */
    private final Ranges asked = new Ranges();
    /** The parts of {@link #asked} that were cached. */
    private final Ranges cached = new Ranges();
    /** The starts of the stripes that are being read, one for each. */
    private final List<Long> reading = new ArrayList<>();

    private long readTo;
    /** From here to {@link #droppedTo} pages have been dropped at most once, or lie near the end. */
    private long droppedFrom;

    private long droppedTo;
    private boolean isOpen = true;

    RestoredFile(Pages pages, long sizeBytes) {
        this.pages = pages;
        this.sizeBytes = sizeBytes;
        pageBytes = pages.pageBytes();
    }

    /** @param aheadBytes the bytes behind {@code to} that the kernel may read ahead */
    synchronized void beforeRead(long from, long to, long aheadBytes) {
        if (!isOpen) {
            return;
        }
        reading.add(from);
        long end = pageEnd(Math.min(sizeBytes, to + aheadBytes));
        // If bodies are read one by one, each asks about the bytes that the one before has not asked about.
        asked.missing(pageStart(from), end).forEach((start, stop) -> {
            pages.cached(start, stop).forEach(cached::add);
            asked.add(start, stop);
        });
    }

    synchronized void afterRead(long from, long to) {
        reading.remove((Long) from);
        readTo = Math.max(readTo, pageEnd(to));
        long firstRead = reading.isEmpty() ? readTo : pageStart(Collections.min(reading));
        if (asked.isEmpty()) {
            return;
        }
        drop(Math.min(pageStart(from), droppedFrom), firstRead);
        long droppedTwiceTo = firstRead > droppedTo ? Math.max(0, droppedTo - FOLIO_BYTES) : droppedFrom;
        droppedFrom = Math.min(pageStart(from), droppedTwiceTo);
        droppedTo = firstRead;
        asked.removeBelow(Math.min(droppedFrom, firstRead));
        cached.removeBelow(Math.min(droppedFrom, firstRead));
    }

    /** Drops the pages that were asked about and not cached. The scan has read no others. */
    private void drop(long from, long to) {
        if (isOpen) {
            asked.within(from, to)
                    .forEach((start, end) -> cached.missing(start, end).forEach(pages::drop));
        }
    }

    private long pageStart(long position) {
        return position & -pageBytes;
    }

    private long pageEnd(long position) {
        return pageStart(position + pageBytes - 1);
    }

    @Override
    public synchronized void close() {
        if (isOpen) {
            drop(0, Long.MAX_VALUE);
            isOpen = false;
            pages.close();
        }
    }
}
