package io.compscan.map;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a run: one table after another, the entries of each in ascending key order, then the end of the file.
 *
 * <p>No reader accepts an unfinished file. A writer holds a buffer of 256 KiB and the index of one table, about 30 bytes for 1024
 * entries. One thread at a time may use it. After an {@link IOException} the caller must close the writer and delete the file.
 */
public interface RunWriter extends AutoCloseable {

    /**
     * Starts a new file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the name is taken
     */
    static RunWriter create(Path file) throws IOException {
        return Implementations.createRun(file);
    }

    /** The file. */
    Path path();

    /**
     * Starts a table.
     *
     * @throws IllegalStateException if another table is open, or the file is finished
     */
    void beginTable(TableSpec spec);

    /**
     * Appends an entry to the table; after an {@link IllegalArgumentException} the table is unchanged.
     *
     * @param key holds the key from {@code offset}
     * @param references 0 or more
     * @param fields a value for each field of the layout
     * @throws IllegalArgumentException if the key is not above the previous one, compared as unsigned bytes, or a value is out of range
     */
    void append(byte[] key, int offset, long references, int[] fields) throws IOException;

    /** Appends the remaining entries of a cursor. */
    void appendAll(EntryCursor entries) throws IOException;

    /** Ends the table and summarises it. */
    TableSummary endTable() throws IOException;

    /**
     * Completes the file and forces it to the device.
     *
     * @param metadata bytes for {@link RunFile#metadata}, up to 256 MiB
     */
    void finish(byte[] metadata) throws IOException;

    /** Completes the file without forcing it: for a file that need not survive a crash of the machine. */
    void finishTemporary(byte[] metadata) throws IOException;

    /** The length of the file so far, buffered bytes included. */
    long bytesWritten();

    /** Closes the file and leaves an unfinished one in place. */
    @Override
    void close() throws IOException;
}
