package io.compscan.map.memory;

import io.compscan.map.MemoryBudget;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A shard's blocks, by size class; guarded by the shard's lock.
 *
 * <p>The pages of a class form a stack. Only the top page is partly cut; in the pages below every block is in use or on the class's free
 * list. Leaves outgrow a class nearly together, so plain free lists would keep every block that the class ever had. Therefore the list is
 * short: when it can take all blocks of the top page, they move there. The page then goes back to the pool, for any class of any shard.
 */
public final class BlockSpace {

    /** Corrects the slots of a block in use that has moved. */
    public interface Mover {
        /** The block that was at {@code from} is at {@code to} now. */
        void moved(long from, long to);
    }

    private static final int MIN_FREE = 4;
    private static final int MAX_FREE = 256;
    private static final int FREE_SHARE = 64;

    private final SizeClasses classes;
    private final PagePool pool;
    private final MemoryBudget budget;
    private final Mover mover;
    private final @Nullable Stack[] stacks;
    private long heapBytes;

    /** An empty space. */
    public BlockSpace(SizeClasses classes, PagePool pool, MemoryBudget budget, Mover mover) {
        this.classes = classes;
        this.pool = pool;
        this.budget = budget;
        this.mover = mover;
        stacks = new Stack[classes.count()];
    }

    /** One class: its pages and its free blocks. */
    private static final class Stack {
        static final int HEAP_BYTES = 64;

        long topPage;
        long pageCount;
        int cutFromTop;
        long blocksInUse;
        long[] free = {};
        int freeCount;
    }

    /** A block of undefined content, or 0 if there is no memory for it. */
    public long allocate(int sizeClass, boolean fromReserve) {
        Stack stack = stacks[sizeClass];
        if (stack != null) {
            if (stack.freeCount > 0) {
                stack.blocksInUse++;
                return stack.free[--stack.freeCount];
            }
            if (stack.topPage != 0 && stack.cutFromTop < classes.blocksPerPage(sizeClass)) {
                stack.blocksInUse++;
                return cut(stack, sizeClass);
            }
        }
        return allocateFromNewPage(sizeClass, fromReserve);
    }

    private long allocateFromNewPage(int sizeClass, boolean fromReserve) {
        Stack stack = stacks[sizeClass];
        if (stack == null) {
            int freeCapacity = classes.blocksPerPage(sizeClass) + MIN_FREE;
            if (!takeHeap(Stack.HEAP_BYTES + (long) freeCapacity * Long.BYTES, fromReserve)) {
                return 0;
            }
            stack = new Stack();
            stack.free = new long[freeCapacity];
            stacks[sizeClass] = stack;
        }
        long page = pool.take(fromReserve);
        if (page == 0) {
            return 0;
        }
        RawMemory.putLong(page, stack.topPage);
        stack.topPage = page;
        stack.pageCount++;
        stack.cutFromTop = 0;
        stack.blocksInUse++;
        return cut(stack, sizeClass);
    }

    private long cut(Stack stack, int sizeClass) {
        return blockAt(stack.topPage, stack.cutFromTop++, sizeClass);
    }

    private long blockAt(long page, int number, int sizeClass) {
        return page + SizeClasses.PAGE_HEADER_BYTES + (long) number * classes.blockBytes(sizeClass);
    }

    /**
     * Takes a block back. Other blocks of the class may move, so every block in use must have its slot by now.
     *
     * <p>After this call, known addresses of blocks of the class are stale.
     */
    public void release(int sizeClass, long block) {
        Stack stack = pushFree(sizeClass, block);
        boolean enough = stack.blocksInUse == 0
                || stack.freeCount >= Math.min(MIN_FREE + stack.blocksInUse / FREE_SHARE, MAX_FREE);
        if (enough && stack.freeCount >= stack.cutFromTop) {
            dissolveTopPage(stack, sizeClass);
        } else if (stack.freeCount == stack.free.length && !growFreeList(stack)) {
            dissolveTopPage(stack, sizeClass);
        }
    }

    /**
     * Takes back a block that never had a slot, before any other block is released; moves nothing.
     *
     * <p>The free list has room for it: the block came from the list, or was cut because the list was empty.
     */
    public void cancel(int sizeClass, long block) {
        pushFree(sizeClass, block);
    }

    private Stack pushFree(int sizeClass, long block) {
        Stack stack = stackOf(sizeClass);
        stack.free[stack.freeCount++] = block;
        stack.blocksInUse--;
        return stack;
    }

