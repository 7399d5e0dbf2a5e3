package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import com.sun.jna.Pointer;
import io.compscan.core.Ranges;
import io.compscan.core.libc.FileCalls;

/**
 * The pages of a file that the kernel has cached.
 *
 * <p>Java has no call for them, so this class calls libc through a descriptor of its own. The calls act on the file's pages, with any
 * descriptor of the file. The call {@code cachestat} (Linux 6.5) answers in microseconds if all of a range is cached, or nothing. Otherwise
 * {@code mincore} answers page by page. It answers only the owner of a file and users who may write it; it tells others that everything is
 * cached.
 */
final class FilePages implements RestoredFile.Pages {

    /** The bytes of one question. */
    private static final long PART_BYTES = 256L << 20;

    private final OpenDescriptor file;
    private final int descriptor;
    private final long pageBytes = FileCalls.getpagesize();

    /** @param file which this object closes */
    FilePages(OpenDescriptor file) {
        this.file = file;
        descriptor = file.number();
    }

    @Override
    public long pageBytes() {
        return pageBytes;
    }

    @Override
    public Ranges cached(long from, long to) {
        Ranges cached = new Ranges();
        for (long start = from; start < to; start += PART_BYTES) {
            long end = Math.min(to, start + PART_BYTES);
            long count = cachedPageCount(start, end - start);
            if (count == (end - start) / pageBytes) {
                cached.add(start, end);
            } else if (count != 0) {
                addEachPage(start, end, cached);
            }
        }
        return cached;
    }

    /** The number of cached pages of the range; -1 if {@code cachestat} fails, so that {@code mincore} must answer. */
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

    /** Adds the cached pages. Pages of unknown state count as cached. */
    private void addEachPage(long start, long end, Ranges cached) {
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
            cached.add(start, end);
            return;
        }
        int runStart = -1;
        for (int page = 0; page <= resident.length; page++) {
            boolean isCached = page < resident.length && (resident[page] & 1) != 0;
            if (isCached && runStart < 0) {
                runStart = page;
            } else if (!isCached && runStart >= 0) {
                cached.add(start + runStart * pageBytes, start + page * pageBytes);
                runStart = -1;
            }
        }
    }

    /** Gives the kernel a hint; a refusal has no consequence. */
    @Override
    public void drop(long from, long to) {
        FileCalls.posix_fadvise(descriptor, from, to - from, FileCalls.POSIX_FADV_DONTNEED);
    }

    @Override
    public void close() {
        file.close();
    }
}
