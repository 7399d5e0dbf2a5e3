package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.trie.DetachedShard;
import org.jspecify.annotations.Nullable;

/**
 * Entries in memory that a thread writes to a run, or that stay in memory because no run can be written.
 *
 * <p>A thread may still search the part after the run has replaced it; the part then asks its successor.
 */
final class TriePart implements Part {

    private final DetachedShard entries;
    private @Nullable Part successor;

    TriePart(DetachedShard entries) {
        this.entries = entries;
    }

    @Override
    public long entryCount() {
        return entries.entryCount();
    }

    @Override
    public long memoryBytes() {
        return pageBytes();
    }

    /** The bytes that {@link #replaceBy} returns to the pool. */
    long pageBytes() {
        return entries.pageBytes();
    }

    @Override
    public long find(byte[] keys, int keyAt, int[] fields) {
        Part elsewhere;
        synchronized (this) {
            elsewhere = successor;
            if (elsewhere == null) {
                int[] found = new int[fields.length];
                long references = entries.get(keys, keyAt, found);
                if (references >= 0) {
                    Part.raise(fields, found);
                }
                return references;
            }
        }
        return elsewhere.find(keys, keyAt, fields);
    }

    @Override
    public @Nullable KeyFilter filter() {
        return null;
    }

    @Override
    public boolean isInMemory() {
        return true;
    }

    @Override
    public EntryCursor cursor() {
        return entries.cursor();
    }

    /** Fills a block from a cursor of this part while no thread searches the part. */
    synchronized int read(EntryCursor cursor, EntryBlock into) {
        return into.fill(cursor);
    }

    /** Frees the memory; from now on the successor answers. */
    synchronized void replaceBy(Part run) {
        successor = run;
        entries.close();
    }

    @Override
    public synchronized void close() {
        entries.close();
    }
}
