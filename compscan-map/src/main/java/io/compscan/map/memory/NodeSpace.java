package io.compscan.map.memory;

/**
 * A shard's nodes, two slots each, cut from pages and kept on one free list; guarded by the shard's lock.
 *
 * <p>Nodes are few, less than one for every eight slots of the table, unless keys are far from uniform. Their pages go back to the pool only
 * when the shard is cleared.
 */
public final class NodeSpace {

    private static final int NODE_BYTES = 2 * Long.BYTES;

    private final PagePool pool;
    private long pages;
    private long pageCount;
    private int cutFromTop;
    private long free;
    private long nodesInUse;

    /** An empty space. */
    public NodeSpace(PagePool pool) {
        this.pool = pool;
    }

    /** A node of undefined content, or 0 if there is no memory for it. */
    public long allocate(boolean fromReserve) {
        long node = free;
        if (node != 0) {
            free = RawMemory.getLong(node);
        } else {
            if (pages == 0 || cutFromTop == pool.pageBytes() / NODE_BYTES) {
                long page = pool.take(fromReserve);
                if (page == 0) {
                    return 0;
                }
                RawMemory.putLong(page, pages);
                pages = page;
                pageCount++;
                // The link to the next page takes the place of the first node.
                cutFromTop = 1;
            }
            node = pages + (long) cutFromTop++ * NODE_BYTES;
        }
        nodesInUse++;
        return node;
    }

    /** Takes a node back. */
    public void release(long node) {
        RawMemory.putLong(node, free);
        free = node;
        nodesInUse--;
    }

    /** The number of nodes in use. */
    public long nodesInUse() {
        return nodesInUse;
    }

    /** The number of pages. */
    public long pageCount() {
        return pageCount;
    }

    /** Returns all pages to the pool. */
    public void clear() {
        while (pages != 0) {
            long next = RawMemory.getLong(pages);
            pool.giveBack(pages);
            pages = next;
        }
        pageCount = 0;
        cutFromTop = 0;
        free = 0;
        nodesInUse = 0;
    }
}
