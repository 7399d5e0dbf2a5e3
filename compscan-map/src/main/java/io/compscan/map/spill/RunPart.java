package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.run.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A run on disk that holds one table of one shard.
 *
 * <p>Whoever found it in the list of parts may go on asking it when a compaction has taken its place: it then passes the question on.
 */
final class RunPart implements Part {

    private final SpillStore store;
    private final RunFile file;
    private final long bytes;
    private final long entryCount;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile @Nullable KeyFilter filter;
    private @Nullable Part successor;
    private boolean closed;

    RunPart(SpillStore store, RunFile file, long bytes) {
        this.store = store;
        this.file = file;
        this.bytes = bytes;
        entryCount = file.tables().get(0).entryCount();
    }

    RunFile file() {
        return file;
    }

    /** What the file takes on disk. */
    long bytes() {
        return bytes;
    }

    @Override
    public long entryCount() {
        return entryCount;
    }

    @Override
    public long memoryBytes() {
        KeyFilter present = filter;
        return present == null ? 0 : present.bytes();
    }

    @Override
    public @Nullable KeyFilter filter() {
        return filter;
    }

    void setFilter(@Nullable KeyFilter now) {
        filter = now;
    }

    @Override
    public boolean isInMemory() {
        return false;
    }

    @Override
    public long find(byte[] keys, int keyAt, int[] fields) {
        Part elsewhere;
        Lock reading = lock.readLock();
        reading.lock();
        try {
            elsewhere = successor;
            if (elsewhere == null) {
                return find(file, 0, keys, keyAt, fields);
            }
        } finally {
            reading.unlock();
        }
        return elsewhere.find(keys, keyAt, fields);
    }

    /** See {@link Part#find}. */
    static long find(RunFile file, int table, byte[] keys, int keyAt, int[] fields) {
        int[] found = new int[fields.length];
        try {
            long references = file.find(table, keys, keyAt, found);
            if (references >= 0) {
                toLarger(fields, found);
            }
            return references;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void toLarger(int[] fields, int[] found) {
        for (int f = 0; f < fields.length; f++) {
            fields[f] = Math.max(fields[f], found[f]);
        }
    }

    @Override
    public EntryCursor cursor() {
        store.disk().countRead(bytes);
        return file.cursor(0);
    }

    /** Removes the file; the successor answers from now on. */
    void replaceBy(Part run) {
        Lock writing = lock.writeLock();
        writing.lock();
        try {
            successor = run;
        } finally {
            writing.unlock();
        }
        close();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            store.filters().remove(this);
            store.disk().remove(this);
        }
    }
}
