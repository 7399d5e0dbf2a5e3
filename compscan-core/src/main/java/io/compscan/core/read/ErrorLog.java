package io.compscan.core.read;

import io.compscan.core.result.ReadError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Collects the errors of all threads: the paths that could not be read whole, or that changed.
 *
 * <p>A tree without read permission yields millions of errors. So memory holds only the latest; the others are sorted runs in
 * temporary files, merged at the end. Where no such file can be written the errors stay in memory.
 */
public final class ErrorLog {

    /** An error takes about 133 bytes, more with a long path. */
    private static final int HELD_IN_MEMORY = 32_768;
    /** Each run keeps a file open. */
    private static final int MAX_RUNS = 16;

    /** By path, then by kind. */
    public static final Comparator<ReadError> ORDER =
            Comparator.comparing(ReadError::path).thenComparing(ReadError::kind);

    private final List<ErrorFile> runs = new ArrayList<>();
    private List<ReadError> latest = new ArrayList<>();
    private int runLength;
    private long size;

    /** An empty log. */
    public ErrorLog() {
        this(HELD_IN_MEMORY);
    }

    ErrorLog(int heldInMemory) {
        runLength = heldInMemory;
    }

    /** Adds an error. */
    public synchronized void add(ReadError error) {
        latest.add(error);
        size++;
        if (latest.size() >= runLength) {
            putAside();
        }
    }

    /** The number of errors. */
    public synchronized long size() {
        return size;
    }

    /** All errors in {@link #ORDER}; in a temporary file if they are many. */
    public synchronized List<ReadError> sorted() {
        latest.sort(ORDER);
        if (runs.isEmpty()) {
            return List.copyOf(latest);
        }
        try {
            return ErrorFile.write(merged());
        } catch (IOException e) {
            List<ReadError> all = new ArrayList<>();
            merged().forEachRemaining(all::add);
            return all;
        }
    }

    private void putAside() {
        latest.sort(ORDER);
        try {
            if (runs.size() == MAX_RUNS) {
                ErrorFile one = ErrorFile.write(merged());
                runs.forEach(ErrorFile::close);
                runs.clear();
                runs.add(one);
            } else {
                runs.add(ErrorFile.write(latest.iterator()));
            }
            latest = new ArrayList<>();
        } catch (IOException e) {
            // There is no space for a file now. Try again when twice as many errors have come.
            runLength = Math.addExact(runLength, runLength);
        }
    }

    /** The errors of all runs and of memory. */
    private Iterator<ReadError> merged() {
        PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::error, ORDER));
        for (ErrorFile run : runs) {
            Head.ofNext(run.iterator(), heads);
        }
        Head.ofNext(latest.iterator(), heads);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !heads.isEmpty();
            }

            @Override
            public ReadError next() {
                Head first = heads.poll();
                if (first == null) {
                    throw new NoSuchElementException();
                }
                Head.ofNext(first.rest(), heads);
                return first.error();
            }
        };
    }

    private record Head(ReadError error, Iterator<ReadError> rest) {
        static void ofNext(Iterator<ReadError> run, PriorityQueue<Head> heads) {
            if (run.hasNext()) {
                heads.add(new Head(run.next(), run));
            }
        }
    }
}
