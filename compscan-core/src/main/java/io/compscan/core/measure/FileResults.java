package io.compscan.core.measure;

import io.compscan.core.read.task.UnitTicket;
import io.compscan.core.result.FileResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of the files that are measured on their own; thread-safe. */
public final class FileResults {

    private final List<FileResult> files = new ArrayList<>();
    private @Nullable String damage;

    /** Adds the result of a unit that is complete, and frees the memory of its measurement. */
    public void take(FileScan scan, UnitTicket unit) {
        try (scan) {
            FileResult file = scan.result(unit);
            synchronized (this) {
                files.add(file);
                damage = damage == null ? scan.damage() : damage;
            }
        }
    }

    /** The results in ascending order of the path. */
    public synchronized List<FileResult> sorted() {
        return files.stream().sorted(Comparator.comparing(FileResult::path)).toList();
    }

    /** The reason why the index of a file could not be read back, so that its result is an upper bound; null if all could. */
    public synchronized @Nullable String damage() {
        return damage;
    }
}
