package io.compscan.map;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run, open for reading: its tables, walks over them, and lookups of single keys.
 *
 * <p>Any number of threads may use one object, and any number of objects may open one file. Opening reads both ends of the file and
 * the index of each table. A block is read and checked on demand. The first lookup or walk over a range loads the index of its table,
 * about 30 bytes for 1024 entries, and a buffer of about 50 KB. A walk over a whole table needs neither.
 */
public interface RunFile extends AutoCloseable {

    /** The default buffer of a cursor: a few blocks, so that a hundred cursors fit into a processor's cache. */
    int DEFAULT_BUFFER_BYTES = 64 * 1024;

    /**
     * Opens a run and checks everything except its blocks.
     *
     * @throws RunFormatException if the file is not a run, is incomplete, damaged, or of a newer version
     * @throws IOException if the file cannot be read
     */
    static RunFile open(Path file) throws IOException {
        return Implementations.openRun(file);
    }

    /** The file. */
    Path path();

    /** The length of the file in bytes. */
    long bytes();

    /** The tables in file order; other methods name a table by its number in this list. */
    List<TableSummary> tables();

    /** A copy of the metadata that the writer passed to {@link RunWriter#finish}. */
    byte[] metadata();

    /** A walk over a whole table. */
    default EntryCursor cursor(int table) {
        return cursor(table, null, null, DEFAULT_BUFFER_BYTES);
    }

    /**
     * A walk over the entries with keys from {@code from} (inclusive) to {@code to} (exclusive); null is no bound.
     *
     * @throws IllegalArgumentException if a bound does not have the key length of the table
     */
    default EntryCursor cursor(int table, byte @Nullable [] from, byte @Nullable [] to) {
        return cursor(table, from, to, DEFAULT_BUFFER_BYTES);
    }

    /** As above, with a buffer of about {@code bufferBytes}, or of one block if that is larger. */
    EntryCursor cursor(int table, byte @Nullable [] from, byte @Nullable [] to, int bufferBytes);

    /**
     * Looks up one key; reads the one block that can hold it.
     *
     * @param key holds the key from {@code offset}
     * @param fields receives the fields if the key is present; at least as long as the layout has fields
     * @return the reference count, or -1 if the key is absent (an entry that has only fields has 0 references)
     * @throws RunFormatException if the block or the index is damaged
     */
    long find(int table, byte[] key, int offset, int[] fields) throws IOException;

    /**
     * Reads the whole file and checks every checksum and every cross-reference.
     *
     * @throws RunFormatException naming the first damaged place
     */
    void verify() throws IOException;

    /** Closes the file; its cursors fail at their next read. */
    @Override
    void close() throws IOException;
}
