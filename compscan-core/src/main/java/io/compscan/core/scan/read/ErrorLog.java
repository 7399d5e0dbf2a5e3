package io.compscan.core.scan.read;

import io.compscan.core.spool.Spool;
import io.compscan.result.ReadError;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the errors of all threads: the paths that could not be read whole, or that changed.
 *
 * <p>A tree without read permission yields millions of errors, so they may lie in temporary files.
 */
public final class ErrorLog {

    /** An error takes about 133 bytes, more with a long path. */
    private static final int HELD_IN_MEMORY = 32_768;

    /** By path, then by kind. */
    public static final Comparator<ReadError> ORDER =
            Comparator.comparing(ReadError::path).thenComparing(ReadError::kind);

    private final Spool<ReadError> errors = new Spool<>(ReadError.class, ORDER, HELD_IN_MEMORY);

    /** Adds an error. */
    public void add(ReadError error) {
        errors.add(error);
    }

    /** The number of errors. */
    public long size() {
        return errors.size();
    }

    /** All errors in {@link #ORDER}; in a temporary file if they are many. */
    public List<ReadError> sorted() {
        return errors.sorted();
    }
}
