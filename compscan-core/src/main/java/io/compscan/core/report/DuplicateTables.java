package io.compscan.core.report;

import io.compscan.core.result.duplicate.Duplicates;
import io.compscan.core.result.duplicate.Duplicates.Chunk;
import io.compscan.core.result.duplicate.Duplicates.Copies;
import io.compscan.core.result.duplicate.Duplicates.Directory;
import io.compscan.core.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.core.result.duplicate.Duplicates.Sharing;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Objects;

/** The CSV tables of duplicates; {@code docs/reference/formats.md} specifies their columns. */
final class DuplicateTables {

    private DuplicateTables() {}

    /** {@code duplicate_chunks.csv}: one row for each chunk. */
    static void chunks(Duplicates duplicates, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "fingerprint", "references", "bytes", "savedBytes", "path", "offset")
                .end();
        for (Chunk chunk : Objects.requireNonNullElse(duplicates.chunks(), List.<Chunk>of())) {
            table.text(duplicates.chunking(), chunk.fingerprint())
                    .number(chunk.references())
                    .number(chunk.bytes())
                    .number(chunk.savedBytes())
                    .text(Objects.requireNonNullElse(chunk.path(), ""))
                    .optional(chunk.offset())
                    .end();
        }
        table.flush();
    }

    /** {@code duplicate_files.csv}: one row for each listed file, with the number of its group, from 1. */
    static void files(Duplicates duplicates, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("group", "copies", "bytes", "nonZeroBytes", "savedBytes", "path")
                .end();
        int group = 0;
        for (Copies copies : Objects.requireNonNullElse(duplicates.files(), List.<Copies>of())) {
            group++;
            for (String path : copies.paths()) {
                table.number(group)
                        .number(copies.copies())
                        .number(copies.bytes())
                        .number(copies.nonZeroBytes())
                        .number(copies.savedBytes())
                        .text(path)
                        .end();
            }
        }
        table.flush();
    }

    /** {@code duplicate_directories.csv}: one row for each pair. */
    static void directories(Duplicates duplicates, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "compressor", "path", "ownFilesOnly", "bytes")
                .text("otherPath", "otherOwnFilesOnly", "otherBytes", "sharedBytes")
                .text("sharedBytesLow", "sharedBytesHigh")
                .end();
        Sharing sharing = duplicates.directories();
        if (sharing != null) {
            for (DirectoryPair pair : sharing.pairs()) {
                table.text(duplicates.chunking(), sharing.compressor());
                directory(table, pair.first());
                directory(table, pair.second());
                table.number(pair.sharedBytes())
                        .optional(pair.sharedBytesLow())
                        .optional(pair.sharedBytesHigh())
                        .end();
            }
        }
        table.flush();
    }

    private static void directory(CsvTable table, Directory directory) throws IOException {
        table.text(directory.path(), Boolean.toString(directory.ownFilesOnly())).number(directory.bytes());
    }
}
