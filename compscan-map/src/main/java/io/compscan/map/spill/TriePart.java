package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.trie.DetachedShard;
import org.jspecify.annotations.Nullable;

/**
 * What was in memory and is being written to a run, or waits in memory because no run can be written.
 *
 * <p>Whoever found it in the list of parts may go on asking it when the run has taken its place: it then passes the question on.
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

    /** What {@link #replaceBy} gives back to the pool. */
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
                    RunPart.toLarger(fields, found);
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

    /** Up to so many of the entries that a cursor of this part goes on to, read while nobody searches. */
    synchronized int read(EntryCursor cursor, EntryBlock into) {
        return into.fill(cursor);
    }

    /** Gives the memory back; the successor answers from now on. */
    synchronized void replaceBy(Part run) {
        successor = run;
        entries.close();
    }

    @Override
    public synchronized void close() {
        entries.close();
    }
}
