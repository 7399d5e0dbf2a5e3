package io.compscan.map.spill;

import io.compscan.map.RunFile;
import io.compscan.map.SpillException;
import io.compscan.map.SpillSettings;
import io.compscan.map.SpillStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The disk space of a store: the order of its directories, the limit, and the counts; thread-safe. */
final class SpillDisk implements AutoCloseable {

    private final SpillSettings settings;

    private List<SpillDirectory> directories = List.of();
    private int nextDirectory;
    private boolean closed;
    /** The limit of the settings, until the free space is known. */
    private volatile long limitBytes;

    private final AtomicLong runCount = new AtomicLong();
    private final AtomicLong entryCount = new AtomicLong();
    private final AtomicLong writtenBytes = new AtomicLong();
    private final AtomicLong readBytes = new AtomicLong();
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicLong recheckCount = new AtomicLong();

    /** Unused space; the first run creates its directories. */
    SpillDisk(SpillSettings settings) {
        this.settings = settings;
        limitBytes = settings.limitBytes();
    }

    SpillSettings settings() {
        return settings;
    }

    SpillStats stats() {
        return new SpillStats(
                runCount.get(),
                entryCount.get(),
                writtenBytes.get(),
                readBytes.get(),
                heldBytes.get(),
                limitBytes,
                recheckCount.get());
    }

    /** Creates the directories, unless that is done, and removes the files of dead processes. */
    synchronized void open() throws SpillException {
        if (!directories.isEmpty()) {
            return;
        }
        if (closed) {
            throw new SpillException("the store is closed", null);
        }
        List<SpillDirectory> opened = new ArrayList<>();
        try {
            for (Path directory : settings.directories()) {
                opened.add(SpillDirectory.open(directory));
            }
            if (settings.freeShare() < 1) {
                limitBytes = Math.min(settings.limitBytes(), (long) (settings.freeShare() * usableBytes(opened)));
            }
            directories = List.copyOf(opened);
        } finally {
            if (directories.isEmpty()) {
                opened.forEach(SpillDirectory::close);
            }
        }
    }

    /** The free bytes of their file systems; directories may share one. */
    private static long usableBytes(List<SpillDirectory> directories) throws SpillException {
        Set<Object> seen = new HashSet<>();
        long usable = 0;
        for (SpillDirectory directory : directories) {
            try {
                usable += seen.add(directory.fileSystem()) ? directory.usableBytes() : 0;
            } catch (IOException e) {
                throw SpillException.of(directory.parent(), e);
            }
        }
        return usable;
    }

    /** The next directory in turn. */
    synchronized SpillDirectory nextDirectory() throws SpillException {
        open();
        return directories.get(Math.floorMod(nextDirectory++, directories.size()));
    }

    /** Reserves space for a run. */
    void reserve(long bytes) throws SpillException {
        long held = heldBytes.addAndGet(bytes);
        long limit = limitBytes;
        if (held > limit) {
            heldBytes.addAndGet(-bytes);
            throw new SpillException(
                    "the " + limit + " bytes that may be spilled are used up"
                            + (limit == settings.limitBytes() ? "" : " (a share of what was free)"),
                    null);
        }
    }

    /** Ends a reservation and counts the run that came of it, if any. */
    void settle(long reservedBytes, long bytes, long entries) {
        heldBytes.addAndGet(bytes - reservedBytes);
        if (bytes > 0) {
            runCount.incrementAndGet();
            entryCount.addAndGet(entries);
            writtenBytes.addAndGet(bytes);
        }
    }

    void countRead(long bytes) {
        readBytes.addAndGet(bytes);
    }

    void countRechecks(int count) {
        recheckCount.addAndGet(count);
    }

    /** Removes the file of a run that is no longer needed. */
    void remove(RunFile run) {
        long bytes = run.bytes();
        try {
            run.close();
            Files.deleteIfExists(run.path());
        } catch (IOException e) {
            // The store removes the whole directory later.
        }
        heldBytes.addAndGet(-bytes);
    }

    /** Removes all files; no further run can be written. */
    @Override
    public void close() {
        List<SpillDirectory> left;
        synchronized (this) {
            closed = true;
            left = directories;
            directories = List.of();
        }
        left.forEach(SpillDirectory::close);
    }
}
