package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import com.sun.jna.Pointer;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Leaves the page cache as it was before a file was read: pages that had been there stay, pages that reading brought in go.
 *
 * <p>Before reading a stripe of some 64 MiB, it asks the kernel which of its pages are cached. It asks some way beyond, because the
 * kernel reads ahead. Afterwards {@code posix_fadvise(DONTNEED)} gives back all others. Java has no call for either, so libc is called,
 * through a descriptor of its own: both act on the file's pages, whichever descriptor they came by. {@code cachestat} (Linux 6.5)
 * answers for a whole stripe in microseconds where all of it or nothing is cached; {@code mincore} page by page elsewhere, and only to
 * the owner of a file or one who may write it. To others it says that all is cached. Pages of unknown state, and other platforms, are
 * left alone.
 */
abstract class PageCache implements Closeable {

    /** Leaves everything to the kernel. */
    static final PageCache UNTOUCHED = new PageCache() {
        @Override
        void beforeRead(long from, long to) {}

        @Override
        void afterRead(long from, long to) {}

        @Override
        public void close() {}
    };

    /** As {@link UnitChannel#beforeStripe}. */
    abstract void beforeRead(long from, long to);

    /** As {@link UnitChannel#afterStripe}. */
    abstract void afterRead(long from, long to);

    @Override
    public abstract void close();

    /** The cached pages of this file of {@code sizeBytes}, as far as they can be known. */
    static PageCache of(Path path, long sizeBytes) {
        try {
            return NativePath.isReachable(path) ? new CachedFile(path, sizeBytes) : UNTOUCHED;
        } catch (LastErrorException e) {
            return UNTOUCHED;
        }
    }

    private static final class CachedFile extends PageCache {
        /** How far the kernel may have read ahead when a stripe has been read; the default is 128 KiB, large arrays have more. */
        private static final long READ_AHEAD_BYTES = 16L << 20;

        /** More than any number of readers can be apart. */
        private static final long MAX_OVERTAKING_BYTES = 64L << 30;
        /** So much is asked at once. */
        private static final long PART_BYTES = 256L << 20;

        private final int descriptor;
        private final long sizeBytes;
        private final long pageBytes = FileCalls.getpagesize();
        /** The runs that were cached before the scan, start to end, from {@link #droppedFrom} to {@link #askedTo}. */
        private final NavigableMap<Long, Long> cached = new TreeMap<>();
        /** Stripes that were read before one in front of them: start to end. */
        private final Map<Long, Long> finished = new HashMap<>();

        private long droppedFrom;
        private long finishedTo;
        private long askedTo;
        private boolean open = true;

        CachedFile(Path path, long sizeBytes) {
            this.sizeBytes = sizeBytes;
            descriptor = NativePath.openToRead(path);
        }

        @Override
        synchronized void beforeRead(long from, long to) {
            // From where the last answer ended, not from where the stripe starts: readers may overtake each other.
            long start = askedTo;
            long end = pageEnd(Math.min(sizeBytes, to + READ_AHEAD_BYTES));
            if (!open || start >= end) {
                return;
            }
            askedTo = end;
            if (pageStart(from) - start > MAX_OVERTAKING_BYTES) {
                // A hole that was jumped over. Nobody reads it, and asking page by page could take minutes.
                add(start, pageStart(from));
                start = pageStart(from);
            }
            while (start < end) {
                long part = Math.min(end - start, PART_BYTES);
                ask(start, start + part);
                start += part;
            }
        }

        private void ask(long start, long end) {
            long count = cachedPageCount(start, end - start);
            if (count == (end - start) / pageBytes) {
                add(start, end);
            } else if (count != 0) {
                askEachPage(start, end);
            }
        }

        @Override
        synchronized void afterRead(long from, long to) {
            finished.put(from, to);
            long end = finishedTo;
            for (Long next = finished.remove(end); next != null; next = finished.remove(end)) {
                end = next;
            }
            if (end > finishedTo) {
                // Pages that were still on their way at the last call, read ahead into what had been read, were not
                // dropped.
                drop(droppedFrom, end);
                forgetUpTo(finishedTo);
                droppedFrom = finishedTo;
                finishedTo = end;
            }
        }

        /** The pages before this position no longer matter. */
        private void forgetUpTo(long position) {
            Map.Entry<Long, Long> first = cached.firstEntry();
            while (first != null && first.getValue() <= position) {
                cached.pollFirstEntry();
                first = cached.firstEntry();
            }
        }

        /** Gives back all pages of the range but those that had been cached. */
        private void drop(long from, long to) {
            long start = pageStart(from);
            long end = pageEnd(to);
            for (Map.Entry<Long, Long> run : cached.headMap(end, false).entrySet()) {
                dontNeed(start, Math.min(end, run.getKey()));
                start = Math.max(start, run.getValue());
            }
            dontNeed(start, end);
        }

        private void dontNeed(long start, long end) {
            if (open && start < end) {
                // A hint: there is nothing we could do if it is not taken.
                FileCalls.posix_fadvise(descriptor, start, end - start, FileCalls.POSIX_FADV_DONTNEED);
            }
        }

        /** How many pages of the range are cached; -1 if that is for {@code mincore} to say. */
        private long cachedPageCount(long start, long bytes) {
            long[] range = {start, bytes};
            long[] counts = new long[FileCalls.CACHESTAT_COUNTS];
            try {
                FileCalls.syscall(FileCalls.SYS_CACHESTAT, descriptor, range, counts, 0);
                return counts[0];
            } catch (LastErrorException e) {
                return -1;
            }
        }

        private void askEachPage(long start, long end) {
            byte[] resident = new byte[Math.toIntExact((end - start) / pageBytes)];
            try {
                Pointer mapping =
                        FileCalls.mmap(null, end - start, FileCalls.PROT_READ, FileCalls.MAP_SHARED, descriptor, start);
                try {
                    FileCalls.mincore(mapping, end - start, resident);
                } finally {
                    FileCalls.munmap(mapping, end - start);
                }
            } catch (LastErrorException e) {
                add(start, end);
                return;
            }
            int runStart = -1;
            for (int page = 0; page <= resident.length; page++) {
                boolean isCached = page < resident.length && (resident[page] & 1) != 0;
                if (isCached && runStart < 0) {
                    runStart = page;
                } else if (!isCached && runStart >= 0) {
                    add(start + runStart * pageBytes, start + page * pageBytes);
                    runStart = -1;
                }
            }
        }

        private void add(long start, long end) {
            Map.Entry<Long, Long> before = cached.lowerEntry(start);
            if (before != null && before.getValue() == start) {
                cached.put(before.getKey(), end);
            } else {
                cached.put(start, end);
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
            if (open) {
                drop(droppedFrom, askedTo);
                open = false;
                FileCalls.closeQuietly(descriptor);
            }
        }
    }
}
