package io.compscan.result;

import java.time.Instant;
import java.util.List;

/**
 * The files that have changed since the last scan of a catalog.
 *
 * @param since when that scan began
 * @param all all of them
 * @param directories the directories with the most bytes, which are at most {@value #MOST_GROUPS}; of very many changed directories, those above them
 * @param types the file extensions with the most bytes, likewise
 */
public record Changes(Instant since, Group all, List<Group> directories, List<Group> types) {

    /** As many directories, or types, are listed. */
    public static final int MOST_GROUPS = 40;

    /** Copies the lists. */
    public Changes {
        directories = List.copyOf(directories);
        types = List.copyOf(types);
    }

    /**
     * The changes in one directory, without those below it, or of one type.
     *
     * @param name of the directory or the extension; empty for files without extension, and for all
     * @param added files that were not there before
     * @param changed files with other content, their bytes now
     * @param deleted files that are gone, their bytes before
     * @param moved of the added ones, those with the content of a deleted file
     */
    public record Group(String name, Files added, Files changed, Files deleted, Files moved) {

        /** The bytes of all of them. */
        public long bytes() {
            return added.bytes + changed.bytes + deleted.bytes;
        }
    }

    /**
     * Some files.
     *
     * @param count how many
     * @param bytes their sizes
     */
    public record Files(long count, long bytes) {}
}