    private Stack stackOf(int sizeClass) {
        Stack stack = stacks[sizeClass];
        if (stack == null) {
            throw new IllegalStateException("no block of class " + sizeClass + " was ever allocated");
        }
        return stack;
    }

    private boolean growFreeList(Stack stack) {
        int capacity = 2 * stack.free.length;
        if (!takeHeap((long) stack.free.length * Long.BYTES, true)) {
            return false;
        }
        stack.free = Arrays.copyOf(stack.free, capacity);
        return true;
    }

    /** Moves the blocks in use of the top page into free blocks of other pages and returns the page. */
    private void dissolveTopPage(Stack stack, int sizeClass) {
        long page = stack.topPage;
        long end = page + pool.pageBytes();
        int size = classes.blockBytes(sizeClass);
        int cut = stack.cutFromTop;
        boolean[] isFree = new boolean[cut];
        int kept = 0;
        for (int i = 0; i < stack.freeCount; i++) {
            long block = stack.free[i];
            if (block >= page && block < end) {
                isFree[(int) ((block - page - SizeClasses.PAGE_HEADER_BYTES) / size)] = true;
            } else {
                stack.free[kept++] = block;
            }
        }
        stack.freeCount = kept;
        for (int number = 0; number < cut; number++) {
            if (!isFree[number]) {
                long from = blockAt(page, number, sizeClass);
                long to = stack.free[--stack.freeCount];
                Bytes.copy(from, to, size);
                mover.moved(from, to);
            }
        }
        stack.topPage = RawMemory.getLong(page);
        stack.pageCount--;
        stack.cutFromTop = stack.topPage == 0 ? 0 : classes.blocksPerPage(sizeClass);
        pool.giveBack(page);
    }

    private boolean takeHeap(long bytes, boolean fromReserve) {
        if (!budget.tryTake(bytes, fromReserve)) {
            return false;
        }
        heapBytes += bytes;
        return true;
    }

    /** The memory of the free lists on the Java heap, taken from the budget. */
    public long heapBytes() {
        return heapBytes;
    }

    /** The number of pages of all classes. */
    public long pageCount() {
        long pages = 0;
        for (Stack stack : stacks) {
            pages += stack == null ? 0 : stack.pageCount;
        }
        return pages;
    }

    /** Returns all pages to the pool. */
    public void clear() {
        for (int c = 0; c < stacks.length; c++) {
            Stack stack = stacks[c];
            if (stack != null) {
                long page = stack.topPage;
                while (page != 0) {
                    long next = RawMemory.getLong(page);
                    pool.giveBack(page);
                    page = next;
                }
                stacks[c] = null;
            }
        }
        budget.giveBack(heapBytes);
        heapBytes = 0;
    }

    /**
     * Checks that the given blocks are exactly those in use, each in its own place in a page of its class.
     *
     * @param blocks the addresses of all blocks of the class that slots point to; this call sorts them
     * @return the number of pages of the class
     */
    public long verify(int sizeClass, long[] blocks) {
        Stack stack = stacks[sizeClass];
        if (stack == null) {
            Invariant.holds(blocks.length == 0, "class %d has no page, but %d blocks", sizeClass, blocks.length);
            return 0;
        }
        Invariant.holds(
                stack.blocksInUse == blocks.length,
                "class %d counts %d blocks in use, %d are linked to",
                sizeClass,
                stack.blocksInUse,
                blocks.length);
        long[] taken = Arrays.copyOf(blocks, blocks.length + stack.freeCount);
        System.arraycopy(stack.free, 0, taken, blocks.length, stack.freeCount);
        Arrays.sort(taken);
        long[] cutBlocks = new long[taken.length];
        int count = 0;
        long pages = 0;
        int cut = stack.cutFromTop;
        for (long page = stack.topPage; page != 0; page = RawMemory.getLong(page)) {
            Invariant.holds(
                    count + cut <= cutBlocks.length,
                    "class %d has more blocks than the %d in use or free",
                    sizeClass,
                    taken.length);
            for (int number = 0; number < cut; number++) {
                cutBlocks[count++] = blockAt(page, number, sizeClass);
            }
            cut = classes.blocksPerPage(sizeClass);
            pages++;
        }
        Arrays.sort(cutBlocks);
        Invariant.holds(
                Arrays.equals(taken, cutBlocks),
                "class %d: blocks in use and free are not those of its pages",
                sizeClass);
        Invariant.holds(
                pages == stack.pageCount, "class %d counts %d pages, has %d", sizeClass, stack.pageCount, pages);
        return pages;
    }
}
