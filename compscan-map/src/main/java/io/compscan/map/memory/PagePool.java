package io.compscan.map.memory;

import io.compscan.map.MemoryBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pages of one size, cut from large slabs and shared by all shards of one or several maps; thread-safe.
 *
 * <p>A slab is a 128th of the memory held, at least one page and at most 32 MiB. So a small map stays small, and a large map asks the system
 * rarely. A returned page is handed out again; slabs go back to the system on {@link #close}.
 */
public final class PagePool implements AutoCloseable {

    private static final long MAX_SLAB_BYTES = 32 << 20;
    private static final int SLAB_SHARE = 128;

    private record Slab(long address, long bytes) {}

    private final int pageBytes;
    private final MemoryBudget budget;
    private final List<Slab> slabs = new ArrayList<>();
    private long heldBytes;
    private long nextAddress;
    private long endAddress;
    private long[] freePages = new long[8];
    private int freePageCount;

    /** A pool without slabs. */
    public PagePool(int pageBytes, MemoryBudget budget) {
        this.pageBytes = pageBytes;
        this.budget = budget;
    }

    /** The size of every page. */
    public int pageBytes() {
        return pageBytes;
    }

    /** A page of undefined content, or 0 if the budget or the system has no more; see {@link MemoryBudget#tryTake}. */
    public synchronized long take(boolean fromReserve) {
        if (freePageCount > 0) {
            return freePages[--freePageCount];
        }
        if (nextAddress == endAddress && !buySlab(fromReserve)) {
            return 0;
        }
        long page = nextAddress;
        nextAddress += pageBytes;
        return page;
    }

    /** Takes a page back. */
    public synchronized void giveBack(long page) {
        if (freePageCount == freePages.length) {
            freePages = Arrays.copyOf(freePages, 2 * freePageCount);
        }
        freePages[freePageCount++] = page;
    }

    /** The bytes that the pool can still hand out, without the reserve of the budget. */
    public synchronized long availableBytes() {
        return (long) freePageCount * pageBytes + (endAddress - nextAddress) + budget.availableBytes();
    }

    /** The number of pages in use. */
    public synchronized long pagesInUse() {
        return (heldBytes - (endAddress - nextAddress)) / pageBytes - freePageCount;
    }

    /** The memory of all slabs. */
    public synchronized long heldBytes() {
        return heldBytes;
    }

    private boolean buySlab(boolean fromReserve) {
        long pages = Math.max(1, Math.min(heldBytes / SLAB_SHARE, MAX_SLAB_BYTES) / pageBytes);
        return buySlab(pages * pageBytes, fromReserve) || (pages > 1 && buySlab(pageBytes, fromReserve));
    }

    /** The system has no such slab. If that is a single page, it has nothing. */
    private void refuse(long bytes) {
        budget.giveBack(bytes);
        if (bytes == pageBytes) {
            budget.refused();
        }
    }

    private boolean buySlab(long bytes, boolean fromReserve) {
        if (!budget.tryTake(bytes, fromReserve)) {
            return false;
        }
        try {
            nextAddress = RawMemory.allocate(bytes);
        } catch (OutOfMemoryError e) {
            refuse(bytes);
            return false;
        }
        endAddress = nextAddress + bytes;
        heldBytes += bytes;
        slabs.add(new Slab(nextAddress, bytes));
        return true;
    }

    /** Returns all slabs to the system, even those with pages in use. */
    @Override
    public synchronized void close() {
        for (Slab slab : slabs) {
            RawMemory.free(slab.address(), slab.bytes());
            budget.giveBack(slab.bytes());
        }
        slabs.clear();
        heldBytes = 0;
        nextAddress = 0;
        endAddress = 0;
        freePageCount = 0;
    }
}
