package io.compscan.core.spool;

import io.compscan.result.StoredList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Collects the rows of all threads, and sorts them.
 *
 * <p>Memory holds only the latest rows; the others are sorted runs in temporary files. Runs of one level merge into one of the next. Where no
 * such file can be written the rows stay in memory.
 *
 * @param <T> a record of numbers, texts, enums, records and lists of records
 */
public final class Spool<T extends Record> {

    /** Each run keeps a file open. */
    private static final int MAX_RUNS = 16;

    private final RowFormat<T> format;
    private final Comparator<T> order;
    private final List<List<SpoolFile<T>>> levels = new ArrayList<>();
    private List<T> latest = new ArrayList<>();
    private int runLength;
    private long size;

    /**
     * An empty spool.
     *
     * @param heldInMemory so many rows, 1 at least
     */
    public Spool(Class<T> type, Comparator<T> order, int heldInMemory) {
        format = RowFormat.of(type);
        this.order = order;
        runLength = heldInMemory;
    }

    /** Adds a row. */
    public synchronized void add(T row) {
        latest.add(row);
        size++;
        if (latest.size() >= runLength) {
            putAside();
        }
    }

    /** The number of rows. */
    public synchronized long size() {
        return size;
    }

    /** All rows in order; a {@link StoredList} in a temporary file if they are many. */
    public synchronized List<T> sorted() {
        latest.sort(order);
        if (levels.isEmpty()) {
            return List.copyOf(latest);
        }
        try {
            return SpoolFile.write(format, merged(all()));
        } catch (IOException e) {
            List<T> rows = new ArrayList<>();
            merged(all()).forEachRemaining(rows::add);
            return rows;
        }
    }

    private void putAside() {
        latest.sort(order);
        try {
            addRun(0, SpoolFile.write(format, latest.iterator()));
            latest = new ArrayList<>();
        } catch (IOException e) {
            // There is no space for a file now. Try again when twice as many rows have come.
            runLength = Math.addExact(runLength, runLength);
        }
    }

    private void addRun(int level, SpoolFile<T> run) {
        if (level == levels.size()) {
            levels.add(new ArrayList<>());
        }
        List<SpoolFile<T>> runs = levels.get(level);
        runs.add(run);
        if (runs.size() >= MAX_RUNS) {
            SpoolFile<T> one;
            try {
                one = SpoolFile.write(format, merged(List.copyOf(runs)));
            } catch (IOException e) {
                // The runs hold all rows as well. The next one tries again.
                return;
            }
            runs.forEach(SpoolFile::close);
            runs.clear();
            addRun(level + 1, one);
        }
    }

    private List<List<T>> all() {
        List<List<T>> all = new ArrayList<>();
        levels.forEach(all::addAll);
        all.add(latest);
        return all;
    }

    private Iterator<T> merged(List<? extends List<T>> runs) {
        PriorityQueue<Head<T>> heads = new PriorityQueue<>(Comparator.comparing(Head::row, order));
        runs.forEach(run -> Head.ofNext(run.iterator(), heads));
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !heads.isEmpty();
            }

            @Override
            public T next() {
                Head<T> first = heads.poll();
                if (first == null) {
                    throw new NoSuchElementException();
                }
                Head.ofNext(first.rest(), heads);
                return first.row();
            }
        };
    }

    private record Head<T>(T row, Iterator<T> rest) {
        static <T> void ofNext(Iterator<T> run, PriorityQueue<Head<T>> heads) {
            if (run.hasNext()) {
                heads.add(new Head<>(run.next(), run));
            }
        }
    }
}
