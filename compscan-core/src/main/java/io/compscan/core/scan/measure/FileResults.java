package io.compscan.core.scan.measure;

import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.spool.Spool;
import io.compscan.result.FileResult;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of the files that are measured on their own; in temporary files if they are many. Thread-safe. */
public final class FileResults {

    /** A result takes some 770 bytes, more with further chunkings. */
    private static final int HELD_IN_MEMORY = 4096;

    private final Spool<FileResult> files =
            new Spool<>(FileResult.class, Comparator.comparing(FileResult::path), HELD_IN_MEMORY);
    private @Nullable String damage;

    /** Adds the result of a unit that is complete, and frees the memory of its measurement. */
    public void take(FileScan scan, UnitTicket unit) {
        try (scan) {
            FileResult file = scan.result(unit);
            files.add(file);
            synchronized (this) {
                damage = damage == null ? scan.damage() : damage;
            }
        }
    }

    /** The results in ascending order of the path. */
    public List<FileResult> sorted() {
        return files.sorted();
    }

    /** The reason why the index of a file could not be read back, so that its result is an upper bound; null if all could. */
    public synchronized @Nullable String damage() {
        return damage;
    }
}
