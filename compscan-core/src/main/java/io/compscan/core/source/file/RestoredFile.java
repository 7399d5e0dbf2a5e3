package io.compscan.core.source.file;

import io.compscan.core.Ranges;
import java.io.Closeable;
import java.util.TreeMap;

/**
 * Which pages of a file were cached before it was read, and which of those that reading brought in can go. Any thread.
 *
 * <p>It asks about a stripe before that is read, and some way beyond, because the kernel reads ahead. It drops what lies in front of all
 * stripes that are being read. It drops each page twice, because the kernel keeps one that is still on its way to memory. It drops
 * neighbours together, because the kernel keeps a folio (pages of one allocation) unless all of it goes.
 */
final class RestoredFile implements Closeable {

    /** The largest folio where pages have 4 KiB. */
    private static final long FOLIO_BYTES = 2L << 20;

    /** What the kernel has of a file; all positions are those of whole pages. */
    interface Pages extends Closeable {
        long pageBytes();

        /** What of the range is cached. */
        Ranges cached(long from, long to);

        void drop(long from, long to);

        @Override
        void close();
    }

    private final Pages pages;
    private final long sizeBytes;
    private final long pageBytes;
    /** What the kernel was asked about, and has not been dropped twice. */
    private final Ranges asked = new Ranges();
    /** What of it was cached. */
    private final Ranges cached = new Ranges();
    /** The starts of the stripes that are being read, with their number. */
    private final TreeMap<Long, Integer> reading = new TreeMap<>();

    private long readTo;
    /** From here to {@link #droppedTo} pages have been dropped once at most, or near the end. */
    private long droppedFrom;

    private long droppedTo;
    private boolean isOpen = true;

    RestoredFile(Pages pages, long sizeBytes) {
        this.pages = pages;
        this.sizeBytes = sizeBytes;
        pageBytes = pages.pageBytes();
    }

    /** @param aheadBytes how far behind {@code to} the kernel may read ahead */
    synchronized void beforeRead(long from, long to, long aheadBytes) {
        if (!isOpen) {
            return;
        }
        reading.merge(from, 1, Integer::sum);
        long end = pageEnd(Math.min(sizeBytes, to + aheadBytes));
        // Where bodies are read one by one, each body asks about what the one before has not asked about.
        asked.missing(pageStart(from), end).forEach((start, stop) -> {
            pages.cached(start, stop).forEach(cached::add);
            asked.add(start, stop);
        });
    }

    synchronized void afterRead(long from, long to) {
        reading.computeIfPresent(from, (start, count) -> count == 1 ? null : count - 1);
        readTo = Math.max(readTo, pageEnd(to));
        long firstRead = reading.isEmpty() ? readTo : pageStart(reading.firstKey());
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

    /** Drops what was asked about and was not cached; nobody has read the rest. */
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
