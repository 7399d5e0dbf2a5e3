package io.compscan.map.trie;

import io.compscan.map.memory.PagePool;
import io.compscan.map.memory.RawMemory;

/**
 * A shard's nodes, two slots each, cut from pages and kept on one free list; guarded by the shard's lock.
 *
 * <p>Nodes are few, less than one for every eight slots of the table, unless keys are far from uniform. Their pages go back to the pool only
 * when the shard is cleared.
 */
final class NodeSpace {

    private static final int NODE_BYTES = 2 * Long.BYTES;

    private final PagePool pool;
    private long pages;
    private long pageCount;
    private int cutFromTop;
    private long free;
    private long nodesInUse;

    NodeSpace(PagePool pool) {
        this.pool = pool;
    }

    /** A node of undefined content, or 0 if there is no memory for it. */
    long allocate(boolean fromReserve) {
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

    void release(long node) {
        RawMemory.putLong(node, free);
        free = node;
        nodesInUse--;
    }

    long nodesInUse() {
        return nodesInUse;
    }

    long pageCount() {
        return pageCount;
    }

    /** Returns all pages to the pool. */
    void clear() {
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
