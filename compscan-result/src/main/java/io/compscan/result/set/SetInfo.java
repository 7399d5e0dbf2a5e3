package io.compscan.result.set;

import java.util.List;

/**
 * A fingerprint set without its entries.
 *
 * @param file the path, as given
 * @param fileBytes its size
 * @param metadata what it says of itself
 * @param tables where its entries are, two tables for each chunking
 */
public record SetInfo(String file, long fileBytes, SetMetadata metadata, List<Table> tables) {

    /**
     * One table of entries.
     *
     * @param chunking canonical name
     * @param fullLength whether it holds the chunks of full length or all others
     * @param entryCount distinct chunks
     * @param references their references; {@code 2^63 - 1} where there are more
     * @param bytes what the table takes in the file
     */
    public record Table(String chunking, boolean fullLength, long entryCount, long references, long bytes) {}

    /** Copies the list. */
    public SetInfo {
        tables = List.copyOf(tables);
    }
}
