package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A run on disk with one table of one shard.
 *
 * <p>A thread may still search the part after a compaction has replaced it; the part then asks its successor.
 */
final class RunPart implements Part {

    private final SpillDisk disk;
    private final FilterSpace filters;
    private final FilterSlot filter;
    private final RunFile file;
    private final long entryCount;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private @Nullable Part successor;
    private boolean closed;
    private volatile boolean mergeable = true;

    /** @param filter of {@code filters} */
    RunPart(SpillDisk disk, FilterSpace filters, FilterSlot filter, RunFile file) {
        this.disk = disk;
        this.filters = filters;
        this.filter = filter;
        this.file = file;
        entryCount = file.tables().get(0).entryCount();
    }

    RunFile file() {
        return file;
    }

    /** Whether a merge with other runs is worth an attempt. */
    boolean isMergeable() {
        return mergeable;
    }

    /** Takes the run out of all further merges. */
    void keepApart() {
        mergeable = false;
    }

    /** The length of the file. */
    long bytes() {
        return file.bytes();
    }

    @Override
    public long entryCount() {
        return entryCount;
    }

    @Override
    public long memoryBytes() {
        KeyFilter present = filter.filter();
        return present == null ? 0 : present.bytes();
    }

    @Override
    public @Nullable KeyFilter filter() {
        return filter.filter();
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
                Part.raise(fields, found);
            }
            return references;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public EntryCursor cursor() {
        disk.countRead(bytes());
        return file.cursor(0);
    }

    /** Removes the file; from now on the successor answers. */
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
            filters.remove(filter);
            disk.remove(file);
        }
    }
}
